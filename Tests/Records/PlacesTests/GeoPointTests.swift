import Files
import Testing

@testable import Places

@Suite struct GeoPointTests {
    /// Computed by vectors, not by the haversine formula.
    @Test(arguments: [
        ("52.52,13.405", "48.8566,2.3522", 877_464.6), ("0,179.9", "0,-179.9", 22_239.0),
        ("89.99,0", "89.99,180", 2223.9), ("-33.8688,151.2093", "51.5074,-0.1278", 16_993_933.0),
        ("52.52,13.405", "52.5201,13.405", 11.1195),
    ])
    func distancesFollowTheGround(from: String, to: String, metres: Double) throws {
        let (a, b) = (try GeoPoint(from), try GeoPoint(to))
        #expect(abs(a.distance(to: b) - metres) < metres * 2e-5)
        #expect(a.distance(to: b) == b.distance(to: a))
        #expect(a.distance(to: a) == 0)
    }

    @Test(arguments: [
        ("0,0", "1,0", 0.0, "north"), ("0,0", "0,1", 90, "east"), ("0,0", "-1,0", 180, "south"),
        ("0,0", "0,-1", 270, "west"), ("10,10", "11,11", 44.5, "north-east"), ("0,179", "0,-179", 90, "east"),
    ])
    func directions(from: String, to: String, bearing: Double, name: String) throws {
        let found = try GeoPoint(from).bearing(to: GeoPoint(to))
        #expect(abs(found - bearing) < 0.5)
        #expect(Compass.name(of: found) == name)
    }

    @Test(arguments: [
        "52.52,13.405", " 52.52, 13.405 ", "geo:52.52,13.405;u=10", "geo:52.52,13.405?z=3", "52.52,13.405,30",
    ])
    func textsOfPositions(text: String) throws {
        let point = try GeoPoint(text)
        #expect((point.latitude, point.longitude) == (52.52, 13.405))
        #expect(try GeoPoint(point.text) == point)
    }

    @Test(arguments: ["", "52.52", "91,0", "0,181", "nan,0", "0x10,0", "inf,1", "a,b", "1,2,3,4", "1e400,0"])
    func otherTextsAreRefused(text: String) { #expect(throws: UserError.self) { try GeoPoint(text) } }

    @Test func distancesForPeople() {
        #expect(
            [0.4, 35, 999, 1234, 12_345, 877_464].map(DistanceText.text) == [
                "0 m", "35 m", "999 m", "1.2 km", "12 km", "877 km",
            ])
    }
}

import Files
import SeededRandomness
import TestFolders
import Testing

@testable import Places

@Suite struct PlaceFileTests {
    private func sample() throws -> [Place] {
        [
            try Place(
                id: "market", name: "Market “square”, \"east\"",
                point: GeoPoint(latitude: -33.8688, longitude: 151.2093),
                radius: 80, zone: "City", codes: ["4012345000009", "SHELF-*"]),
            try Place(id: "cellar"), try Place(id: "käfig.2", name: "=1+1", zone: "-x"),
            try Place(id: "pole", point: GeoPoint(latitude: 90, longitude: -180)),
        ]
    }

    @Test(arguments: PlaceFile.Format.allCases)
    func whatIsWrittenIsReadAgain(format: PlaceFile.Format) throws {
        let places = try sample()
        let bytes = format.bytes(of: places)
        let read = try PlaceFile(bytes)
        #expect(read.places == places)
        #expect(read.problems.isEmpty)
        #expect(try PlaceFile(bytes, format: format).places == places)
    }

    /// Numbers stay numbers for other programs.
    @Test func aTableHasPlainNumbers() throws {
        let text = String(decoding: PlaceFile.Format.csv.bytes(of: try sample()), as: UTF8.self)
        #expect(text.contains(",-33.8688,151.2093,80.0,"))
        #expect(text.contains("'=1+1"))
    }

    @Test func columnsHaveTheNamesThatPeopleGiveThem() throws {
        let read = try PlaceFile(Array("Name;Lat;Lng;Radius\nOld Town;48,5;9,05;120\n;;;\nHarbour;1;;\n".utf8))
        #expect(read.places.map(\.id) == ["old-town"])
        #expect(read.places[0].point == GeoPoint(latitude: 48.5, longitude: 9.05))
        #expect(read.problems == ["line 4: latitude and longitude go together: one is missing"])
        #expect(read.bad == 1)
    }

    @Test(arguments: [
        (
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]},"properties":{"id":"a"}}]}"#,
            "feature 1: its geometry is not a point: give the middle and a property radius in metres"
        ),
        ("[[place]]\nid = \"a\"\nradius = 5\n", "place 1: a radius needs a latitude and a longitude"),
        (
            "[[place]]\nid = \"a\"\ncolour = 5\n",
            "place 1: “colour” is not known: there are id, name, latitude, longitude, radius, zone, codes, "
                + "collection, price-list, session, event, beacon"
        ),
        ("id\n-x\n", "line 2: “-x” is not an id: use up to 64 letters, digits, -, _ and ."),
        ("id,radius\na,many\n", "line 2: radius “many” is not a number"),
    ])
    func whatIsWrongIsSaidWithItsPlace(text: String, words: String) throws {
        let read = try PlaceFile(Array(text.utf8))
        #expect(read.places.isEmpty)
        #expect(read.problems == [words])
    }

    @Test(arguments: ["{}", "{\"type\":\"Point\"}", "[other]\n", "[[place]\n", "a,b\n1,2\n", "\u{0}", "{"])
    func otherFilesAreRefused(text: String) { #expect(throws: UserError.self) { try PlaceFile(Array(text.utf8)) } }

    /// Of a damaged file either nothing is read or each place is whole.
    @Test func survivesDamage() throws {
        var random = SplitMix(state: 33)
        let files = try PlaceFile.Format.allCases.map { $0.bytes(of: try sample()) }
        for round in 0..<3000 {
            var bytes = files[round % files.count]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let read = try? PlaceFile(bytes) else { continue }
            for place in read.places { #expect(place.radius == nil || place.point != nil) }
        }
    }

    @Test func placesAreKept() throws {
        let folder = try TestFolder()
        let places = try sample()
        let store = try PlaceStore(folder.path + "/places.sqlite")
        #expect(try store.put(places) == (4, 0))
        #expect(try store.list().places == places)
        let other = try Place(id: "cellar", name: "Wine")
        #expect(try store.put([other]) == (0, 1))
        let again = try PlaceStore(folder.path + "/places.sqlite", for: .reading).list()
        #expect(again["cellar"]?.name == "Wine")
        #expect(again.places.map(\.id) == places.map(\.id))
        #expect(try store.remove("market") && !(try store.remove("market")))
        #expect(try PlaceStore(folder.path + "/none.sqlite", for: .reading).list().places.isEmpty)
    }

    @Test func nearestFirst() throws {
        let list = try PlaceList([
            try Place(id: "far", point: GeoPoint(latitude: 1, longitude: 1)),
            try Place(id: "near", point: GeoPoint(latitude: 0, longitude: 0.001), radius: 200),
            try Place(id: "nowhere"),
        ])
        let origin = try GeoPoint("0,0")
        #expect(list.near(origin).map(\.place.id) == ["near", "far"])
        #expect(list.near(origin).map(\.isInside) == [true, false])
        #expect(list.near(origin, within: 1000).map(\.place.id) == ["near"])
        #expect(throws: UserError.self) { try PlaceList([try Place(id: "a"), try Place(id: "a")]) }
    }
}

import Foundation
import SeededRandomness
import Testing

@testable import Places

@Suite struct GeofencesTests {
    private func place(_ id: String, _ latitude: Double, _ longitude: Double, _ radius: Double) throws -> Place {
        try Place(id: id, point: GeoPoint(latitude: latitude, longitude: longitude), radius: radius)
    }

    /// A point so many metres east of 50° north, 8° east.
    private func point(east metres: Double) throws -> GeoPoint {
        let degrees = metres / (GeoPoint.earthRadius * .pi / 180 * cos(50 * Double.pi / 180))
        return try #require(GeoPoint(latitude: 50, longitude: 8 + degrees))
    }

    private func ids(_ events: [Geofences.Event]) -> [String] {
        events.map {
            switch $0 {
            case .entered(let place): "+\(place.id)"
            case .left(let place): "-\(place.id)"
            }
        }
    }

    @Test func enteringAndLeavingAreToldOnceAfterATime() throws {
        var fences = Geofences([try place("a", 50, 8, 100)], settling: 10)
        var told: [String] = []
        // Walks through it at 2 m/s, a position each second.
        for second in 0..<300 {
            let events = fences.update(try point(east: -300 + 2 * Double(second)), accuracy: 5, at: Double(second))
            told += ids(events).map { "\(second) \($0)" }
        }
        // 100 m before the middle after 100 s; 110 m, with the margin, behind it after 205.
        #expect(told == ["111 +a", "216 -a"] || told == ["110 +a", "215 -a"] || told == ["111 +a", "215 -a"])
        #expect(fences.current.isEmpty)
    }

    @Test func theEdgeDoesNotFlap() throws {
        var random = SplitMix(state: 7)
        var fences = Geofences([try place("a", 50, 8, 100)], settling: 3)
        var told: [String] = []
        for second in 0..<2000 {
            let noise = Double.random(in: -8...8, using: &random)
            told += ids(fences.update(try point(east: 100 + noise), accuracy: 8, at: Double(second)))
        }
        #expect(told.count <= 1)
    }

    @Test func aJumpAndAWideDoubtChangeNothing() throws {
        var fences = Geofences([try place("a", 50, 8, 100)], settling: 10)
        for second in 0...10 { _ = fences.update(try point(east: 0), accuracy: 10, at: Double(second)) }
        #expect(fences.current.map(\.id) == ["a"])
        #expect(fences.update(try point(east: 100_000), accuracy: 10, at: 11).isEmpty)
        #expect(fences.update(try point(east: 0), accuracy: 10, at: 22).isEmpty)
        // 5 km of doubt may be anywhere.
        for second in 23...60 {
            #expect(fences.update(try point(east: 3000), accuracy: 5000, at: Double(second)).isEmpty)
        }
        // But not where it does not reach.
        #expect(
            ids((61...80).flatMap { try! fences.update(point(east: 9000), accuracy: 5000, at: Double($0)) }) == ["-a"])
        // Nor does it enter.
        #expect((81...99).allSatisfy { try! fences.update(point(east: 0), accuracy: 5000, at: Double($0)).isEmpty })
    }

    @Test func earlierPositionsAndNonsenseAreLeftOut() throws {
        var fences = Geofences([try place("a", 50, 8, 100)], settling: 0)
        _ = fences.update(try point(east: 0), accuracy: 1, at: 10)
        #expect(fences.update(try point(east: 0), accuracy: 1, at: 9).isEmpty)
        #expect(fences.update(try point(east: 0), accuracy: .nan, at: 11).isEmpty)
        #expect(fences.update(try point(east: 0), accuracy: -1, at: 12).isEmpty)
        #expect(ids(fences.update(try point(east: 0), accuracy: 1, at: 13)) == ["+a"])
    }

    /// The index gives what a plain look at all places gives, at the poles and at 180° as well.
    @Test func theIndexMissesNothing() throws {
        var random = SplitMix(state: 3)
        let middles = [(0.0, 0.0), (89.999, 10.0), (-90.0, 0.0), (12.0, 179.9995), (50.0, 8.0)]
        var places: [Place] = []
        for number in 0..<2000 {
            let middle = middles[number % middles.count]
            let latitude = min(90, max(-90, middle.0 + Double.random(in: -0.02...0.02, using: &random)))
            var longitude = middle.1 + Double.random(in: -0.02...0.02, using: &random)
            if longitude > 180 { longitude -= 360 }
            let radius = pow(10, Double.random(in: 0...4, using: &random))
            places.append(try place("p\(number)", latitude, longitude, radius))
        }
        for round in 0..<300 {
            let near = try #require(places[round].point)
            let point = try #require(
                GeoPoint(
                    latitude: min(90, near.latitude + Double.random(in: 0...0.001, using: &random)),
                    longitude: near.longitude))
            var fences = Geofences(places, settling: 0)
            _ = fences.update(point, accuracy: 0, at: 0)
            _ = fences.update(point, accuracy: 0, at: 1)
            let plain = try places.filter { point.distance(to: try #require($0.point)) <= $0.radius ?? 0 }
            #expect(fences.current == plain)
        }
    }

    /// The area of the lens of two circles, beside counting points.
    @Test func shares() {
        for (small, distance, large) in [
            (10.0, 95.0, 100.0), (10, 105, 100), (80, 60, 50), (100, 10, 20), (30, 30, 30),
        ] {
            var (inside, all) = (0, 0)
            let step = small / 400
            for x in stride(from: -small, through: small, by: step) {
                for y in stride(from: -small, through: small, by: step) where x * x + y * y <= small * small {
                    all += 1
                    inside += (x + distance) * (x + distance) + y * y <= large * large ? 1 : 0
                }
            }
            let share = Geofences.share(of: small, at: distance, within: large)
            #expect(abs(share - Double(inside) / Double(all)) < 0.004)
        }
        #expect(Geofences.share(of: 0, at: 5, within: 10) == 1)
        #expect(Geofences.share(of: 0, at: 10, within: 10) == 1)
        #expect(Geofences.share(of: 0, at: 11, within: 10) == 0)
        #expect(Geofences.share(of: 10, at: 0, within: 10) == 1)
    }
}

import ArgumentParser
import Foundation
import Places
import SeededRandomness

/// Entering and leaving among many places, beside a plain look at all of them.
struct PlacesBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places", abstract: "Milliseconds of processor time for a position among many places.")

    @Argument(help: "How many places.")
    var count = 100_000

    mutating func validate() { count = min(PlaceList.maximumPlaces, max(100, count)) }

    func run() throws {
        var random = SplitMix(state: 33)
        // A country of 5° by 8° with a hundred towns, in which most places are.
        let towns = (0..<100).map { _ in
            (Double.random(in: 48...53, using: &random), Double.random(in: 6...14, using: &random))
        }
        let places = try (0..<count).map { number in
            let town = towns[number % towns.count]
            return try Place(
                id: "p\(number)",
                point: GeoPoint(
                    latitude: town.0 + Double.random(in: -0.05...0.05, using: &random),
                    longitude: town.1 + Double.random(in: -0.08...0.08, using: &random)),
                radius: pow(10, Double.random(in: 1...3, using: &random)))
        }
        var indexed = Series("position among \(count) places")
        var plain = Series("a plain look at all of them")
        var fences = Geofences(places, settling: 5)
        var events = 0
        for second in 0..<500 {
            // Through a town at 10 m/s.
            let point = GeoPoint(
                latitude: towns[0].0 - 0.02 + Double(second) * 0.00009, longitude: towns[0].1 + 0.001)
            guard let point else { continue }
            indexed.time { events += fences.update(point, accuracy: 8, at: Double(second)).count }
            if second % 10 == 0 {
                plain.time {
                    _ = places.count { place in
                        guard let middle = place.point, let radius = place.radius else { return false }
                        return point.distance(to: middle) <= radius
                    }
                }
            }
        }
        print("Milliseconds of processor time: median (95th percentile); \(events) events on the way.")
        print("  \(indexed.line)   goal: 0.1")
        print("  \(plain.line)")
    }
}

import ArgumentParser
import Beacons
import Foundation
import Places
import SeededRandomness

/// Entering and leaving among many places, beside a plain look at all of them; and a storm of beacons.
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
        print("  \(try Self.storm(&random).line)   goal: 20, 2 % of a core")
    }

    /// A second of a storm: 1,000 advertisements of 200 beacons, read and ranged. What BlueZ's signals cost besides is measured by
    /// `make test-positions`.
    private static func storm(_ random: inout SplitMix) throws -> Series {
        var series = Series("1000 advertisements of beacons")
        var ranging = BeaconRanging()
        let advertisements = (0..<200).map { number in
            [0x02, 0x15] + [UInt8](repeating: 7, count: 16) + [0, 1, 0, UInt8(number), 0xC5]
        }
        for second in 0..<60 {
            let strengths = (0..<1000).map { _ in Int.random(in: -90 ... -50, using: &random) }
            series.time {
                for (number, strength) in strengths.enumerated() {
                    guard let beacon = Beacon(manufacturer: Beacon.appleCompany, advertisements[number % 200]) else {
                        continue
                    }
                    _ = ranging.take(beacon, rssi: strength, at: Double(second) + Double(number) / 1000)
                }
            }
        }
        return series
    }
}

import Files
import Foundation

/// A point on the earth, in degrees of WGS 84.
///
///     let berlin = try GeoPoint("52.52, 13.405")
///     berlin.distance(to: try GeoPoint("48.8566,2.3522"))     // 877,464 metres
package struct GeoPoint: Hashable, Sendable {
    /// -90 to 90, north is more than 0.
    package let latitude: Double
    /// -180 to 180, east is more than 0.
    package let longitude: Double

    /// The mean radius of the earth in metres (IUGG).
    package static let earthRadius = 6_371_008.8

    /// Nil for numbers that are not a latitude and a longitude.
    package init?(latitude: Double, longitude: Double) {
        guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// Latitude and longitude in degrees with a comma between them, or a `geo:` address.
    ///
    /// - Throws: `UserError` for another text.
    package init(_ text: String) throws(UserError) {
        let plain = text.lowercased().hasPrefix("geo:") ? text.dropFirst(4) : text[...]
        let parts = plain.prefix { $0 != ";" && $0 != "?" }.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.prefix(2).map { $0.filter { $0 != " " } }.compactMap(Self.number)
        guard 2...3 ~= parts.count, numbers.count == 2,
            let point = GeoPoint(latitude: numbers[0], longitude: numbers[1])
        else {
            throw UserError(
                "\(UserError.quoted(text)) is not a position: use latitude and longitude in degrees, such as 52.52,13.405"
            )
        }
        self = point
    }

    /// A number in plain digits; nil for others, such as `0x1p4` and `nan`.
    static func number(_ text: some StringProtocol) -> Double? {
        let isPlain =
            1...40 ~= text.utf8.count && text.utf8.allSatisfy { (0x2B...0x39).contains($0) && $0 != 0x2C && $0 != 0x2F }
        return isPlain ? Double(text) : nil
    }

    /// Metres along the great circle.
    package func distance(to other: GeoPoint) -> Double {
        // The haversine formula, which is exact enough near and far.
        let (a, b) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let (north, east) = (b - a, (other.longitude - longitude) * .pi / 180)
        let (sinNorth, sinEast) = (sin(north / 2), sin(east / 2))
        let chord = sinNorth * sinNorth + cos(a) * cos(b) * sinEast * sinEast
        return 2 * Self.earthRadius * asin(min(1, chord.squareRoot()))
    }

    /// The direction to go at first, in degrees from north to the east, 0 to less than 360.
    package func bearing(to other: GeoPoint) -> Double {
        let (a, b) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let east = (other.longitude - longitude) * .pi / 180
        let angle = atan2(sin(east) * cos(b), cos(a) * sin(b) - sin(a) * cos(b) * cos(east)) * 180 / .pi
        let turned = angle < 0 ? angle + 360 : angle
        return turned >= 360 ? 0 : turned
    }

    /// Degrees with as many digits as a metre needs: `52.52000,13.40500`.
    package var text: String { String(format: "%.5f,%.5f", latitude, longitude) }
}

/// A direction in a word.
package enum Compass {
    private static let names = [
        "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]

    /// The nearest of eight directions, for degrees from north to the east.
    package static func name(of bearing: Double) -> String { names[Int((bearing / 45).rounded()) & 7] }

    private static let letters = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

    /// The same in a letter or two.
    package static func letters(of bearing: Double) -> String { letters[Int((bearing / 45).rounded()) & 7] }
}

/// A distance for people: `35 m`, `1.2 km`, `877 km`.
package enum DistanceText {
    /// Metres below a kilometre, else kilometres.
    package static func text(_ metres: Double) -> String {
        switch metres {
        case ..<1000: "\(Int(metres.rounded())) m"
        case ..<10_000: String(format: "%.1f km", metres / 1000)
        default: "\(Int((metres / 1000).rounded())) km"
        }
    }
}

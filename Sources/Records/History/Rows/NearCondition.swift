import Foundation
import GRDB

/// A position that scans are near: `52.52,13.405` or, with the greatest distance in metres, `52.52,13.405/500`.
///
///     NearCondition("52.52,13.405/500")
struct NearCondition: Hashable, Sendable {
    let latitude: Double
    let longitude: Double
    /// The greatest distance in metres.
    let metres: Double

    static let latitudeField = "latitude"
    static let longitudeField = "longitude"
    /// Metres where the condition names none.
    private static let usualMetres = 100.0
    private static let metresPerDegree = 111_195.08

    /// Nil for another text.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false).compactMap { Self.number($0) }
        guard parts.count <= 2, numbers.count == 2, abs(numbers[0]) <= 90, abs(numbers[1]) <= 180 else { return nil }
        (latitude, longitude) = (numbers[0], numbers[1])
        guard parts.count == 2 else {
            metres = Self.usualMetres
            return
        }
        guard let metres = Self.number(parts[1]), metres > 0, metres <= 50_000_000 else { return nil }
        self.metres = metres
    }

    private static func number(_ text: Substring) -> Double? {
        let isPlain =
            1...30 ~= text.utf8.count && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E }
        return isPlain ? Double(text) : nil
    }

    /// Whether fields with a position are near.
    func holds(for fields: [String: String]) -> Bool {
        guard let latitude = fields[Self.latitudeField].flatMap(Double.init),
            let longitude = fields[Self.longitudeField].flatMap(Double.init)
        else { return false }
        return distance(latitude, longitude) <= metres
    }

    /// Metres along the great circle (the haversine formula).
    func distance(_ latitude: Double, _ longitude: Double) -> Double {
        let (a, b) = (self.latitude * .pi / 180, latitude * .pi / 180)
        let (north, east) = (sin((b - a) / 2), sin((longitude - self.longitude) * .pi / 360))
        let chord = north * north + cos(a) * cos(b) * east * east
        return 2 * Self.metresPerDegree * 180 / .pi * asin(min(1, chord.squareRoot()))
    }

    /// The function of SQLite that tells whether two numbers are near.
    static let function = DatabaseFunction("quietzone_distance", argumentCount: 4, pure: true) { values in
        let numbers = values.compactMap { Double.fromDatabaseValue($0) }
        guard numbers.count == 4 else { return nil }
        return NearCondition(latitude: numbers[0], longitude: numbers[1], metres: 0).distance(numbers[2], numbers[3])
    }

    private init(latitude: Double, longitude: Double, metres: Double) {
        (self.latitude, self.longitude, self.metres) = (latitude, longitude, metres)
    }

    /// The condition in SQL, for rows of `scan`.
    var clause: SQL {
        let (a, b) = (
            HistoryFilter.Condition.field(Self.latitudeField), HistoryFilter.Condition.field(Self.longitudeField)
        )
        return """
            coalesce(\(sql: Self.function.name)(\(latitude), \(longitude), CAST(\(a) AS REAL), CAST(\(b) AS REAL)) <= \(metres)
                AND \(a) IS NOT NULL AND \(b) IS NOT NULL, 0)
            """
    }
}

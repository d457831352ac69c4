import Formats

/// How exactly the history keeps where scans were made.
package enum PositionRecording: String, Hashable, Sendable, CaseIterable {
    /// As the source says, to about a metre.
    case exact
    /// To two decimals of a degree, about a kilometre.
    case rounded
    /// Not at all.
    case none

    /// The names of the fields that a scan gets: the position in degrees, how far off it may be in metres, and who says so.
    package static let latitudeField = "latitude"
    package static let longitudeField = "longitude"
    package static let accuracyField = "accuracy"
    package static let sourceField = "position-source"
    /// The name of the field with the beacon that decided where a scan belongs.
    package static let beaconField = "beacon"

    /// All names of fields.
    package static let fieldNames = [latitudeField, longitudeField, accuracyField, sourceField]

    /// Metres that two decimals of a degree may be off.
    private static let roundedAccuracy = 800.0

    /// The fields of a scan that is made at `position`.
    package func fields(of position: Position) -> [String: String] {
        guard self != .none else { return [:] }
        let digits = self == .exact ? 5 : 2
        let accuracy = self == .exact ? position.accuracy : max(position.accuracy, Self.roundedAccuracy)
        var fields = [
            Self.latitudeField: position.point.latitude.rounded(toDecimals: digits),
            Self.longitudeField: position.point.longitude.rounded(toDecimals: digits),
            Self.sourceField: position.source,
        ]
        if accuracy > 0 { fields[Self.accuracyField] = "\(Int(accuracy.rounded(.up)))" }
        return fields
    }

    /// What fields of a scan say of its position, for people: `52.52000,13.40500 ± 12 m (gpsd)`; nil where they have none.
    package static func text(of fields: [String: String]) -> String? {
        guard let latitude = fields[latitudeField], let longitude = fields[longitudeField],
            (try? GeoPoint("\(latitude),\(longitude)")) != nil
        else { return nil }
        let accuracy = fields[accuracyField].flatMap { Double($0) }.map { " ± \(DistanceText.text($0))" }
        let source = fields[sourceField].map { " (\($0))" }
        return "\(latitude),\(longitude)\(accuracy ?? "")\(source ?? "")"
    }
}

extension Double {
    /// In plain digits with so many decimals.
    fileprivate func rounded(toDecimals digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let whole = Int64((self * scale).rounded())
        let text = String(whole.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - text.utf8.count)) + text
        return (whole < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
    }
}

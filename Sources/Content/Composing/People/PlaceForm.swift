import Formats
import Payloads

/// A place on the earth (RFC 5870), with its name as Android writes it.
enum PlaceForm {
    static let form = PayloadForm(
        "place", "Place",
        fields: [
            .text(
                "latitude", "Latitude", "Enter degrees north, such as 48.2010 or 48°12'03.6\"N", like: "48.2010",
                isRequired: true),
            .text(
                "longitude", "Longitude", "Enter degrees east, such as 16.3695 or 16°22'10.2\"E", like: "16.3695",
                isRequired: true),
            .text("altitude", "Altitude", "Metres above the WGS 84 ellipsoid"),
            .text("label", "Name", "The place's label on a map"),
        ]
    ) { entries throws(FormError) in
        let spot =
            try coordinate(entries, "latitude", most: 90, letters: (UInt8(ascii: "N"), UInt8(ascii: "S"))) + ","
            + coordinate(entries, "longitude", most: 180, letters: (UInt8(ascii: "E"), UInt8(ascii: "W")))
        var content = "geo:\(spot)"
        if !entries["altitude"].isEmpty {
            guard let metres = Angle.decimal(entries["altitude"]) else {
                throw FormError("altitude", "enter metres as a number, such as 183 or -12.5")
            }
            content += ",\(metres)"
        }
        if !entries["label"].isEmpty { content += "?q=\(spot)(\(URIText.encoded(entries["label"])))" }
        return ComposedContent(content)
    }

    private static func coordinate(
        _ entries: Entries, _ id: String, most: Int, letters: (UInt8, UInt8)
    ) throws(FormError) -> String {
        guard let angle = Angle(entries[id], letters: letters) else {
            throw FormError(id, "enter degrees from -\(most) to \(most), such as 48.2010, 48°12.06' or 48°12'03.6\"")
        }
        guard abs(angle.degrees) <= Double(most) else {
            throw FormError(id, "it is beyond \(most) degrees: correct it")
        }
        return angle.text
    }
}

/// Degrees as people write them.
struct Angle {
    /// As `geo:` has it: digits with a minus in front and a fraction (RFC 5870, 3.3).
    let text: String
    let degrees: Double

    /// Reads `48.2010`, `-48,2010`, `48°12.06'`, `N 48° 12' 3.6"`; nil for anything else.
    ///
    /// - Parameter letters: those of the two hemispheres, the positive one first; each before or behind the number.
    init?(_ typed: String, letters: (positive: UInt8, negative: UInt8)) {
        let bytes = Array(typed.uppercased().utf8)
        let hemispheres = bytes.filter(ASCII.isLetter)
        guard bytes.count <= 60, hemispheres.count <= 1 else { return nil }
        var isNegative = false
        if let letter = hemispheres.first {
            guard [letters.positive, letters.negative].contains(letter), bytes.first == letter || bytes.last == letter
            else { return nil }
            isNegative = letter == letters.negative
        }
        // What stands between numbers does not matter; signs do.
        let numbers = bytes.split { !ASCII.isDigit($0) && !".,-+".utf8.contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }
        guard 1...3 ~= numbers.count, let first = numbers.first.flatMap(Self.decimal) else { return nil }
        if first.hasPrefix("-") {
            guard hemispheres.isEmpty else { return nil }
            isNegative = true
        }
        let plain = first.hasPrefix("-") ? String(first.dropFirst()) : first
        if numbers.count == 1 {
            text = (isNegative ? "-" : "") + plain
            degrees = Double(text) ?? 0
            return
        }
        var (value, unit) = (0.0, 1.0)
        for (index, number) in ([plain] + numbers.dropFirst()).enumerated() {
            guard let part = Self.decimal(number).flatMap(Double.init), part >= 0, index == 0 || part < 60,
                index == numbers.count - 1 || part == part.rounded()
            else { return nil }
            value += part / unit
            unit *= 60
        }
        guard value < 1000 else { return nil }
        // A millionth of a degree is 11 cm.
        let millionths = Int((value * 1_000_000).rounded())
        let fraction = String(1_000_000 + millionths % 1_000_000).dropFirst()
        text = (isNegative ? "-" : "") + "\(millionths / 1_000_000).\(fraction)"
        degrees = isNegative ? -value : value
    }

    /// A number with a point or a comma, written with a point and without a plus; nil for anything else.
    static func decimal(_ typed: String) -> String? {
        var bytes = typed.utf8Slice
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let parts = bytes.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
        guard 1...2 ~= parts.count, bytes.count <= 20, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(ASCII.isDigit) })
        else { return nil }
        return (isNegative ? "-" : "") + parts.map(\.text).joined(separator: ".")
    }
}

/// The names of control characters (ECMA-48; Unicode's code charts).
enum ControlNames {
    private static let names = [
        "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR", "SO", "SI", "DLE",
        "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
    ]

    /// `holds ESC (U+001B), NUL (U+0000)`; nil when there are none but tabulators and line ends.
    static func note(on text: String) -> Note? {
        var found: [UInt32] = []
        for scalar in text.unicodeScalars {
            let value = scalar.value
            guard value < 0x20 || 0x7F...0x9F ~= value, ![0x09, 0x0A, 0x0D].contains(value) else { continue }
            if !found.contains(value) { found.append(value) }
            if found.count > 6 { break }
        }
        if found.isEmpty { return nil }
        let shown = found.prefix(6).map { value in
            let digits = String(value, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            let name = value < 0x20 ? names[Int(value)] : value == 0x7F ? "DEL" : nil
            return name.map { "\($0) (\(code))" } ?? code
        }
        return .holds(Array(shown), andMore: found.count > 6)
    }
}

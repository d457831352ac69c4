import Formats

/// One property of a calendar: `DTSTART;TZID=Europe/Berlin:20260301T100000` (RFC 5545, 3.1).
struct CalendarProperty {
    /// In upper case.
    let name: String
    /// Parameters by their names in upper case, the first of each.
    let parameters: [String: String]
    /// What stands after the colon, still escaped.
    let raw: ArraySlice<UInt8>
    /// The whole line, unfolded.
    let line: ArraySlice<UInt8>

    /// Returns nil when there is no colon, or no name of letters, digits and hyphens.
    init?(_ line: ArraySlice<UInt8>) {
        guard let colon = VCardProperty.contentColon(line) else { return nil }
        let head = VCardProperty.splitOutsideQuotes(line[..<colon], at: UInt8(ascii: ";"))
        let name = head[0].trimmed
        guard !name.isEmpty, name.count <= 64,
            name.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        var parameters: [String: String] = [:]
        for part in head.dropFirst().prefix(50) {
            let (key, value) = part.cut(at: UInt8(ascii: "="))
            guard let value else {
                // vCalendar 1.0 writes the encoding alone.
                if key.after(prefix: "QUOTED-PRINTABLE")?.isEmpty == true {
                    parameters["ENCODING"] = "QUOTED-PRINTABLE"
                }
                continue
            }
            let parameter = key.trimmed.text.uppercased()
            if parameters[parameter] == nil { parameters[parameter] = VCardProperty.unquoted(value) }
        }
        self.name = name.text.uppercased()
        self.parameters = parameters
        self.raw = line[(colon + 1)...]
        self.line = line
    }

    /// The value, decoded and unescaped: `\n` is a line break; `\;`, `\,` and `\\` are the characters (RFC 5545, 3.3.11).
    var text: String {
        if parameters["ENCODING"]?.uppercased() == "QUOTED-PRINTABLE" {
            return Charset.text(of: QuotedPrintable.decode(raw.trimmed), charset: parameters["CHARSET"])
        }
        return raw.trimmed.unescaped {
            ";,\\:\"".utf8.contains($0) ? $0 : $0 | 0x20 == UInt8(ascii: "n") ? 0x0A : nil
        }
    }
}

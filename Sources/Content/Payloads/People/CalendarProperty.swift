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
        var isQuoted = false
        let head = line[..<colon].split(omittingEmptySubsequences: false) { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ";") && !isQuoted
        }
        let name = head[0].trimmed
        guard !name.isEmpty, name.count <= 64,
            name.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        var parameters: [String: String] = [:]
        for part in head.dropFirst().prefix(50) {
            let (key, value) = part.cut(at: UInt8(ascii: "="))
            guard var value = value?.trimmed else {
                // vCalendar 1.0 writes the encoding alone.
                if key.after(prefix: "QUOTED-PRINTABLE")?.isEmpty == true {
                    parameters["ENCODING"] = "QUOTED-PRINTABLE"
                }
                continue
            }
            if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
                value = value.dropFirst().dropLast()
            }
            let parameter = key.trimmed.text.uppercased()
            if parameters[parameter] == nil { parameters[parameter] = value.text }
        }
        self.name = name.text.uppercased()
        self.parameters = parameters
        self.raw = line[(colon + 1)...]
        self.line = line
    }

    /// The value, decoded and unescaped: `\n` is a line break; `\;`, `\,` and `\\` are the characters (RFC 5545, 3.3.11).
    var text: String {
        guard parameters["ENCODING"]?.uppercased() == "QUOTED-PRINTABLE" else { return Self.unescaped(raw.trimmed) }
        return Charset.text(of: QuotedPrintable.decode(raw.trimmed), charset: parameters["CHARSET"])
    }

    static func unescaped(_ raw: ArraySlice<UInt8>) -> String {
        guard raw.contains(UInt8(ascii: "\\")) else { return raw.text }
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var index = raw.startIndex
        while index < raw.endIndex {
            guard raw[index] == UInt8(ascii: "\\"), index + 1 < raw.endIndex else {
                result.append(raw[index])
                index += 1
                continue
            }
            let next = raw[index + 1]
            switch next {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): result.append(0x0A)
            case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "\""):
                result.append(next)
            default: result += [UInt8(ascii: "\\"), next]
            }
            index += 2
        }
        return String(decoding: result, as: UTF8.self)
    }
}

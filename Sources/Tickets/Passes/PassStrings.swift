/// Texts of a pass in a language: `pass.strings`, lines of `"text" = "Text";` in UTF-8 or UTF-16, with comments as in C.
struct PassStrings: Hashable, Sendable {
    /// The translations by what stands in pass.json.
    let texts: [String: String]

    init?(_ bytes: [UInt8]) {
        guard let text = Self.text(bytes) else { return nil }
        var reader = Reader(text)
        guard let texts = reader.all() else { return nil }
        self.texts = texts
    }

    private static func text(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(validating: bytes.dropFirst(3), as: UTF8.self) }
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return String(validating: bytes, as: UTF8.self) }
        guard bytes.count % 2 == 0 else { return nil }
        let units = stride(from: 2, to: bytes.count, by: 2).map { index in
            let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? b << 8 | a : a << 8 | b
        }
        return String(validating: units, as: UTF16.self)
    }

    /// One pass over the characters.
    private struct Reader {
        private var rest: Substring.UnicodeScalarView

        init(_ text: String) { rest = Substring(text).unicodeScalars }

        mutating func all() -> [String: String]? {
            var texts: [String: String] = [:]
            while skipSpace() {
                guard let key = word(), skipSpace(), takes("="), skipSpace(), let value = word(), skipSpace(),
                    takes(";")
                else { return nil }
                texts[key] = value
            }
            return rest.isEmpty ? texts : nil
        }

        private mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == scalar else { return false }
            rest.removeFirst()
            return true
        }

        /// Skips white space and comments; false at the end, and at a comment that does not end.
        private mutating func skipSpace() -> Bool {
            while let scalar = rest.first {
                if scalar.properties.isWhitespace {
                    rest.removeFirst()
                } else if scalar == "/" {
                    guard skipComment() else { return false }
                } else {
                    return true
                }
            }
            return false
        }

        private mutating func skipComment() -> Bool {
            let start = rest
            rest.removeFirst()
            if takes("/") {
                while let scalar = rest.first, scalar != "\n" {
                    _ = scalar
                    rest.removeFirst()
                }
                return true
            }
            guard takes("*") else {
                rest = start
                return false
            }
            var last: Unicode.Scalar = " "
            while let scalar = rest.popFirst() {
                if last == "*", scalar == "/" { return true }
                last = scalar
            }
            rest = start
            return false
        }

        /// A text in quotes with its escapes, or a word without.
        private mutating func word() -> String? {
            var text = String.UnicodeScalarView()
            guard takes("\"") else {
                while let scalar = rest.first,
                    scalar.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains(scalar)
                {
                    text.append(scalar)
                    rest.removeFirst()
                }
                return text.isEmpty ? nil : String(text)
            }
            while let scalar = rest.popFirst() {
                switch scalar {
                case "\"": return String(text)
                case "\\":
                    guard let escaped = escaped() else { return nil }
                    text.append(escaped)
                default: text.append(scalar)
                }
            }
            return nil
        }

        private mutating func escaped() -> Unicode.Scalar? {
            guard let scalar = rest.popFirst() else { return nil }
            switch scalar {
            case "n": return "\n"
            case "r": return "\r"
            case "t": return "\t"
            case "U", "u":
                guard let unit = codeUnit() else { return nil }
                guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
                // Characters beyond 16 bits are two units, each with an escape of its own.
                guard takes("\\"), takes("U") || takes("u"), let second = codeUnit(), UTF16.isTrailSurrogate(second)
                else { return nil }
                return Unicode.Scalar(0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF)))
            default: return scalar
            }
        }

        /// The four digits of an escape.
        private mutating func codeUnit() -> UInt16? {
            var value: UInt16 = 0
            for _ in 0..<4 {
                guard let digit = rest.popFirst().flatMap({ Character($0).hexDigitValue }) else { return nil }
                value = value << 4 | UInt16(digit)
            }
            return value
        }
    }
}

/// A look at a text before the TOML parser, which fails an assertion on a section without a name and on
/// some dates that break off, and overflows its stack on what is nested too deeply.
enum TOMLText {
    /// Dots of a key, and brackets in brackets, at most: settings have one of either.
    private static let most = 16

    /// The first thing that must not reach the parser; nil for nothing.
    static func firstProblem(in text: String) -> TOMLError? {
        var scanner = Scanner(bytes: Array(text.utf8))
        return scanner.firstProblem()
    }

    private struct Scanner {
        let bytes: [UInt8]
        var index = 0
        var line = 1
        /// Brackets and braces of values that are open.
        var depth = 0
        /// Whether a value stands here: behind the sign of equality, to the end of the line or of its brackets.
        var isValue = false
        /// Dots since the last separator: those of a key.
        var dots = 0

        private var rest: ArraySlice<UInt8> { bytes[index...] }

        mutating func firstProblem() -> TOMLError? {
            var isLineStart = true
            while index < bytes.count {
                let byte = bytes[index]
                switch byte {
                case 0: return problem("there is a NUL byte here: remove it")
                case UInt8(ascii: "\n"):
                    line += 1
                    isLineStart = true
                    isValue = isValue && depth > 0
                    dots = 0
                    index += 1
                    continue
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                    index += 1
                    continue
                case UInt8(ascii: "#"):
                    index = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                    continue
                case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString(byte)
                case UInt8(ascii: "[") where isLineStart && depth == 0:
                    if let problem = sectionProblem() { return problem }
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    depth += 1
                    dots = 0
                    index += 1
                    if depth > TOMLText.most {
                        return problem("brackets are nested at most \(TOMLText.most) deep")
                    }
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    depth = max(0, depth - 1)
                    dots = 0
                    index += 1
                case UInt8(ascii: "="), UInt8(ascii: ","):
                    isValue = isValue || byte == UInt8(ascii: "=")
                    dots = 0
                    index += 1
                case UInt8(ascii: "."):
                    dots += 1
                    index += 1
                    if dots > TOMLText.most { return problem("a key has at most \(TOMLText.most) dots") }
                case UInt8(ascii: ":"): return problem("this cannot be a time or an address: put text in quotes")
                case 0x30...0x39 where isValue && isDate: return problem("this cannot be a date: put text in quotes")
                default: index += 1
                }
                isLineStart = false
            }
            return nil
        }

        /// Whether what begins with this digit has a minus that is not an exponent's.
        private var isDate: Bool {
            var previous: UInt8 = 0
            for byte in rest {
                if byte == UInt8(ascii: "-") && previous | 0x20 != UInt8(ascii: "e") { return true }
                guard
                    (0x30...0x39).contains(byte) || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: "-")
                        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "_")
                else { return false }
                previous = byte
            }
            return false
        }

        private func problem(_ what: String) -> TOMLError { TOMLError(line: line, what) }

        /// `[name]` or `[[name]]`; what is wrong with the rest of it the parser reports.
        private mutating func sectionProblem() -> TOMLError? {
            index += 1
            if rest.first == UInt8(ascii: "[") { index += 1 }
            while let byte = rest.first, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { index += 1 }
            let isName = rest.first.map { byte in
                UnicodeScalar(byte).properties.isAlphabetic && byte < 0x80
                    || (0x30...0x39).contains(byte) || Array("_-\"'".utf8).contains(byte)
            }
            guard isName == true else { return problem("write a section's name in brackets: [display]") }
            var parts = 0
            while let byte = rest.first, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "#") {
                if byte == 0 { return problem("there is a NUL byte here: remove it") }
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    skipString(byte)
                    continue
                }
                if byte == UInt8(ascii: ".") { parts += 1 }
                index += 1
            }
            return parts > TOMLText.most ? problem("a section's name has at most \(TOMLText.most) dots") : nil
        }

        /// A string of one line or of several, to its end, or to where it ends by being broken.
        private mutating func skipString(_ quote: UInt8) {
            let escapes = quote == UInt8(ascii: "\"")
            let isLong = rest.starts(with: [quote, quote, quote])
            index += isLong ? 3 : 1
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "\n") {
                    // The loop outside counts the line; a short string does not go on behind it.
                    guard isLong else { return }
                    line += 1
                }
                if escapes && byte == UInt8(ascii: "\\") && index + 1 < bytes.count && bytes[index + 1] != 0x0A {
                    index += 2
                    continue
                }
                if byte == quote && (!isLong || rest.starts(with: [quote, quote, quote])) {
                    index += isLong ? 3 : 1
                    return
                }
                if byte == 0 { return }
                index += 1
            }
        }
    }
}

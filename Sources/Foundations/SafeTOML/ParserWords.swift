/// What the parser of TOML finds wrong, in words for people who write settings.
///
///     ParserWords.words(for: "Error while parsing string: encountered end-of-line")   // a text has no closing quote …
///
/// toml++ (3.x, `push_parse_scope` in toml.hpp) shows what it was at, then which character it saw.
enum ParserWords {
    private struct Row {
        /// What the parser was at ends in this: a literal string is a string; nil for anything.
        var scope: String?
        /// Where this stands in the message; nil for any.
        var reason: String?
        var words: String
    }

    /// The first row that fits counts.
    private static let rows = [
        Row(
            scope: "table header", reason: "cannot",
            words: "this section is opened twice: put its lines below the first"),
        Row(
            scope: "table header", words: "write a section's name in brackets on its own line: [display]"),
        Row(reason: "cannot redefine", words: "this is set twice: keep one of the lines"),
        Row(reason: "cannot insert", words: "this is set twice: keep one of the lines"),
        // A text that is not closed goes on to the end of its line, which is a control character.
        Row(scope: "string", reason: "control character", words: noClosingQuote + ", or contains a control character"),
        Row(scope: "string", reason: "end-of", words: noClosingQuote),
        Row(
            scope: "string", reason: "escape",
            words: "a \\ in text starts an escape sequence: write \\\\, or put the text in single quotes"),
        Row(scope: "string", words: "text cannot contain this character"),
        Row(reason: "representable", words: "this number is too large"),
        Row(reason: "length limit", words: "this number is too long"),
        Row(reason: "too long", words: "this number is too long"),
        Row(scope: "boolean", words: "write true or false, or put text in quotes"),
        Row(scope: "array", words: "write a list in brackets, with commas between its values: [\"a\", \"b\"]"),
        Row(scope: "inline table", words: "braces hold names and values: { name = 1 }"),
        Row(scope: "integer", words: noNumber), Row(scope: "floating-point", words: noNumber),
        Row(scope: "value", words: noValue),
        Row(scope: "key-value pair", reason: "comment or whitespace", words: oneALine),
        Row(scope: "key-value pair", reason: "expected '='", words: noSetting),
        Row(scope: "key-value pair", words: noValue),
        Row(scope: "comment", words: "a comment cannot contain this character"),
    ]

    private static let noClosingQuote = "text has no closing quote on its line"
    private static let noNumber = "this is not a number: write 12 or 0.5, or put text in quotes"
    private static let noValue = "a value is missing, or is text without quotes"
    private static let oneALine = "there is text after the value: write each setting as name = value on its own line"
    private static let noSetting = "this is not a setting: write name = value, [section] or # and a comment"

    /// The words for `message`.
    static func words(for message: String) -> String {
        let scope = message.firstRange(of: "parsing ").map { message[$0.upperBound...].prefix { $0 != ":" } } ?? ""
        let row = rows.first { row in
            (row.scope.map { scope.hasSuffix($0) } ?? true) && (row.reason.map { message.contains($0) } ?? true)
        }
        return row?.words ?? noSetting
    }

    /// The name of what is set on `line` of `text`, from 1; nil if none stands there.
    static func name(on line: Int, of text: String) -> String? {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(line - 1), let end = lines[line - 1].firstIndex(of: "=") else { return nil }
        let name = String(
            lines[line - 1][..<end].split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " "))
        let isName =
            1...40 ~= name.utf8.count
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
        return isName ? name : nil
    }
}

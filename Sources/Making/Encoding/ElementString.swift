import Symbols

/// GS1 element strings in the form that libzint expects: `[01]09501101530003[10]AB-12`.
enum ElementString {
    /// Returns `text` with its application identifiers in square brackets.
    ///
    /// - Parameter text: `(01)09501101530003(10)AB-12`, or concatenated elements with GS (U+001D) after those without a
    ///   predefined length. Text that begins with a square bracket is returned unchanged.
    static func bracketed(_ text: String) -> String {
        if text.hasPrefix("[") { return text }
        // Values may contain parentheses too. They mark identifiers only in a text that begins with one, and only around
        // two to four digits.
        if text.hasPrefix("(") { return withSquareBrackets(text) }
        var result = ""
        for field in text.split(separator: "\u{1D}") {
            var rest = Array(field.unicodeScalars)[...]
            while !rest.isEmpty {
                let identifier = rest.prefix(identifierLength(rest))
                rest = rest.dropFirst(identifier.count)
                let value = rest.prefix(predefinedLength(identifier).map { $0 - identifier.count } ?? rest.count)
                rest = rest.dropFirst(value.count)
                result += "[\(string(identifier))]\(string(value))"
            }
        }
        return result
    }

    /// `[01]09501101530003[10]AB-12` as a scanner says it: without brackets, U+001D behind each element of no predefined length but the
    /// last.
    static func scanned(_ bracketed: String) -> String {
        var result = ""
        var needsSeparator = false
        for element in bracketed.split(separator: "[") {
            if needsSeparator { result += "\u{1D}" }
            let identifier = element.prefix { $0 != "]" }
            result += identifier + element.dropFirst(identifier.count + 1)
            needsSeparator = predefinedLength(Array(identifier.unicodeScalars)[...]) == nil
        }
        return result
    }

    private static func withSquareBrackets(_ text: String) -> String {
        var result = ""
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            if scalar == "(", (2...4).contains(digits.count), rest.dropFirst(digits.count).first == ")" {
                result += "[\(string(digits))]"
                rest = rest.dropFirst(digits.count + 1)
            } else if scalar != "\u{1D}" {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The number of digits in the application identifier at the start of `text` (GS1 General Specifications, 3.2).
    private static func identifierLength(_ text: ArraySlice<Unicode.Scalar>) -> Int {
        switch Int(string(text.prefix(2))) ?? 0 {
        case 23...25, 40...42, 71: 3
        case 31...36, 39, 43, 70, 72, 80...82: 4
        default: 2
        }
    }

    /// The length of an element with a predefined length, identifier included; nil for one that a separator ends.
    private static func predefinedLength(_ identifier: ArraySlice<Unicode.Scalar>) -> Int? {
        Int(string(identifier.prefix(2))).flatMap(GS1ElementLength.predefined)
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

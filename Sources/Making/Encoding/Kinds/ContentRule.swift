/// What a kind of symbol holds: checked before libzint sees it.
package struct ContentRule: Sendable {
    /// What it takes, in words that follow "it takes": `12 digits, or 13 with the check digit`; greatest lengths are in `SymbolKind.takes`.
    package let words: String
    package let alphabet: Alphabet
    /// The lengths that are tried; no version of libzint holds more.
    package let lengths: ClosedRange<Int>
    /// How contents of many lengths are formed; nil if the length is one of few.
    let form: Form?
    /// Whether the content is GS1 elements, in brackets or as scanned.
    package let isGS1: Bool
    /// Whether the content is a GTIN and nothing else, with its application identifier or not (DataBar).
    let isGTIN: Bool
    /// Whether the symbol holds text in a charset of its own, so that readers say other bytes than those of UTF-8.
    let hasOwnCharset: Bool
    /// Turns the content into what libzint expects.
    let prepare: @Sendable (String) throws(ContentError) -> String
    /// What a scanner says of a content that was prepared; nil if the kind's symbology decides.
    let scanned: (@Sendable (String) -> String)?

    /// The characters that a kind takes.
    package enum Alphabet: Sendable {
        case digits
        case these([UInt8])
        /// U+0000 to U+007F.
        case ascii
        /// Any bytes; text as UTF-8.
        case bytes

        /// Whether `byte` is one of them.
        func contains(_ byte: UInt8) -> Bool {
            switch self {
            case .digits: (0x30...0x39).contains(byte)
            case .these(let characters): characters.contains(byte)
            case .ascii: byte < 0x80
            case .bytes: true
            }
        }
    }

    /// The form of contents of many lengths.
    enum Form: Sendable {
        case any
        /// An even number of characters.
        case pairs
        /// Between start and stop letters.
        case framed

        /// The shortest content of at least `count` bytes that repeats `pattern`.
        func content(of pattern: [UInt8], count: Int, isText: Bool) -> [UInt8] {
            switch self {
            case .any:
                // Text begins with a letter where its last character would be cut in two.
                let odd = isText ? count % pattern.count : 0
                return [UInt8](repeating: 0x61, count: odd) + (0..<count - odd).map { pattern[$0 % pattern.count] }
            case .pairs: return (0..<count + count % 2).map { pattern[$0 % pattern.count] }
            case .framed: return [0x41] + (0..<max(1, count - 2)).map { pattern[$0 % pattern.count] } + [0x42]
            }
        }
    }

    init(
        _ words: String, _ alphabet: Alphabet, _ lengths: ClosedRange<Int>, form: Form? = nil, isGS1: Bool = false,
        isGTIN: Bool = false, hasOwnCharset: Bool = false,
        prepare: @escaping @Sendable (String) throws(ContentError) -> String = { $0 },
        scanned: (@Sendable (String) -> String)? = nil
    ) {
        (self.words, self.alphabet, self.lengths, self.isGS1) = (words, alphabet, lengths, isGS1)
        (self.isGTIN, self.hasOwnCharset, self.form) = (isGTIN, hasOwnCharset, form)
        (self.prepare, self.scanned) = (prepare, scanned)
    }

    /// What is wrong with the characters or the number of `bytes`; nil if nothing is.
    func problem(of bytes: [UInt8]) -> ContentError? {
        if let index = bytes.firstIndex(where: { !alphabet.contains($0) }) {
            return ContentError("\(Self.name(of: bytes, at: index)) is not one of its characters: use \(words)")
        }
        return lengths.contains(bytes.count) ? nil : ContentError(lengthOf: bytes)
    }

    static func count(_ bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { return "\(bytes.count) bytes" }
        let count = text.unicodeScalars.count
        return count == 1 ? "1 character" : "\(count) characters"
    }

    /// The character at a byte, as one names it: `“ä”`, or `byte 0x00` for what cannot be shown.
    private static func name(of bytes: [UInt8], at index: Int) -> String {
        let byte = bytes[index]
        if (0x21..<0x7F).contains(byte) { return "“\(Character(Unicode.Scalar(byte)))”" }
        if byte == 0x20 { return "a space" }
        let scalar = byte < 0x80 ? nil : String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first
        guard let scalar, scalar != "\u{FFFD}", scalar.properties.isAlphabetic || scalar.properties.isEmoji else {
            return "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return "“\(Character(scalar))”"
    }
}

/// Why a symbol cannot be made: what follows "EAN-13 cannot encode this text: ".
struct ContentError: Error {
    let reason: String
    let cause: Cause

    /// What has to change.
    enum Cause {
        /// Another kind may hold the content as it is.
        case content
        /// The same, and the reason still lacks what the kind takes.
        case length
        /// The content, which is wrong in itself, such as a check digit.
        case mistake
        case option
        /// Neither: the maker has failed.
        case fault
    }

    init(_ reason: String, _ cause: Cause = .content) { (self.reason, self.cause) = (reason, cause) }

    /// Of a content that is longer, or shorter, than a kind holds.
    init(lengthOf bytes: [UInt8]) { self.init("it has \(ContentRule.count(bytes))", .length) }

    /// The reason, with what the kind takes where that is missing.
    ///
    /// - Parameter words: what it takes.
    func reason(taking words: @autoclosure () -> String) -> String {
        cause == .length ? "\(reason): use \(words())" : reason
    }
}

/// What a kind of symbol holds: checked before libzint sees it.
package struct ContentRule: Sendable {
    /// What it takes, in words that follow "it takes": `12 digits, or 13 with the check digit`.
    package let words: String
    package let alphabet: Alphabet
    package let lengths: ClosedRange<Int>
    /// Whether the content is GS1 elements, in brackets or as scanned.
    package let isGS1: Bool
    /// Turns the content into what libzint expects.
    let prepare: @Sendable (String) throws(ContentError) -> String

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

    init(
        _ words: String, _ alphabet: Alphabet, _ lengths: ClosedRange<Int>, isGS1: Bool = false,
        prepare: @escaping @Sendable (String) throws(ContentError) -> String = { $0 }
    ) {
        (self.words, self.alphabet, self.lengths, self.isGS1) = (words, alphabet, lengths, isGS1)
        self.prepare = prepare
    }

    /// What is wrong with `bytes`; nil where nothing is.
    func problem(of bytes: [UInt8]) -> ContentError? {
        if let index = bytes.firstIndex(where: { !alphabet.contains($0) }) {
            return ContentError("\(Self.name(of: bytes, at: index)) is none of its characters: it takes \(words)")
        }
        guard lengths.contains(bytes.count) else {
            return ContentError("it has \(Self.count(bytes)), and this takes \(words)")
        }
        return nil
    }

    private static func count(_ bytes: [UInt8]) -> String {
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

/// Why a symbol cannot be made: what follows "EAN-13 cannot hold this text: ".
struct ContentError: Error {
    let reason: String
    let cause: Cause

    /// What has to change.
    enum Cause {
        /// Another kind may hold the content as it is.
        case content
        /// The content, which is wrong in itself, such as a check digit.
        case mistake
        case option
        /// Neither: the maker has failed.
        case fault
    }

    init(_ reason: String, _ cause: Cause = .content) { (self.reason, self.cause) = (reason, cause) }
}

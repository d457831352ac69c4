import Symbols

/// What ends a record on standard output, so that a program that reads it takes each symbol for one record.
package enum RecordEnd: Sendable {
    /// A newline.
    case newline
    /// A NUL.
    case null

    /// The warning where a content with a NUL is a record that a NUL ends.
    package static let markedNUL = "a symbol contains a NUL, shown as ␀: use --json for the exact bytes"

    /// The end as it is written.
    package var bytes: [UInt8] { self == .newline ? [0x0A] : [0] }

    /// The bytes that must not stand in a record, because readers end one there.
    package var separators: Set<UInt8> { self == .newline ? [0x0A, 0x0D] : [0] }
}

extension [UInt8] {
    /// The bytes with marks instead of control characters: `␊` for a line feed, in UTF-8.
    package func marking(_ controls: Set<UInt8>) -> [UInt8] {
        guard contains(where: controls.contains) else { return self }
        // U+2400 is the picture of NUL, and those of all control characters follow it in their order.
        return flatMap { controls.contains($0) && $0 < 0x20 ? [0xE2, 0x90, 0x80 + $0] : [$0] }
    }
}

extension SymbolContent {
    /// The content as one record: its bytes, or with marks where one of them would end the record. The marks stand in the text, in
    /// UTF-8, where there is one, because a byte of another charset is not always a character.
    package func bytes(ofRecordWith end: RecordEnd) -> [UInt8] {
        let characters = text.map { Array($0.utf8) } ?? bytes
        let isPlain = !(bytes + characters).contains(where: end.separators.contains)
        return isPlain ? bytes : characters.marking(end.separators)
    }
}

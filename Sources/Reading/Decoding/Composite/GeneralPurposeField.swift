import Symbols

/// The general-purpose data of GS1 DataBar Expanded and of the components of GS1 Composite symbols: an element string in
/// three compaction modes (ISO/IEC 24724, 7.2.5.5; ISO/IEC 24723, 5.3).
enum GeneralPurposeField {
    /// How characters are compacted; a field begins with `numeric`.
    enum Mode {
        case numeric, alphanumeric, iso646
    }

    /// The characters in the rest of `reader`, FNC1 as GS; nil if bits stand for nothing.
    static func elements(_ reader: inout BitReader, startingIn start: Mode = .numeric) -> [UInt8]? {
        var text: [UInt8] = []
        var mode = start
        // Bits that are too few for a character are padding.
        while let next = mode == .numeric ? numeric(&reader) : character(&reader, isISO646: mode == .iso646) {
            switch next {
            case .latch(let latched): mode = latched
            case .pair(let first, let second): text += [digit(first), digit(second)]
            case .byte(let byte): text.append(byte)
            case .separator:
                text.append(GS1ElementLength.separator)
                mode = .numeric
            case .invalid: return nil
            }
        }
        // FNC1 fills a last pair of digits up.
        while text.last == GS1ElementLength.separator { text.removeLast() }
        return text
    }

    private enum Item {
        case latch(Mode)
        /// Two of 0...10; 10 is FNC1.
        case pair(Int, Int)
        case byte(UInt8)
        case separator
        case invalid
    }

    private static func digit(_ value: Int) -> UInt8 { value == 10 ? GS1ElementLength.separator : UInt8(0x30 + value) }

    /// Seven bits are two digits; the last four to six bits of a field are one. nil at the end.
    private static func numeric(_ reader: inout BitReader) -> Item? {
        if reader.take(4, ifEqual: 0) { return .latch(.alphanumeric) }
        if let value = reader.read(7) {
            let (first, second) = (value - 8).quotientAndRemainder(dividingBy: 11)
            return .pair(first, second)
        }
        guard let value = reader.read(4) else { return nil }
        return value <= 10 ? .byte(UInt8(0x2F + value)) : .invalid
    }

    /// A character of the other two modes, which differ in what begins with 1. nil at the end.
    private static func character(_ reader: inout BitReader, isISO646: Bool) -> Item? {
        if reader.take(3, ifEqual: 0) { return .latch(.numeric) }
        guard let five = reader.peek(5) else { return nil }
        switch five {
        case 4:
            _ = reader.read(5)
            return .latch(isISO646 ? .alphanumeric : .iso646)
        case 5...14:
            _ = reader.read(5)
            return .byte(UInt8(0x30 + five - 5))
        case 15:
            _ = reader.read(5)
            return .separator
        case 16...: return isISO646 ? iso646(&reader) : letter(&reader)
        default: return .invalid
        }
    }

    private static func letter(_ reader: inout BitReader) -> Item? {
        guard let value = reader.read(6) else { return nil }
        if value < 58 { return .byte(UInt8(0x41 + value - 32)) }
        let marks = Array("*,-./".utf8)
        return value - 58 < marks.count ? .byte(marks[value - 58]) : .invalid
    }

    private static func iso646(_ reader: inout BitReader) -> Item? {
        guard let seven = reader.peek(7) else { return nil }
        switch seven {
        case 64..<90:
            _ = reader.read(7)
            return .byte(UInt8(0x41 + seven - 64))
        case 90..<116:
            _ = reader.read(7)
            return .byte(UInt8(0x61 + seven - 90))
        default:
            guard let value = reader.read(8) else { return nil }
            let marks = Array("!\"%&'()*+,-./:;<=>?_ ".utf8)
            return value - 232 < marks.count ? .byte(marks[value - 232]) : .invalid
        }
    }
}

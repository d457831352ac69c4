/// Code 39 in full ASCII: pairs of a shift character and a letter for what the 43 characters do not have.
///
/// ISO/IEC 16388, annex A. This is not marked in a symbol; it is assumed when every shift character begins a pair and
/// one of them is a small letter, which no plain text contains by accident.
enum FullASCII {
    static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var hasSmallLetter = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard let shift = Shift(rawValue: byte) else {
                result.append(byte)
                index += 1
                continue
            }
            guard index + 1 < bytes.count, let character = shift.character(bytes[index + 1]) else { return nil }
            hasSmallLetter = hasSmallLetter || shift == .plus
            result.append(character)
            index += 2
        }
        return hasSmallLetter ? result : nil
    }

    enum Shift: UInt8 {
        case dollar = 0x24
        case percent = 0x25
        case slash = 0x2F
        case plus = 0x2B

        func character(_ letter: UInt8) -> UInt8? {
            guard (0x41...0x5A).contains(letter) else { return nil }
            let n = letter - 0x41
            switch self {
            case .dollar: return n + 1
            case .plus: return n + 0x61
            // `/A` to `/O` are `!` to `/`, `/Z` is the colon; other pairs are for characters that need none.
            case .slash: return n < 15 ? n + 0x21 : n == 25 ? 0x3A : nil
            case .percent:
                switch n {
                case 0..<5: return n + 0x1B
                case 5..<10: return n - 5 + 0x3B
                case 10..<15: return n - 10 + 0x5B
                case 15..<20: return n - 15 + 0x7B
                case 20: return 0
                case 21: return 0x40
                case 22: return 0x60
                default: return 0x7F
                }
            }
        }
    }
}

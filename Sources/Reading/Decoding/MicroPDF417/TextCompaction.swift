/// The text compaction of PDF417, two characters a codeword (ISO/IEC 15438, 5.4.1.5).
struct TextCompaction {
    private var latched = Table.alpha
    private var shifted: Table?

    /// The four tables of characters.
    private enum Table {
        case alpha, lower, mixed, punctuation
    }

    /// What a value in a table means.
    private enum Entry {
        case byte(UInt8)
        case latch(Table)
        case shift(Table)
    }

    /// The characters of `codewords`, each below 900; the table that they end in is kept.
    mutating func bytes(_ codewords: some Sequence<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        for codeword in codewords {
            for value in [codeword / 30, codeword % 30] {
                let table = shifted ?? latched
                shifted = nil
                switch Self.entry(value, in: table) {
                case .byte(let byte): bytes.append(byte)
                case .latch(let next): latched = next
                case .shift(let next): shifted = next
                }
            }
        }
        return bytes
    }

    /// Forgets a shift that nothing followed.
    mutating func dropShift() { shifted = nil }

    private static func entry(_ value: Int, in table: Table) -> Entry {
        switch table {
        case .alpha: alpha[value]
        case .lower: lower[value]
        case .mixed: mixed[value]
        case .punctuation: punctuation[value]
        }
    }

    private static func characters(_ text: String) -> [Entry] { text.utf8.map { .byte($0) } }

    private static let alpha: [Entry] =
        characters("ABCDEFGHIJKLMNOPQRSTUVWXYZ ") + [.latch(.lower), .latch(.mixed), .shift(.punctuation)]
    private static let lower: [Entry] =
        characters("abcdefghijklmnopqrstuvwxyz ") + [.shift(.alpha), .latch(.mixed), .shift(.punctuation)]
    private static let mixed: [Entry] =
        characters("0123456789&\r\t,:#-.$/+%*=^")
        + [.latch(.punctuation), .byte(0x20), .latch(.lower), .latch(.alpha), .shift(.punctuation)]
    private static let punctuation: [Entry] =
        characters(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'") + [.latch(.alpha)]
}

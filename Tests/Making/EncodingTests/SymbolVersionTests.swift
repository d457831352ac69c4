import Encoding
import Testing

@Suite struct SymbolVersionTests {
    /// ISO/IEC 18004, table 7: bytes of versions 1, 2, 9, 10, 27 and 40 by level.
    @Test(arguments: [
        ("1", [17, 14, 11, 7]), ("2", [32, 26, 20, 14]), ("9", [230, 180, 130, 98]), ("10", [271, 213, 151, 119]),
        ("27", [1465, 1125, 805, 625]), ("40", [2953, 2331, 1663, 1273]),
    ])
    func aQRCodeTellsWhatItHolds(size: String, bytes: [Int]) throws {
        let kind = try #require(SymbolKind.named("qr-code"))
        for (level, capacity) in zip(["L", "M", "Q", "H"], bytes) {
            var options = MakeOptions()
            (options.level, options.size, options.mask) = (level, size, 5)
            let full = [UInt8](repeating: 0xC3, count: capacity)
            let made = try SymbolEncoder().make(.bytes(full), as: kind, options)
            #expect(made.version == size)
            #expect(made.qrFormat?.level == level)
            #expect(made.qrFormat?.mask == 5)
            #expect(made.byteCapacity == capacity)
            #expect(throws: EncodingError.self) { try SymbolEncoder().make(.bytes(full + [0xC3]), as: kind, options) }
        }
    }

    @Test func othersTellTheirSize() throws {
        for (name, text, version) in [
            ("micro-qr-code", "1", "M1"), ("data-matrix", "1", "10x10"), ("han-xin", "1", "1"),
            ("aztec", "1", "compact-1"),
        ] {
            let made = try SymbolEncoder().make(.text(text), as: try #require(SymbolKind.named(name)))
            #expect(made.version == version)
            #expect(made.byteCapacity == nil)
        }
    }
}

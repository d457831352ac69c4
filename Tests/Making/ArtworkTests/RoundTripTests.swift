import Artwork
import Encoding
import Foundation
import SeededRandomness
import Symbols
import Testing

/// Makes seeded contents of each kind that is read, and reads them from a plane of whole modules and from the pixels of a picture with its
/// text. `QUIETZONE_ROUND_TRIPS=200` for more of each.
@Suite struct RoundTripTests {
    private static let rounds = ProcessInfo.processInfo.environment["QUIETZONE_ROUND_TRIPS"].flatMap(Int.init) ?? 4

    /// Kinds with the characters and lengths of their contents.
    static let kinds: [(name: String, characters: String, lengths: ClosedRange<Int>)] = [
        ("code-128", String((0x01..<0x7F).map { Character(Unicode.Scalar($0)) }), 2...30),
        // Readers take $, /, + and % before a letter for one character of full ASCII.
        ("code-39", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.", 2...30),
        ("code-93", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%abcxyz!#", 2...24),
        ("telepen", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcxyz-:/", 4...20),
        ("qr-code", "0123456789AZaz %漢字жяéאب🎫", 1...400), ("micro-qr-code", "0123456789AZ", 1...12),
        ("data-matrix", "0123456789AZaz*>%漢字жяéאب🎫", 1...300), ("aztec", "0123456789AZaz.,:%漢字жяéאب🎫", 1...300),
        ("pdf417", "0123456789AZaz.,:%漢字жяéאب🎫", 1...200), ("micro-pdf417", "0123456789AZaz.,:%", 1...90),
        ("maxicode", "0123456789AZaz.,:% ", 4...70),
    ]

    @Test(arguments: kinds.map(\.name))
    func contentsComeBackAsTheyAre(name: String) throws {
        let kind = try #require(SymbolKind.named(name))
        guard let row = Self.kinds.first(where: { $0.name == name }) else { return }
        var noise = SplitMix(state: UInt64(row.lengths.upperBound) + UInt64(name.utf8.count) << 20)
        for round in 0..<Self.rounds {
            let length =
                round == 0
                ? row.lengths.lowerBound
                : round == 1 ? row.lengths.upperBound : Int.random(in: row.lengths, using: &noise)
            let text = String((0..<length).compactMap { _ in row.characters.randomElement(using: &noise) })
            try expectRead(text, kind)
        }
    }

    /// Numbers, whose check digits are computed here as well.
    @Test(arguments: [("ean-13", 12), ("ean-8", 7), ("upc-a", 11), ("itf-14", 13), ("isbn", 12), ("databar", 13)])
    func numbersComeBackWithTheirCheckDigits(name: String, count: Int) throws {
        let kind = try #require(SymbolKind.named(name))
        var noise = SplitMix(state: UInt64(count) << 8 + UInt64(name.utf8.count))
        for _ in 0..<Self.rounds {
            var digits = (0..<count).map { _ in Int.random(in: 0...9, using: &noise) }
            if name == "isbn" { digits.replaceSubrange(0..<3, with: [9, 7, 8]) }
            // What begins with 0 is a UPC-A to a reader.
            if name == "ean-13" { digits[0] = Int.random(in: 1...9, using: &noise) }
            let sum = digits.enumerated().reduce(0) { $0 + $1.element * ((count - $1.offset) % 2 == 1 ? 3 : 1) }
            let whole = (digits + [(10 - sum % 10) % 10]).map(String.init).joined()
            let made = try SymbolEncoder().make(.text(digits.map(String.init).joined()), as: kind)
            #expect(try SymbolEncoder().make(.text(whole), as: kind).grid == made.grid)
            try expectRead(whole, kind, says: name == "databar" ? "01" + whole : whole)
        }
    }

    /// Where modules are large, a wide space cuts what looks like bars in two.
    @Test func largeModulesAreReadToo() throws {
        let kind = try #require(SymbolKind.named("databar-limited"))
        var noise = SplitMix(state: 8)
        for _ in 0..<12 {
            let number = "1" + String((0..<12).map { _ in Character("\(Int.random(in: 0...9, using: &noise))") })
            let plane = try SymbolEncoder().make(.text(number), as: kind).image.pixels(scale: 6)
            let symbols = ReadPicture.symbols(luma: plane.luma, width: plane.width, height: plane.height)
            #expect(symbols.first?.content.text?.hasPrefix("01\(number)") == true, "\(number)")
        }
    }

    private func expectRead(_ text: String, _ kind: SymbolKind, says expected: String? = nil) throws {
        let made = try SymbolEncoder().make(.text(text), as: kind)
        let bytes = Array((expected ?? text).utf8)
        if kind.layout != .hexagons {
            let plane = made.image.pixels(scale: 3)
            let symbols = ReadPicture.symbols(luma: plane.luma, width: plane.width, height: plane.height)
            #expect(symbols.map(\.content.bytes) == [bytes], "\(kind.name) \(text.debugDescription)")
            #expect(symbols.map(\.content.symbology) == [kind.symbology])
        }
        let png = try #require(ArtworkFormat.named("png")).draw(made)
        #expect(
            try ReadPicture.symbols(png: png).map(\.content.bytes) == [bytes], "\(kind.name) \(text.debugDescription)")
    }
}

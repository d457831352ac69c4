import Charsets
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct QRContentTests {
    /// Numbers, each with its length in bits.
    private func content(_ parts: (Int, Int)..., version: Int = 1) throws -> QRContent? {
        let bits = parts.flatMap { value, count in (0..<count).map { value >> (count - 1 - $0) & 1 == 1 } }
        return QRContent(bits, version: try #require(QRVersion(number: version)))
    }

    @Test func digitsLettersAndBytes() throws {
        // ISO/IEC 18004, 7.4.3 and 7.4.4: 01234567 and AC-42.
        #expect(try content((1, 4), (8, 10), (12, 10), (345, 10), (67, 7), (0, 4))?.bytes == Array("01234567".utf8))
        #expect(try content((2, 4), (5, 9), (462, 11), (1849, 11), (2, 6))?.bytes == Array("AC-42".utf8))
        #expect(try content((4, 4), (2, 8), (0xFF, 8), (0, 8))?.bytes == [0xFF, 0])
    }

    @Test func kanjiIsShiftJIS() throws {
        // 7.4.6: 点 and 茗.
        #expect(try content((8, 4), (2, 8), (0xD9F, 13), (0x1AAA, 13))?.bytes == [0x93, 0x5F, 0xE4, 0xAA])
    }

    @Test func kanjiModeIsRememberedAndStaysShiftJISBesideAnECI() throws {
        let mixed = try content((4, 4), (1, 8), (0x41, 8), (8, 4), (1, 8), (0xD9F, 13), (8, 4), (1, 8), (0x1AAA, 13))
        #expect(mixed?.kanji == [1..<3, 3..<5])
        let greek = try content((7, 4), (9, 8), (8, 4), (1, 8), (0xD9F, 13), (4, 4), (1, 8), (0xC1, 8))
        let (start, middle) = ("]Q2\\000009\\000020".utf8, "\\000009".utf8)
        let expected: [UInt8] = Array(start) + [0x93, 0x5F] + Array(middle) + [0xC1]
        #expect(greek?.eciBytes == expected)
        let decoded = greek.flatMap { TextDecoding.decode($0.bytes, eciProtocol: $0.eciBytes, kanji: $0.kanji) }
        #expect(decoded?.text == "点Α")
    }

    @Test func fnc1MakesSeparatorsOfPercentSigns() throws {
        // A%B%%: a separator after A, a per cent sign after B.
        let gs1 = try content((5, 4), (2, 4), (5, 9), (10 * 45 + 38, 11), (11 * 45 + 38, 11), (38, 6))
        #expect(gs1?.bytes == [0x41, 0x1D, 0x42, 0x25])
        #expect(gs1?.identifier == "]Q3")
        let industry = try content((9, 4), (37, 8), (4, 4), (1, 8), (0x41, 8))
        #expect(industry?.bytes == Array("37A".utf8))
        #expect(industry?.identifier == "]Q5")
    }

    @Test func anECIIsReportedInTheProtocol() throws {
        let utf8 = try content((7, 4), (26, 8), (4, 4), (2, 8), (0x5C, 8), (0x41, 8))
        #expect(utf8?.identifier == "]Q2")
        #expect(utf8?.eciBytes == Array("]Q2\\000026\\\\A".utf8))
        #expect(
            try content((7, 4), (0x80 | 1, 8), (0, 8), (4, 4), (1, 8), (0x41, 8))?.eciBytes
                == Array("]Q2\\000256A".utf8))
    }

    @Test func aPartSaysWhereItBelongs() throws {
        let part = try content((3, 4), (1, 4), (2, 4), (77, 8), (4, 4), (1, 8), (0x41, 8))
        #expect(part?.part == SequencePart(index: 1, count: 3, id: "77"))
    }

    @Test func invalidBitsHaveNoContent() throws {
        #expect(try content((0, 4)) == nil)
        #expect(try content((1, 4), (3, 10), (1000, 10)) == nil)
        #expect(try content((2, 4), (2, 9), (2025, 11)) == nil)
        #expect(try content((4, 4), (200, 8), (0x41, 8)) == nil)
        #expect(try content((6, 4), (0, 8)) == nil)
        #expect(try content((9, 4), (120, 8)) == nil)
        #expect(QRVersion(number: 0) == nil)
        #expect(QRVersion(number: 41) == nil)
    }

    @Test func randomBitsAreHarmless() throws {
        var noise = SplitMix(state: 2)
        for number in 1...40 {
            let version = try #require(QRVersion(number: number))
            for _ in 0..<50 {
                let bits = (0..<Int.random(in: 0...400, using: &noise)).map { _ in Bool.random(using: &noise) }
                if let content = QRContent(bits, version: version) { #expect(content.bytes.count <= 400) }
            }
        }
    }

    @Test func everyVersionHoldsWhatTheStandardSays() throws {
        // ISO/IEC 18004, table 7: data codewords of versions 1, 7, 25 and 40.
        let wanted: [(Int, [Int])] = [
            (1, [19, 16, 13, 9]), (7, [156, 124, 88, 66]), (25, [1276, 1000, 718, 538]),
            (40, [2956, 2334, 1666, 1276]),
        ]
        for (number, data) in wanted {
            let version = try #require(QRVersion(number: number))
            var modules = 0
            QRTemplate(version).eachDataModule { _, _ in modules += 1 }
            for (level, count) in data.enumerated() {
                let blocks = version.blocks(try #require(QRLevel(rawValue: level)))
                #expect(modules / 8 - blocks.parity * blocks.count == count)
            }
        }
    }
}

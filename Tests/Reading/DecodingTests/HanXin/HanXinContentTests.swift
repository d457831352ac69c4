import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// What the bits of a Han Xin Code say (ISO/IEC 20830, 5.5).
@Suite struct HanXinContentTests {
    /// Numbers and how many bits each takes.
    private func bits(_ fields: [(Int, Int)]) -> [Bool] {
        fields.flatMap { value, count in (0..<count).map { value >> (count - 1 - $0) & 1 == 1 } }
    }

    private func said(_ fields: [(Int, Int)]) -> String? {
        HanXinContent(bits(fields)).map { "\($0.identifier) \(String(decoding: $0.bytes, as: UTF8.self))" }
    }

    @Test func digitsAreInGroupsOfThree() {
        #expect(said([(1, 4), (123, 10), (45, 10), (1023, 10)]) == "]h0 123045")
        #expect(said([(1, 4), (123, 10), (4, 10), (1022, 10)]) == "]h0 12304")
        #expect(said([(1, 4), (7, 10), (1021, 10), (0, 4), (9, 9)]) == "]h0 7")
        // More digits than the last group has, no group, no end.
        #expect(said([(1, 4), (123, 10), (1022, 10)]) == nil)
        #expect(said([(1, 4), (1023, 10)]) == nil)
        #expect(said([(1, 4), (123, 10)]) == nil)
        #expect(said([(1, 4), (1000, 10), (1023, 10)]) == nil)
    }

    @Test func textHasTwoSubmodes() {
        #expect(
            said([(2, 4), (10, 6), (36, 6), (62, 6), (28, 6), (61, 6), (62, 6), (0, 6), (63, 6)]) == "]h0 Aa \u{7F}0")
        #expect(said([(2, 4), (62, 6), (27, 6), (59, 6), (63, 6)]) == "]h0 \u{1B}}")
        #expect(said([(2, 4), (10, 6)]) == nil)
    }

    @Test func bytesAreCounted() {
        #expect(HanXinContent(bits([(3, 4), (2, 13), (0xE9, 8), (0x41, 8)]))?.bytes == [0xE9, 0x41])
        #expect(HanXinContent(bits([(3, 4), (3, 13), (0xE9, 8), (0x41, 8)])) == nil)
    }

    /// Characters by their bytes in GB 18030: 啊 is B0A1, 全角 Ａ A3C1, 亍 D8A1, 丂 8140, and 81308130 is U+0080.
    private static let chinese: [(fields: [(Int, Int)], bytes: [UInt8])] = [
        ([(4, 4), (0, 12), (4095, 12)], [0xB0, 0xA1]),
        ([(4, 4), (3980, 12), (4095, 12)], [0xA3, 0xC1]),
        ([(4, 4), (4042, 12), (4095, 12)], [0xA8, 0xA1]),
        ([(5, 4), (0, 12), (4095, 12)], [0xD8, 0xA1]),
        (
            [(4, 4), (0, 12), (4094, 12), (0, 12), (4094, 12), (1, 12), (4095, 12)],
            [0xB0, 0xA1, 0xD8, 0xA1, 0xB0, 0xA2]
        ),
        ([(6, 4), (0, 15), (63, 15), (32767, 15)], [0x81, 0x40, 0x81, 0x80]),
        ([(7, 4), (0, 21), (7, 4), (1259, 21)], [0x81, 0x30, 0x81, 0x30, 0x81, 0x30, 0xFE, 0x39]),
    ]

    @Test(arguments: 0..<7)
    func chineseIsInGB18030(sample: Int) {
        let (fields, bytes) = Self.chinese[sample]
        let content = HanXinContent(bits(fields))
        #expect(content?.bytes == bytes)
        #expect(content?.identifier == "]h1")
        #expect(content?.eciBytes == Array("]h1\\000032".utf8) + bytes)
    }

    @Test func charsetsAreNamed() {
        let letter = [(2, 4), (10, 6), (63, 6)]
        #expect(HanXinContent(bits([(8, 4), (26, 8)] + letter))?.eciBytes == Array("]h1\\000026A".utf8))
        #expect(HanXinContent(bits([(8, 4), (2, 2), (1000, 14)] + letter))?.eciBytes == Array("]h1\\001000A".utf8))
        #expect(HanXinContent(bits([(8, 4), (6, 3), (811_799, 21)] + letter))?.eciBytes == Array("]h1\\811799A".utf8))
        #expect(HanXinContent(bits([(8, 4), (6, 3), (1_000_000, 21)] + letter)) == nil)
        #expect(HanXinContent(bits([(8, 4), (7, 3), (1, 21)] + letter)) == nil)
    }

    private static let broken: [[(Int, Int)]] = [
        [], [(0, 4)], [(9, 4)], [(14, 4), (1, 4)], [(4, 4), (4074, 12), (4095, 12)],
        [(6, 4), (23_940, 15), (32767, 15)],
    ]

    @Test func whatBreaksTheStandardIsNoContent() {
        for fields in Self.broken { #expect(HanXinContent(bits(fields)) == nil, "\(fields)") }
    }

    @Test func anyBitsAreReadOrNot() {
        var noise = SplitMix(state: 4)
        var read = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...300, using: &noise)
            if let content = HanXinContent((0..<count).map { _ in Bool.random(using: &noise) }) {
                read += 1
                #expect(!content.bytes.isEmpty)
            }
        }
        #expect(read > 0)
    }
}

import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// What data codewords say (AIM ISS DotCode 4.0, 5.2).
@Suite struct DotCodeContentTests {
    private func said(_ codewords: [Int]) -> String? {
        DotCodeContent(codewords).map { "\($0.identifier) \(String(decoding: $0.bytes, as: UTF8.self))" }
    }

    @Test(arguments: [
        // Digits first are GS1's, unless FNC1 stands before them.
        ([12, 34], "]J1 1234"), ([107, 12, 34], "]J0 1234"), ([1, 4, 107, 1, 0], "]J1 0104\u{1D}0100"),
        ([100, 26, 12, 31], "]J1 1726123110"),
        // Latches and shifts between the three code sets.
        ([106, 33, 66], "]J0 Ab"), ([102, 33, 12], "]J0 A12"), ([105, 33, 66, 96, 97, 7], "]J0 Ab\r\n\t07"),
        ([101, 33, 102, 66, 102, 33], "]J0 AbA"), ([106, 66, 101, 65, 66], "]J0 b\u{1}b"),
        ([106, 66, 103, 12, 34, 66], "]J0 b1234b"), ([106, 66, 106, 12], "]J0 b12"), ([101, 33, 106, 12], "]J0 A12"),
        ([101, 33, 64, 97, 66, 65, 34], "]J0 A\u{0}baB"),
        // Macros stand for a header and a trailer.
        ([106, 97, 33], "]J0 [)>\u{1E}05\u{1D}A\u{1E}\u{04}"), ([106, 99, 33], "]J0 [)>\u{1E}12\u{1D}A\u{1E}\u{04}"),
        ([106, 100, 16, 17, 33], "]J0 [)>\u{1E}01A\u{04}"), ([106, 33, 97, 33], "]J0 A\tA"),
        // FNC1 after a letter is the sign of an industry.
        ([106, 33, 107, 34], "]J2 AB"), ([109, 106, 33], "]J0 A"),
    ])
    func codewordsAreCharacters(codewords: [Int], text: String) { #expect(said(codewords) == text) }

    @Test func bytesAbove127AreShiftedOrInGroups() {
        #expect(DotCodeContent([106, 111, 9, 110, 64])?.bytes == [0xA9, 0x80])
        // 233 · 259 + 252 = 5 · 103² + 73 · 103 + 35.
        #expect(DotCodeContent([112, 5, 73, 35])?.bytes == [233, 252])
        let interrupted: [UInt8] = [233, 252, 0x31, 0x32, 0x33, 0x34, 233, 252, 0x62]
        #expect(DotCodeContent([112, 5, 73, 35, 103, 12, 34, 5, 73, 35, 110, 66])?.bytes == interrupted)
        // 255 five times is 255 · (259⁴ + 259³ + 259² + 259 + 1), which fills six codewords.
        var number = [Int](repeating: 255, count: 5).reduce(0) { $0 * 259 + $1 }
        var group: [Int] = []
        for _ in 0..<6 { (number, group) = (number / 103, [number % 103] + group) }
        let bytes: [UInt8] = [255, 255, 255, 255, 255, 0x31, 0x32]
        #expect(DotCodeContent([112] + group + [111, 12])?.bytes == bytes)
    }

    @Test func charsetsAreNamed() {
        #expect(DotCodeContent([108, 26, 106, 33])?.eciBytes == Array("]J3\\000026A".utf8))
        #expect(DotCodeContent([108, 40, 0, 60, 106, 33])?.eciBytes == Array("]J3\\000100A".utf8))
        // 256 announces an ECI of one byte: 256 · 259 + 26 = 6 · 103² + 25 · 103 + 101.
        #expect(DotCodeContent([112, 6, 25, 101, 110, 33])?.eciBytes == Array("]J3\\000026A".utf8))
    }

    @Test func theLastCodewordSaysThatItIsAPart() {
        let content = DotCodeContent([101, 33, 34, 17, 19, 108])
        #expect(content?.part == SequencePart(index: 0, count: 3, id: ""))
        #expect(content?.bytes == Array("AB".utf8))
        #expect(DotCodeContent([101, 33, 34, 0, 19, 108]) == nil)
    }

    @Test(arguments: [
        [], [107], [106], [102], [106, 103, 12], [112, 5], [112, 102, 102, 102], [112, 104, 33], [108, 40], [100, 1],
    ])
    func whatBreaksTheStandardIsNoContent(codewords: [Int]) { #expect(DotCodeContent(codewords) == nil) }

    @Test func anyCodewordsAreReadOrNot() {
        var noise = SplitMix(state: 4)
        var read = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...40, using: &noise)
            let codewords = (0..<count).map { _ in Int.random(in: 0...112, using: &noise) }
            if let content = DotCodeContent(codewords) {
                read += 1
                #expect(!content.bytes.isEmpty)
            }
        }
        #expect(read > 0)
    }
}

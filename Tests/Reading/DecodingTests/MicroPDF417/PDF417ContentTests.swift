import SeededRandomness
import Symbols
import Testing

@testable import Decoding

struct PDF417ContentTests {
    private func text(_ codewords: [Int], _ kind: PDF417Content.Kind = .microPDF417) -> String? {
        PDF417Content(codewords, kind: kind).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func content(_ bytes: [UInt8], eci: Int = 0) throws -> PDF417Content? {
        let sample = try MicroPDF417Sample(bytes, eci: eci)
        return PDF417Content(sample.codewords.compactMap { $0 }.dropLast(sample.size.checks), kind: .microPDF417)
    }

    @Test func readsEveryByte() throws {
        let all = (0...255).map { UInt8($0) }
        for start in stride(from: 0, to: 256, by: 32) {
            let bytes = Array(all[start..<start + 32])
            #expect(try content(bytes)?.bytes == bytes, "\(start)")
        }
        for byte in all { #expect(try content([byte])?.bytes == [byte]) }
    }

    @Test func readsBytesOfEveryLength() throws {
        for count in 1...60 {
            let bytes = MicroPDF417Sample.bytes(count, seed: 9)
            #expect(try content(bytes)?.bytes == bytes, "\(count)")
        }
    }

    @Test func readsDigitsOfEveryLength() throws {
        for count in 1...100 {
            let digits = (0..<count).map { UInt8(0x30 + ($0 * 7 + 3) % 10) }
            #expect(try content(digits)?.bytes == digits, "\(count)")
            #expect(
                try content([UInt8](repeating: 0x30, count: count))?.bytes == [UInt8](repeating: 0x30, count: count))
        }
    }

    @Test(arguments: [
        "ABC", "abc def", "Ab1;Cd2?", "a1B2c3", "12:34", "[x]{y}", "AAAA;bbbb", "tab\tand\r\nline", "100% & more",
        "A;B;C;D", "aBcDeF", "x^2=y*3", "it's \"q\"", "aé", "aééé1234567890123456",
    ])
    func readsTextOfEverySubmode(_ text: String) throws {
        #expect(try content(Array(text.utf8))?.bytes == Array(text.utf8))
    }

    @Test func reportsExtendedChannelInterpretations() throws {
        let utf8 = try #require(try content(Array("Grüße\\".utf8), eci: 26))
        #expect(utf8.bytes == Array("Grüße\\".utf8))
        #expect(utf8.identifier == "]L1")
        #expect(utf8.eciBytes == Array("]L1\\000026Grüße\\\\".utf8))
        let large = PDF417Content([926, 0, 5, 901, 200], kind: .microPDF417)
        #expect(large?.eciBytes == Array("]L1\\000905".utf8) + [200])
        let own = PDF417Content([925, 1, 900, 1], kind: .microPDF417)
        #expect(own?.eciBytes == Array("]L1\\810901AB".utf8))
        #expect(try content(Array("plain".utf8))?.eciBytes == nil)
        #expect(try content(Array("plain".utf8))?.identifier == "]L2")
    }

    @Test func beginsInTheModeOfItsSymbology() {
        #expect(text([65, 66]) == "AB")
        #expect(text([1], .pdf417) == "AB")
    }

    @Test func reportsEmulatedCode128AndEnvelopes() {
        for (function, identifier) in [(903, "]L3"), (905, "]L3"), (908, "]L4"), (911, "]L5")] {
            let content = PDF417Content([function, 900, 1], kind: .microPDF417)
            #expect(content?.identifier == identifier)
            #expect(content?.bytes == Array("AB".utf8))
            // What they leave out where no latch follows is not known.
            #expect(PDF417Content([function, 1], kind: .microPDF417) == nil)
        }
        #expect(text([916, 900, 1]) == "[)>\u{1E}05\u{1D}AB\u{1E}\u{4}")
        #expect(text([917, 900, 1]) == "[)>\u{1E}06\u{1D}AB\u{1E}\u{4}")
        // Linked to a linear symbol: the content is incomplete without it.
        for function in [906, 907, 912, 914, 915, 919, 920] { #expect(text([function, 900, 1]) == nil) }
    }

    @Test func reportsPartsOfMessages() {
        // Segment 2 of 4 of the file ID 017 053 (ISO/IEC 15438, annex H).
        let part = PDF417Content([900, 1, 928, 111, 101, 17, 53, 923, 1, 111, 104], kind: .microPDF417)?.part
        #expect(part == SequencePart(index: 1, count: 4, id: "017053"))
        let last = PDF417Content([900, 1, 928, 111, 103, 17, 53, 922], kind: .microPDF417)?.part
        #expect(last == SequencePart(index: 3, count: 4, id: "017053"))
        let middle = PDF417Content([900, 1, 928, 111, 101, 17, 53], kind: .microPDF417)
        #expect(middle?.part == SequencePart(index: 1, count: nil, id: "017053"))
        #expect(middle?.bytes == Array("AB".utf8))
    }

    @Test func refusesInvalidCodewords() {
        #expect(text([]) == nil)
        #expect(text([900]) == nil)
        #expect(text([300]) == nil, "no byte")
        #expect(text([924, 1, 2, 3]) == nil, "not six bytes")
        #expect(text([924, 899, 899, 899, 899, 899]) == nil, "more than six bytes hold")
        #expect(text([902, 2]) == nil, "no 1 in front")
        #expect(text([927]) == nil)
        #expect(text([900, 913]) == nil)
        #expect(text([900, 1, 928, 111]) == nil)
        #expect(text([900, 1000]) == nil)
        #expect(text([900, -1]) == nil)
    }

    @Test func survivesAnyCodewords() throws {
        var noise = SplitMix(state: 11)
        let functions = Array(900...928)
        for _ in 0..<6000 {
            let count = Int.random(in: 0...40, using: &noise)
            let codewords = (0..<count).map { _ -> Int in
                Int.random(in: 0..<4, using: &noise) == 0
                    ? functions.randomElement(using: &noise)! : Int.random(in: 0..<900, using: &noise)
            }
            let content = PDF417Content(codewords, kind: Bool.random(using: &noise) ? .pdf417 : .microPDF417)
            // Numeric compaction is the densest: 44 digits in fifteen codewords. A macro adds nine bytes.
            #expect(content.map { $0.bytes.count <= 3 * count + 9 } ?? true, "\(codewords)")
        }
        let sample = try MicroPDF417Sample(Array("Mixed; text 12345678901234567890 é".utf8))
        let right = sample.codewords.compactMap { $0 }
        for length in 0..<right.count {
            _ = PDF417Content(Array(right.prefix(length)), kind: .microPDF417)
            for change in functions {
                var mutated = right
                mutated[length] = change
                _ = PDF417Content(mutated, kind: .microPDF417)
            }
        }
    }
}

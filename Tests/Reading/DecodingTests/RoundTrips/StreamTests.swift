import SeededRandomness
import Testing

@testable import Decoding

/// Bit streams and codewords of encoders that choose modes at random, as libzint uses only the shortest encoding.
@Suite struct StreamTests {
    @Test(arguments: [6, 8, 10, 12])
    func everyPathThroughAztecModesIsRead(codeword: Int) {
        var noise = SplitMix(state: UInt64(codeword))
        for round in 0..<RandomContent.rounds(80) {
            let stream = AztecStream(steps: Int.random(in: 1...30, using: &noise), &noise)
            guard !stream.bytes.isEmpty else { continue }
            let content = AztecContent(stream.padded(codeword: codeword))
            #expect(content?.bytes == stream.bytes, "\(round)")
            let identifier = "]z\(stream.modifier + (stream.hasECI ? 3 : 0))"
            #expect(content?.identifier == identifier)
            #expect(content?.eciBytes == (stream.hasECI ? Array(identifier.utf8) + stream.protocolBytes : nil))
        }
    }

    /// The padding is up to eleven ones, which look like the start of a shift.
    @Test func paddingHasNoContent() {
        // Latches to each mode, then a character.
        let beginnings: [[(Int, Int)]] = [
            [(2, 5)], [(28, 5), (2, 5)], [(29, 5), (2, 5)], [(29, 5), (30, 5), (6, 5)], [(30, 5), (2, 4)],
        ]
        for beginning in beginnings {
            let bits = beginning.flatMap { value, count in (0..<count).map { value >> (count - 1 - $0) & 1 == 1 } }
            let bytes = AztecContent(bits)?.bytes
            #expect(bytes?.count == 1)
            for count in 1...11 { #expect(AztecContent(bits + [Bool](repeating: true, count: count))?.bytes == bytes) }
        }
    }

    @Test func everyPathThroughDataMatrixEncodationsIsRead() {
        var noise = SplitMix(state: 16)
        for round in 0..<RandomContent.rounds(200) {
            let padding = Int.random(in: 0...3, using: &noise)
            let stream = DataMatrixStream(runs: Int.random(in: 1...6, using: &noise), padding: padding, &noise)
            #expect(DataMatrixContent(stream.words)?.bytes == stream.bytes, "\(round): \(stream.words)")
        }
    }

    @Test(arguments: [PDF417Content.Kind.pdf417, .microPDF417])
    func everyPathThroughPDF417ModesIsRead(kind: PDF417Content.Kind) {
        var noise = SplitMix(state: 41)
        for round in 0..<RandomContent.rounds(150) {
            let stream = PDF417Stream(runs: Int.random(in: 1...5, using: &noise), &noise)
            guard !stream.bytes.isEmpty else { continue }
            #expect(PDF417Content(stream.codewords, kind: kind)?.bytes == stream.bytes, "\(round): \(stream.codewords)")
        }
    }
}

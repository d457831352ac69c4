import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// From modules to bytes, for all encodations and sizes of zint.
@Suite struct MatrixContentTests {
    private static func samples(_ symbology: Symbology) -> [MatrixSample] {
        MatrixSample.all.filter { $0.symbology == symbology }
    }

    @Test func samplesAreThere() {
        #expect(Self.samples(.aztec).count == 26)
        #expect(Self.samples(.dataMatrix).count == 57)
    }

    @Test(arguments: samples(.aztec))
    func readsAztecModules(_ sample: MatrixSample) throws {
        let middle = sample.columns / 2
        func ring(_ radius: Int) -> [Bool] {
            guard radius <= middle else { return [] }
            let sides: [(Int) -> (Int, Int)] = [
                { ($0, -radius) }, { (radius, $0) }, { (-$0, radius) }, { (-radius, -$0) },
            ]
            return sides.flatMap { side in
                (-radius..<radius).map { sample.isDark(middle + side($0).0, middle + side($0).1) }
            }
        }
        let mode = try #require(
            AztecMode(ring: ring(5), isCompact: true) ?? AztecMode(ring: ring(7), isCompact: false))
        #expect(mode.side == sample.columns)
        #expect(mode.turns == 0)
        #expect(!mode.isMirrored)
        switch mode.kind {
        case .rune(let number): #expect(Int(String(decoding: sample.bytes, as: UTF8.self)) == number)
        case .data(let layers, let dataWords):
            let modules = AztecModules(side: mode.side, dark: sample.dark)
            let bits = try #require(modules.data(layers: layers, dataWords: dataWords, isCompact: mode.isCompact))
            let content = try #require(AztecContent(bits))
            #expect(content.bytes == sample.bytes)
            #expect(content.identifier == sample.identifier)
            #expect((content.eciBytes != nil) == sample.name.contains("eci"))
        }
    }

    @Test(arguments: samples(.dataMatrix))
    func readsDataMatrixModules(_ sample: MatrixSample) throws {
        let size = try #require(DataMatrixSize.all.first { $0.rows == sample.rows && $0.columns == sample.columns })
        let modules = DataMatrixModules(size: size, dark: sample.dark)
        #expect(modules.finderAgreement == 1)
        let words = try #require(modules.data())
        let content = try #require(DataMatrixContent(words, isExtended: size.isExtended))
        #expect(content.bytes == sample.bytes)
        #expect(content.identifier == sample.identifier)
        #expect((content.eciBytes != nil) == sample.name.contains("eci"))
    }

    @Test func eciContentFollowsTheProtocol() throws {
        let sample = try MatrixSample.named("data-matrix eci 26")
        let size = try #require(DataMatrixSize.all.first { $0.rows == sample.rows && $0.columns == sample.columns })
        let words = try #require(DataMatrixModules(size: size, dark: sample.dark).data())
        #expect(DataMatrixContent(words)?.eciBytes == Array("]d4\\000026".utf8) + sample.bytes)
    }

    @Test func sizesHoldTheirCodewords() {
        for size in DataMatrixSize.all {
            #expect(size.dataRows * size.dataColumns / 8 == size.dataWords + size.checkWords, "\(size)")
            #expect(size.checkWords % size.blocks == 0)
        }
        #expect(Set(DataMatrixSize.all).count == 48)
    }

    @Test func anyCodewordsAndBitsAreRefusedOrReadWithoutHarm() {
        var noise = SplitMix(state: 11)
        for _ in 0..<2000 {
            let words = (0..<Int.random(in: 0..<40, using: &noise)).map { _ in UInt8.random(in: 0...255, using: &noise)
            }
            if let content = DataMatrixContent(words) { #expect(!content.bytes.isEmpty) }
            let bits = (0..<Int.random(in: 0..<300, using: &noise)).map { _ in Bool.random(using: &noise) }
            if let content = AztecContent(bits) { #expect(!content.bytes.isEmpty) }
        }
    }

    @Test func truncatedContentIsRefusedOrShorter() throws {
        let sample = try MatrixSample.named("data-matrix bytes")
        let size = try #require(DataMatrixSize.all.first { $0.rows == sample.rows })
        let words = try #require(DataMatrixModules(size: size, dark: sample.dark).data())
        for count in 0..<words.count {
            let content = DataMatrixContent(Array(words.prefix(count)))
            #expect(content == nil || content!.bytes.count <= sample.bytes.count)
        }
    }
}

import Encoding
import Frames
import Symbols
import Testing

@testable import Decoding
@testable import Sandbox

/// Frames each of which once crashed a decoder.
@Suite struct SheetFrameTests {
    private static let live = Effort.live(budget: .milliseconds(30))
    private let pool: FramePool

    init() throws { pool = try FramePool(slots: 1) }

    @Test func aTileOfFinderPatternsCostsNoDecoder() throws {
        let pattern = ["#######.", "#.....#.", "#.###.#.", "#.###.#.", "#.###.#.", "#.....#.", "#######.", "........"]
            .map {
                $0.map { $0 == "#" }
            }
        let tried = try Tried()
        for round in 0..<4 {
            // Slightly shifted each time, so that no frame repeats.
            let luma = (0..<1920 * 1080).map { i -> UInt8 in
                let (x, y) = (i % 1920 + round, i / 1920 + round)
                return pattern[y / 2 % 8][x / 2 % 8] ? 20 : 230
            }
            #expect(
                try tried.process.read(frame(luma, width: 1920, height: 1080, pool: pool), effort: Self.live).texts
                    .isEmpty)
        }
        #expect(tried.process.counts.started == 1, "\(tried.log)")
        #expect(tried.process.counts.lost == 0, "\(tried.log)")
    }

    @Test(arguments: [Symbology.qrCode, .dataMatrix]) func manySymbolsCostNoDecoder(_ symbology: Symbology) throws {
        let sheet = try SymbolSheet(of: [symbology], count: 336, width: 1920, height: 1080, seed: 3)
        let frame = try frame(sheet.luma, width: sheet.width, height: sheet.height, pool: pool)
        let tried = try Tried()
        var live: Set<String?> = []
        for _ in 0..<4 { live.formUnion(try tried.process.read(frame, effort: Self.live).texts) }
        #expect(live.count > 20)
        // Nothing is truncated, and the order is kept.
        let there = try tried.process.read(frame, effort: .normal)
        #expect(there.texts == sheet.texts)
        #expect(tried.process.counts.started == 1, "\(tried.log)")
        #expect(tried.process.counts.lost == 0, "\(tried.log)")
    }
}

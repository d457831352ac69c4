import Frames
import Symbols

/// Reads EAN-13 and UPC-A out of focus: bars that are blurred so far into each other that they have no edges of their own.
///
/// It draws what each number would look like at each place through many blurs, and compares. No threshold and no edge is
/// needed: how dark the paper around the bars is distinguishes the digits.
struct BlurredEngine: NativeReader {
    var charset: String?
    private let isWanted: Bool

    static let inputs: Set<NativeInput> = [.blurredBars]
    static let cost = NativeCost.high
    static let symbologies: Set<Symbology> = [.ean13, .upcA]

    init(symbologies: Set<Symbology>) { isWanted = !Self.symbologies.isDisjoint(with: symbologies) }

    /// The symbol in `region`, its bars upright.
    func read(_ luma: LumaView, region: PixelRect, thoroughness: Thoroughness) throws(EngineError) -> EngineReading {
        guard isWanted, region.width >= BlurredBars.modules else { return EngineReading() }
        let lines = ScanLines(luma.cropped(to: region))
        guard lines.share >= Self.minShare else { return EngineReading() }
        let light = lines.light
        for isReversed in [false, true] {
            let line = ScannedLine(isReversed ? lines.whole.reversed : lines.whole, isReversed: isReversed)
            let search = BlurredSearch(isReversed ? light.reversed : light)
            guard let found = search.result(near: LinearCode.decoderOfEAN13.geometry.find(in: line.coarse)) else {
                continue
            }
            let raw = RawSymbol(
                symbology: .ean13, identifier: nil, bytes: found.characters.map { $0 + 0x30 }, eciBytes: nil,
                corners: lines.corners(from: line.place(found.start), to: line.place(found.end)))
            return reading(of: [raw], in: region, lines: lines.count)
        }
        return EngineReading()
    }

    /// Bars run through most of a strip's rows. Not measured: more than `LinearEngine.minShare`, as a strip is a quarter of a region.
    private static let minShare: Float = 0.6
}

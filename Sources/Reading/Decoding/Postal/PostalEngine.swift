import Frames
import Symbols

/// Reads postal codes whose bars differ in height.
struct PostalEngine: NativeReader {
    var charset: String?
    private let isWanted: Bool

    static let inputs: Set<NativeInput> = [.bars]
    static let cost = NativeCost.low
    static let symbologies: Set<Symbology> = [.uspsIMb]

    init(symbologies: Set<Symbology>) { isWanted = symbologies.contains(.uspsIMb) }

    /// The symbol that takes up most of `region`'s width, with upright bars; unless `quick`, in a slanted row too.
    func read(_ luma: LumaView, region: PixelRect, thoroughness: Thoroughness) throws(EngineError) -> EngineReading {
        guard isWanted,
            let found = PostalBars(
                luma.cropped(to: region), count: IntelligentMail.barCount, atSlant: thoroughness != .quick)
        else { return EngineReading() }
        let c = found.corners
        let upsideDown = Quadrilateral(
            topLeft: c.bottomRight, topRight: c.bottomLeft, bottomRight: c.topLeft, bottomLeft: c.topRight)
        for (bars, corners) in [(found.bars, c), (found.bars.reversed().map(\.turned), upsideDown)] {
            guard let digits = IntelligentMail.digits(of: bars) else { continue }
            let raw = RawSymbol(
                symbology: .uspsIMb, identifier: nil, bytes: digits, eciBytes: nil, corners: corners)
            return reading(of: [raw], in: region)
        }
        return EngineReading()
    }
}

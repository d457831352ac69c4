import Frames
import Symbols

/// Reads postal codes whose bars differ in height.
struct PostalEngine: NativeReader {
    var charset: String?
    private let codes: [PostalCode]

    static let inputs: Set<NativeInput> = [.bars]
    static let cost = NativeCost.low
    static let symbologies = Set(PostalCode.all.map(\.symbology))

    init(symbologies: Set<Symbology>) { codes = PostalCode.all.filter { symbologies.contains($0.symbology) } }

    /// The symbol that takes up most of `region`'s width, with upright bars; unless `quick`, in a slanted row too.
    func read(_ luma: LumaView, region: PixelRect, thoroughness: Thoroughness) throws(EngineError) -> EngineReading {
        guard !codes.isEmpty else { return EngineReading() }
        let found = PostalBars.candidates(in: luma.cropped(to: region), atSlant: thoroughness != .quick)
        let ways = found + found.map(\.turned)
        for code in codes {
            for bars in ways {
                guard let bytes = code.bytes(of: bars) else { continue }
                let raw = RawSymbol(
                    symbology: code.symbology, identifier: nil, bytes: bytes, eciBytes: nil,
                    corners: bars.corners)
                return reading(of: [raw], in: region)
            }
        }
        return EngineReading()
    }
}

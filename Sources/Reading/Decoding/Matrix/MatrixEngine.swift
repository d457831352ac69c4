import Frames
import Symbols

/// Reads Aztec and Data Matrix symbols that are small, blurred, seen at an angle, mirrored or light on dark.
struct MatrixEngine: NativeReader {
    var charset: String?
    private let wanted: Set<Symbology>
    private var aztec = AztecReader()

    static let inputs: Set<NativeInput> = [.modules, .picture]
    static let cost = NativeCost.low
    static let symbologies: Set<Symbology> = [.aztec, .dataMatrix]

    init(symbologies: Set<Symbology>) { wanted = symbologies.intersection(Self.symbologies) }

    /// Reads what is in `region`: of a candidate that was turned upright (`.upright`) anything, of other pictures what
    /// is found without one, which are Aztec symbols.
    mutating func read(
        _ luma: LumaView, region: PixelRect, thoroughness: Thoroughness
    ) throws(EngineError) -> EngineReading {
        let view = luma.cropped(to: region)
        let isCandidate = thoroughness == .upright
        var found: [RawSymbol] = []
        if wanted.contains(.aztec) { found += aztec.read(view, isCandidate: isCandidate) }
        if isCandidate && wanted.contains(.dataMatrix) && found.isEmpty {
            // The margin around a candidate is not a part of it.
            let region = MatrixRegion.all(of: view).withoutMargin
            if let symbol = DataMatrixReader.read(view, region) { found.append(symbol) }
        }
        return reading(of: found, in: region)
    }
}

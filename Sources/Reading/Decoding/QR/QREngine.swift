import Frames
import Symbols

/// Reads QR Codes that are blurred, faint, creased or light on dark, by `QRReader`.
struct QREngine: NativeReader {
    var charset: String?
    private let isWanted: Bool
    private var reader = QRReader()

    static let inputs: Set<NativeInput> = [.modules, .picture]
    static let cost = NativeCost.high
    static let symbologies: Set<Symbology> = [.qrCode]
    /// Pixels above which pictures are looked at in half their size unless there is time: the libraries read finer
    /// ones. Measured: 400_000 reads 1 more, 625_000 reads as many. A hint: one picture is too little to choose by.
    private static let maxPixels = 500_000
    /// The same for a sparing look. Measured: 160_000 and 250_000 read as many.
    private static let maxPixelsSparing = 200_000

    init(symbologies: Set<Symbology>) { isWanted = symbologies.contains(.qrCode) }

    /// Candidates show more than the whole picture where that is read at half its size.
    static func readsCandidates(of view: LumaView) -> Bool { downscales(view) }

    /// Whether a quick look at `view` sees it whole and a sparing one at half its size.
    static func seesMoreQuickly(_ view: LumaView) -> Bool { downscales(view, .rotated) && !downscales(view) }

    /// Whether a look at `view` sees it at half its size.
    private static func downscales(_ view: LumaView, _ thoroughness: Thoroughness = .quick) -> Bool {
        view.width * view.height > (thoroughness == .rotated ? maxPixelsSparing : maxPixels)
    }

    /// Reads what is in `region`: quickly, more sparingly still (`.rotated`), or (`.full`) all that may be a symbol,
    /// also at half size.
    mutating func read(
        _ luma: LumaView, region: PixelRect, thoroughness: Thoroughness
    ) throws(EngineError) -> EngineReading {
        guard isWanted else { return EngineReading() }
        let view = luma.cropped(to: region)
        let effort: QRReader.Effort =
            switch thoroughness {
            case .full, .complete: .thorough
            case .rotated: .sparing
            case .quick, .upright: .quick
            }
        var found: [RawSymbol] = []
        let downscales = Self.downscales(view, thoroughness)
        if thoroughness == .full || !downscales { found = reader.read(view, effort) }
        if found.isEmpty && downscales, let half = Transform.halved.apply(to: view) {
            found = half.plane.withView { reader.read($0, effort) }.map { $0.placed { half.toSource($0) } }
        }
        return reading(of: found, in: region)
    }
}

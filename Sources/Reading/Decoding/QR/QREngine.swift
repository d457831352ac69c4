import Frames
import Symbols

/// Reads QR Codes that are blurred, faint, creased or light on dark, by `QRReader`.
struct QREngine: NativeReader {
    var charset: String?
    private let isWanted: Bool
    private var reader = QRReader()
    /// Where QR Codes have already been read in the next picture.
    private var known: [Quadrilateral] = []

    static let inputs: Set<NativeInput> = [.modules, .picture]
    static let cost = NativeCost.high
    static let symbologies: Set<Symbology> = [.qrCode]
    /// Pixels above which pictures are looked at in half their size unless there is time: the libraries read finer
    /// ones. Measured: 400_000 reads 1 more, 625_000 reads as many. A hint: one picture is too little to choose by.
    private static let maxPixels = 500_000
    /// The same for the first level that is looked at of a still picture: a photo of 12 megapixels is looked at in half its size.
    private static let maxPixelsOfLevel = 4_000_000
    /// The same for a sparing look. Measured: 160_000 and 250_000 read as many.
    private static let maxPixelsSparing = 200_000

    init(symbologies: Set<Symbology>) { isWanted = symbologies.contains(.qrCode) }

    /// Candidates show more than the whole picture where that is read at half its size.
    static func readsCandidates(of view: LumaView) -> Bool { downscales(view) }

    /// Whether a look at `view` sees it at half its size.
    private static func downscales(_ view: LumaView, _ thoroughness: Thoroughness = .quick) -> Bool {
        view.width * view.height > (thoroughness == .rotated ? maxPixelsSparing : maxPixels)
    }

    /// Reads what is in `region`: quickly, more sparingly still (`.rotated`), by the levels of a pyramid (`.complete`), or (`.full`) all
    /// that may be a symbol, then the levels.
    mutating func read(
        _ luma: LumaView, region: PixelRect, thoroughness: Thoroughness
    ) throws(EngineError) -> EngineReading {
        guard isWanted else { return EngineReading() }
        let view = luma.cropped(to: region)
        let effort: QRReader.Effort =
            switch thoroughness {
            case .full: .thorough
            case .complete, .flat: .still
            case .rotated: .sparing
            case .quick, .upright: .quick
            }
        defer { known = [] }
        if effort == .still { return reading(of: readLevels(of: view, known), in: region) }
        var found: [RawSymbol] = []
        let downscales = Self.downscales(view, thoroughness)
        if thoroughness == .full || !downscales { found = reader.read(view, effort) }
        if found.isEmpty && downscales, let half = Transform.halved.apply(to: view) {
            found = half.plane.withView { thoroughness == .full ? readLevels(of: $0, []) : reader.read($0, effort) }
                .map { $0.placed { half.toSource($0) } }
        }
        return reading(of: found, in: region)
    }

    mutating func leaveOut(_ places: [Quadrilateral]) { known = places }

    /// Reads a picture of any size, and its halves while nothing is found, from the first that is not large; not what is `known`.
    private mutating func readLevels(of view: LumaView, _ known: [Quadrilateral]) -> [RawSymbol] {
        let isLarge = view.width * view.height > Self.maxPixelsOfLevel
        let found = isLarge ? [] : reader.read(view, .still, except: known)
        guard found.isEmpty, view.width * view.height > Self.maxPixelsSparing,
            let half = Transform.halved.apply(to: view)
        else { return found }
        return half.plane.withView { readLevels(of: $0, known.map { $0.map { $0 * 0.5 } }) }
            .map { $0.placed { half.toSource($0) } }
    }
}

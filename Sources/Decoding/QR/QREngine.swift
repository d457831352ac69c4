import Frames
import Symbols

/// Reads QR Codes that are blurred, faint, creased or light on dark, by `QRReader`.
struct QREngine: Engine {
    let kind = EngineKind.own
    /// What bytes are taken in whose charset no symbol tells; nil to guess.
    var charset: String?
    private let isWanted: Bool
    private var reader = QRReader()

    /// What it reads.
    static let readable: Set<Symbology> = [.qrCode]
    /// Larger pictures are looked at in half their size unless there is time: what is finer others read.
    private static let mostPixels = 500_000
    /// The same of a sparing look.
    private static let mostPixelsSparing = 200_000

    /// An engine for `symbologies`; those that it does not read are left out.
    init(symbologies: Set<Symbology>) { isWanted = symbologies.contains(.qrCode) }

    /// Whether a look at `view` sees it at half its size, so that candidates show more.
    static func halves(_ view: LumaView, _ thoroughness: Thoroughness = .quick) -> Bool {
        view.width * view.height > (thoroughness == .rotated ? mostPixelsSparing : mostPixels)
    }

    /// Reads what is in `region`: quickly, more sparingly still (`.rotated`), or (`.full`) all that may be a symbol, also at half size.
    mutating func read(
        _ luma: LumaView, region: PixelRect, thoroughness: Thoroughness
    ) throws(EngineFault) -> EngineReading {
        guard isWanted else { return EngineReading() }
        let view = luma.cropped(to: region)
        let effort: QRReader.Effort =
            switch thoroughness {
            case .full: .thorough
            case .rotated: .sparing
            case .quick, .upright: .quick
            }
        var found: [RawSymbol] = []
        let halves = Self.halves(view, thoroughness)
        if thoroughness == .full || !halves { found = reader.read(view, effort) }
        if found.isEmpty && halves, let half = Transform.halved.apply(to: view) {
            found = half.plane.withView { reader.read($0, effort) }.map { raw in
                var raw = raw
                raw.corners = raw.corners.map(half.toSource.callAsFunction)
                return raw
            }
        }
        let readings = found.flatMap { $0.normalized(in: charset) }.map { Reading(symbol: $0, engine: .own, lines: 1) }
        return EngineReading(readings: readings).moved(x: Double(region.x), y: Double(region.y))
    }

    mutating func forget() {}  // It keeps nothing between pictures.
}

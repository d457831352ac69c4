import Frames
import Symbols

/// Reads Aztec and Data Matrix symbols that are small, blurred, seen at an angle, mirrored or light on dark.
struct MatrixEngine: Engine {
    let kind = EngineKind.own
    private let symbologies: Set<Symbology>
    private var aztec = AztecReader()

    /// What it reads.
    static let readable: Set<Symbology> = [.aztec, .dataMatrix]

    /// An engine for `symbologies`; those that it does not read are left out.
    init(symbologies: Set<Symbology>) { self.symbologies = symbologies.intersection(Self.readable) }

    /// Reads what is in `region`: of a candidate that was turned upright (`.upright`) anything, of other pictures what
    /// is found without one, which are Aztec symbols.
    mutating func read(
        _ luma: LumaView, region: PixelRect, thoroughness: Thoroughness
    ) throws(EngineFault) -> EngineReading {
        let view = luma.cropped(to: region)
        let isCandidate = thoroughness == .upright
        var found: [RawSymbol] = []
        if symbologies.contains(.aztec) { found += aztec.read(view, isCandidate: isCandidate) }
        if isCandidate && symbologies.contains(.dataMatrix) && found.isEmpty {
            found += DataMatrixReader.read(view, .whole(view), isInverted: false).map { [$0] } ?? []
        }
        let readings = found.flatMap { $0.normalized() }.map { Reading(symbol: $0, engine: .own, lines: 1) }
        return EngineReading(readings: readings).moved(x: Double(region.x), y: Double(region.y))
    }

    mutating func forget() {}  // Nothing is kept between pictures.
}

extension MatrixRegion {
    /// All of a picture that was made of a candidate, but for the margin around that.
    fileprivate static func whole(_ view: LumaView) -> MatrixRegion {
        let (width, height) = (Double(view.width), Double(view.height))
        return MatrixRegion(
            center: Point(x: width / 2, y: height / 2), along: Point(x: 1, y: 0), width: width / 1.15,
            height: height / 1.15)
    }
}

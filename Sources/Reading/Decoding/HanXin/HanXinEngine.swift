import Frames
import Symbols

/// Reads Han Xin Codes.
struct HanXinEngine: NativeReader {
    var charset: String?
    private let isAskedFor: Bool
    private var reader = HanXinReader()

    static let inputs: Set<NativeInput> = [.modules, .picture]
    static let cost = NativeCost.low
    static let symbologies: Set<Symbology> = [.hanXin]

    /// Degrees by which a picture is turned, as finder patterns are found that stand upright within 15° or so, whichever way round.
    private static let angles = [30.0, 60]

    init(symbologies: Set<Symbology>) { isAskedFor = symbologies.contains(.hanXin) }

    /// The symbols of `region`; at any angle with `.full`.
    mutating func read(_ luma: LumaView, region: PixelRect, thoroughness: Thoroughness) throws(EngineError)
        -> EngineReading
    {
        guard isAskedFor else { return EngineReading() }
        let view = luma.cropped(to: region)
        var found = reader.read(view)
        for angle in Self.angles where found.isEmpty && thoroughness == .full {
            guard let turned = Transform.rotated(angle).apply(to: view) else { continue }
            found = turned.plane.withView { reader.read($0) }.map { $0.placed { turned.toSource($0) } }
        }
        return reading(of: found, in: region)
    }
}

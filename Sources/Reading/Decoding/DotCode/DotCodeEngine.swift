import Frames
import Symbols

/// Reads DotCode symbols, dark or light, at any angle.
struct DotCodeEngine: NativeReader {
    var charset: String?

    static let inputs: Set<NativeInput> = [.modules, .picture]
    static let cost = NativeCost.high
    static let symbologies: Set<Symbology> = [.dotCode]

    private let isAskedFor: Bool

    /// How often a picture is halved, for dots that are far apart; `DotLattice.pitches` span more than a factor of 2.
    /// Not measured: dots of 80 pixels are found.
    private static let halvings = 3
    /// Pixels along the shorter side, at least, of a picture in which dots are looked for: 5 columns of two pixels and what is around them.
    private static let smallest = 16

    /// A picture of at most as many pixels is looked at in twice the size, too: its modules may be of two pixels.
    /// Not measured: a little more than 640 × 480.
    private static let smallPicture = 320_000

    init(symbologies: Set<Symbology>) { isAskedFor = symbologies.contains(.dotCode) }

    /// The symbols of `region`.
    func read(_ luma: LumaView, region: PixelRect, thoroughness: Thoroughness) throws(EngineError) -> EngineReading {
        guard isAskedFor else { return EngineReading() }
        let view = luma.cropped(to: region)
        var found = Self.symbols(of: view, halvings: Self.halvings)
        // A candidate was drawn larger where it is small.
        if found.isEmpty, thoroughness != .upright, view.width * view.height <= Self.smallPicture,
            let twice = Transform.enlarged.apply(to: view)
        {
            found = twice.plane.withView { Self.symbols(of: $0, halvings: 0) }.map { $0.placed { twice.toSource($0) } }
        }
        return reading(of: found, in: region)
    }

    /// The symbols of `view`, and where there are none of it halved; small pictures first, which take little time.
    private static func symbols(of view: LumaView, halvings: Int) -> [RawSymbol] {
        guard min(view.width, view.height) >= smallest else { return [] }
        if halvings > 0, let half = Transform.halved.apply(to: view) {
            let found = half.plane.withView { symbols(of: $0, halvings: halvings - 1) }
            if !found.isEmpty { return found.map { $0.placed { half.toSource($0) } } }
        }
        let picture = DotPicture(view)
        let dots = picture.dots()
        return [(dots.dark, false), (dots.light, true)].flatMap { dots, isLight in
            DotLattice.all(of: dots, width: view.width, height: view.height).compactMap {
                DotCodeReader($0, in: picture, isLight: isLight)?.symbol()
            }
        }
    }
}

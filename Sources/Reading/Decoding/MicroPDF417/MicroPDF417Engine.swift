import Frames
import Symbols

/// Reads MicroPDF417 symbols, which few other readers know, by `MicroPDF417Reader`.
struct MicroPDF417Engine: NativeReader {
    var charset: String?
    private let isWanted: Bool

    static let inputs: Set<NativeInput> = [.stackedBars, .picture]
    static let cost = NativeCost.high
    static let symbologies: Set<Symbology> = [.microPDF417]

    /// Lines that are looked along, of each direction. Of 1080 rows every second: rows of a symbol are two modules high
    /// or more. Measured: 320 and 500 read as many.
    private static let manyLines = 400
    /// Measured: 96 and 150 read as many.
    private static let fewLines = 120

    init(symbologies: Set<Symbology>) { isWanted = symbologies.contains(.microPDF417) }

    /// Reads what is in `region`: rows of modules along those of pixels or against them, and but for `quick` and `upright`
    /// also those that run up or down. Of fewer lines than `full` sees, a symbol that is not small is found as well.
    mutating func read(
        _ luma: LumaView, region: PixelRect, thoroughness: Thoroughness
    ) throws(EngineError) -> EngineReading {
        guard isWanted else { return EngineReading() }
        let view = luma.cropped(to: region)
        func step(_ lines: Int) -> Int { max(1, lines / (thoroughness == .full ? Self.manyLines : Self.fewLines)) }
        var found = MicroPDF417Reader.read(view, step: step(view.height))
        if found.isEmpty && thoroughness >= .rotated {
            let height = Double(view.height)
            found = view.turned().withView { MicroPDF417Reader.read($0, step: step($0.height)) }
                .map { $0.placed { $0.map { Point(x: $0.y, y: height - $0.x) } } }
        }
        return reading(of: found, in: region)
    }
}

extension LumaView {
    /// The same turned by 90° clockwise: what was at (x, y) is at (height − 1 − y, x).
    fileprivate func turned() -> LumaPlane {
        LumaPlane(width: height, height: width) { out in
            // SAFETY: x and y stay below the view's width and height, which are the plane's height and width.
            for y in 0..<height {
                let line = base + y * rowStride
                for x in 0..<width { out[x * height + height - 1 - y] = line[x] }
            }
        }
    }
}

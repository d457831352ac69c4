import Frames
import Symbols

/// Reads linear symbols whose bars were turned upright, by how likely each character is.
///
/// Where edges are blurred into each other, neither their places nor a threshold separate bars from spaces; comparing
/// with what every character looks like through the same blur still does. It reports only results that are sure.
struct LinearEngine: NativeReader {
    var charset: String?
    private let codes: [LinearCode]

    static let inputs: Set<NativeInput> = [.bars]
    static let cost = NativeCost.low
    static let symbologies = LinearCode.all.reduce(into: Set<Symbology>()) { $0.formUnion($1.symbologies) }

    init(symbologies: Set<Symbology>) {
        codes = LinearCode.all.filter { !$0.symbologies.isDisjoint(with: symbologies) }
    }

    /// The symbol that takes most of `region`'s width, its bars upright.
    ///
    /// - Parameter thoroughness: `quick` for the frequent symbologies only, which takes 2 milliseconds where nothing is
    ///   found; `rotated` for those of the others that no other engine reads; all take 5.
    func read(_ luma: LumaView, region: PixelRect, thoroughness: Thoroughness) throws(EngineError) -> EngineReading {
        guard !codes.isEmpty, region.width >= Self.minWidth else { return EngineReading() }
        let lines = ScanLines(luma.cropped(to: region))
        guard lines.share >= Self.minShare else { return EngineReading() }
        let orientations = [
            ScannedLine(lines.whole, isReversed: false), ScannedLine(lines.whole.reversed, isReversed: true),
        ]
        for code in codes where code.isWanted(thoroughness) {
            for line in orientations where !(line.isReversed && code.readsBothDirections) {
                guard let found = code.read(line) else { continue }
                let raw = RawSymbol(
                    symbology: found.symbology, identifier: found.identifier, bytes: found.bytes, eciBytes: nil,
                    corners: lines.corners(from: line.place(found.start), to: line.place(found.end)))
                return reading(of: [raw], in: region, lines: lines.count)
            }
        }
        return EngineReading()
    }

    /// Bars run through most of a candidate's rows: of 190 symbols three did through fewer than two fifths.
    /// Measured: 0.24 and 0.375 read as many.
    private static let minShare: Float = 0.3
    /// Fewer pixels than the modules of any symbol.
    private static let minWidth = 48
}

/// A scan line in one reading direction, with its edges.
struct ScannedLine {
    let line: ScanLine
    let isReversed: Bool
    /// Its edges at few places and at many.
    let coarse: EdgeLine
    let fine: EdgeLine

    /// Its edges at every place that there is, for the longest symbols; not kept, as few need them.
    var finest: EdgeLine { EdgeLine(line, steps: Self.steps.finest) }

    /// Places of each. Not measured: three a module for symbols of up to 100 modules, of up to 200, and of up to 530.
    private static let steps = (coarse: 300, fine: 600, finest: 1600)

    init(_ line: ScanLine, isReversed: Bool) {
        (self.line, self.isReversed) = (line, isReversed)
        coarse = EdgeLine(line, steps: Self.steps.coarse)
        fine = EdgeLine(line, steps: Self.steps.fine)
    }

    /// Where `x` lies in the line that was not reversed.
    func place(_ x: Float) -> Float { isReversed ? Float(line.count) - x : x }
}

import Frames
import Symbols

/// An engine written in this project, which reads some symbologies from one kind of input.
///
/// A new one is a file with a conforming type and a row in `NativeReaders.all`. Readers of candidates are then asked
/// wherever such candidates are looked at, live and in pictures. What looks at whole frames of a camera also needs a
/// step in `LivePlan`, which says how often:
///
///     struct PlesseyEngine: NativeReader {
///         static let symbologies: Set<Symbology> = [.plessey]
///         static let inputs: Set<NativeInput> = [.bars]
///         static let cost = NativeCost.low
///         …
///     }
protocol NativeReader: Engine, Sendable {
    /// What it can read.
    static var symbologies: Set<Symbology> { get }
    /// What it is given.
    static var inputs: Set<NativeInput> { get }
    /// What a look at a candidate costs.
    static var cost: NativeCost { get }

    /// A reader of `symbologies`; those that it cannot read are ignored.
    init(symbologies: Set<Symbology>)

    /// Whether it is given the candidates of `view` when that is looked at as a whole in other frames. Default: true.
    static func readsCandidates(of view: LumaView) -> Bool
}

extension NativeReader {
    static func readsCandidates(of view: LumaView) -> Bool { true }

    mutating func forget() {}  // Native readers keep nothing between pictures.

    /// The reading of `found`, whose corners are in pixels of `region`; `lines` agreed on each.
    func reading(of found: [RawSymbol], in region: PixelRect, lines: Int = 1) -> EngineReading {
        EngineReading(readings: found.flatMap { $0.readings(by: .native, in: charset, lines: lines) })
            .moved(by: region.origin)
    }
}

/// What a native reader is given.
enum NativeInput {
    /// Regions of bars, turned upright, in a few averaged rows: for linear symbologies.
    case bars
    /// Regions that may show bars out of focus, turned upright, in many rows.
    case blurredBars
    /// The same with all their rows, and regions of modules, whose rows may run either way: for stacked symbologies.
    case stackedBars
    /// Regions of modules, turned upright.
    case modules
    /// The whole area.
    case picture
}

/// What a look at a candidate costs, where nothing is found.
enum NativeCost {
    /// A millisecond or two: every candidate is worth it.
    case low
    /// More: only candidates as they are, none that were inverted, smoothed and the like.
    case high
}

/// The table of native readers.
enum NativeReaders {
    /// In the order in which a picture is given to them.
    static let all: [any NativeReader.Type] = [
        LinearEngine.self,
        BlurredEngine.self,
        PostalEngine.self,
        TwoTrackPharmacodeEngine.self,
        QREngine.self,
        MicroPDF417Engine.self,
        MatrixEngine.self,
        HanXinEngine.self,
        DotCodeEngine.self,
    ]

    /// What they read together; a GS1 Composite symbol is joined from what several of them read.
    static let symbologies = all.reduce(into: Set([Symbology.gs1Composite])) { $0.formUnion($1.symbologies) }

    static let kinds = all.map(ReaderKind.init(native:))

    /// Those that are given `input`, of `cost` where that is not nil: candidates to the cheap ones first.
    static func kinds(for input: NativeInput, cost: NativeCost? = nil) -> [ReaderKind] {
        let fitting = kinds.filter { $0.reads(input) }
        func of(_ cost: NativeCost) -> [ReaderKind] { fitting.filter { $0.native?.cost == cost } }
        if let cost { return of(cost) }
        return input == .picture ? fitting : of(.low) + of(.high)
    }
}

extension ReaderKind {
    static let linear = ReaderKind(native: LinearEngine.self)
    static let postal = ReaderKind(native: PostalEngine.self)
    static let qr = ReaderKind(native: QREngine.self)
    static let microPDF417 = ReaderKind(native: MicroPDF417Engine.self)
    /// Aztec and Data Matrix.
    static let matrix = ReaderKind(native: MatrixEngine.self)
    static let hanXin = ReaderKind(native: HanXinEngine.self)
    static let dotCode = ReaderKind(native: DotCodeEngine.self)
}

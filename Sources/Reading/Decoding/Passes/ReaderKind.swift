import Symbols

/// One of the readers that a `SymbolReader` asks: an engine, and what it is set up for.
struct ReaderKind: Sendable {
    /// What it is known by; no two have the same.
    let name: String
    let engine: EngineKind
    /// The type of a native reader; nil for the libraries.
    let native: (any NativeReader.Type)?
    private let make: @Sendable (ReaderOptions) -> any Engine

    private init(_ name: String, _ engine: EngineKind, make: @escaping @Sendable (ReaderOptions) -> any Engine) {
        (self.name, self.engine, self.make) = (name, engine, make)
        native = nil
    }

    init(native: any NativeReader.Type) {
        name = String(describing: native)
        engine = .native
        self.native = native
        make = { native.init(symbologies: $0.symbologies) }
    }

    /// Every kind; the native ones from their own table.
    static let all: [ReaderKind] =
        [zxing, zbar, centred, bars, barRows, sheetRows, dataBarLimited] + NativeReaders.kinds

    /// zxing for all that it reads.
    static let zxing = ReaderKind("zxing", .zxing) {
        ZXingEngine(symbologies: $0.symbologies, maxSymbols: $0.boundedMaxSymbols)
    }
    /// zbar for all that it reads.
    static let zbar = ReaderKind("zbar", .zbar) {
        ZBarEngine(symbologies: $0.symbologies, maxSymbols: $0.boundedMaxSymbols)
    }
    /// zxing for symbologies that it finds in the middle of a picture only.
    static let centred = ReaderKind("centred", .zxing) {
        ZXingEngine(
            symbologies: $0.symbologies.intersection(MatrixRegions.symbologies), maxSymbols: $0.boundedMaxSymbols)
    }
    /// zxing for bars that were turned upright.
    static let bars = ReaderKind("bars", .zxing) {
        ZXingEngine(symbologies: symbologiesOfBars($0), maxSymbols: $0.boundedMaxSymbols)
    }
    /// zbar for bars that were turned upright.
    static let barRows = ReaderKind("bar rows", .zbar) {
        ZBarEngine(symbologies: symbologiesOfBars($0), maxSymbols: $0.boundedMaxSymbols, rowsOnly: true)
    }
    /// zxing for the rows of a sheet of linear symbols.
    static let sheetRows = ReaderKind("sheet rows", .zxing) {
        ZXingEngine(
            symbologies: symbologiesOfBars($0).filter { $0.traits.dimension == .linear },
            maxSymbols: $0.boundedMaxSymbols)
    }

    /// The native reader of linear codes for DataBar Limited alone.
    static let dataBarLimited = ReaderKind("DataBar Limited", .native) {
        LinearEngine(symbologies: $0.symbologies.intersection([.dataBarLimited]))
    }

    private static func symbologiesOfBars(_ options: ReaderOptions) -> Set<Symbology> {
        options.symbologies.intersection(BarRegions.symbologies)
    }

    /// Whether it is a native reader that is given `input`.
    func reads(_ input: NativeInput) -> Bool { native?.inputs.contains(input) ?? false }

    /// A new engine of this kind for what `options` ask for.
    func makeEngine(_ options: ReaderOptions) -> any Engine {
        var engine = make(options)
        engine.charset = options.charset
        return engine
    }
}

extension ReaderKind: Hashable {
    static func == (a: Self, b: Self) -> Bool { a.name == b.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension ReaderOptions {
    fileprivate var boundedMaxSymbols: Int { min(max(maxSymbols, 1), Self.maxPossibleSymbols) }
}

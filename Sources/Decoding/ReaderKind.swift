import Symbols

/// One of the readers that a `SymbolReader` asks: an engine, and what it is set up for.
enum ReaderKind: CaseIterable {
    /// zxing for all that it reads, but for what it is asked for alone.
    case zxing
    /// zbar for all that it reads.
    case zbar
    /// zxing for what it finds in the middle of a picture only.
    case centred
    /// zxing for bars that were turned upright.
    case bars
    /// zbar for rows of bars that were turned upright.
    case strips
    /// zxing for rows of linear symbols.
    case rows
    /// zxing for what it is asked for alone, see `ZXingTraits.readsAlone`.
    case dataBar
    /// Our own for bars that were turned upright.
    case linear
    /// Our own for Aztec and Data Matrix.
    case matrix
    /// Our own for QR Code and its kin.
    case qr
    /// Our own for MicroPDF417.
    case microPDF417

    /// zxing that looks for DataBar Expanded.
    static let ofDataBarExpanded: ReaderKind =
        ZXingTraits.current.readsAlone.contains(.dataBarExpanded) ? .dataBar : .zxing

    /// Who is behind it.
    var engine: EngineKind {
        switch self {
        case .zxing, .centred, .bars, .rows, .dataBar: .zxing
        case .zbar, .strips: .zbar
        case .linear, .matrix, .qr, .microPDF417: .own
        }
    }

    /// A new engine of this kind for what `options` ask for.
    func makeEngine(_ options: ReaderOptions) -> any Engine {
        let all = options.symbologies
        let alone = ZXingTraits.current.readsAlone
        let barred = all.intersection(BarRegions.symbologies)
        let most = min(max(options.mostSymbols, 1), ReaderOptions.mostPossible)
        var engine: any Engine =
            switch self {
            case .zxing: ZXingEngine(symbologies: all.subtracting(alone), mostSymbols: most)
            case .zbar: ZBarEngine(symbologies: all, mostSymbols: most)
            case .centred: ZXingEngine(symbologies: all.intersection(MatrixRegions.symbologies), mostSymbols: most)
            case .bars: ZXingEngine(symbologies: barred.subtracting(alone), mostSymbols: most)
            case .strips: ZBarEngine(symbologies: barred, mostSymbols: most, rowsOnly: true)
            case .rows:
                ZXingEngine(
                    symbologies: barred.subtracting(alone).filter { $0.traits.dimension == .linear }, mostSymbols: most)
            case .dataBar: ZXingEngine(symbologies: all.intersection(alone), mostSymbols: 1)
            case .linear: LinearEngine(symbologies: barred)
            case .matrix: MatrixEngine(symbologies: all)
            case .qr: QREngine(symbologies: all)
            case .microPDF417: MicroPDF417Engine(symbologies: all)
            }
        engine.charset = options.charset
        return engine
    }
}

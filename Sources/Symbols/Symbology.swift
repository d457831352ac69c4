/// A kind of barcode. The raw value is the name used in output, settings and the history.
public enum Symbology: String, CaseIterable, Codable, Sendable, Hashable {
    case ean13 = "ean-13"
    case ean8 = "ean-8"
    case upcA = "upc-a"
    case upcE = "upc-e"
    case ean5 = "ean-5"
    case ean2 = "ean-2"
    case code39 = "code-39"
    case code93 = "code-93"
    case code128 = "code-128"
    case gs1_128 = "gs1-128"
    case itf = "itf"
    case itf14 = "itf-14"
    case codabar = "codabar"
    case dataBar = "databar"
    case dataBarLimited = "databar-limited"
    case dataBarExpanded = "databar-expanded"
    case dataBarStacked = "databar-stacked"
    case dataBarExpandedStacked = "databar-expanded-stacked"
    case telepen
    case dxFilmEdge = "dx-film-edge"
    case qrCode = "qr-code"
    case microQRCode = "micro-qr-code"
    case rmqrCode = "rmqr-code"
    case sqCode = "sq-code"
    case dataMatrix = "data-matrix"
    case aztec = "aztec"
    case pdf417 = "pdf417"
    case microPDF417 = "micro-pdf417"
    case maxiCode = "maxicode"
}

extension Symbology {
    /// How a symbology lays out its data.
    public enum Dimension: String, Sendable {
        /// Bars of varying width along one axis (1-D).
        case linear
        /// Rows or modules over two axes, with Reed-Solomon error correction (2-D).
        case matrix
    }

    /// What is known of a symbology beside its name.
    public struct Traits: Sendable {
        /// The name a person reads, as its standard writes it.
        public let title: String
        /// The letter after `]` in the AIM symbology identifier (ISO/IEC 15424).
        public let identifierLetter: Character
        /// The modifier character used when a reader reports none.
        public let defaultModifier: Character
        /// Linear or matrix.
        public let dimension: Dimension
        /// Frames that must agree before a symbol is believed: 1 where the symbology corrects its own
        /// errors, more where a check digit alone lets misreads through.
        public let framesToAgree: Int
    }

    /// This symbology's row of the table.
    public var traits: Traits {
        switch self {
        case .ean13: .linear("EAN-13", "E", "0", agree: 2)
        case .ean8: .linear("EAN-8", "E", "4", agree: 3)
        case .upcA: .linear("UPC-A", "E", "0", agree: 2)
        case .upcE: .linear("UPC-E", "E", "0", agree: 3)
        case .ean5: .linear("EAN-5 add-on", "E", "2", agree: 3)
        case .ean2: .linear("EAN-2 add-on", "E", "1", agree: 3)
        case .code39: .linear("Code 39", "A", "0", agree: 2)
        case .code93: .linear("Code 93", "G", "0", agree: 2)
        case .code128: .linear("Code 128", "C", "0", agree: 2)
        case .gs1_128: .linear("GS1-128", "C", "1", agree: 2)
        case .itf: .linear("ITF", "I", "0", agree: 3)
        case .itf14: .linear("ITF-14", "I", "1", agree: 2)
        case .codabar: .linear("Codabar", "F", "0", agree: 3)
        case .dataBar: .linear("GS1 DataBar", "e", "0", agree: 2)
        case .dataBarLimited: .linear("GS1 DataBar Limited", "e", "0", agree: 2)
        case .dataBarExpanded: .linear("GS1 DataBar Expanded", "e", "0", agree: 2)
        case .dataBarStacked: .linear("GS1 DataBar Stacked", "e", "0", agree: 2)
        case .dataBarExpandedStacked: .linear("GS1 DataBar Expanded Stacked", "e", "0", agree: 2)
        case .telepen: .linear("Telepen", "B", "0", agree: 3)
        case .dxFilmEdge: .linear("DX film edge", "X", "0", agree: 3)
        case .qrCode: .matrix("QR Code", "Q", "1")
        case .microQRCode: .matrix("Micro QR Code", "Q", "1")
        case .rmqrCode: .matrix("rMQR Code", "Q", "1")
        case .sqCode: .matrix("SQ Code", "X", "0")
        case .dataMatrix: .matrix("Data Matrix", "d", "1")
        case .aztec: .matrix("Aztec", "z", "0")
        case .pdf417: .matrix("PDF417", "L", "2")
        case .microPDF417: .matrix("MicroPDF417", "L", "2")
        case .maxiCode: .matrix("MaxiCode", "U", "1")
        }
    }

    /// The symbology that a reader reports for the same content when it does not distinguish layouts: for stacked
    /// DataBar the plain one.
    public var unstacked: Symbology {
        switch self {
        case .dataBarStacked: .dataBar
        case .dataBarExpandedStacked: .dataBarExpanded
        default: self
        }
    }

    /// The AIM symbology identifier used when a reader reports none, for example `]Q1`.
    public var defaultIdentifier: String { "]\(traits.identifierLetter)\(traits.defaultModifier)" }
}

extension Symbology.Traits {
    static func linear(_ title: String, _ letter: Character, _ modifier: Character, agree: Int) -> Self {
        Self(
            title: title, identifierLetter: letter, defaultModifier: modifier, dimension: .linear, framesToAgree: agree)
    }

    static func matrix(_ title: String, _ letter: Character, _ modifier: Character) -> Self {
        Self(title: title, identifierLetter: letter, defaultModifier: modifier, dimension: .matrix, framesToAgree: 1)
    }
}

/// A kind of barcode. The raw value is the name used in output, settings and the history.
package enum Symbology: String, CaseIterable, Codable, Sendable, Hashable {
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
    case gs1Composite = "gs1-composite"
    case telepen
    case dxFilmEdge = "dx-film-edge"
    case msi
    case industrial2of5 = "industrial-2-of-5"
    case iata2of5 = "iata-2-of-5"
    case matrix2of5 = "standard-2-of-5"
    case dataLogic2of5 = "data-logic-2-of-5"
    case code11 = "code-11"
    case pharmacode
    case pharmacodeTwoTrack = "pharmacode-two-track"
    case uspsIMb = "usps-imb"
    case mailmark
    case australiaPost = "australia-post"
    case japanPost = "japan-post"
    case rm4scc
    case kix
    case postnet
    case planet
    case cepnet
    case qrCode = "qr-code"
    case microQRCode = "micro-qr-code"
    case rmqrCode = "rmqr-code"
    case sqCode = "sq-code"
    case dataMatrix = "data-matrix"
    case aztec = "aztec"
    case pdf417 = "pdf417"
    case microPDF417 = "micro-pdf417"
    case maxiCode = "maxicode"
    case dotCode = "dotcode"
    case hanXin = "han-xin"
}

extension Symbology {
    /// Groups symbologies that are read and checked alike; code should switch over this, not over single symbologies.
    package enum Family: String, Sendable {
        /// Article numbers: EAN and UPC, whose check digit misses many misreads.
        case product
        /// The two or five digits beside an EAN or UPC symbol.
        case addOn
        /// One row of bars.
        case linear
        /// Stacked rows of a linear symbology; a reader may report one row alone.
        case stackedLinear
        /// Rows of codewords with Reed-Solomon error correction.
        case stacked
        /// Modules on a grid with Reed-Solomon error correction.
        case matrix
    }

    /// Whether data is laid out along one axis or two.
    package enum Dimension: String, Sendable {
        /// Bars of varying width along one axis (1-D).
        case linear
        /// Rows or modules along two axes, with Reed-Solomon error correction (2-D).
        case matrix
    }

    /// The properties of a symbology.
    package struct Traits: Sendable {
        /// The name for display, as its standard spells it.
        package let title: String
        /// Decides how the symbology is read and checked.
        package let family: Family
        /// The letter after `]` in the AIM symbology identifier (ISO/IEC 15424).
        package let identifierLetter: Character
        /// The modifier character used when a reader reports none.
        package let defaultModifier: Character
        /// The number of frames that must agree before a symbol is accepted: 1 with error correction, more where at most
        /// a check digit guards against misreads.
        package let framesToAgree: Int
        /// Whether it is read by default. Rare symbologies with neither error correction nor a check digit are not.
        package let isReadByDefault: Bool

        /// Follows from `family`: `.matrix` for the symbologies with error correction.
        package var dimension: Dimension {
            switch family {
            case .product, .addOn, .linear, .stackedLinear: .linear
            case .stacked, .matrix: .matrix
            }
        }

        fileprivate init(
            _ title: String, _ family: Family, _ letter: Character, _ modifier: Character, agree: Int = 1,
            isReadByDefault: Bool = true
        ) {
            (self.title, self.family) = (title, family)
            (identifierLetter, defaultModifier, framesToAgree) = (letter, modifier, agree)
            self.isReadByDefault = isReadByDefault
        }
    }

    /// The engines' names are in `EngineNames` (Decoding).
    package var traits: Traits {
        switch self {
        case .ean13: Traits("EAN-13", .product, "E", "0", agree: 2)
        case .ean8: Traits("EAN-8", .product, "E", "4", agree: 3)
        case .upcA: Traits("UPC-A", .product, "E", "0", agree: 2)
        case .upcE: Traits("UPC-E", .product, "E", "0", agree: 3)
        case .ean5: Traits("EAN-5 add-on", .addOn, "E", "2", agree: 3)
        case .ean2: Traits("EAN-2 add-on", .addOn, "E", "1", agree: 3)
        case .code39: Traits("Code 39", .linear, "A", "0", agree: 2)
        case .code93: Traits("Code 93", .linear, "G", "0", agree: 2)
        case .code128: Traits("Code 128", .linear, "C", "0", agree: 2)
        case .gs1_128: Traits("GS1-128", .linear, "C", "1", agree: 2)
        case .itf: Traits("ITF", .linear, "I", "0", agree: 3)
        case .itf14: Traits("ITF-14", .linear, "I", "1", agree: 2)
        case .codabar: Traits("Codabar", .linear, "F", "0", agree: 3)
        case .dataBar: Traits("GS1 DataBar", .linear, "e", "0", agree: 2)
        case .dataBarLimited: Traits("GS1 DataBar Limited", .linear, "e", "0", agree: 2)
        case .dataBarExpanded: Traits("GS1 DataBar Expanded", .linear, "e", "0", agree: 2)
        case .dataBarStacked: Traits("GS1 DataBar Stacked", .stackedLinear, "e", "0", agree: 2)
        case .dataBarExpandedStacked: Traits("GS1 DataBar Expanded Stacked", .stackedLinear, "e", "0", agree: 2)
        case .gs1Composite: Traits("GS1 Composite", .stacked, "e", "0", agree: 2)
        case .telepen: Traits("Telepen", .linear, "B", "0", agree: 3)
        case .dxFilmEdge: Traits("DX film edge", .linear, "X", "0", agree: 3)
        case .msi: Traits("MSI", .linear, "M", "0", agree: 3)
        case .industrial2of5: Traits("Industrial 2 of 5", .linear, "S", "0", agree: 3, isReadByDefault: false)
        case .iata2of5: Traits("IATA 2 of 5", .linear, "R", "0", agree: 3, isReadByDefault: false)
        case .matrix2of5: Traits("Standard 2 of 5 (Matrix)", .linear, "X", "0", agree: 3, isReadByDefault: false)
        case .dataLogic2of5: Traits("Data Logic 2 of 5", .linear, "X", "0", agree: 3, isReadByDefault: false)
        case .code11: Traits("Code 11", .linear, "H", "0", agree: 3)
        case .pharmacode: Traits("Pharmacode", .linear, "X", "0", agree: 3, isReadByDefault: false)
        case .pharmacodeTwoTrack:
            Traits("Pharmacode Two-Track", .linear, "X", "0", agree: 3, isReadByDefault: false)
        case .uspsIMb: Traits("USPS Intelligent Mail", .linear, "X", "0")
        case .mailmark: Traits("Royal Mail Mailmark", .linear, "X", "0")
        case .australiaPost: Traits("Australia Post 4-State", .linear, "X", "0")
        case .japanPost: Traits("Japan Post", .linear, "X", "0", agree: 2)
        case .rm4scc: Traits("Royal Mail 4-State (RM4SCC)", .linear, "X", "0", agree: 2)
        case .kix: Traits("KIX (PostNL)", .linear, "X", "0", agree: 3, isReadByDefault: false)
        case .postnet: Traits("POSTNET", .linear, "X", "0", agree: 2)
        case .planet: Traits("PLANET", .linear, "X", "0", agree: 2)
        case .cepnet: Traits("CEPNet", .linear, "X", "0", agree: 2)
        case .qrCode: Traits("QR Code", .matrix, "Q", "1")
        case .microQRCode: Traits("Micro QR Code", .matrix, "Q", "1")
        case .rmqrCode: Traits("rMQR Code", .matrix, "Q", "1")
        case .sqCode: Traits("SQ Code", .matrix, "X", "0")
        case .dataMatrix: Traits("Data Matrix", .matrix, "d", "1")
        case .aztec: Traits("Aztec", .matrix, "z", "0")
        case .pdf417: Traits("PDF417", .stacked, "L", "2")
        case .microPDF417: Traits("MicroPDF417", .stacked, "L", "2")
        case .maxiCode: Traits("MaxiCode", .matrix, "U", "1")
        case .dotCode: Traits("DotCode", .matrix, "J", "0")
        case .hanXin: Traits("Han Xin Code", .matrix, "h", "0")
        }
    }

    /// Whether it is EAN or UPC, add-ons excluded.
    package var isProduct: Bool { traits.family == .product }
    package var isAddOn: Bool { traits.family == .addOn }

    /// The symbology without its stacked layout, as readers report it that do not distinguish the two: `.dataBar` for
    /// `.dataBarStacked`; itself for all that are not stacked DataBar.
    package var unstacked: Symbology {
        switch self {
        case .dataBarStacked: .dataBar
        case .dataBarExpandedStacked: .dataBarExpanded
        default: self
        }
    }

    /// The AIM symbology identifier used when a reader reports none, for example `]Q1`.
    package var defaultIdentifier: String { "]\(traits.identifierLetter)\(traits.defaultModifier)" }
}

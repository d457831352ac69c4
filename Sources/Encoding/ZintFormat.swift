import CZint
import Symbols

/// How libzint makes a symbology.
struct ZintFormat {
    /// One of the numbers of qz_zint.h.
    var number: Int
    /// The levels of error correction that it has, the least first; empty where nothing can be chosen.
    var levels: [Int32] = []
    /// The one that is taken by itself; -1 for libzint's own choice.
    var usualLevel: Int32 = -1
    /// Whether it holds any text, by an ECI where its own characters do not have it.
    var holdsAnyText = false
    var isGS1 = false
    /// The text as libzint wants it; default: as it is.
    var prepare: (String) throws(EncodingError) -> String = { $0 }

    /// The level for `strength`, 0...8 from the least to the most.
    func level(strength: Int?) -> Int32 {
        guard let strength, !levels.isEmpty else { return usualLevel }
        return levels[min(max(strength, 0), 8) * (levels.count - 1) / 8]
    }

    /// nil where the symbology cannot be made.
    init?(_ symbology: Symbology) {
        switch symbology {
        case .ean13: self = Self.number(QZ_ZINT_EAN, digits: 12, symbology)
        case .ean8: self = Self.number(QZ_ZINT_EAN, digits: 7, symbology)
        case .upcA: self = Self.number(QZ_ZINT_UPC_A, digits: 11, symbology)
        case .upcE: self = Self.number(QZ_ZINT_UPC_E, digits: 7, symbology, expanded: CheckDigit.expandedUPCE)
        case .ean5: self = Self.addOn(5, symbology)
        case .ean2: self = Self.addOn(2, symbology)
        case .itf14: self = Self.number(QZ_ZINT_ITF_14, digits: 13, symbology)
        case .itf:
            self.init(
                number: QZ_ZINT_ITF,
                prepare: { text throws(EncodingError) in
                    guard text.utf8.count % 2 == 0 else {
                        throw EncodingError(.itf, "it needs an even number of digits")
                    }
                    return text
                })
        case .code39: self.init(number: QZ_ZINT_CODE_39)
        case .code93: self.init(number: QZ_ZINT_CODE_93)
        case .codabar: self.init(number: QZ_ZINT_CODABAR)
        case .telepen: self.init(number: QZ_ZINT_TELEPEN)
        case .code128:
            self.init(
                number: QZ_ZINT_CODE_128,
                prepare: { text throws(EncodingError) in
                    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
                        throw EncodingError(.code128, "it has characters outside ASCII")
                    }
                    return text
                })
        case .gs1_128: self = Self.gs1(QZ_ZINT_GS1_128)
        case .dataBarExpanded: self = Self.gs1(QZ_ZINT_DATABAR_EXPANDED)
        case .dataBarExpandedStacked: self = Self.gs1(QZ_ZINT_DATABAR_EXPANDED_STACKED)
        case .dataBar: self = Self.dataBar(QZ_ZINT_DATABAR, symbology)
        case .dataBarLimited: self = Self.dataBar(QZ_ZINT_DATABAR_LIMITED, symbology)
        case .dataBarStacked: self = Self.dataBar(QZ_ZINT_DATABAR_STACKED, symbology)
        case .qrCode: self.init(number: QZ_ZINT_QR_CODE, levels: [1, 2, 3, 4], usualLevel: 1, holdsAnyText: true)
        case .microQRCode: self.init(number: QZ_ZINT_MICRO_QR_CODE, levels: [1, 2, 3])
        case .rmqrCode: self.init(number: QZ_ZINT_RMQR_CODE, levels: [2, 4], usualLevel: 2, holdsAnyText: true)
        case .aztec: self.init(number: QZ_ZINT_AZTEC, levels: [1, 2, 3, 4], holdsAnyText: true)
        case .dataMatrix: self.init(number: QZ_ZINT_DATA_MATRIX, holdsAnyText: true)
        case .pdf417: self.init(number: QZ_ZINT_PDF417, levels: Array(0...8), holdsAnyText: true)
        case .microPDF417: self.init(number: QZ_ZINT_MICRO_PDF417, holdsAnyText: true)
        case .dxFilmEdge: self.init(number: QZ_ZINT_DX_FILM_EDGE)
        // MaxiCode has hexagons and no modules in a grid.
        case .maxiCode, .sqCode: return nil
        }
        guard qz_zint_makes(Int32(number)) else { return nil }
    }

    private init(
        number: Int, levels: [Int32] = [], usualLevel: Int32 = -1, holdsAnyText: Bool = false, isGS1: Bool = false,
        prepare: @escaping (String) throws(EncodingError) -> String = { $0 }
    ) {
        self.number = number
        self.levels = levels
        self.usualLevel = usualLevel
        self.holdsAnyText = holdsAnyText
        self.isGS1 = isGS1
        self.prepare = prepare
    }

    private static func number(
        _ number: Int, digits: Int, _ symbology: Symbology, expanded: @escaping ([Int]) -> [Int] = { $0 }
    ) -> Self {
        Self(
            number: number,
            prepare: { text throws(EncodingError) in
                try CheckDigit.removed(from: text, count: digits, of: symbology, expanded: expanded)
            })
    }

    private static func addOn(_ digits: Int, _ symbology: Symbology) -> Self {
        Self(
            number: QZ_ZINT_EAN,
            prepare: { text throws(EncodingError) in
                guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                    throw EncodingError(symbology, "it needs \(digits) digits")
                }
                return text
            })
    }

    /// DataBar without more holds a GTIN-14 alone; its application identifier 01 may come first.
    private static func dataBar(_ number: Int, _ symbology: Symbology) -> Self {
        Self(
            number: number,
            prepare: { text throws(EncodingError) in
                let isElement = text.utf8.count == 16 && text.hasPrefix("01")
                return try CheckDigit.removed(
                    from: isElement ? String(text.dropFirst(2)) : text, count: 13, of: symbology)
            })
    }

    private static func gs1(_ number: Int) -> Self {
        Self(number: number, isGS1: true, prepare: { text throws(EncodingError) in ElementString.bracketed(text) })
    }
}

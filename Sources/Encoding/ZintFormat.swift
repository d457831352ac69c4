import CZint
import Symbols

/// The parameters with which libzint encodes a symbology.
struct ZintFormat {
    /// A `QZ_ZINT_…` constant of qz_zint.h.
    var number: Int
    /// The selectable error correction levels, lowest first; empty where there is no choice.
    var levels: [Int32] = []
    /// The level used when none is requested; -1 leaves it to libzint.
    var defaultLevel: Int32 = -1
    /// Whether text outside the symbology's own character set can be encoded after an ECI.
    var supportsECI = false
    var isGS1 = false
    /// Converts the text to the form that libzint expects; unchanged by default.
    var prepare: (String) throws(EncodingError) -> String = { $0 }

    /// The level for `strength`, which runs from 0 (lowest) to 8 (highest); `defaultLevel` for nil.
    func level(strength: Int?) -> Int32 {
        guard let strength, !levels.isEmpty else { return defaultLevel }
        return levels[min(max(strength, 0), 8) * (levels.count - 1) / 8]
    }

    /// Returns nil when libzint cannot encode the symbology.
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
        case .qrCode: self.init(number: QZ_ZINT_QR_CODE, levels: [1, 2, 3, 4], defaultLevel: 1, supportsECI: true)
        case .microQRCode: self.init(number: QZ_ZINT_MICRO_QR_CODE, levels: [1, 2, 3])
        case .rmqrCode: self.init(number: QZ_ZINT_RMQR_CODE, levels: [2, 4], defaultLevel: 2, supportsECI: true)
        case .aztec: self.init(number: QZ_ZINT_AZTEC, levels: [1, 2, 3, 4], supportsECI: true)
        case .dataMatrix: self.init(number: QZ_ZINT_DATA_MATRIX, supportsECI: true)
        case .pdf417: self.init(number: QZ_ZINT_PDF417, levels: Array(0...8), supportsECI: true)
        case .microPDF417: self.init(number: QZ_ZINT_MICRO_PDF417, supportsECI: true)
        case .dxFilmEdge: self.init(number: QZ_ZINT_DX_FILM_EDGE)
        // MaxiCode's hexagonal modules do not fit a grid; libzint has no SQ Code.
        case .maxiCode, .sqCode: return nil
        }
        guard qz_zint_supports(Int32(number)) else { return nil }
    }

    private init(
        number: Int, levels: [Int32] = [], defaultLevel: Int32 = -1, supportsECI: Bool = false, isGS1: Bool = false,
        prepare: @escaping (String) throws(EncodingError) -> String = { $0 }
    ) {
        self.number = number
        self.levels = levels
        self.defaultLevel = defaultLevel
        self.supportsECI = supportsECI
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

    /// Plain DataBar encodes a GTIN-14 only, with or without its application identifier 01 in front.
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

import CZBar
import CZXing
import Symbols

/// What the engines call a symbology. One table, from which both directions and the engines of each symbology follow;
/// what a symbology is, its family first, is `Symbology.traits`.
struct EngineNames {
    let symbology: Symbology
    /// Bits of qz_zxing_reader.h that have to be on to read it; 0 when the shim has none.
    let zxingFormats: UInt32
    /// The bit that zxing-cpp reports it by; 0 when it reports another symbology's.
    let zxingReport: UInt32
    /// Types that zbar has to have enabled to read it; none when it cannot.
    let zbarTypes: [zbar_symbol_type_t]
    /// Types that zbar reports it by.
    let zbarReports: [zbar_symbol_type_t]

    /// - Parameters:
    ///   - zxing, zbar: what has to be enabled.
    ///   - zxingReports, zbarReports: what it is reported by; default the same.
    private init(
        _ symbology: Symbology, zxing: Int = 0, zxingReports: Int? = nil, zbar: [zbar_symbol_type_t] = [],
        zbarReports: [zbar_symbol_type_t]? = nil
    ) {
        self.symbology = symbology
        zxingFormats = UInt32(zxing)
        zxingReport = UInt32(zxingReports ?? zxing)
        zbarTypes = zbar
        self.zbarReports = zbarReports ?? zbar
    }

    /// The engines that read it.
    var engines: Set<EngineKind> {
        var engines: Set<EngineKind> = []
        if zxingFormats != 0 { engines.insert(.zxing) }
        if !zbarTypes.isEmpty { engines.insert(.zbar) }
        if NativeReaders.symbologies.contains(symbology) { engines.insert(.native) }
        return engines
    }

    private static let products = QZ_ZXING_EAN_13 | QZ_ZXING_UPC_A | QZ_ZXING_EAN_8 | QZ_ZXING_UPC_E

    /// Every symbology, each once.
    static let all: [EngineNames] = [
        // One symbol with another name: a UPC-A is an EAN-13 that starts with 0.
        EngineNames(
            .ean13, zxing: QZ_ZXING_EAN_13 | QZ_ZXING_UPC_A, zxingReports: QZ_ZXING_EAN_13,
            zbar: [ZBAR_EAN13, ZBAR_UPCA], zbarReports: [ZBAR_EAN13, ZBAR_ISBN13]),
        EngineNames(
            .upcA, zxing: QZ_ZXING_EAN_13 | QZ_ZXING_UPC_A, zxingReports: QZ_ZXING_UPC_A,
            zbar: [ZBAR_EAN13, ZBAR_UPCA],
            zbarReports: [ZBAR_UPCA]),
        EngineNames(.ean8, zxing: QZ_ZXING_EAN_8, zbar: [ZBAR_EAN8]),
        EngineNames(.upcE, zxing: QZ_ZXING_UPC_E, zbar: [ZBAR_UPCE]),
        // Add-ons are read together with the symbol that they belong to; COMPOSITE is what zbar calls both together.
        EngineNames(
            .ean5, zxing: products, zxingReports: 0, zbar: [ZBAR_EAN5, ZBAR_COMPOSITE], zbarReports: [ZBAR_EAN5]),
        EngineNames(
            .ean2, zxing: products, zxingReports: 0, zbar: [ZBAR_EAN2, ZBAR_COMPOSITE], zbarReports: [ZBAR_EAN2]),
        EngineNames(.code39, zxing: QZ_ZXING_CODE_39, zbar: [ZBAR_CODE39]),
        EngineNames(.code93, zxing: QZ_ZXING_CODE_93, zbar: [ZBAR_CODE93]),
        EngineNames(.code128, zxing: QZ_ZXING_CODE_128, zbar: [ZBAR_CODE128]),
        // The GS1 variant of a symbology is recognized by its content.
        EngineNames(.gs1_128, zxing: QZ_ZXING_CODE_128, zxingReports: 0, zbar: [ZBAR_CODE128], zbarReports: []),
        EngineNames(.itf, zxing: QZ_ZXING_ITF, zbar: [ZBAR_I25]),
        EngineNames(.itf14, zxing: QZ_ZXING_ITF, zxingReports: 0, zbar: [ZBAR_I25], zbarReports: []),
        EngineNames(.codabar, zxing: QZ_ZXING_CODABAR, zbar: [ZBAR_CODABAR]),
        EngineNames(.dataBar, zxing: QZ_ZXING_DATABAR, zbar: [ZBAR_DATABAR]),
        EngineNames(.dataBarStacked, zxing: QZ_ZXING_DATABAR_STACKED),
        EngineNames(.dataBarLimited, zxing: QZ_ZXING_DATABAR_LIMITED),
        EngineNames(.dataBarExpanded, zxing: QZ_ZXING_DATABAR_EXPANDED, zbar: [ZBAR_DATABAR_EXP]),
        EngineNames(.dataBarExpandedStacked, zxing: QZ_ZXING_DATABAR_EXPANDED_STACKED),
        EngineNames(.dxFilmEdge, zxing: QZ_ZXING_DX_FILM_EDGE),
        EngineNames(.gs1Composite),
        EngineNames(.dotCode),
        EngineNames(.hanXin),
        EngineNames(.telepen, zxing: QZ_ZXING_TELEPEN),
        EngineNames(.msi),
        EngineNames(.industrial2of5),
        EngineNames(.iata2of5),
        EngineNames(.matrix2of5),
        EngineNames(.dataLogic2of5),
        EngineNames(.code11),
        EngineNames(.pharmacode),
        EngineNames(.pharmacodeTwoTrack),
        EngineNames(.uspsIMb),
        EngineNames(.mailmark),
        EngineNames(.australiaPost),
        EngineNames(.japanPost),
        EngineNames(.rm4scc),
        EngineNames(.kix),
        EngineNames(.postnet),
        EngineNames(.planet),
        EngineNames(.cepnet),
        EngineNames(.qrCode, zxing: QZ_ZXING_QR_CODE, zbar: [ZBAR_QRCODE]),
        EngineNames(.microQRCode, zxing: QZ_ZXING_MICRO_QR_CODE),
        EngineNames(.rmqrCode, zxing: QZ_ZXING_RMQR_CODE),
        EngineNames(.sqCode, zbar: [ZBAR_SQCODE]),
        EngineNames(.dataMatrix, zxing: QZ_ZXING_DATA_MATRIX),
        EngineNames(.aztec, zxing: QZ_ZXING_AZTEC),
        EngineNames(.maxiCode, zxing: QZ_ZXING_MAXICODE),
        EngineNames(.pdf417, zxing: QZ_ZXING_PDF417),
        EngineNames(.microPDF417, zxing: QZ_ZXING_MICRO_PDF417),
    ]

    private static let bySymbology = Dictionary(uniqueKeysWithValues: all.map { ($0.symbology, $0) })

    /// The names of `symbology`; nil for one that neither library knows.
    static func of(_ symbology: Symbology) -> EngineNames? { bySymbology[symbology] }

    private static let byFormat = Dictionary(
        uniqueKeysWithValues: all.filter { $0.zxingReport != 0 }.map { ($0.zxingReport, $0.symbology) })

    /// The symbology of one bit of qz_zxing_reader.h; nil for other numbers.
    static func symbology(zxingFormat: UInt32) -> Symbology? { byFormat[zxingFormat] }

    private static let byType = Dictionary(
        uniqueKeysWithValues: all.flatMap { names in names.zbarReports.map { ($0.rawValue, names.symbology) } })

    /// The symbology of a zbar type; nil for types that are not a symbology, or that are unknown here.
    static func symbology(zbarType: zbar_symbol_type_t) -> Symbology? { byType[zbarType.rawValue] }
}

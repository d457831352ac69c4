import CZXing
import Symbols

/// Which engine reads which symbology in this build.
public enum SymbologySupport {
    /// The engines that read `symbology`; empty when none does.
    public static func engines(for symbology: Symbology) -> Set<EngineKind> {
        var engines: Set<EngineKind> = []
        if zbar.contains(symbology) { engines.insert(.zbar) }
        if zxing.contains(symbology) { engines.insert(.zxing) }
        if own.contains(symbology) { engines.insert(.own) }
        return engines
    }

    /// Every symbology that some engine reads: what is on by default.
    public static let readable: Set<Symbology> = zbar.union(zxing).union(own)

    /// The version of zxing-cpp that this build was made with, for example `1.4.0`.
    public static var zxingVersion: String { String(cString: qz_zxing_version()) }

    /// What `engine` reads.
    static func symbologies(of engine: EngineKind) -> Set<Symbology> {
        switch engine {
        case .zxing: zxing
        case .zbar: zbar
        case .own: own
        }
    }

    private static let own = LinearEngine.readable.union(MatrixEngine.readable).union(QREngine.readable).union(
        MicroPDF417Engine.readable)

    private static let zbar: Set<Symbology> = [
        .ean13, .ean8, .upcA, .upcE, .ean5, .ean2, .code39, .code93, .code128, .gs1_128, .itf, .itf14, .codabar,
        .dataBar, .dataBarExpanded, .qrCode, .sqCode,
    ]

    private static let zxing: Set<Symbology> = {
        let formats = qz_zxing_formats()
        return Set(Symbology.allCases.filter { zxingFormats(for: $0) & formats != 0 })
    }()

    /// The bits of qz_zxing_reader.h that have to be on to read `symbology`; 0 when the shim has none.
    static func zxingFormats(for symbology: Symbology) -> UInt32 {
        let formats: Int =
            switch symbology {
            // One symbol with another name: a UPC-A is an EAN-13 that starts with 0.
            case .ean13, .upcA: QZ_ZXING_EAN_13 | QZ_ZXING_UPC_A
            case .ean8: QZ_ZXING_EAN_8
            case .upcE: QZ_ZXING_UPC_E
            // Add-ons are read together with the symbol that they belong to.
            case .ean5, .ean2: QZ_ZXING_EAN_13 | QZ_ZXING_UPC_A | QZ_ZXING_EAN_8 | QZ_ZXING_UPC_E
            case .code39: QZ_ZXING_CODE_39
            case .code93: QZ_ZXING_CODE_93
            case .code128, .gs1_128: QZ_ZXING_CODE_128
            case .itf, .itf14: QZ_ZXING_ITF
            case .codabar: QZ_ZXING_CODABAR
            case .dataBar: QZ_ZXING_DATABAR
            case .dataBarLimited: QZ_ZXING_DATABAR_LIMITED
            case .dataBarExpanded: QZ_ZXING_DATABAR_EXPANDED
            case .dxFilmEdge: QZ_ZXING_DX_FILM_EDGE
            case .qrCode: QZ_ZXING_QR_CODE
            case .microQRCode: QZ_ZXING_MICRO_QR_CODE
            case .rmqrCode: QZ_ZXING_RMQR_CODE
            case .dataMatrix: QZ_ZXING_DATA_MATRIX
            case .aztec: QZ_ZXING_AZTEC
            case .pdf417: QZ_ZXING_PDF417
            case .maxiCode: QZ_ZXING_MAXICODE
            case .dataBarStacked: QZ_ZXING_DATABAR_STACKED
            case .dataBarExpandedStacked: QZ_ZXING_DATABAR_EXPANDED_STACKED
            case .telepen: QZ_ZXING_TELEPEN
            case .microPDF417: QZ_ZXING_MICRO_PDF417
            case .sqCode: 0
            }
        return UInt32(formats)
    }

    /// The symbology of one bit of qz_zxing_reader.h; nil for a number that is none.
    static func symbology(zxingFormat: UInt32) -> Symbology? {
        switch Int(zxingFormat) {
        case QZ_ZXING_AZTEC: .aztec
        case QZ_ZXING_CODABAR: .codabar
        case QZ_ZXING_CODE_39: .code39
        case QZ_ZXING_CODE_93: .code93
        case QZ_ZXING_CODE_128: .code128
        case QZ_ZXING_DATABAR: .dataBar
        case QZ_ZXING_DATABAR_EXPANDED: .dataBarExpanded
        case QZ_ZXING_DATA_MATRIX: .dataMatrix
        case QZ_ZXING_EAN_8: .ean8
        case QZ_ZXING_EAN_13: .ean13
        case QZ_ZXING_ITF: .itf
        case QZ_ZXING_MAXICODE: .maxiCode
        case QZ_ZXING_PDF417: .pdf417
        case QZ_ZXING_QR_CODE: .qrCode
        case QZ_ZXING_UPC_A: .upcA
        case QZ_ZXING_UPC_E: .upcE
        case QZ_ZXING_MICRO_QR_CODE: .microQRCode
        case QZ_ZXING_RMQR_CODE: .rmqrCode
        case QZ_ZXING_DX_FILM_EDGE: .dxFilmEdge
        case QZ_ZXING_DATABAR_LIMITED: .dataBarLimited
        case QZ_ZXING_DATABAR_STACKED: .dataBarStacked
        case QZ_ZXING_DATABAR_EXPANDED_STACKED: .dataBarExpandedStacked
        case QZ_ZXING_TELEPEN: .telepen
        case QZ_ZXING_MICRO_PDF417: .microPDF417
        default: nil
        }
    }
}

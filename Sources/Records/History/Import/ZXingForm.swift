import Files
import Formats
import Foundation
import Symbols

extension TableForm {
    /// What ZXing's Barcode Scanner exports (zxing, `HistoryManager.buildHistory`): text, shown text, format, milliseconds, date, details;
    /// no names.
    static let zxing = TableForm(
        recognises: { cells in
            cells.count >= 4 && ZXingFormat.symbology(cells[2]) != nil && Int64(cells[3]) != nil
        }, column: nil,
        draft: { row throws(UserError) in
            var draft = try ZXingFormat.draft(row["2"] ?? "", milliseconds: Int64(row["3"] ?? ""))
            guard let text = row["0"], !text.isEmpty else { throw UserError("there is no text") }
            draft.setContent(bytes: nil, text: text, charset: nil)
            draft.setSource("Barcode Scanner")
            draft.setNote(row["5"])
            return draft
        })
}

/// The names that zxing and programs made with it give to symbologies.
enum ZXingFormat {
    private static let names: [String: Symbology] = [
        "aztec": .aztec, "codabar": .codabar, "code39": .code39, "code93": .code93, "code128": .code128,
        "databar": .dataBar, "databarexpanded": .dataBarExpanded, "databarlimited": .dataBarLimited,
        "datamatrix": .dataMatrix, "dxfilmedge": .dxFilmEdge, "ean8": .ean8, "ean13": .ean13, "itf": .itf,
        "maxicode": .maxiCode, "microqrcode": .microQRCode, "pdf417": .pdf417, "qrcode": .qrCode, "rmqrcode": .rmqrCode,
        "rss14": .dataBar, "rssexpanded": .dataBarExpanded, "upca": .upcA, "upce": .upcE,
    ]

    /// The symbology that `name` names, such as `QR_CODE`, `QRCode` or `EAN-13`; nil for none.
    static func symbology(_ name: String) -> Symbology? {
        names[String(name.lowercased().filter { $0.isLetter || $0.isNumber })]
    }

    static func draft(_ format: String, time: String) throws(UserError) -> ScanDraft {
        guard let moment = ImportedTime(time) else { throw UserError("“\(time.prefix(40))” is not a time") }
        return ScanDraft(symbology: try known(format), time: moment)
    }

    static func draft(_ format: String, milliseconds: Int64?) throws(UserError) -> ScanDraft {
        guard let milliseconds, milliseconds >= 0 else { throw UserError("there is no time") }
        return ScanDraft(
            symbology: try known(format), time: ImportedTime(Timestamp(milliseconds: milliseconds).date))
    }

    private static func known(_ format: String) throws(UserError) -> Symbology {
        guard let symbology = symbology(format) else {
            throw UserError("“\(format.prefix(40))” is not a known symbology")
        }
        return symbology
    }
}

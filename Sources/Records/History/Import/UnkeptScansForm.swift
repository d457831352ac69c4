import Files
import Foundation
import Symbols

extension ObjectForm {
    /// The scans that could not be kept when the program ended, see `ScanLines`.
    static let unkeptScans = ObjectForm(
        recognises: { $0["symbol"] is [String: Any] && $0["source"] is String },
        draft: { object throws(UserError) in
            guard let data = try? JSONSerialization.data(withJSONObject: object),
                let scan = ScanLines.scans(in: data).scans.first?.scan
            else { throw UserError("this is not an unsaved scan") }
            let content = scan.symbol.content
            var draft = ScanDraft(symbology: content.symbology, time: ImportedTime(scan.time))
            draft.setContent(bytes: content.bytes, text: content.text, charset: content.charset)
            draft.setIdentifier(content.identifier)
            draft.setAddOn(content.addOn)
            if let part = content.part { draft.setPart(number: part.index + 1, of: part.count, id: part.id) }
            draft.setCorners(scan.symbol.corners.corners.map { [$0.x, $0.y] })
            draft.setSource(scan.source)
            return draft
        })
}

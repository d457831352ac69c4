import Config
import Encoding
import Files
import Formats
import History
import Printing

extension LabelSource {
    /// Scans, the oldest first; their fields are those of their JSON, `payload.ssid` one of what it means, `field.shelf` one of the
    /// session's.
    package static func scans(_ selection: HistorySelection, of history: HistoryStore) -> LabelSource {
        LabelSource(fields: nil, examples: fields) { take in
            try history.forEachEntry(of: selection) { entry in
                let content = entry.scan.symbol.content
                let source = SymbolSource(text: content.text, bytes: content.bytes)
                try take(LabelRow(place: "scan \(entry.id)", code: source) { value($0, of: entry) })
            }
        }
    }

    private static let fields = [
        "text", "symbology", "kind", "summary", "time", "session", "note", "product", "tags", "quantity", "source",
        "id",
        "payload.NAME", "field.NAME",
    ]

    private static func value(_ name: String, of entry: HistoryEntry) -> String? {
        let content = entry.scan.symbol.content
        switch name {
        case "text": return content.text
        case "id": return String(entry.id)
        case "symbology": return content.symbology.rawValue
        case "kind": return entry.payload.kind.rawValue
        case "summary": return entry.payload.summary
        case "time": return Timestamp(entry.scan.time).description
        case "source": return entry.scan.source.withVisibleBytes
        case "quantity": return String(entry.tally.quantity)
        case "session": return entry.session?.name ?? ""
        case "note": return entry.remarks.note ?? ""
        case "product": return entry.remarks.product ?? ""
        case "tags": return entry.remarks.tags.joined(separator: ", ")
        default: break
        }
        if name.hasPrefix("payload.") {
            return entry.payload.fields.first { $0.key == name.dropFirst(8) }?.value
        }
        return name.hasPrefix("field.") ? entry.fields[String(name.dropFirst(6))] : nil
    }
}

extension PageLayout {
    /// The sheet of a name or number; the user's own come first.
    ///
    /// - Throws: `UserError` where there is none, or its sizes do not fit.
    package static func sheet(_ name: String, own: [LabelSettings]) throws(UserError) -> PageLayout {
        guard let settings = own.first(where: { $0.name == name }) else { return try LabelSheet.named(name).layout }
        return try settings.layout
    }

    /// The labels that a template is made for: a roll by its size, as `50x30`, or a sheet by its name.
    ///
    /// - Throws: `UserError` where there are none.
    package static func template(_ size: String, own: [LabelSettings]) throws(UserError) -> PageLayout {
        if !own.contains(where: { $0.name == size }), let roll = try? roll(size) { return roll }
        return try sheet(size, own: own)
    }
}

extension LabelSettings {
    /// Where its labels lie.
    ///
    /// - Throws: `UserError` for sizes that are none, or do not fit.
    package var layout: PageLayout {
        get throws(UserError) {
            do throws(UserError) {
                return try .grid(
                    name: name, page: try PaperSize(page), columns: columns, rows: rows, label: try PaperSize(label),
                    left: left, top: top, gutter: (gutterX, gutterY))
            } catch {
                throw UserError("settings, [label.\(name)]: \(error)")
            }
        }
    }
}

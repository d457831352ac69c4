import Payloads
import Places
import Symbols
import Surface
import Widgets

/// What a scan of the history means, for the pane beside the list.
package struct HistoryPreview: OptionalModelPart, Hashable {
    /// The scan's number in the history.
    let id: Int64
    let payload: Payload

    package init(id: Int64, payload: Payload) { (self.id, self.payload) = (id, payload) }

    /// Whether a window with this many columns has room for it beside the list.
    package static func fits(width: Int) -> Bool { width >= 120 }

    /// The list and the pane beside it; no pane where there is no room for both.
    static func panes(_ area: Rect) -> (list: Rect, preview: Rect?) {
        guard fits(width: area.width) else { return (area, nil) }
        let width = min(area.width * 2 / 5, 72)
        let list = Rect(x: area.x, y: area.y, width: area.width - width, height: area.height)
        return (list, Rect(x: list.right, y: area.y, width: width, height: area.height))
    }

    private static let labelWidth = 14

    /// What is known of `row`: what it means as soon as that is loaded, and at once what its row says.
    static func blocks(of row: HistoryRow, _ context: RenderContext) -> [TextBlock] {
        let preview = context.model[HistoryPreview?.self]
        let payload = preview?.id == row.id ? preview?.payload : nil
        var blocks = payload.map { $0.warnings.map { TextBlock("! \($0.message)", .warning) } } ?? []
        if let kind = payload?.kind ?? row.kind { blocks.append(TextBlock(kind.title, .strong)) }
        if let payload, !payload.fields.isEmpty {
            blocks += payload.fieldBlocks(showsSecrets: false, labelWidth: labelWidth)
        } else {
            blocks.append(TextBlock(row.summary, maximumLines: 100))
        }
        func add(_ label: String, _ value: String) {
            blocks.append(TextBlock(value, label: label, labelWidth: labelWidth, maximumLines: 20))
        }
        if let product = row.product { add("Product", product) }
        blocks.append(.empty)
        add("Symbology", row.symbology.traits.title)
        add("Scanned", "\(context.day(row.time)) \(context.clock(row.time))")
        if !row.source.isEmpty { add("Source", row.source) }
        return blocks + row.remarkBlocks(context, labelWidth: labelWidth)
    }
}

extension Payload {
    /// Its fields, a line or more each.
    ///
    /// - Parameter showsSecrets: whether secrets are shown; else they are masked.
    func fieldBlocks(showsSecrets: Bool, labelWidth: Int) -> [TextBlock] {
        fields.map { fieldBlock($0, showsSecrets: showsSecrets, labelWidth: labelWidth) }
    }

    /// A field's value, with its label and note.
    func fieldBlock(_ field: PayloadField, showsSecrets: Bool, labelWidth: Int) -> TextBlock {
        let value = showsSecrets ? field.value : field.maskedValue
        var block = TextBlock(
            field.note.map { "\(value)  (\($0))" } ?? value, label: field.label, labelWidth: labelWidth,
            maximumLines: 400)
        if value == harmlessAddress, field.note == nil { block.link = value }
        return block
    }
}

extension HistoryRow {
    /// How often and when last it was scanned, and what people added to it, below a heading; empty where there is nothing.
    func remarkBlocks(_ context: RenderContext, labelWidth: Int) -> [TextBlock] {
        var lines: [(String, String)] = []
        if quantity != 1 { lines.append(("Quantity", String(quantity))) }
        if let lastSeen { lines.append(("Last seen", "\(context.day(lastSeen)) \(context.clock(lastSeen))")) }
        if let session { lines.append(("Session", session)) }
        if let position = PositionRecording.text(of: fields) { lines.append(("Position", position)) }
        if let grade = ScanGrade(fields) { lines.append(("Print quality", grade.text)) }
        let shown = PositionRecording.fieldNames + ScanGrade.fieldNames
        lines += fields.filter { !shown.contains($0.key) }.sorted { $0.key < $1.key }.map {
            ($0.key.prefix(1).uppercased() + $0.key.dropFirst(), $0.value)
        }
        if !tags.isEmpty { lines.append(("Tags", tags.joined(separator: ", "))) }
        if let note { lines.append(("Note", note)) }
        if isPinned { lines.append(("Pinned", "never deleted automatically")) }
        guard !lines.isEmpty else { return [] }
        return [.empty, TextBlock("History", .strong)]
            + lines.map { TextBlock($0.1, label: $0.0, labelWidth: labelWidth, maximumLines: 100) }
    }
}

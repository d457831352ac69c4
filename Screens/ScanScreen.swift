import Formats
import Lookup
import Payloads
import Surface
import Symbols
import Widgets

/// One scan, whole: every field, the text, the exact bytes, and what can be done with it.
package struct ScanScreen: TextScreen {
    let id: Int64
    private let scan: Scan
    private let payload: Payload
    /// Of the product that it is; nil for what is none.
    private let product: ProductNumber?
    private let picture: String?
    /// What the history knows of it; nil for nothing.
    private var row: HistoryRow?
    /// Whether all actions are listed, not only the likeliest.
    private var listsAll = false
    private var list = ListView<ActionRow>()
    /// The place in the payload's fields of the selected field; nil while an action is selected.
    private var fieldIndex: Int?
    var text = TextView()
    private var showsSecrets = false
    private var showsBytes = false

    /// A row of the list of actions, with its number from 0.
    private struct ActionRow: ListRow {
        enum Deed {
            case action(PayloadAction)
            /// Lists the remaining actions.
            case listAll
            case toggleBytes
            /// What other features do with it.
            case effects([Effect])
        }

        let id: Int
        let title: String
        let deed: Deed
    }

    /// The most actions that are listed unasked.
    private static let maximumActions = 7

    private func actions(_ model: AppModel) -> [ActionRow] {
        var rows: [(title: String, deed: ActionRow.Deed)] = payload.mainActions.map { ($0.title, .action($0)) }
        if let product {
            // Behind the number, which is copied most.
            let collect: (String, ActionRow.Deed) = (
                "Add to a collection", .effects([.collection(.askAdding(ids: [id]))])
            )
            rows.insert(contentsOf: productActions(product, model) + [collect], at: min(1, rows.count))
        }
        rows.append((showsBytes ? "Hide the bytes" : "Show the bytes", .toggleBytes))
        if !listsAll, rows.count > Self.maximumActions {
            let shown = rows.prefix(Self.maximumActions - 1)
            rows = shown + [("\(rows.count - shown.count) more …", .listAll)]
        }
        return rows.enumerated().map { ActionRow(id: $0.offset, title: $0.element.title, deed: $0.element.deed) }
    }

    /// What can be done with the product, by what is known of it.
    private func productActions(_ number: ProductNumber, _ model: AppModel) -> [(String, ActionRow.Deed)] {
        var rows: [(String, ActionRow.Deed)] = []
        func add(_ title: String, _ effect: LookupEffect) { rows.append((title, .effects([.lookup(effect)]))) }
        switch model.lookup[number] {
        case .found(let hits)?:
            if let page = hits.first?.page {
                rows.append(("Open the product's page", .effects(Effect.purpose(of: page, model))))
            }
            if let facts = hits.first?.facts, ProductCover(facts) != nil { add("Show the cover", .askCover(number)) }
            if hits.count > 1 { add("Choose the product", .askWhich(number)) }
        case .waiting?:
            add("Look up now", .retry(number))
            add("Do not look up", .drop(number))
        case .notFound?, .askable?, .notAsked?, nil: add("Look up the product", .ask(number))
        }
        add("Name the product", .askName(number))
        return rows
    }

    private var selectedField: PayloadField? { fieldIndex.map { payload.fields[$0] } }

    /// Shows the history's entry `id`, which holds `scan` and may be linked to the picture it was seen in.
    package init(id: Int64, scan: Scan, payload: Payload, picture: String? = nil, row: HistoryRow? = nil) {
        self.id = id
        self.scan = scan
        self.payload = payload
        product = ProductNumber(payload)
        self.picture = picture
        self.row = row
    }

    /// What people added to it has changed.
    mutating func update(_ row: HistoryRow) { self.row = row }

    package var context: KeyContext { .scan }

    /// What is asked for when it opens.
    package var opening: [Effect] { product.map { [.lookup(.recall($0))] } ?? [] }

    /// Selects and does actions, scrolls, or goes back.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        switch command {
        case .back: return [.pop]
        case .selectPrevious, .selectNext, .selectFirst, .selectLast: select(command, actions(model))
        case .pageUp, .pageDown, .halfPageUp, .halfPageDown, .findNext, .findPrevious: return scroll(command) ?? []
        case .reveal:
            guard payload.fields.contains(where: \.isSecret) else {
                return [.notice(Notice("This scan has no secrets"))]
            }
            showsSecrets.toggle()
        case .open:
            if let selectedField { return Effect.doing(.copy(selectedField), model) }
            switch list.current(in: actions(model))?.deed {
            case nil: return []
            case .action(let action): return Effect.doing(action, model, besides: payload.contentWarnings)
            case .listAll: listsAll = true
            case .toggleBytes: showsBytes.toggle()
            case .effects(let effects): return effects
            }
        case .copy:
            if let selectedField { return Effect.doing(.copy(selectedField), model) }
            guard let text = scan.symbol.content.text else {
                return [.notice(Notice("Binary content: save it to a file instead"))]
            }
            return [.file(.copy(text))]
        case .save:
            guard let saving = payload.actions.first(where: \.isSaving) else { return [] }
            return Effect.doing(saving, model)
        case .act: return Effect.purpose(of: payload, model)
        case .tryRules: return [.rule(.tryOut(id: id))]
        case .nextScan: return [.history(.openBeside(id: id, by: 1))]
        case .previousScan: return [.history(.openBeside(id: id, by: -1))]
        default: return [.asked(command, ofScan: id, among: [id]) ?? .run(command)]
        }
        return []
    }

    /// Selects another action or field: the fields lie above the first action.
    private mutating func select(_ command: Command, _ actions: [ActionRow]) {
        let last = payload.fields.count - 1
        switch (command, fieldIndex) {
        case (.selectPrevious, nil) where list.index(in: actions) ?? 0 == 0 && last >= 0: fieldIndex = last
        case (.selectPrevious, let index?): fieldIndex = max(0, index - 1)
        case (.selectNext, let index?): fieldIndex = index < last ? index + 1 : nil
        default:
            fieldIndex = nil
            Movement(command).map { list.move($0, in: actions) }
        }
        if let fieldIndex { text.show(block: headBlocks.count + fieldIndex) }
    }

    /// What this scan has nothing for.
    package func idle(_ model: AppModel) -> Set<Command> {
        var idle: Set<Command> = []
        if actions(model).isEmpty { idle.insert(.open) }
        if scan.symbol.content.text == nil, fieldIndex == nil { idle.insert(.copy) }
        if !payload.actions.contains(where: \.isSaving) { idle.insert(.save) }
        switch payload.purpose?.effect {
        case .open, .handOver, .handOverFile: if model.obstacles.opening != nil { idle.insert(.act) }
        case .join: if model.obstacles.joining != nil { idle.insert(.act) }
        default: if product == nil { idle.insert(.act) }
        }
        if !payload.fields.contains(where: \.isSecret) { idle.insert(.reveal) }
        if text.wanted.isEmpty { idle.formUnion([.findNext, .findPrevious]) }
        return idle
    }

    /// What the scan is for.
    package func label(of command: Command, _ model: AppModel) -> String? {
        switch command {
        case .act: product == nil ? payload.kind.purpose : "look up"
        case .open: selectedField.map { _ in "copy field" }
        case .copy: selectedField.map { _ in "copy field" }
        default: nil
        }
    }

    /// Selects an action, or does the one that is selected already; scrolls by the bars.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let (area, actions) = (panes(bounds, context).actions, actions(context.model))
        if area.contains(column, row) { fieldIndex = nil }
        if list.click(column, row, in: .framed(area), actions) == .activated {
            return handle(.open, model: context.model)
        }
        clickText(column, row, in: bounds, context)
        return []
    }

    /// Scrolls the actions where the mouse is on them, else the text.
    package mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        if panes(bounds, context).actions.contains(column, row) {
            list.wheel(by: notches, in: actions(context.model))
        } else {
            text.wheel(by: notches)
        }
        return []
    }

    /// Ends the scrolling at the last line.
    package mutating func fit(_ bounds: Rect, context: RenderContext) {
        fitText(bounds, context)
        list.fit(actions(context.model), in: .framed(panes(bounds, context).actions))
    }

    // MARK: - The text

    /// Bytes shown in the dump; the rest is counted. A symbol holds less than 8 KiB in practice.
    private static let longestDump = 4096

    private static let labelWidth = 14

    /// Everything to show, for `width` columns; what is masked is not found either.
    func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        let content = scan.symbol.content
        var blocks = headBlocks
        func add(_ label: String, _ value: String) {
            blocks.append(TextBlock(value, label: label, labelWidth: Self.labelWidth, maximumLines: 400))
        }
        blocks += payload.fields.enumerated().map { index, field in
            var block = payload.fieldBlock(field, showsSecrets: showsSecrets, labelWidth: Self.labelWidth)
            if index == fieldIndex { (block.role, block.labelRole) = (.selection, .selection) }
            return block
        }
        if let product { blocks += context.model.lookup.blocks(product, labelWidth: Self.labelWidth) }
        if showsSecrets, let password = OneTimePassword(payload) {
            let left = password.secondsLeft(at: context.now).map { "  (\($0) s left)" } ?? ""
            add("Current code", password.code(at: context.now) + left)
        }
        blocks += [.empty, TextBlock("Symbol", .strong)]
        add("Symbology", "\(content.symbology.traits.title)  \(content.identifier)")
        add("Scanned", "\(context.day(scan.time)) \(context.clock(scan.time))")
        add("Source", scan.source)
        if let charset = content.charset { add("Charset", charset) }
        if let addOn = content.addOn { add("Add-on", addOn) }
        if let picture { add("Picture", picture) }
        blocks += row?.remarkBlocks(context, labelWidth: Self.labelWidth) ?? []
        guard showsBytes else { return blocks }
        return blocks + [.empty, TextBlock("Bytes (\(content.bytes.count))", .strong)] + dump(width: width)
    }

    /// What stands above the fields: where a link leads, warnings, and the kind of content.
    private var headBlocks: [TextBlock] {
        var blocks =
            payload.linkTarget.map { target in
                [TextBlock(target.spelledDomain, .strong, label: "Leads to", labelWidth: Self.labelWidth)]
            } ?? []
        blocks += payload.warnings.map { TextBlock("! \($0.message)", .warning) }
        if payload.linkTarget != nil { blocks.append(.empty) }
        return blocks + [TextBlock(payload.kind.title, .strong)]
    }

    private func dump(width: Int) -> [TextBlock] {
        let bytes = scan.symbol.content.bytes
        if !showsSecrets, payload.fields.contains(where: \.isSecret) {
            return [TextBlock("hidden: they contain a secret")]
        }
        let lines = HexDump.lines(bytes.prefix(Self.longestDump), width: width)
        let dump = lines.isEmpty ? [] : [TextBlock(lines.joined(separator: "\n"), wraps: false)]
        if bytes.count <= Self.longestDump { return dump }
        return dump + [TextBlock("… \(bytes.count - Self.longestDump) more: save them to see all")]
    }

    // MARK: - Drawing

    /// Draws the fields above, the actions below.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let panes = panes(canvas.bounds, context)
        canvas.frame(panes.fields, context.theme[.border], title: "Scan \(id)  \(row?.product ?? payload.summary)")
        renderText(into: &canvas, context)
        text.drawSearch(into: &canvas, frame: panes.fields, theme: context.theme)
        canvas.frame(panes.actions, context.theme[.border], title: "Actions")
        list.render(actions(context.model), into: &canvas, area: .framed(panes.actions), theme: context.theme) {
            canvas, row, place in
            let style = fieldIndex == nil ? place.style(.text) : context.theme[.text]
            canvas.write(row.title, x: place.rect.x + 1, y: place.rect.y, style, limit: place.rect.width - 2)
        }
    }

    private func panes(_ bounds: Rect, _ context: RenderContext) -> (fields: Rect, actions: Rect) {
        let body = bounds.aboveKeys
        let actionRows = min(actions(context.model).count, max(2, min(Self.maximumActions, (body.height - 2) / 3)))
        let fields = Rect(x: 0, y: 0, width: body.width, height: body.height - actionRows - 2)
        return (fields, Rect(x: 0, y: fields.bottom, width: body.width, height: actionRows + 2))
    }

    func textArea(_ bounds: Rect, _ context: RenderContext) -> ScrollArea {
        .framed(panes(bounds, context).fields, margin: 2)
    }
}

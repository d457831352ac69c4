import Formats
import Config
import Surface
import Widgets

/// What config.toml holds, section by section: each setting with its value, what it may be and what it is for.
package struct SettingsScreen: Screen {
    private var tabs = TabBar(SettingsCatalog.sections.map { $0.prefix(1).uppercased() + $0.dropFirst() })
    /// The list of each section.
    private var lists = [ListView<SettingsContent.Row>](
        repeating: ListView(), count: SettingsCatalog.sections.count)

    package init() {}

    package var context: KeyContext { .settings }

    private func rows(_ model: AppModel) -> [SettingsContent.Row] {
        model.settings.rows.filter { $0.id.section == SettingsCatalog.sections[tabs.current] }.map(model.withInForce)
    }

    /// Moves through sections and settings, and asks for changes.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        let rows = rows(model)
        if let movement = Movement(command) {
            lists[tabs.current].move(movement, in: rows)
            return []
        }
        switch command {
        case .back: return [.pop]
        case .find: return find(in: model)
        case .nextTab: tabs.move(by: 1)
        case .previousTab: tabs.move(by: -1)
        case .open, .increase, .decrease, .resetSetting:
            // It may have been repaired meanwhile.
            if model.settings.problem != nil { return [.settings(.reload)] }
            guard let row = lists[tabs.current].current(in: rows) else { return [] }
            return change(row, command)
        default: return [.run(command)]
        }
        return []
    }

    /// Asks which of all settings is meant; that one is changed then.
    private func find(in model: AppModel) -> [Effect] {
        if model.settings.problem != nil { return [.settings(.reload)] }
        let rows = model.settings.rows.map(model.withInForce)
        return [
            .pick(
                Pick(
                    title: "Find a setting",
                    options: rows.map { .init($0.id.description, $0.id.key, detail: $0.item.help) }
                ) { [edits = rows.map { ($0.id.description, $0.edit) }] chosen in
                    edits.first { $0.0 == chosen }.map { [$0.1] } ?? []
                })
        ]
    }

    private func change(_ row: SettingsContent.Row, _ command: Command) -> [Effect] {
        switch command {
        case .open: return [row.edit]
        case .resetSetting:
            guard row.value != nil else { return [.notice(Notice("\(row.id) is not set in the file"))] }
            return [.settings(.reset(row.id))]
        default:
            guard let value = row.stepped(by: command == .increase ? 1 : -1) else {
                return [.notice(Notice("Press Enter to change this"))]
            }
            return [.settings(.set(row.id, value))]
        }
    }

    // MARK: - The mouse

    /// Shows the section that is clicked, selects a setting, or does with the selected one what Enter does.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        let layout = SettingsLayout(bounds)
        if tabs.click(column, row, in: layout.tabs) { return [] }
        let rows = rows(context.model)
        let click = lists[tabs.current].click(column, row, in: layout.list, rows)
        return click == .activated ? handle(.open, model: context.model) : []
    }

    /// Scrolls the list.
    package mutating func wheel(
        by notches: Int, column: Int, row: Int, in bounds: Rect, context: RenderContext
    ) -> [Effect] {
        lists[tabs.current].wheel(by: notches, in: rows(context.model))
        return []
    }

    // MARK: - Drawing

    /// Keeps the selected setting in sight.
    package mutating func fit(_ bounds: Rect, context: RenderContext) {
        lists[tabs.current].fit(rows(context.model), in: SettingsLayout(bounds).list)
    }

    /// Draws the sections, the settings of one, and what is known of the selected one.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let content = context.model.settings
        let layout = SettingsLayout(canvas.bounds)
        let theme = context.theme
        canvas.frame(layout.body, theme[.border], title: "Settings")
        let path = Canvas.fitting(" \(content.path) ", width: max(0, layout.body.width - 16))
        canvas.write(path, endingAt: layout.body.right - 2, y: layout.body.y, theme[.faint])
        tabs.render(into: &canvas, area: layout.tabs, theme: theme)
        let rows = rows(context.model)
        let column = min(rows.map { DisplayWidth.of($0.id.key) }.max() ?? 0, layout.list.content.width / 2) + 4
        lists[tabs.current].render(rows, into: &canvas, area: layout.list, theme: theme) { canvas, row, place in
            draw(row, into: &canvas, place, valueColumn: column, isLocked: content.problem != nil)
        }
        layout.drawRule(into: &canvas, theme: theme)
        var details = lists[tabs.current].current(in: rows)?.details(content.remarks) ?? []
        if let problem = content.problem {
            details = [
                TextBlock("! \(problem)", .warning),
                TextBlock("Fix the file first: until then, the defaults apply and no setting can be changed.", .strong),
            ]
        }
        TextView().render(details, into: &canvas, area: layout.details, theme: theme)
    }

    private func draw(
        _ row: SettingsContent.Row, into canvas: inout Canvas, _ place: RowPlace, valueColumn: Int, isLocked: Bool
    ) {
        let (x, y, width) = (place.rect.x, place.rect.y, place.rect.width)
        // Not by colours alone: what is set is marked, and so is what is wrong.
        let mark = row.problem != nil ? "!" : row.isChanged ? "●" : " "
        canvas.write(mark, x: x, y: y, place.style(row.problem == nil ? .key : .warning))
        canvas.write(
            row.id.key, x: x + 2, y: y, place.style(isLocked ? .faint : .text), limit: max(0, valueColumn - 3))
        canvas.write(
            row.shownValue, x: x + valueColumn, y: y,
            place.style(row.problem != nil ? .warning : row.isChanged || row.overriding != nil ? .strong : .faint),
            limit: max(0, width - valueColumn))
    }
}

/// Where the parts of the settings screen are: what is known of a setting beside the list, or below where that is too narrow.
struct SettingsLayout {
    let body: Rect
    let tabs: Rect
    let list: ScrollArea
    let details: ScrollArea
    /// The line between list and details.
    private let rule: Rect

    /// From this width on, the details are beside the list.
    private static let wide = 110

    init(_ bounds: Rect) {
        body = bounds.aboveKeys
        let inside = body.inset(columns: 1, rows: 1)
        tabs = Rect(x: inside.x, y: inside.y, width: inside.width, height: min(1, inside.height))
        // A row is left free below the sections where there are enough.
        let top = tabs.bottom + (inside.height >= 14 ? 1 : 0)
        let rest = Rect(x: inside.x, y: top, width: inside.width, height: max(0, inside.bottom - top))
        let listRect: Rect
        let detailsRect: Rect
        if bounds.width >= Self.wide {
            let side = min(60, rest.width * 2 / 5)
            listRect = Rect(x: rest.x, y: rest.y, width: rest.width - side, height: rest.height)
            rule = Rect(x: listRect.right, y: rest.y, width: 1, height: rest.height)
            detailsRect = Rect(x: rule.right, y: rest.y, width: side - 1, height: rest.height)
        } else {
            let rows = min(rest.height / 2, rest.height >= 16 ? 8 : 4)
            listRect = Rect(x: rest.x, y: rest.y, width: rest.width, height: max(0, rest.height - rows - 1))
            rule = Rect(x: rest.x, y: listRect.bottom, width: rest.width, height: min(1, rest.height))
            detailsRect = Rect(x: rest.x, y: rule.bottom, width: rest.width, height: rows)
        }
        list = ScrollArea(listRect.inset(columns: 1, rows: 0))
        details = ScrollArea(detailsRect.inset(columns: 1, rows: 0))
    }

    func drawRule(into canvas: inout Canvas, theme: Theme) {
        for y in rule.y..<max(rule.y, rule.bottom) {
            for x in rule.x..<max(rule.x, rule.right) { canvas.set(x, y, rule.width > 1 ? "─" : "│", theme[.border]) }
        }
    }
}

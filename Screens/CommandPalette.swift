import Formats
import Surface
import Widgets

/// Commands, found by a part of what they do: the key of each, and why it cannot be done now.
struct CommandPalette: Sendable {
    /// A command in the list.
    struct Row: FuzzyRow {
        let command: Command
        let text: String
        /// What there is to say beside it, where there is room; may be empty.
        let detail: String
        let keys: String
        let keywords: String
        let refusal: String?

        var id: String { command.name }
        var name: String { command.name }
        var searched: String { "\(text) \(detail) \(command.name) \(keywords)" }
    }

    /// Where details begin: beside the longest title of the menu.
    private static let detailColumn = 16

    private let title: String
    var list: FuzzyList<Row>

    /// Every command but those that only move: those that `stack` listens to now come first, those that cannot be done now last, with the
    /// reason.
    init(on stack: ScreenStack, context: RenderContext) {
        let places = [stack.context] + context.keys.contexts.filter { $0 != stack.context }
        let rows = Self.rows(of: places, on: stack, context) { row in
            row.command.isNavigation ? nil : (row.title, "")
        }
        title = "Commands"
        list = FuzzyList(rows.filter { $0.refusal == nil } + rows.filter { $0.refusal != nil })
    }

    /// What the menu has, each with its name before what it does; typing finds every command.
    init(menuOn stack: ScreenStack, context: RenderContext) {
        title = "Menu"
        let menu = Self.rows(of: context.keys.contexts, on: stack, context) { row in
            row.menuTitle.isEmpty ? nil : (row.menuTitle, row.title)
        }
        let known = Set(menu.map(\.command))
        let others = Self.rows(of: context.keys.contexts, on: stack, context) { row in
            row.command.isNavigation || known.contains(row.command) ? nil : (row.title, "")
        }
        list = FuzzyList(menu, others: others)
    }

    /// The commands that `text` has a text for, and what there is to say beside it.
    private static func rows(
        of places: [KeyContext], on stack: ScreenStack, _ context: RenderContext,
        _ text: (CommandRow) -> (String, detail: String)?
    ) -> [Row] {
        let keys = context.keys
        var seen: Set<Command> = [.palette, .menu]
        var rows: [Row] = []
        for place in places {
            for row in keys.rows(in: place) {
                guard let (text, detail) = text(row), seen.insert(row.command).inserted else { continue }
                let elsewhere =
                    stack.leads(to: row.command, keys) ? nil : "only on the screen “\(place.title)”"
                rows.append(
                    Row(
                        command: row.command, text: text, detail: detail == text ? "" : detail,
                        keys: keys.keys(for: row.command, in: place).shownNames,
                        keywords: row.keywords, refusal: elsewhere ?? context.refusal(row.command)))
            }
        }
        return rows
    }

    func render(into canvas: inout Canvas, theme: Theme) {
        list.render(into: &canvas, title: title, sign: ":", nothing: "No matching command.", theme: theme) {
            canvas, row, place in
            let keys = Canvas.fitting(row.keys, width: place.rect.width / 3)
            let room = place.rect.width - DisplayWidth.of(keys) - 2
            let isPossible = row.refusal == nil
            // Why not is read before what it would do: it has at least half of the row.
            let reason = row.refusal.map { " – \($0)" } ?? ""
            let textRoom = max(room - DisplayWidth.of(reason), room / 2)
            var used = canvas.write(
                row.text, x: place.rect.x, y: place.rect.y, place.style(isPossible ? .text : .faint),
                limit: isPossible ? room : textRoom)
            let detailRoom = room - Self.detailColumn
            if isPossible, DisplayWidth.of(row.detail) <= detailRoom {
                used = Self.detailColumn
                canvas.write(
                    row.detail, x: place.rect.x + used, y: place.rect.y, place.style(.faint), limit: detailRoom)
            }
            canvas.write(
                reason, x: place.rect.x + used, y: place.rect.y, place.style(.faint), limit: max(0, room - used))
            canvas.write(
                keys, endingAt: place.rect.right, y: place.rect.y, place.style(isPossible ? .key : .faint))
        }
    }
}

extension Command {
    /// Whether it only moves on the screen at hand, or leads back from it: nobody looks for that by a name.
    package var isNavigation: Bool { Movement(self) != nil || Self.steps.contains(self) }

    private static let steps: Set<Command> = [
        .open, .back, .clear, .nextTab, .previousTab, .increase, .decrease, .boxUp, .boxDown, .boxLeft, .boxRight,
    ]
}

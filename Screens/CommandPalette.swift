import Formats
import Surface
import Widgets

/// Every command, found by a part of what it does: its key, and why it cannot be done now.
struct CommandPalette: Sendable {
    /// A command in the list.
    struct Row: FuzzyRow {
        let command: Command
        let text: String
        let keys: String
        let refusal: String?

        var id: String { command.name }
        var name: String { command.name }
        var searched: String { "\(text) \(command.name)" }
    }

    var list: FuzzyList<Row>

    /// The commands that `screen` listens to come first; those that cannot be done now last, with the reason: those of other
    /// screens say which.
    init(on screen: KeyContext, context: RenderContext) {
        var seen: Set<Command> = [.palette]
        var rows: [Row] = []
        for place in [screen] + context.keys.contexts.filter({ $0 != screen }) {
            for row in context.keys.rows(in: place) where seen.insert(row.command).inserted {
                let keys = context.keys.keys(for: row.command, in: place).shownNames
                let elsewhere = place == screen ? nil : "only on the screen “\(place.title)”"
                rows.append(
                    Row(
                        command: row.command, text: row.help, keys: keys,
                        refusal: elsewhere ?? context.refusal(row.command)))
            }
        }
        list = FuzzyList(rows.filter { $0.refusal == nil } + rows.filter { $0.refusal != nil })
    }

    func render(into canvas: inout Canvas, theme: Theme) {
        list.render(into: &canvas, title: "Commands", sign: ":", nothing: "No matching command.", theme: theme) {
            canvas, row, place in
            let keys = Canvas.fitting(row.keys, width: place.rect.width / 3)
            let room = place.rect.width - DisplayWidth.of(keys) - 2
            let isPossible = row.refusal == nil
            // Why not is read before what it would do: it has at least half of the row.
            let reason = row.refusal.map { " – \($0)" } ?? ""
            let textRoom = max(room - DisplayWidth.of(reason), room / 2)
            let used = canvas.write(
                row.text, x: place.rect.x, y: place.rect.y, place.style(isPossible ? .text : .faint),
                limit: isPossible ? room : textRoom)
            canvas.write(
                reason, x: place.rect.x + used, y: place.rect.y, place.style(.faint), limit: max(0, room - used))
            canvas.write(
                keys, endingAt: place.rect.right, y: place.rect.y, place.style(isPossible ? .key : .faint))
        }
    }
}

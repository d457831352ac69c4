import Surface
import Symbols
import Widgets

extension KeyContext {
    package static let sessionSetup = KeyContext(title: "New session")
}

extension Command {
    package static let startSession = Command("start-session")
}

/// What a session is started with.
package struct SessionRequest: Sendable, Hashable {
    package var name: String
    /// The path of its check-list; empty for none.
    package var checkList: String
    /// What a symbol is that comes again; nil if that was left as it is.
    package var repeats: ScanRepeats?
}

/// What a new session needs: its name, and what is counted against.
package struct SessionScreen: FormScreen {
    var form: Form
    /// What repeated codes are unless another is chosen.
    private let repeats: ScanRepeats
    /// The names of sessions that can be resumed.
    private let earlier: [String]

    /// An empty form.
    ///
    /// - Parameter beginsAtList: whether its check-list is typed first; default false.
    package init(repeats: ScanRepeats, earlier: [String], beginsAtList: Bool = false) {
        (self.repeats, self.earlier) = (repeats, earlier)
        form = Form(
            title: "New session",
            fields: [
                .text("name", label: "Name", placeholder: "e.g. Aisle 4, or a check-list's file"),
                .text("list", label: "Check-list", isPath: true, placeholder: "none; CSV of text, quantity, name"),
                .choice(
                    "repeats", label: "Repeated codes", ScanRepeats.allCases.map(\.detail),
                    selected: ScanRepeats.allCases.firstIndex(of: repeats) ?? 0),
            ])
        if beginsAtList { form.focus(on: "list") }
    }

    package var context: KeyContext { .sessionSetup }

    static var useCommand: Command { .startSession }

    mutating func formChanged() -> [Effect] { [] }

    /// Does what keys ask for.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        switch command {
        case .back: [.pop]
        case .startSession: use()
        default: [.run(command)]
        }
    }

    func use() -> [Effect] {
        let values = form.values
        var list = values.text("list").trimmingBlanks
        var name = values.text("name").trimmingBlanks
        if list.isEmpty, Self.isCheckList(name) { (list, name) = (name, "") }
        // A list is often called what is counted: aisle-4.csv.
        if name.isEmpty, let file = list.split(separator: "/").last {
            name = file.split(separator: ".").first.map(String.init) ?? ""
        }
        guard !name.isEmpty else { return [.notice(Notice("The session needs a name", isWarning: true))] }
        let chosen = ScanRepeats.allCases[values.choice("repeats") ?? 0]
        return [
            .session(
                .start(
                    SessionRequest(
                        name: name, checkList: list,
                        repeats: chosen == repeats ? nil : chosen)))
        ]
    }

    /// Whether what was typed as a name is the path of a check-list.
    private static func isCheckList(_ name: String) -> Bool {
        [".csv", ".tsv", ".txt"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Gives the keys to the field that is clicked.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        _ = form.click(column: column, row: row, in: Self.area(bounds))
        return []
    }

    private static func area(_ bounds: Rect) -> Rect {
        Rect(x: 1, y: 1, width: min(72, bounds.width - 2), height: max(0, min(6, bounds.height - 5)))
    }

    /// Draws the form, and below it which sessions can be resumed.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let area = Self.area(canvas.bounds)
        var facts: [(text: String, role: Role)] = [
            ("A session groups scans. Search for session:\"NAME\" to find them.", .faint)
        ]
        if !earlier.isEmpty {
            facts += [("", .text), ("To resume an earlier session, type its name:", .faint)]
            facts += earlier.map { ("  \($0)", .text) }
        }
        renderForm(
            into: &canvas, frame: canvas.bounds.aboveKeys, area: area, facts: facts,
            in: Rect(
                x: 2, y: area.bottom + 1, width: canvas.width - 4, height: max(0, canvas.height - area.bottom - 3)),
            context.theme)
    }
}

extension ScanRepeats {
    /// What people call it.
    package var title: String {
        switch self {
        case .each: "each is a scan"
        case .count: "count"
        case .unique: "only new ones"
        }
    }

    /// What it does with a code that comes again.
    package var detail: String {
        switch self {
        case .each: "each one is saved as a new scan"
        case .count: "adds to the quantity; a digit sets it"
        case .unique: "saves nothing; shows the earlier scan"
        }
    }
}

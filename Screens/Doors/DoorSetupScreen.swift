import Surface
import Widgets

extension KeyContext {
    package static let doorSetup = KeyContext(title: "New event")
}

extension Command {
    package static let makeEvent = Command("make-event")
}

/// What a new event needs.
package struct DoorSetupScreen: FormScreen {
    var form: Form
    private static let admissions: [(value: String, title: String)] = [
        ("once", "once"), ("in-and-out", "in and out"), ("2", "2 times"), ("3", "3 times"), ("5", "5 times"),
        ("10", "10 times"),
    ]

    package init(_ form: Form) { self.form = form }

    /// A form with nothing but the time that is proposed: `2026-12-24 19:30`.
    package init(begins: String) {
        form = Form(
            title: "New event",
            fields: [
                .text("name", label: "Name", placeholder: "e.g. Movie night"),
                .text("list", label: "Guest list", isPath: true, placeholder: "none; CSV, or one code per line"),
                .text("begins", label: "Begins", LineEditor(begins), placeholder: "2026-12-24 19:30"),
                .check("needsList", label: "Listed guests only"),
                .choice("admission", label: "Each ticket admits", Self.admissions.map(\.title)),
                .text("doors", label: "Doors", placeholder: "one; or names: North, South"),
                .number("before", label: "Minutes before", 60, in: 0...100_000).rare(),
                .number("after", label: "Minutes after", 60, in: 0...100_000).rare(),
                .check("oneByOne", label: "Groups one by one").rare(),
                .check("sharedSeats", label: "Seats may be shared").rare(),
                .text("keys", label: "Keys", placeholder: "all; or ids: 2026-a, 2026-b").rare(),
                .text("accept", label: "Third-party tickets", placeholder: "none; hc1, shc, uic, jws, bcbp, list")
                    .rare(),
                .text("flight", label: "Flight", placeholder: "of boarding passes (bcbp): LH400@326").rare(),
                .text("ledger", label: "Ledger", placeholder: "none; host=db dbname=tickets").rare(),
            ])
    }

    package var context: KeyContext { .doorSetup }

    static var useCommand: Command { .makeEvent }

    mutating func formChanged() -> [Effect] { [.door(.typed(form))] }

    /// Does what keys and clicks ask for.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        switch command {
        case .back: [.pop]
        case .makeEvent: use()
        default: [.run(command)]
        }
    }

    func use() -> [Effect] {
        let values = form.values
        let name = values.text("name").trimmingBlanks
        guard !name.isEmpty else { return [.notice(Notice("The event needs a name", isWarning: true))] }
        let doors = Self.list(values.text("doors"))
        let admission = Self.admissions[values.choice("admission") ?? 0]
        let request = DoorRequest(
            name: name, begins: values.text("begins").trimmingBlanks, before: values.number("before") ?? 60,
            after: values.number("after") ?? 60, admission: admission.value,
            isOneByOne: values.isChecked("oneByOne"), sharesSeats: values.isChecked("sharedSeats"),
            needsList: values.isChecked("needsList"), doors: doors.isEmpty ? ["Door"] : doors,
            list: values.text("list").trimmingBlanks, keys: Self.list(values.text("keys")),
            accept: Self.list(values.text("accept")), flight: values.text("flight").trimmingBlanks,
            ledger: values.text("ledger").trimmingBlanks)
        return [.confirm(question(request, admits: admission.title))]
    }

    /// Asks before anything is created: Enter is pressed early.
    private func question(_ request: DoorRequest, admits: String) -> Confirmation {
        let time =
            request.begins.isEmpty
            ? "No time: tickets are valid at any time."
            : "Begins \(request.begins). Doors open \(request.before) minutes before and close \(request.after) minutes after."
        let list =
            request.list.isEmpty
            ? "No guest list. F4 imports one later." : "Guest list: \(request.list)"
        let doors = request.doors.count == 1 ? "One door" : "Doors: \(request.doors.joined(separator: ", "))"
        return Confirmation(
            title: "Create “\(request.name)”?",
            lines: [.strong(list), .text(time), .text("Each ticket admits \(admits). \(doors).")],
            yes: [.door(.make(request))])
    }

    /// What stands between commas.
    private static func list(_ text: String) -> [String] {
        text.split(separator: ",").map { String($0).trimmingBlanks }.filter { !$0.isEmpty }
    }

    /// Gives the keys to the field that is clicked.
    package mutating func click(column: Int, row: Int, in bounds: Rect, context: RenderContext) -> [Effect] {
        form.click(column: column, row: row, in: Self.area(bounds)) ? formChanged() : []
    }

    private static func area(_ bounds: Rect) -> Rect {
        Rect(x: 1, y: 1, width: min(72, bounds.width - 2), height: max(0, bounds.height - 4))
    }

    /// Draws the form, and what the rules are.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let area = Self.area(canvas.bounds)
        renderForm(
            into: &canvas, frame: canvas.bounds.aboveKeys, area: area,
            facts: [("A ticket that states its own time is valid at that time.", .faint)],
            in: Rect(x: 2, y: area.bottom, width: canvas.width - 4, height: 1), context.theme)
    }
}

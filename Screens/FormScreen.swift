import Surface
import Widgets

/// A screen that is a form with what comes of it beside it. Characters and what moves in texts go to the form; other keys that are bound ask for
/// commands.
protocol FormScreen: Screen {
    /// What is filled in.
    var form: Form { get set }
    /// Something was entered: what the program is to do.
    mutating func formChanged() -> [Effect]
    /// What was filled in is to be used.
    func use() -> [Effect]
}

extension FormScreen {
    package var isTyping: Bool { true }

    /// What is typed goes to the form; Enter, Esc and what else is bound to another key is a command.
    package mutating func type(_ key: Key, isBound: Bool) -> [Effect]? {
        isBound && !key.isForForms ? nil : take(form.handle(key))
    }

    /// Pasted text goes into the field that has the keys.
    package mutating func paste(_ text: String) -> [Effect]? {
        form.paste(text)
        return formChanged()
    }

    /// The paths that a typed one may become.
    package mutating func complete(_ candidates: [String], for path: String) -> [Effect] {
        form.take(candidates, for: path)
        return formChanged()
    }

    /// Draws the form below its title, and elsewhere lines about it, as many as fit.
    func renderForm(
        into canvas: inout Canvas, area: Rect, facts: [(text: String, role: Role)], in factsArea: Rect, _ theme: Theme
    ) {
        canvas.write(form.title, x: 0, y: 0, theme[.strong], limit: area.width)
        form.render(into: &canvas, area: area, theme: theme)
        for (row, fact) in facts.prefix(factsArea.height).enumerated() {
            canvas.write(fact.text, x: factsArea.x, y: factsArea.y + row, theme[fact.role], limit: factsArea.width)
        }
    }

    private mutating func take(_ outcome: Form.Outcome) -> [Effect] {
        switch outcome {
        case .completing(let path): [.file(.complete(path: path))]
        case .cancelled: [.pop]
        case .submitted: use()
        case .editing: formChanged()
        }
    }
}

extension Key {
    /// Whether a form takes it though something else is bound to it: characters, and what moves and deletes in texts.
    fileprivate var isForForms: Bool {
        switch self {
        case .character, .left, .right, .up, .down, .home, .end, .shiftLeft, .shiftRight, .tab, .backTab, .backspace,
            .delete, .control("u"):
            true
        default: false
        }
    }
}

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
    /// Uses what was filled in; Enter asks for it, except on a row that opens something.
    static var useCommand: Command { get }
    /// Whether Enter goes on to the next field instead; default no.
    var entersNext: Bool { get }
}

extension FormScreen {
    package var isTyping: Bool { true }

    var entersNext: Bool { false }

    /// What is typed goes to the form; Enter, Esc and what else is bound to another key is a command.
    package mutating func type(_ key: Key, isBound: Bool) -> [Effect]? {
        if let effects = open(with: key) { return effects }
        if key == .enter, entersNext {
            form.focusNext()
            return []
        }
        return isBound && !key.isForForms ? nil : take(form.handle(key))
    }

    /// What Enter does on the field that has the keys.
    package func label(of command: Command, _ model: AppModel) -> String? {
        guard command == Self.useCommand else { return nil }
        if form.isOnMore { return "show or hide" }
        if entersNext { return "next field" }
        return form.longChoice == nil ? nil : "list"
    }

    /// Opens what Enter, or a letter in a long choice, opens; nil if the field opens nothing.
    private mutating func open(with key: Key) -> [Effect]? {
        if key == .enter, form.isOnMore { return take(form.handle(key)) }
        guard let field = form.longChoice else { return nil }
        switch key {
        case .enter: return [.pick(pick(of: field))]
        case .character(let letter) where letter.isLetter || letter.isNumber:
            return [.pick(pick(of: field, typed: String(letter)))]
        default: return nil
        }
    }

    private func pick(of field: Form.LongChoice, typed: String = "") -> Pick {
        let options = field.titles.enumerated().map { Pick.Option("\($0)", $1) }
        return Pick(title: field.label, options: options, selected: "\(field.selected)", typed: typed) {
            [.screen(.choose(field: field.id, option: Int($0) ?? 0))]
        }
    }

    /// Takes what was chosen in the list of a long choice.
    package mutating func choose(_ option: Int, of field: String) -> [Effect] {
        form.choose(option, of: field)
        let effects = formChanged()
        form.focusNext()
        return effects
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

    /// Draws a frame with the form's title, the form in it, and elsewhere in it lines about the form, as many as fit.
    func renderForm(
        into canvas: inout Canvas, frame: Rect, area: Rect, facts: [(text: String, role: Role)], in factsArea: Rect,
        _ theme: Theme
    ) {
        canvas.frame(frame, theme[.border], title: form.title)
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

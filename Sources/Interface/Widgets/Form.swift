import Surface

/// Fields below each other, one of which takes the keys.
///
///     var form = Form(title: "Make a code", hint: "Enter makes it.", fields: [
///         .text("text", label: "Text", isRequired: true),
///         .text("file", label: "File", LineEditor("code.png", history: files), isPath: true),
///         .choice("kind", label: "Symbology", ["QR Code", "Code 128"]),
///         .number("margin", label: "Margin", 4, in: 0...20),
///         .check("invert", label: "Inverted").rare(),
///     ])
///     switch form.handle(key) {
///     case .editing: break
///     case .completing(let path): form.take(completer.candidates(for: path), for: path)   // at once, or when they are there
///     case .submitted(let values): … values.text("file") … form.reject("file", because: "There is no such folder") …
///     case .cancelled: …
///     }
///     form.renderDialog(into: &canvas, theme: theme)    // in a box of its own, or form.render(into:area:theme:)
///
/// Fields that are `rare` follow a row “More…”, which Space, Right and Enter open.
///
/// Tab completes a path where there is something to complete; otherwise Tab and Down go to the next field, Shift-Tab and Up to the one
/// before, once a field's history has ended. Enter hands in what was entered, unless a field's own rule is broken, which is said below it.
package struct Form: Sendable, Hashable {
    /// What a key led to.
    package enum Outcome: Sendable, Hashable {
        case editing
        /// The paths that this one may become are wanted: `take` takes them.
        case completing(String)
        /// What was entered; the form stays as it is, so that it can be rejected.
        case submitted(FormValues)
        case cancelled
    }

    package let title: String
    /// What there is to know before; wrapped.
    package let hint: String
    /// The fields, from the top.
    package private(set) var fields: [FormField]
    /// The number of the field that takes the keys.
    package private(set) var focus = 0 {
        didSet { if focus != oldValue, fields.indices.contains(focus) { fields[focus].enter() } }
    }
    /// The paths that the focused text may become.
    package private(set) var completion: Completion?

    /// A form whose first field takes the keys.
    package init(title: String, hint: String = "", fields: [FormField]) {
        (self.title, self.hint, self.fields) = (title, hint, Self.arranged(fields, isOpen: false))
    }

    /// The common fields, then “More…” and the rare ones, where there are any.
    private static func arranged(_ fields: [FormField], isOpen: Bool) -> [FormField] {
        let rare = fields.filter(\.isRare)
        return rare.isEmpty ? fields : fields.filter { !$0.isRare } + [.more(isOpen: isOpen)] + rare
    }

    /// Whether the rarely used fields are shown.
    private var isOpen: Bool { fields.contains { $0.control == .more(isOpen: true) } }

    /// Whether a field is shown now: what was entered always is.
    func shows(_ field: FormField) -> Bool {
        if field.isChanged || field.problem != nil { return true }
        if field.isRare, !isOpen { return false }
        guard let condition = field.condition,
            case .choice(let choice)? = fields.first(where: { $0.id == condition.field })?.control
        else { return true }
        return condition.titles.contains(choice.title)
    }

    /// Whether the row “More…” has the keys.
    package var isOnMore: Bool { focused == FormField.moreID }

    package var values: FormValues { FormValues(fields) }

    /// Shows other fields from now on; the one of the same name keeps the keys, else the first has them.
    package mutating func show(_ fields: [FormField]) {
        let focused = self.fields.indices.contains(focus) ? self.fields[focus].id : nil
        self.fields = Self.arranged(fields, isOpen: isOpen)
        focus = self.fields.firstIndex { $0.id == focused } ?? 0
    }

    /// The id of the field that takes the keys; nil if there is none.
    package var focused: String? { fields.indices.contains(focus) ? fields[focus].id : nil }

    /// A choice with more options than people step through.
    package struct LongChoice: Sendable, Hashable {
        package let id: String, label: String
        package let titles: [String]
        /// The number of what is chosen.
        package let selected: Int
    }

    /// Choices of more options are chosen from a list.
    private static let longestStepped = 12

    /// The long choice that has the keys; nil if another field has them.
    package var longChoice: LongChoice? {
        guard fields.indices.contains(focus), case .choice(let choice) = fields[focus].control,
            choice.options.count > Self.longestStepped
        else { return nil }
        let field = fields[focus]
        return LongChoice(id: field.id, label: field.label, titles: choice.options, selected: choice.selected)
    }

    /// Chooses an option of the choice called `id` by its number; nothing where there is no such one.
    package mutating func choose(_ option: Int, of id: String) {
        guard let index = fields.firstIndex(where: { $0.id == id }), case .choice(let choice) = fields[index].control
        else { return }
        fields[index].control = .choice(ChoiceField(choice.options, selected: option))
        fields[index].problem = nil
    }

    /// Gives the keys to the field called `id`; where there is none, they stay.
    package mutating func focus(on id: String) {
        completion = nil
        focus = fields.firstIndex { $0.id == id } ?? focus
    }

    /// Shows what is typed into secret fields, or does so no more.
    package mutating func reveal(_ isShown: Bool) {
        for index in fields.indices where fields[index].isSecret {
            guard case .text(var editor) = fields[index].control else { continue }
            editor.reveal(isShown)
            fields[index].control = .text(editor)
        }
    }

    /// Takes a key.
    package mutating func handle(_ key: Key) -> Outcome {
        if key == .tab { return complete() }
        completion = nil
        switch key {
        case .escape, .control("c"): return .cancelled
        case .enter where isOnMore:
            fields[focus].toggleMore()
            return .editing
        case .enter: return submit()
        default: break
        }
        if fields.indices.contains(focus), fields[focus].handle(key) { return .editing }
        switch key {
        case .down: moveFocus(by: 1)
        case .up, .backTab: moveFocus(by: -1)
        default: break
        }
        return .editing
    }

    /// Takes pasted text into the field that has the keys.
    package mutating func paste(_ text: String) {
        completion = nil
        if fields.indices.contains(focus) { fields[focus].paste(text) }
    }

    /// Says what is wrong with a field, and gives it the keys; nothing where there is no such field.
    package mutating func reject(_ id: String, because problem: String) {
        guard let index = fields.firstIndex(where: { $0.id == id }) else { return }
        fields[index].problem = problem
        focus = index
        completion = nil
    }

    private mutating func submit() -> Outcome {
        for index in fields.indices { fields[index].problem = fields[index].ownProblem }
        if let wrong = fields.firstIndex(where: { $0.problem != nil }) {
            focus = wrong
            return .editing
        }
        return .submitted(values)
    }

    /// Gives the keys to the next field that is shown.
    package mutating func focusNext() { moveFocus(by: 1) }

    /// Moves the focus by this many fields; after the last comes the first.
    private mutating func moveFocus(by places: Int) {
        completion = nil
        let shown = fields.indices.filter { shows(fields[$0]) || $0 == focus }
        guard let place = shown.firstIndex(of: focus) else { return }
        focus = shown[((place + places % shown.count) + shown.count) % shown.count]
    }

    // MARK: - Completion

    /// The path that has the keys; nil if something else has them.
    package var focusedPath: LineEditor? {
        guard fields.indices.contains(focus), fields[focus].isPath, case .text(let editor) = fields[focus].control
        else {
            return nil
        }
        return editor
    }

    private mutating func complete() -> Outcome {
        guard let editor = focusedPath else {
            moveFocus(by: 1)
            return .editing
        }
        guard var known = completion else { return .completing(editor.head) }
        setPath(known.next(), of: editor)
        completion = known
        return .editing
    }

    /// Takes the paths that `path` may become. What was asked for before something else was typed is left aside.
    ///
    /// One takes the text's place; of several the text becomes what all begin with, they are shown below it, and each further Tab takes the
    /// next of them. Where there is none, the next field gets the keys.
    package mutating func take(_ candidates: [String], for path: String) {
        guard let editor = focusedPath, editor.head.utf8.elementsEqual(path.utf8), completion == nil else { return }
        let found = Completion(candidates: candidates)
        let common = found.commonPrefix
        if common.utf8.count > path.utf8.count {
            setPath(common, of: editor)
        } else if candidates.count < 2 {
            return moveFocus(by: 1)
        }
        if candidates.count > 1 { completion = found }
    }

    private mutating func setPath(_ path: String, of editor: LineEditor) {
        var editor = editor
        editor.replaceHead(by: path)
        fields[focus].control = .text(editor)
        fields[focus].problem = nil
    }

    // MARK: - The mouse

    /// Gives the keys to the field at a cell of `area`, where the form was drawn: a box is checked by it, a choice goes on, the cursor of a
    /// text goes there. Nothing is handed in by the mouse. False when there is no field.
    @discardableResult
    package mutating func click(column: Int, row: Int, in area: Rect) -> Bool {
        let layout = layout(in: area)
        guard layout.area.content.contains(column, row) else { return false }
        let index = layout.first + row - layout.area.content.y
        guard layout.rows.indices.contains(index), case .field(let number) = layout.rows[index] else { return false }
        if number != focus { completion = nil }
        focus = number
        let x = column - layout.area.content.x - layout.controlColumn
        guard x >= 0 else { return true }
        switch fields[number].control {
        case .text(var editor):
            completion = nil
            editor.click(column: x, width: layout.area.content.width - layout.controlColumn)
            fields[number].control = .text(editor)
        case .choice, .check: _ = fields[number].handle(.character(" "))
        case .more: fields[number].toggleMore()
        case .number: break
        }
        return true
    }
}

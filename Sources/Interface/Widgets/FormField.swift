import Surface

/// A line of a form: a label, what is entered beside it, and what is wrong with that.
package struct FormField: Sendable, Hashable, Identifiable {
    /// What is entered.
    package enum Control: Sendable, Hashable {
        case text(LineEditor)
        case choice(ChoiceField)
        case number(NumberField)
        case check(Bool)
        /// The row that shows and hides the rarely used fields below it.
        case more(isOpen: Bool)
    }

    /// The titles of another field's choice with which this field is asked for.
    package struct Condition: Sendable, Hashable {
        let field: String
        let titles: [String]
    }

    /// What its value is called.
    package let id: String
    /// What stands beside it; may be empty if a form has only one.
    package let label: String
    /// What is entered.
    package internal(set) var control: Control
    /// Whether a text may not be empty.
    package let isRequired: Bool
    /// Whether a text is a path, which Tab completes.
    package let isPath: Bool
    /// Whether nobody is to read it from the screen, unless its owner wants to.
    package let isSecret: Bool
    /// Whether it stands below the row “More…”, hidden until that is opened or it differs from its default.
    package private(set) var isRare = false
    /// The choice on which it depends; nil if it is always asked for.
    package private(set) var condition: Condition?
    /// What was entered at the beginning.
    private let initial: Control
    /// An example of a text, shown faintly while there is none.
    package private(set) var placeholder = ""
    /// What is wrong with it, in a line below it; nil when nothing is known to be.
    package internal(set) var problem: String?

    private init(_ id: String, _ label: String, _ control: Control, isRequired: Bool = false, isPath: Bool = false) {
        self.id = id
        self.label = label
        (self.control, initial) = (control, control)
        self.isRequired = isRequired
        self.isPath = isPath
        if case .text(let editor) = control { isSecret = editor.isSecret } else { isSecret = false }
    }

    /// A line of text.
    package static func text(
        _ id: String, label: String = "", _ editor: LineEditor = LineEditor(), isRequired: Bool = false,
        isPath: Bool = false, placeholder: String = ""
    ) -> FormField {
        var field = FormField(id, label, .text(editor), isRequired: isRequired, isPath: isPath && !editor.isSecret)
        field.placeholder = placeholder
        return field
    }

    /// One of `options`.
    package static func choice(_ id: String, label: String, _ options: [String], selected: Int = 0) -> FormField {
        FormField(id, label, .choice(ChoiceField(options, selected: selected)))
    }

    /// A whole number.
    package static func number(
        _ id: String, label: String, _ value: Int, in range: ClosedRange<Int>, step: Int = 1
    ) -> FormField {
        FormField(id, label, .number(NumberField(value, in: range, step: step)))
    }

    /// Yes or no.
    package static func check(_ id: String, label: String, _ isOn: Bool = false) -> FormField {
        FormField(id, label, .check(isOn))
    }

    /// The row that shows and hides the fields that are rarely used.
    static func more(isOpen: Bool) -> FormField { FormField(moreID, "More…", .more(isOpen: isOpen)) }

    static let moreID = "more"

    /// Shows or hides the rarely used fields; nothing for another row.
    mutating func toggleMore() {
        if case .more(let isOpen) = control { control = .more(isOpen: !isOpen) }
    }

    /// The same field, below the row “More…”.
    package func rare() -> FormField {
        var field = self
        field.isRare = true
        return field
    }

    /// The same field, asked for only while the choice `field` is one of `titles`.
    package func only(with field: String, _ titles: [String]) -> FormField {
        var other = self
        other.condition = Condition(field: field, titles: titles)
        return other
    }

    /// Whether something else is entered than its default.
    package var isChanged: Bool {
        switch (control, initial) {
        case (.text(let now), .text(let before)): now.text != before.text
        case (.choice(let now), .choice(let before)): now.selected != before.selected
        case (.number(let now), .number(let before)): now.text != before.text
        default: control != initial
        }
    }

    /// Takes a key; false when it means nothing here.
    package mutating func handle(_ key: Key) -> Bool {
        let isTaken: Bool
        switch control {
        case .text(var editor):
            isTaken = editor.handle(key)
            control = .text(editor)
        case .choice(var choice):
            isTaken = choice.handle(key)
            control = .choice(choice)
        case .number(var number):
            isTaken = number.handle(key)
            control = .number(number)
        case .check(let isOn):
            isTaken = key == .character(" ")
            if isTaken { control = .check(!isOn) }
        case .more(let isOpen):
            isTaken = key == .character(" ") || key == (isOpen ? .left : .right)
            if isTaken { toggleMore() }
        }
        if isTaken { problem = nil }
        return isTaken
    }

    /// The same with what was entered into it before; nil if that is of another kind. A choice keeps its options, and what is chosen of
    /// them as far as there is such a one.
    package func with(_ entered: Control) -> FormField? {
        var field = self
        switch (control, entered) {
        case (.text(let mine), .text(let other)):
            field.control = mine.isSecret == other.isSecret ? entered : .text(mine.holding(other.text))
        case (.number, .number), (.check, .check): field.control = entered
        case (.choice(let mine), .choice(let other)):
            let index = mine.options.firstIndex(of: other.title)
            field.control = .choice(ChoiceField(mine.options, selected: index ?? mine.selected))
        default: return nil
        }
        return field
    }

    /// The same with `text` in it; nil if it is not a line of text.
    package func with(text: String) -> FormField? {
        guard case .text(let editor) = control else { return nil }
        return with(.text(editor.holding(text)))
    }

    /// It gets the keys.
    package mutating func enter() {
        guard case .number(var number) = control else { return }
        number.enter()
        control = .number(number)
    }

    /// Takes pasted text: a line of text all of it, a number its digits.
    package mutating func paste(_ text: String) {
        switch control {
        case .text(var editor):
            editor.paste(text)
            control = .text(editor)
            problem = nil
        case .number:
            for character in text.prefix(40) { _ = handle(.character(character)) }
        case .choice, .check, .more: break
        }
    }

    /// What is wrong by the field's own rules; nil when nothing is.
    package var ownProblem: String? {
        switch control {
        case .text(let editor): isRequired && editor.text.trimmingBlanks.isEmpty ? "This field is required" : nil
        case .number(let number): number.problem
        case .choice, .check, .more: nil
        }
    }
}

/// What was entered into a form, by the fields' ids.
package struct FormValues: Sendable, Hashable {
    private let controls: [String: FormField.Control]

    package init(_ fields: [FormField]) {
        controls = Dictionary(fields.map { ($0.id, $0.control) }) { first, _ in first }
    }

    /// The text of a field; empty if there is no such line of text.
    package func text(_ id: String) -> String {
        if case .text(let editor)? = controls[id] { editor.text } else { "" }
    }

    /// What was entered into a field; nil if there is no such one.
    package func control(_ id: String) -> FormField.Control? { controls[id] }

    /// The number of what was chosen, from 0; nil if there is no such choice, or nothing to choose.
    package func choice(_ id: String) -> Int? {
        if case .choice(let choice)? = controls[id], !choice.options.isEmpty { choice.selected } else { nil }
    }

    /// The number of a field; nil if there is no such one.
    package func number(_ id: String) -> Int? {
        if case .number(let number)? = controls[id] { number.value } else { nil }
    }

    /// Whether a box is checked; false if there is no such one.
    package func isChecked(_ id: String) -> Bool { controls[id] == .check(true) }
}

extension String {
    package var trimmingBlanks: String {
        var part = self[...]
        while let first = part.first, first.isWhitespace { part.removeFirst() }
        while let last = part.last, last.isWhitespace { part.removeLast() }
        return String(part)
    }
}

/// A field of a form.
package struct FormEntry: Sendable, Identifiable {
    /// The name of its option on the command line, without the dashes: `ssid`.
    package let id: String
    /// The name for display: `Network name`.
    package let label: String
    /// What to enter, in a line.
    package let help: String
    /// How it is entered.
    package let control: Control
    /// Whether nothing is composed without it.
    package let isRequired: Bool

    /// Where it is asked for only with one value of a choice; nil if it always is.
    package private(set) var condition: Condition?

    /// A choice that another field depends on.
    package struct Condition: Hashable, Sendable {
        /// The id of the choice.
        package let field: String
        /// The value that has to be chosen.
        package let value: String
    }

    /// Itself, asked for only with `value` of the choice `field`.
    func only(with field: String, _ value: String) -> FormEntry {
        var entry = self
        entry.condition = Condition(field: field, value: value)
        return entry
    }

    /// How a field is entered.
    package enum Control: Hashable, Sendable {
        case text(placeholder: String)
        case secret
        /// One of these; the first where none is chosen.
        case choice([Choice])
        /// Yes (`yes`) or nothing.
        case check
        case path
        case lines
    }

    /// What can be chosen.
    package struct Choice: Hashable, Sendable {
        /// The value that is entered: `wpa3`.
        package let value: String
        /// The name for display: `WPA3`.
        package let title: String

        /// Without a title the value is shown.
        init(_ value: String, _ title: String? = nil) { (self.value, self.title) = (value, title ?? value) }
    }

    init(_ id: String, _ label: String, _ help: String, _ control: Control, isRequired: Bool = false) {
        (self.id, self.label, self.help, self.control, self.isRequired) = (id, label, help, control, isRequired)
    }

    static func text(
        _ id: String, _ label: String, _ help: String, like placeholder: String = "", isRequired: Bool = false
    ) -> FormEntry {
        FormEntry(id, label, help, .text(placeholder: placeholder), isRequired: isRequired)
    }

    static func lines(_ id: String, _ label: String, _ help: String, isRequired: Bool = false) -> FormEntry {
        FormEntry(id, label, help, .lines, isRequired: isRequired)
    }

    static func choice(_ id: String, _ label: String, _ help: String, _ choices: [Choice]) -> FormEntry {
        FormEntry(id, label, help, .choice(choices))
    }
}

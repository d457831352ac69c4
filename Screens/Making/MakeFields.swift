import Artwork
import Composing
import Encoding
import Widgets

/// The fields of the Make screen: those of the content's form, then those of the kind of code. What was entered stays by a field's id, so that
/// another form or kind, and back, loses nothing.
struct MakeFields: Sendable {
    /// Content that is taken as it is, such as a scan's; nil if there is none.
    var exact: SymbolSource?
    /// How many entries of `forms` come before those of `PayloadForm`: one for exact content.
    private var firstForm: Int { exact == nil ? 0 : 1 }
    /// The number of the content's form; with `exact`, 0 is that.
    private(set) var content = 0
    private(set) var kind: SymbolKind
    private var entered: [String: FormField.Control] = [:]

    static let kinds = SymbolKind.all

    init(kind: String = "qr-code", form: String = PayloadForm.all.first?.id ?? "", exact: SymbolSource? = nil) {
        self.exact = exact
        self.kind = SymbolKind.named(kind) ?? Self.kinds[0]
        if exact == nil { content = PayloadForm.all.firstIndex { $0.id == form } ?? 0 }
    }

    /// The form of the content; nil if that is taken as it is.
    var form: PayloadForm? { content < firstForm ? nil : PayloadForm.all[content - firstForm] }

    var all: [FormField] {
        let titles = (exact == nil ? [] : ["As typed"]) + PayloadForm.all.map(\.title)
        var fields = [FormField.choice("content", label: "Content", titles, selected: content)]
        fields += shown.map(field)
        let kinds = Self.kinds
        fields.append(
            .choice(
                "kind", label: "Code", kinds.map(\.title), selected: kinds.firstIndex { $0.name == kind.name } ?? 0))
        fields += KindFields.main(kind)
        fields += KindFields.more(kind).map { $0.rare() }
        return fields.map { field in
            guard let control = entered[field.id], let known = field.with(control) else { return field }
            return known
        }
    }

    /// The entries of the form that are asked for with what was chosen.
    private var shown: [FormEntry] {
        form?.fields.filter { entry in
            guard let condition = entry.condition else { return true }
            guard let choice = form?.fields.first(where: { $0.id == condition.field }),
                case .choice(let choices) = choice.control, case .choice(let chosen)? = entered[Self.id(of: choice)]
            else { return false }
            return choices[chosen.selected].value == condition.value
        } ?? []
    }

    private func field(_ entry: FormEntry) -> FormField {
        let id = Self.id(of: entry)
        switch entry.control {
        case .text(let placeholder):
            return .text(id, label: entry.label, placeholder: placeholder.isEmpty ? "" : "e.g. \(placeholder)")
        case .lines:
            return .text(
                id, label: entry.label, LineEditor(isMultiline: true), placeholder: "Alt-Enter starts a new line")
        case .path: return .text(id, label: entry.label, isPath: true)
        case .secret: return .text(id, label: entry.label, LineEditor(isSecret: true))
        case .choice(let choices): return .choice(id, label: entry.label, choices.map(\.title))
        case .check: return .check(id, label: entry.label)
        }
    }

    /// What to enter into the field called `id`, in a line; nil for one that is not the form's.
    func help(_ id: String?) -> String? { form?.fields.first { Self.id(of: $0) == id }?.help }

    /// What the kind of code takes, while that is chosen; nil for another field.
    func contentHelp(_ id: String?) -> String? { id == "kind" ? "Takes \(kind.content.words)" : nil }

    /// The id of an entry's field; of another form's entry of that name, too, so that a title goes with whoever changes the form.
    static func id(of entry: FormEntry) -> String { "entry.\(entry.id)" }

    /// Takes what is entered now. True where other fields are to be shown.
    mutating func take(_ values: FormValues) -> Bool {
        let former = (content, kind.name, shown.map(\.id))
        for field in all { entered[field.id] = values.control(field.id) }
        content = values.choice("content") ?? content
        let chosen = values.choice("kind").map { Self.kinds[$0] } ?? kind
        if former.0 != content, let form, let proposed = SymbolKind.named(form.symbolKind) {
            kind = proposed
        } else {
            kind = chosen
        }
        for id in ["content", "kind"] { entered[id] = nil }
        return former != (content, kind.name, shown.map(\.id))
    }

    /// Enters `values` into the form of the name `id`.
    mutating func enter(_ values: [String: String], form id: String) {
        guard let index = PayloadForm.all.firstIndex(where: { $0.id == id }) else { return }
        content = index + firstForm
        for entry in PayloadForm.all[index].fields {
            guard let value = values[entry.id] else { continue }
            switch entry.control {
            case .text, .path, .secret, .lines:
                entered[Self.id(of: entry)] = field(entry).with(text: value).map(\.control)
            case .check: entered[Self.id(of: entry)] = .check(value == "yes")
            case .choice(let choices):
                let index = choices.firstIndex { $0.value == value } ?? 0
                entered[Self.id(of: entry)] = .choice(ChoiceField(choices.map(\.title), selected: index))
            }
        }
    }

    /// Empties what is secret in every form.
    mutating func forgetSecrets() {
        for form in PayloadForm.all {
            for entry in form.fields {
                if case .secret = entry.control { entered[Self.id(of: entry)] = nil }
            }
        }
    }

    /// Takes the kind that a content proposes, where the one that is chosen is none of those; true if that is another.
    mutating func propose(_ names: [String]) -> Bool {
        guard !names.contains(kind.name), let proposed = names.lazy.compactMap(SymbolKind.named).first else {
            return false
        }
        kind = proposed
        return true
    }

    /// Sets how it is made.
    mutating func choose(_ kind: SymbolKind, _ request: MakeRequest) {
        self.kind = kind
        let controls =
            [
                KindFields.controls(kind, request.options),
                KindFields.controls(request.style, distance: request.distance),
            ]
        for (id, control) in controls.joined() { entered[id] = control }
    }

    /// What was entered, by the ids of the form's entries; empty texts and choices that are the first are left out.
    func values(_ entered: FormValues) -> [String: String] {
        var values: [String: String] = [:]
        for entry in shown {
            let id = Self.id(of: entry)
            switch entry.control {
            case .text, .path, .secret, .lines:
                let text = entered.text(id)
                if !text.isEmpty { values[entry.id] = text }
            case .check: if entered.isChecked(id) { values[entry.id] = "yes" }
            case .choice(let choices):
                if let index = entered.choice(id), index > 0, choices.indices.contains(index) {
                    values[entry.id] = choices[index].value
                }
            }
        }
        return values
    }

    /// What is to be made of what was entered; nil if nothing was.
    ///
    /// - Parameter proposed: becomes the names of the kinds that the content is for, where it is for some only.
    /// - Throws: `FormError`: what is wrong with a field.
    func request(_ entered: FormValues, proposed: inout [String]) throws(FormError) -> MakeRequest? {
        var options = try KindFields.options(kind, entered)
        let style = try KindFields.style(entered)
        let distance = entered.number("distance") ?? 30
        guard let form else {
            guard let exact else { return nil }
            return MakeRequest(exact, kind: kind.name, options: options, style: style, distance: distance)
        }
        let values = values(entered)
        let typed = form.fields.contains { entry in
            if case .choice = entry.control { return false }
            return values[entry.id] != nil
        }
        guard typed else { return nil }
        // Screens read no files: who makes the code does.
        if let path = form.path(values) {
            return MakeRequest(
                .bytes([]), kind: kind.name, options: options, style: style, form: form.id, values: values,
                distance: distance, file: path)
        }
        let composed: ComposedContent
        do throws(FormError) {
            composed = try form.compose(values)
        } catch {
            throw FormError(error.field.map { "entry.\($0)" }, error.reason)
        }
        let source = SymbolSource(text: composed.text, bytes: composed.bytes)
        proposed = composed.symbolKinds
        options.level = options.level ?? composed.level
        return MakeRequest(
            source, kind: kind.name, options: options, style: style, form: form.id, values: values, distance: distance)
    }
}

extension PayloadForm {
    /// The path of the file that was entered; nil for forms without one.
    fileprivate func path(_ values: [String: String]) -> String? {
        fields.first { $0.control == .path }.flatMap { values[$0.id] }
    }
}

import Composing
import Encoding
import Surface
import Widgets

extension KeyContext {
    package static let making = KeyContext(title: "Make a code")
}

extension Command {
    package static let useCode = Command("use-code")
    package static let saveCode = Command("save-code")
    package static let copyCode = Command("copy-code")
    package static let printCode = Command("print-code")
    package static let enlargeCode = Command("enlarge-code")
    package static let makeAgain = Command("make-again")
    package static let fillIn = Command("fill-in")
    package static let revealTyped = Command("reveal-typed")
    package static let madeBefore = Command("made-before")
    package static let emptyForm = Command("empty-form")
}

/// Makes codes: what a code says is typed at the left, and the code follows each key at the right.
///
/// The keys of the form are its own; those that are bound here are others: Enter, Ctrl with letters, function keys.
package struct MakeScreen: FormScreen {
    package var comesBackAsLeft: Bool { true }
    private(set) var fields: MakeFields
    var form: Form
    /// What is wrong with what is typed; nil if nothing is, or nothing is typed.
    private(set) var problem: FormError?
    /// What is to be made of what is typed; nil if nothing can be.
    private(set) var request: MakeRequest?
    private var isRevealed = false

    package init() { self.init(fields: MakeFields()) }

    /// A screen that shows what was asked for before; without its form, its content is taken as it is.
    package init(_ request: MakeRequest) {
        var fields = MakeFields(exact: request.form.isEmpty ? request.source : nil)
        if !request.form.isEmpty { fields.enter(request.values, form: request.form) }
        if let kind = SymbolKind.named(request.kind) { fields.choose(kind, request) }
        self.init(fields: fields)
    }

    private init(fields: MakeFields) {
        self.fields = fields
        form = Form(title: "Make a code", fields: fields.all)
        if let entry = fields.form?.fields.first { form.focus(on: MakeFields.id(of: entry)) }
        update()
    }

    package var context: KeyContext { .making }

    static var useCommand: Command { .useCode }

    package var opening: [Effect] { effects }

    /// Fills in the form called `id`.
    package mutating func enter(_ values: [String: String], form id: String) -> [Effect] {
        fields.enter(values, form: id)
        form.show(fields.all)
        update()
        return effects
    }

    mutating func formChanged() -> [Effect] {
        let former = request
        if fields.take(form.values) {
            form.show(fields.all)
            form.reveal(isRevealed)
        }
        update()
        return request == former && problem == nil ? [] : effects
    }

    private mutating func update() {
        (request, problem) = (nil, nil)
        var proposed: [String] = []
        do throws(FormError) {
            request = try fields.request(form.values, proposed: &proposed)
        } catch {
            problem = error
        }
        // Whoever chooses another kind is told by the maker why it does not hold this.
        guard form.focused != "kind", fields.propose(proposed) else { return }
        form.show(fields.all)
        form.reveal(isRevealed)
        update()
    }

    private var effects: [Effect] { [.making(request.map(MakingEffect.preview) ?? .clear)] }

    /// Does what keys and clicks ask for.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        switch command {
        case .back:
            // It comes back as it is left, but for passwords: nobody knows who comes next.
            isRevealed = false
            fields.forgetSecrets()
            form.show(fields.all)
            update()
            return [.pop]
        case .useCode: return use()
        case .saveCode: return withRequest { .making(.askSaving($0)) }
        case .copyCode: return withRequest { .making(.copyText($0)) }
        case .printCode: return withRequest { .making(.print($0)) }
        case .enlargeCode: return withRequest { .making(.showLarge($0)) }
        case .madeBefore: return [.making(.askMade)]
        case .fillIn: return fillIn()
        case .revealTyped:
            isRevealed.toggle()
            form.reveal(isRevealed)
            return []
        case .emptyForm:
            self = MakeScreen()
            return effects
        default: return [.run(command)]
        }
    }

    private func withRequest(_ effect: (MakeRequest) -> Effect) -> [Effect] {
        if let request { return [effect(request)] }
        return [.notice(Notice(problem?.reason ?? "No code yet: type something first", isWarning: problem != nil))]
    }

    private func fillIn() -> [Effect] {
        switch fields.form?.id {
        case "wifi": [.making(.askNetwork)]
        case "gs1": [.making(.askIdentifier)]
        default:
            [.notice(Notice("Only Wi-Fi and GS1 can be filled in: choose one of them"))]
        }
    }

    /// Asks what to do with the code.
    func use() -> [Effect] {
        withRequest { request in
            .pick(
                Pick(
                    title: "What to do with this code",
                    options: [
                        .init("save", "Save", detail: "PNG, SVG, PDF, EPS, text"),
                        .init("print", "Print", detail: "on sheets or rolls of labels"),
                        .init("large", "Enlarge to fill the window", detail: "for scanning with a phone"),
                        .init("text", "Copy as text", detail: "block characters, for a message"),
                        .init("picture", "Copy as a picture", detail: "to the desktop's clipboard"),
                    ]
                ) {
                    switch $0 {
                    case "save": [.making(.askSaving(request))]
                    case "print": [.making(.print(request))]
                    case "large": [.making(.showLarge(request))]
                    case "text": [.making(.copyText(request))]
                    default: [.making(.copyPicture(request))]
                    }
                })
        }
    }
}

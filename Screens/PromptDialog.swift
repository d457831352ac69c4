import Surface
import Widgets

/// A prompt that is on the screen, with what is typed so far.
struct PromptDialog: Sendable {
    /// What a key led to.
    enum Outcome: Sendable {
        case typing
        /// The paths that this one may become are wanted: `take` takes them.
        case completing(String)
        case answered(String)
        case left
    }

    let prompt: Prompt
    private var form: Form
    /// Whether the next key is written down by its name.
    private var isQuoting = false

    private static let field = "path"

    /// A prompt with its suggestion, and what it was answered before, the newest first.
    init(_ prompt: Prompt, history: [String] = []) {
        self.prompt = prompt
        let editor = LineEditor(prompt.text, history: history, isSecret: prompt.content == .secret)
        form = Form(
            title: prompt.title, hint: prompt.hint,
            fields: [
                .text(Self.field, editor, isRequired: prompt.content == .path, isPath: prompt.content == .path)
            ])
    }

    /// Takes a key that edits or ends it; an answer that is blank is refused by the form.
    mutating func handle(_ key: Key) -> Outcome {
        if prompt.content == .keys, key == .control("v") || isQuoting {
            if isQuoting { write(key) }
            isQuoting.toggle()
            return .typing
        }
        return switch form.handle(key) {
        case .editing: .typing
        case .completing(let path): .completing(path)
        case .submitted(let values):
            .answered(prompt.content == .path ? values.text(Self.field).trimmingBlanks : values.text(Self.field))
        case .cancelled: .left
        }
    }

    /// Writes the name of a key behind what is typed, a blank between.
    private mutating func write(_ key: Key) {
        let typed = form.values.text(Self.field)
        form.paste(typed.isEmpty || typed.hasSuffix(" ") ? key.name : " \(key.name)")
    }

    /// Says below the answer what is wrong with it.
    mutating func reject(because problem: String) { form.reject(Self.field, because: problem) }

    /// Takes pasted text.
    mutating func paste(_ text: String) { form.paste(text) }

    /// Takes the paths that `path` may become.
    mutating func take(_ candidates: [String], for path: String) { form.take(candidates, for: path) }

    /// Puts the cursor where the mouse is.
    mutating func click(column: Int, row: Int, in bounds: Rect) {
        form.clickDialog(column: column, row: row, in: bounds)
    }

    func render(into canvas: inout Canvas, theme: Theme) { form.renderDialog(into: &canvas, theme: theme) }
}

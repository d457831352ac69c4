import Services
import Composing

/// What `make --list-payloads` prints.
enum FormList {
    /// A line for each form with what it makes, and one for each of its options.
    static func print() {
        for form in PayloadForm.all {
            Output.line(padded(form.id, 12) + padded(form.title, 28) + form.symbolKind)
            let width = (form.fields.map { usage(of: $0).count }.max() ?? 0) + 2
            for field in form.fields {
                Output.line(
                    "    " + padded(usage(of: field), width) + field.help + (field.isRequired ? " (required)" : ""))
            }
        }
    }

    private static func usage(of field: FormEntry) -> String {
        switch field.control {
        case .check: "--\(field.id)"
        case .secret: "--\(field.id) - | --\(field.id)-file FILE"
        case .path: "--\(field.id) FILE"
        case .choice(let choices): "--\(field.id) " + choices.map(\.value).joined(separator: "|")
        case .text, .lines: "--\(field.id) TEXT"
        }
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

import Services
import Composing

/// What `make --list-payloads` prints.
enum FormList {
    /// A line for each form with what it makes, and one for each of its options.
    static func print() {
        for form in PayloadForm.all {
            Output.line(form.id.padded(12) + form.title.padded(28) + form.symbolKind)
            let width = (form.fields.map { usage(of: $0).count }.max() ?? 0) + 2
            for field in form.fields {
                Output.line(
                    "    " + usage(of: field).padded(width) + field.help + (field.isRequired ? " (required)" : ""))
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
}

import Formats
import Payloads

/// What was entered, checked as far as all fields of a control are alike.
struct Entries {
    /// The longest value, in bytes: no symbol holds more.
    static let longestValue = 8192

    private let values: [String: String]
    private let fields: [FormEntry]
    private let readFile: PayloadForm.FileReader?

    /// - Throws: `FormError` for a value that is missing, too long, none of the choices, or holds control characters.
    init(
        _ values: [String: String], of fields: [FormEntry], readFile: PayloadForm.FileReader?
    ) throws(FormError) {
        (self.values, self.fields, self.readFile) = (values, fields, readFile)
        for field in fields { try Self.check(values[field.id] ?? "", of: field) }
    }

    /// The value without white space at both ends; empty where nothing was entered. Line breaks are U+000A.
    subscript(_ id: String) -> String {
        let bytes = ArraySlice(Array(exact(id).utf8)).trimmed
        return bytes.contains(0x0D) ? bytes.lines.map(\.text).joined(separator: "\n") : bytes.text
    }

    func exact(_ id: String) -> String { values[id] ?? "" }

    func isChecked(_ id: String) -> Bool { values[id] == "yes" }

    /// What was chosen: the first choice where nothing was.
    func choice(_ id: String) -> String {
        if !self[id].isEmpty { return self[id] }
        guard case .choice(let choices) = fields.first(where: { $0.id == id })?.control else { return "" }
        return choices.first?.value ?? ""
    }

    /// The bytes of the file that a field names.
    func file(_ id: String) throws(FormError) -> [UInt8] {
        guard let readFile else { throw FormError(id, "no file can be read here: enter text in another form") }
        return try readFile(exact(id))
    }

    /// Refuses the fields that only go with a choice that was not made.
    func refuse(_ ids: [String], because reason: String) throws(FormError) {
        if let id = ids.first(where: { !self[$0].isEmpty }) { throw FormError(id, reason) }
    }

    private static func check(_ value: String, of field: FormEntry) throws(FormError) {
        func problem(_ reason: String) -> FormError { FormError(field.id, reason) }
        guard !value.utf8Slice.trimmed.isEmpty else {
            if field.isRequired, value.isEmpty || field.control != .lines {
                throw problem("it is missing: \(field.help.prefix(1).lowercased() + field.help.dropFirst())")
            }
            return
        }
        guard value.utf8.count <= longestValue else {
            throw problem("it has \(value.utf8.count) bytes, but no code holds more than \(longestValue): shorten it")
        }
        switch field.control {
        case .text, .secret:
            if value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                throw problem("it contains a line break or another control character: enter one line of plain text")
            }
        case .choice(let choices):
            guard choices.contains(where: { $0.value == value }) else {
                throw problem("it must be one of \(choices.map(\.value).joined(separator: ", "))")
            }
        case .check:
            guard value == "yes" else { throw problem("it must be yes, or left out") }
        case .path, .lines: break
        }
    }
}

extension String {
    /// Without white space, hyphens and points, as numbers are written in groups.
    var withoutGrouping: String {
        String(
            String.UnicodeScalarView(unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "-" && $0 != "." }))
    }

    /// Whether it is made of ASCII digits only; true for the empty text.
    var isDigits: Bool { utf8.allSatisfy(ASCII.isDigit) }

    /// Whether it holds control characters other than line breaks and tabs.
    var hasOtherControls: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\r" && $0 != "\t" }
    }
}

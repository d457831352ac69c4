import Composing
import Symbols

/// What people fill into forms: the first byte chooses the form, the rest are the values of its fields, one a line of U+001E.
enum FormFuzzing {
    private static let separator: UInt8 = 0x1E

    /// Composes, and has the registry explain what came of it.
    static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let form = PayloadForm.all[Int(first) % PayloadForm.all.count]
        let parts = bytes.dropFirst().split(separator: separator, omittingEmptySubsequences: false)
        var values: [String: String] = [:]
        var file: [UInt8] = []
        for (field, part) in zip(form.fields, parts) where !part.isEmpty {
            values[field.id] = value(String(decoding: part, as: UTF8.self), of: field)
            if field.control == .path { file = Array(part) }
        }
        do throws(FormError) {
            let content = try form.compose(values) { _ in file }
            precondition(!content.bytes.isEmpty, "a content without bytes")
            precondition(content.text.map { Array($0.utf8) == content.bytes } ?? true, "a text of other bytes")
            let again = try form.compose(values) { _ in file }
            precondition(again == content, "composed in two ways")
            _ = content.payload(as: .qrCode)
            _ = content.payload(as: .gs1_128, isGS1: true)
        } catch {
            Refusals.check(error.reason)
            precondition(
                error.field.map { id in form.fields.contains { $0.id == id } } ?? true, "a field of another form")
        }
    }

    /// Choices and checks are chosen by the first byte, as few texts are one of them.
    private static func value(_ text: String, of field: FormEntry) -> String {
        let index = Int(text.utf8.first ?? 0)
        switch field.control {
        case .choice(let choices) where index < 0x80: return choices[index % choices.count].value
        case .check where index < 0x80: return "yes"
        default: return text
        }
    }

    /// Several values for the fields of each form.
    static var seeds: [[UInt8]] {
        let texts = [
            "https://example.org/a?b=c", "Ana Ångström", "+49 30 123456", "2026-11-23", "14:30",
            "GB33BUKB20201555555555",
            "12.50", "4012345678901", "(01)04012345678901(10)AB", "ana@example.org", "JBSWY3DPEHPK3PXP", "52.5,13.4",
        ]
        return PayloadForm.all.indices.flatMap { index in
            (0..<3).map { turn in
                let values = PayloadForm.all[index].fields.indices.map {
                    Array(texts[($0 * 5 + turn * 4) % texts.count].utf8)
                }
                return [UInt8(index)] + values.joined(separator: [separator])
            }
        }
    }
}

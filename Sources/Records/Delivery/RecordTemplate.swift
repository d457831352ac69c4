import Files
import Foundation
import History

/// What is sent of a scan: its JSON, or a text in which names in braces stand for members of it.
///
///     RecordTemplate(#"{"code":{text},"at":{time}}"#, encoding: .json)      // {"code":"4006381333931","at":"2026-…"}
///
/// `{json}` is all of it, `{payload.host}` a member of a member, `{key}` the identity of this delivery, a UUID. A name that the
/// scan has not is `null`, or nothing in plain text; other braces stand for themselves.
struct RecordTemplate {
    /// How a value stands in the text.
    enum Encoding {
        /// As JSON: texts in quotation marks, with escapes.
        case json
        /// As it is, without control characters.
        case plain
    }

    private let template: FieldTemplate
    private let encoding: Encoding

    init(_ template: String, encoding: Encoding) {
        self.encoding = encoding
        self.template = FieldTemplate(template) { name in
            !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }
        }
    }

    func text(for item: OutboxItem) -> String {
        let record = (try? JSONSerialization.jsonObject(with: Data(item.record.utf8))) as? [String: Any] ?? [:]
        return template.text { name in
            switch name {
            case "json": return item.record
            case "key": return encoded(item.key)
            default:
                var value: Any? = record
                for member in name.split(separator: ".") { value = (value as? [String: Any])?[String(member)] }
                return encoded(value)
            }
        }
    }

    private func encoded(_ value: Any?) -> String {
        switch encoding {
        case .json:
            guard let value, !(value is NSNull),
                let data = try? JSONSerialization.data(
                    withJSONObject: value, options: [.fragmentsAllowed, .withoutEscapingSlashes, .sortedKeys])
            else { return "null" }
            return String(decoding: data, as: UTF8.self)
        case .plain:
            guard let value, !(value is NSNull) else { return "" }
            let text = value as? String ?? (value as? NSNumber)?.stringValue ?? encodedJSON(value)
            return String(
                String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        }
    }

    private func encodedJSON(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

import Formats

/// A field: a label with a value.
package struct PassField: Hashable, Sendable {
    package let section: PassSection
    /// What distinguishes it from the others of the pass; empty where it is missing.
    package let key: String
    /// What stands above the value; nil for nothing.
    package let label: String?
    /// The value as it is written: a text, a number, or a date as text.
    package let value: JSONValue
    let json: JSONValue
    /// Its place in pass.json, for messages.
    let place: String

    private init(_ json: JSONValue, _ section: PassSection, place: String) {
        (self.json, self.section, self.place) = (json, section, place)
        (key, label, value) = (json.text("key") ?? "", json.text("label"), json[key: "value"] ?? .null)
    }

    static func all(of json: JSONValue, style: PassStyle) -> [PassField] {
        PassSection.allCases.flatMap { section -> [PassField] in
            guard case .array(let fields)? = json[key: style.rawValue]?[key: section.rawValue] else { return [] }
            return fields.prefix(100).enumerated().map { index, field in
                PassField(field, section, place: "\(style.rawValue).\(section.rawValue)[\(index)]")
            }
        }
    }

    /// Whether Wallet shows the value as a date or time: any of these keys makes it one (Wallet Passes documentation, PassFieldContent).
    package var isDate: Bool {
        ["dateStyle", "timeStyle", "isRelative", "ignoresTimeZone"].contains { json[key: $0] != nil }
    }

    /// The value for people: a date at its place, an amount with its currency, a percentage. Wallet spells it in the device's language.
    package var shownValue: String {
        switch value {
        case .string(let text):
            guard isDate, let date = try? PassDate(text) else { return text }
            let styles = (json[key: "dateStyle"], json[key: "timeStyle"])
            if styles.0 == nil, styles.1 == nil { return date.localText }
            let parts = date.localText.split(separator: " ")
            if styles.0 == nil || styles.0 == "PKDateStyleNone" { return String(parts[1]) }
            if styles.1 == nil || styles.1 == "PKDateStyleNone" { return String(parts[0]) }
            return date.localText
        case .integer, .number:
            let number = value.text
            if let currency = json.text("currencyCode") { return "\(number) \(currency)" }
            if json[key: "numberStyle"] == "PKNumberStylePercent" {
                if case .integer(let whole) = value {
                    return "\(whole.multipliedReportingOverflow(by: 100).partialValue) %"
                }
                if case .number(let share) = value {
                    return "\(JSONValue.number((share * 10_000).rounded() / 100).text) %"
                }
            }
            return number
        case .null: return ""
        default: return value.text
        }
    }
}

import TOMLKit

/// The name of a setting: its section, and its key in that.
package struct SettingID: Hashable, Sendable, CustomStringConvertible {
    /// Such as `display`.
    package let section: String
    /// Such as `theme`.
    package let key: String

    /// The setting that config.toml has as `key` in `[section]`.
    package init(_ section: String, _ key: String) {
        self.section = section
        self.key = key
    }

    /// As problems name it: `[display] theme`.
    package var description: String { "[\(section)] \(key)" }
}

/// What a setting is set to.
package enum SettingValue: Hashable, Sendable {
    case bool(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case numbers([Double])
    case texts([String])
    /// Something that no setting of ours is, as the file has it.
    case other(String)

    /// As a file has it.
    package var toml: String {
        switch self {
        case .bool(let bool): bool ? "true" : "false"
        case .whole(let number): String(number)
        case .number(let number): number.description
        case .text(let text): Self.quoted(text)
        case .numbers(let numbers): "[\(numbers.map(\.description).joined(separator: ", "))]"
        case .texts(let texts): "[\(texts.map(Self.quoted).joined(separator: ", "))]"
        case .other(let text): text
        }
    }

    /// A basic string (TOML 1.0, "String").
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\t": quoted += "\\t"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let hex = String(scalar.value, radix: 16, uppercase: true)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// The value of a node; nil for what no setting is.
    init?(_ node: any TOMLValueConvertible) {
        switch node.type {
        case .bool: self = .bool(node.bool ?? false)
        case .int: self = .whole(node.int ?? 0)
        case .double: self = .number(node.double ?? 0)
        case .string: self = .text(node.string ?? "")
        case .array:
            guard let array = node.array else { return nil }
            let texts = array.compactMap { $0.string }
            let numbers = array.compactMap { $0.double ?? $0.int.map(Double.init) }
            if texts.count == array.count {
                self = .texts(texts)
            } else if numbers.count == array.count {
                self = .numbers(numbers)
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// Whether a file that has `other` says the same: 2 is 2.0, and an empty list is of any kind.
    package func means(_ other: SettingValue) -> Bool {
        switch (self, other) {
        case (.whole(let whole), .number(let number)), (.number(let number), .whole(let whole)): Double(whole) == number
        case (.texts([]), .numbers([])), (.numbers([]), .texts([])): true
        default: self == other
        }
    }
}

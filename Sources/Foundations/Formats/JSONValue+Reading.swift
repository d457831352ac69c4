extension JSONValue {
    /// A text; nil for all else.
    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// A whole number, also one that is written as a text.
    package var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .string(let text): Int64(text)
        default: nil
        }
    }

    /// A text or a number as text; nil for all else.
    package var scalarText: String? {
        switch self {
        case .string(let text): text
        case .integer, .number: text
        default: nil
        }
    }

    /// The elements of an array; none for all else.
    package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

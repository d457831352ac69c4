import Formats

/// Collects the fields of a payload; those without a value are left out.
///
///     var list = FieldList()
///     list.add("amount", .amount, "20.00 EUR")
///     list.fields.count   // 1
struct FieldList {
    /// At most this many are shown: a symbol may be made of thousands.
    static let maximumCount = 500

    private(set) var fields: [PayloadField] = []
    /// The record that the next fields belong to, such as the second event of a calendar.
    var record = 0
    /// Whether an empty value counts as one.
    let keepsEmpty: Bool

    init(keepsEmpty: Bool = false) { self.keepsEmpty = keepsEmpty }

    mutating func add(
        _ key: String, _ name: FieldName, _ value: String?, json: JSONValue? = nil, note: Note? = nil,
        isSecret: Bool = false, isRepeatable: Bool = false
    ) {
        guard let value, keepsEmpty || !value.isEmpty, fields.count < Self.maximumCount else { return }
        var field = PayloadField(
            key, name, value, json: json, note: note, isSecret: isSecret, isRepeatable: isRepeatable)
        field.record = record
        fields.append(field)
    }

    /// A value that the content names itself, such as a parameter: in JSON an object with both.
    mutating func add(_ key: String, named item: URIText.Item, note: Note? = nil) {
        add(
            key, .given(item.name), item.value, json: ["name": .string(item.name), "value": .string(item.value)],
            note: note, isRepeatable: true)
    }

    /// Whether any of them holds characters that change how the text is shown.
    var hasHiddenCharacters: Bool { fields.contains { $0.value.hasHiddenCharacters } }
}

extension BinaryInteger {
    /// The words of the bits that are set, the least bit's first.
    func words(_ words: [String]) -> String {
        words.enumerated().filter { self >> $0.offset & 1 == 1 }.map(\.element).joined(separator: ", ")
    }
}

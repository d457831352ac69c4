/// The fields of a format in NTT DOCOMO's manner: `KEY:value;KEY:value;;`, with `\` before characters
/// that would separate. MECARD and WIFI are written so.
struct DocomoFields {
    struct Field {
        /// The key in upper case, without white space around it.
        let key: String
        /// What follows the colon, escapes still in it.
        let raw: ArraySlice<UInt8>

        /// The value with its escapes resolved.
        var value: String { DocomoFields.unescaped(raw) }
    }

    /// The fields in their order; those without a colon or a value are left out.
    let fields: [Field]
    /// Whether the empty field that ends the format was there.
    let isComplete: Bool

    /// The fields of what follows the format's prefix; what follows its end is ignored.
    init(_ bytes: ArraySlice<UInt8>) {
        var fields: [Field] = []
        let parts = bytes.splitUnescaped(at: UInt8(ascii: ";"))
        var isComplete = false
        for (index, part) in parts.enumerated() {
            if part.trimmed.isEmpty {
                // `KEY:value;` and no more is common enough to count as the end.
                isComplete = index > 0
                break
            }
            let (key, raw) = part.cut(at: UInt8(ascii: ":"))
            // Split first, unescape later: an escaped `;` belongs to the value.
            guard let raw, !raw.isEmpty, key.count <= 32 else { continue }
            fields.append(Field(key: key.trimmed.text.uppercased(), raw: raw))
        }
        self.fields = fields
        self.isComplete = isComplete
    }

    /// The first value under `key`.
    func first(_ key: String) -> Field? { fields.first { $0.key == key } }

    /// Every backslash removed, the character after it kept; one at the very end stays.
    static func unescaped(_ raw: ArraySlice<UInt8>) -> String {
        guard raw.contains(UInt8(ascii: "\\")) else { return raw.text }
        var result: [UInt8] = []
        result.reserveCapacity(raw.count)
        var index = raw.startIndex
        while index < raw.endIndex {
            if raw[index] == UInt8(ascii: "\\"), index + 1 < raw.endIndex { index += 1 }
            result.append(raw[index])
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }
}

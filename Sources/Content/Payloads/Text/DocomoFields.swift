import Formats

/// The fields of NTT DOCOMO's formats, such as MECARD and WIFI: `KEY:value;KEY:value;;`, with `\` before literal
/// separators.
struct DocomoFields {
    struct Field {
        /// The key in upper case, without white space around it.
        let key: String
        /// The value after the colon, still escaped.
        let raw: ArraySlice<UInt8>

        var value: String { raw.unescaped() }
    }

    /// The fields in order; those without a colon or a value are dropped.
    let fields: [Field]
    /// Whether the empty field that ends the format was found.
    let isComplete: Bool
    /// What stands behind the format's end.
    let rest: ArraySlice<UInt8>

    /// Parses the bytes after the format's prefix; anything after its end is left in `rest`.
    init(_ bytes: ArraySlice<UInt8>) {
        var fields: [Field] = []
        let parts = bytes.splitUnescaped(at: UInt8(ascii: ";"))
        var isComplete = false
        var rest: ArraySlice<UInt8> = []
        for (index, part) in parts.enumerated() {
            if part.trimmed.isEmpty {
                // `KEY:value;` without a second semicolon is common enough to count as the end.
                isComplete = index > 0
                if index + 1 < parts.count { rest = bytes[parts[index + 1].startIndex...] }
                break
            }
            let (key, raw) = part.cut(at: UInt8(ascii: ":"))
            // Unescaped only after splitting: an escaped `;` belongs to the value.
            guard let raw, !raw.isEmpty, key.count <= 32 else { continue }
            fields.append(Field(key: key.trimmed.text.uppercased(), raw: raw))
        }
        (self.fields, self.isComplete, self.rest) = (fields, isComplete, rest)
    }

    /// The first field with `key`.
    func first(_ key: String) -> Field? { fields.first { $0.key == key } }
}

extension ArraySlice<UInt8> {
    /// The text with each backslash and the byte after it replaced by what `meaning` has for that byte: by default the byte
    /// itself; both stay where it is nil. A trailing backslash stays.
    func unescaped(_ meaning: (UInt8) -> UInt8? = { $0 }) -> String {
        guard contains(UInt8(ascii: "\\")) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var index = startIndex
        while index < endIndex {
            if self[index] == UInt8(ascii: "\\"), index + 1 < endIndex, let byte = meaning(self[index + 1]) {
                result.append(byte)
                index += 2
            } else {
                result.append(self[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

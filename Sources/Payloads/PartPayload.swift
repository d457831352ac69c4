import Symbols

/// A part of a longer message, which means nothing before the others are there.
enum PartPayload {
    /// The summary shows the position and not the text: of what kind the whole is, and whether it holds a secret, is not
    /// known yet.
    static func payload(of content: SymbolContent, part: SequencePart) -> Payload {
        let bytes = content.bytes.count == 1 ? "1 byte" : "\(content.bytes.count) bytes"
        var fields = [
            PayloadField("number", "Part", "\(part.index + 1)", json: .integer(Int64(part.index + 1)))
        ]
        if let count = part.count { fields.append(PayloadField("of", "Of", "\(count)", json: .integer(Int64(count)))) }
        if !part.id.isEmpty { fields.append(PayloadField("sequence", "Sequence", part.id)) }
        if let text = content.text { fields.append(PayloadField("text", "Text", text)) }
        return Payload(content: content, kind: .part, summary: "\(part): \(bytes)", fields: fields)
    }
}

import Formats
import Symbols

/// One part of a structured append sequence, which is not parsed before all parts are joined.
enum PartPayload {
    /// The summary shows the position instead of the text, because the complete message may contain a secret.
    static func payload(of content: SymbolContent, part: SequencePart) -> Payload {
        var fields = [
            PayloadField("number", .part, "\(part.index + 1)", json: .integer(Int64(part.index + 1)))
        ]
        if let count = part.count {
            fields.append(PayloadField("of", .partCount, "\(count)", json: .integer(Int64(count))))
        }
        if !part.id.isEmpty { fields.append(PayloadField("sequence", .sequence, part.id)) }
        if let text = content.text {
            fields.append(PayloadField("text", .text, text, isSecret: mayHoldSecret(text, part)))
        }
        return Payload(
            content: content, kind: .part, summary: .part("\(part)", bytes: content.bytes.count), fields: fields)
    }

    /// What messages begin with that hold a password or a key.
    private static let secretPrefixes = ["wifi:", "otpauth"]

    /// Whether a password may stand in it: only the first part shows what the message is.
    private static func mayHoldSecret(_ text: String, _ part: SequencePart) -> Bool {
        guard part.index == 0 else { return true }
        let beginning = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(8).lowercased()
        return secretPrefixes.contains { beginning.hasPrefix($0) || $0.hasPrefix(beginning) }
    }
}

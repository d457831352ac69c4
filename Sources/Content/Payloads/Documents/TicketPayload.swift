import Formats

/// A ticket of this program's: `TICKET:2014-01-17T10:00:00Z,1A,1415040549|<signature>`, the signature in hexadecimal digits or as
/// `ed25519.<key>.<signature>` (see `TicketCode`). Nothing is verified here: doors do.
enum TicketPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.trimmed.after(prefix: "TICKET:") else { return nil }
        let (body, signature) = rest.cut(at: UInt8(ascii: "|"))
        let parts = body.split(separator: UInt8(ascii: ","), maxSplits: 3, omittingEmptySubsequences: false)
        // The time comes first: other text may begin alike.
        guard parts.count == 3, parts[0].count == 20, parts[0].dropFirst(4).first == UInt8(ascii: "-"),
            parts[0].last == UInt8(ascii: "Z"), parts[0].prefix(4).decimal != nil
        else { return nil }
        let time = CalendarTime(parts[0])
        var list = FieldList()
        list.add(
            "time", .time, time?.text ?? parts[0].text, json: .string(parts[0].text),
            note: time == nil ? .notADate : nil)
        list.add("seat", .seat, parts[1].trimmed.text)
        list.add("number", .number, parts[2].trimmed.text)
        let digits = signature ?? []
        list.add(
            "signature", .signature, digits.text,
            note: ASCII.hexDecoded(digits) == nil && !namesKey(digits) ? .notHexadecimal : .notVerified)
        let seat = parts[1].trimmed.text.singleLine(limit: 20)
        return Payload(
            content: input.content, kind: .ticket,
            summary: .ticket(time?.text ?? parts[0].text, seat: seat),
            fields: list.fields,
            warnings: digits.isEmpty ? [.ticketUnsigned] : [])
    }

    /// Whether a signature says its scheme and its key.
    private static func namesKey(_ signature: ArraySlice<UInt8>) -> Bool {
        let parts = signature.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 3 && ["ed25519", "hmac-sha256"].contains(parts[0].text) && !parts[2].isEmpty
    }
}

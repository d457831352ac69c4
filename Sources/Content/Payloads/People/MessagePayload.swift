import Formats

/// A text message to send: `smsto:number:text` (and `mmsto:`), `sms:number,number?body=text` (RFC 5724; and `mms:`).
enum MessagePayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes
        if let rest = bytes.after(prefix: "smsto:") ?? bytes.after(prefix: "sms:") {
            return payload(rest, isMMS: false, input)
        }
        if let rest = bytes.after(prefix: "mmsto:") ?? bytes.after(prefix: "mms:") {
            return payload(rest, isMMS: true, input)
        }
        return nil
    }

    private static func payload(_ rest: ArraySlice<UInt8>, isMMS: Bool, _ input: PayloadInput) -> Payload? {
        guard let message = Message(rest) else { return nil }
        var list = FieldList()
        for number in message.numbers {
            list.add("phones", .to, number.text, note: number.note, isRepeatable: true)
        }
        list.add("via", .byWayOf, message.via)
        list.add("subject", .subject, message.subject)
        list.add("body", .text, message.body)
        list.add("type", .type, isMMS ? "MMS" : "SMS")
        let summary = Summary.message(
            isMMS: isMMS, to: message.numbers.first?.text, others: message.numbers.count - 1,
            text: message.body.singleLine(limit: 160))
        // Sent to a short number, a message may cost more or subscribe to something.
        let isShort = message.numbers.contains { $0.dialed.first != "+" && $0.dialed.utf8.count <= 6 }
        return Payload(
            input.content, .message, summary, list, warnings: isShort ? [.shortNumber] : [],
            actions: URIText.handOver(.writeMessage, message.address))
    }
}

/// The parts of a text message.
private struct Message {
    var numbers: [PhoneNumber] = []
    var via = ""
    var subject = ""
    var body = ""

    /// Returns nil when a recipient is no number, or there is neither recipient nor text.
    init?(_ rest: ArraySlice<UInt8>) {
        let end = rest.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        for part in rest[..<end].split(separator: UInt8(ascii: ",")).prefix(100) {
            let (number, parameters) = part.cut(at: UInt8(ascii: ";"))
            guard let number = PhoneNumber(URIText.decoded(number)) else { return nil }
            numbers.append(number)
            for item in parameters.map({ URIText.items($0, separator: UInt8(ascii: ";")) }) ?? []
            where item.name == "via" { via = item.value }
        }
        if end < rest.endIndex, rest[end] == UInt8(ascii: ":") {
            // What follows the number is the text as it stands (ZXing, SMSTOMMSTOResultParser).
            body = rest[(end + 1)...].text
        } else if end < rest.endIndex {
            for item in URIText.items(rest[(end + 1)...]) {
                switch item.name {
                case "body": body += item.value
                case "subject": subject = item.value
                default: break
                }
            }
        }
        guard !numbers.isEmpty || !body.isEmpty && end == rest.startIndex else { return nil }
    }

    /// The message as `sms:`, built anew (RFC 5724).
    var address: String {
        "sms:" + numbers.map(\.addressText).joined(separator: ",")
            + (body.isEmpty ? "" : "?body=" + URIText.encoded(body))
    }
}

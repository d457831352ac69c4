import Formats

/// A text message to send: `smsto:number:text` (and `mmsto:`), `sms:number,number?body=text` (RFC 5724; and `mms:`), and the
/// forms of iOS, `sms:number&body=text` and `sms:/open?addresses=number,number&body=text`.
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

    /// Returns nil when a recipient is not a number, or there is neither recipient nor text.
    init?(_ rest: ArraySlice<UInt8>) {
        let rest = rest.drop { $0 == UInt8(ascii: "/") }
        let end = rest.firstIndex { ":?&".utf8.contains($0) } ?? rest.endIndex
        let isOpening = end < rest.endIndex && rest[..<end].elementsEqual("open".utf8)
        guard isOpening || addRecipients(rest[..<end]) else { return nil }
        if end < rest.endIndex, rest[end] == UInt8(ascii: ":") {
            // What follows the number is the text as it stands (ZXing, SMSTOMMSTOResultParser).
            body = rest[(end + 1)...].text
        } else if end < rest.endIndex {
            for item in URIText.items(rest[(end + 1)...]) {
                switch item.name {
                case "body": body += item.value
                case "subject": subject = item.value
                case "addresses" where isOpening:
                    guard addRecipients(item.value.utf8Slice) else { return nil }
                default: break
                }
            }
        }
        guard !numbers.isEmpty || !body.isEmpty && (end == rest.startIndex || isOpening) else { return nil }
    }

    /// Adds numbers between commas or semicolons, and the parameters behind semicolons; false when one is neither.
    private mutating func addRecipients(_ bytes: ArraySlice<UInt8>) -> Bool {
        for part in bytes.split(separator: UInt8(ascii: ",")).prefix(100) {
            for (index, item) in part.split(separator: UInt8(ascii: ";")).prefix(100).enumerated() {
                let (name, value) = item.cut(at: UInt8(ascii: "="))
                if index > 0, let value {
                    switch name.text.lowercased() {
                    case "via": via = URIText.decoded(value)
                    case "body": body += URIText.decoded(value)
                    default: break
                    }
                } else if let number = PhoneNumber(URIText.decoded(item)) {
                    numbers.append(number)
                } else {
                    return false
                }
            }
        }
        return true
    }

    /// The message as `sms:`, rebuilt (RFC 5724).
    var address: String {
        "sms:" + numbers.map(\.addressText).joined(separator: ",")
            + (body.isEmpty ? "" : "?body=" + URIText.encoded(body))
    }
}

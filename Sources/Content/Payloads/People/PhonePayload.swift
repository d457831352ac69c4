import Formats

/// A number to call: `tel:+1-201-555-0123;ext=7` (RFC 3966).
enum PhonePayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.trimmed.after(prefix: "tel:") else { return nil }
        let parts = rest.split(separator: UInt8(ascii: ";"), maxSplits: 20, omittingEmptySubsequences: false)
        guard let number = PhoneNumber(URIText.decoded(parts[0].drop { $0 == UInt8(ascii: "/") })) else { return nil }
        var list = FieldList()
        list.add("phones", .phone, number.text, note: number.note, isRepeatable: true)
        var parameters = ""
        for item in parts.dropFirst().flatMap({ URIText.items($0) }) {
            switch item.name {
            case "ext":
                list.add("extension", .extensionNumber, item.value)
                if let digits = PhoneNumber(item.value)?.dialed { parameters += ";ext=" + digits }
            case "phone-context": list.add("context", .validWithin, item.value)
            case "isub": list.add("subaddress", .isdnSubaddress, item.value)
            default:
                list.add("parameters", .given(item.name), item.value, isRepeatable: true)
            }
        }
        return Payload(
            content: input.content, kind: .phone, summary: .call(number.text), fields: list.fields,
            warnings: number.isServiceCode ? [.serviceCode] : [],
            actions: URIText.handOver(.call(number.text), "tel:" + number.addressText + parameters))
    }
}

/// A telephone number as it is written, with visual separators.
package struct PhoneNumber: Hashable, Sendable {
    /// As written, without white space around it.
    package let text: String
    /// Digits, `*`, `#`, and a `+` in front.
    package let dialed: String

    /// Returns nil for text that is not a number: other characters than digits, `+` in front, `*`, `#` and separators, or more than
    /// 40 of them.
    package init?(_ text: String) {
        let bytes = text.utf8Slice.trimmed
        guard !bytes.isEmpty, bytes.count <= 60 else { return nil }
        var dialed: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "+"):
                guard dialed.isEmpty else { return nil }
                dialed.append(byte)
            case UInt8(ascii: "*"), UInt8(ascii: "#"), 0x30...0x39: dialed.append(byte)
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: " "),
                UInt8(ascii: "/"):
                break
            default: return nil
            }
        }
        guard dialed.contains(where: ASCII.isDigit), dialed.count <= 40 else { return nil }
        self.text = bytes.text
        self.dialed = String(decoding: dialed, as: UTF8.self)
    }

    /// What stands in an address: `#` begins a fragment elsewhere.
    package var addressText: String { dialed.replacing("#", with: "%23") }

    /// Whether it begins with `*` or holds `#`, as codes for services and settings do.
    var isServiceCode: Bool { dialed.first == "*" || dialed.contains("#") }

    /// What is wrong with it; nil as a rule.
    package var note: Note? {
        guard dialed.first == "+" else { return nil }
        if dialed.utf8.count > 16 { return .longerThanE164 }
        return dialed.dropFirst().first == "0" ? .noCountryCodeBeginsWithZero : nil
    }
}

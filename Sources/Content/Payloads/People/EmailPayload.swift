import Formats

/// An e-mail to write: `mailto:` (RFC 6068), NTT DOCOMO's `MATMSG:`, `SMTP:address:subject:body`, or an address alone.
enum EmailPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes.trimmed
        let draft: EmailDraft?
        if let rest = bytes.after(prefix: "mailto:") {
            draft = EmailDraft(mailto: rest)
        } else if let rest = bytes.after(prefix: "MATMSG:") {
            draft = EmailDraft(docomo: DocomoFields(rest))
        } else if let rest = bytes.after(prefix: "SMTP:") {
            draft = EmailDraft(smtp: rest)
        } else {
            draft = EmailAddress.isBare(bytes) ? EmailDraft(address: bytes.text) : nil
        }
        return draft.map { payload(of: $0, input) }
    }

    private static func payload(of draft: EmailDraft, _ input: PayloadInput) -> Payload {
        var list = FieldList()
        func add(_ key: String, _ name: FieldName, _ addresses: [String]) {
            for address in addresses {
                let isValid = EmailAddress.isValid(address.utf8Slice)
                list.add(key, name, address, note: isValid ? nil : .notAnEmailAddress, isRepeatable: true)
            }
        }
        add("emails", .to, draft.to)
        add("cc", .copyTo, draft.cc)
        add("bcc", .hiddenCopyTo, draft.bcc)
        list.add("subject", .subject, draft.subject)
        list.add("body", .text, draft.body)
        for header in draft.others {
            list.add("headers", named: header, note: .notPassedOn)
        }
        let summary = Summary.email(
            to: draft.to.first?.singleLine(limit: 80), others: draft.to.count - 1, subject: draft.subject)
        return Payload(
            input.content, .email, summary, list, isComplete: draft.isComplete,
            actions: URIText.handOver(.writeEmail, draft.address))
    }
}

/// What an e-mail begins with.
struct EmailDraft: Hashable, Sendable {
    var to: [String] = []
    var cc: [String] = []
    var bcc: [String] = []
    var subject = ""
    var body = ""
    /// Header fields that no mail program should take from a stranger (RFC 6068, 7), such as `attach`.
    var others: [URIText.Item] = []
    var isComplete = true

    /// No more recipients are taken.
    private static let maximumRecipients = 100

    init(address: String) { to = [address] }

    /// Returns nil when there is neither an address nor a header field.
    init?(mailto rest: ArraySlice<UInt8>) {
        let (path, query) = rest.cut(at: UInt8(ascii: "?"))
        // Split before decoding: `%2C` belongs to an address (RFC 6068, 2).
        to = Self.addresses(in: path, URIText.decoded)
        let headers = query.map { URIText.items($0) } ?? []
        for header in headers {
            let value = header.value.utf8Slice
            switch header.name {
            case "to": to += Self.addresses(in: value)
            case "cc": cc += Self.addresses(in: value)
            case "bcc": bcc += Self.addresses(in: value)
            case "subject": subject = header.value
            case "body": body += body.isEmpty ? header.value : "\r\n" + header.value
            default: others.append(header)
            }
        }
        let recipients = to + cc + bcc
        let hasAddress = recipients.contains { EmailAddress.isValid($0.utf8Slice) }
        // `mailto: is a scheme` begins like one, and is none.
        guard hasAddress || recipients.isEmpty && !(subject.isEmpty && body.isEmpty) else { return nil }
    }

    /// Returns nil when no known field is there.
    init?(docomo fields: DocomoFields) {
        for field in fields.fields {
            switch field.key {
            case "TO":
                to += field.raw.splitUnescaped(at: UInt8(ascii: ",")).prefix(Self.maximumRecipients)
                    .map { $0.trimmed.unescaped() }.filter { !$0.isEmpty }
            case "SUB": subject = field.value
            case "BODY": body = field.value
            default: break
            }
        }
        isComplete = fields.isComplete
        guard !to.isEmpty || !subject.isEmpty || !body.isEmpty else { return nil }
    }

    /// Returns nil when it does not begin with an address.
    init?(smtp rest: ArraySlice<UInt8>) {
        let (address, tail) = rest.cut(at: UInt8(ascii: ":"))
        guard EmailAddress.isValid(address.trimmed) else { return nil }
        to = [address.trimmed.text]
        if let (subject, body) = tail?.cut(at: UInt8(ascii: ":")) {
            self.subject = subject.text
            self.body = body?.text ?? ""
        }
    }

    private static func addresses(
        in list: ArraySlice<UInt8>, _ decoded: (ArraySlice<UInt8>) -> String = \.text
    ) -> [String] {
        list.split(separator: UInt8(ascii: ",")).prefix(maximumRecipients)
            .map { decoded($0).utf8Slice.trimmed.text }.filter { !$0.isEmpty }
    }

    /// The draft as `mailto:`, rebuilt: line breaks stay in the body only, so that no header can be smuggled in.
    var address: String {
        func encoded(_ addresses: [String]) -> String {
            addresses.map { URIText.encoded($0.singleLine(limit: 320), keeping: "@+") }.joined(separator: ",")
        }
        var query: [String] = []
        if !cc.isEmpty { query.append("cc=" + encoded(cc)) }
        if !bcc.isEmpty { query.append("bcc=" + encoded(bcc)) }
        if !subject.isEmpty { query.append("subject=" + URIText.encoded(subject.singleLine(limit: 1000))) }
        if !body.isEmpty { query.append("body=" + URIText.encodedLines(body)) }
        return "mailto:" + encoded(to) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}

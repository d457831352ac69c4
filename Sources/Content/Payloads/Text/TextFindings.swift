import Formats

/// What can be done with something that stands in a text: web addresses, e-mail addresses, telephone numbers with a plus, days,
/// places. Each is found in one pass that looks a bounded number of bytes ahead.
struct TextFindings {
    /// Of each kind, no more are offered.
    private static let maximumCount = 32

    private(set) var links: [WebAddress] = []
    private(set) var emails: [String] = []
    private(set) var phones: [String] = []
    private(set) var dates: [CivilDate] = []
    private(set) var places: [Place] = []
    private let title: String

    /// - Parameter bytes: where they are a single word that may be a file name or a host, such as `readme.md`, it is a link.
    init(in bytes: ArraySlice<UInt8>) {
        title =
            bytes.prefix(4096).lines.lazy.map { String(decoding: $0.prefix(400), as: UTF8.self).singleLine(limit: 80) }
            .first { !$0.isEmpty } ?? ""
        findWords(in: bytes)
        if let link = WebAddress(bareDomain: bytes.trimmed, takesFileNames: true) { Self.add(link, to: &links) }
        findNumbers(in: bytes)
    }

    private static func add<Value: Equatable>(_ value: Value, to list: inout [Value]) {
        if list.count < maximumCount, !list.contains(value) { list.append(value) }
    }

    /// Web and e-mail addresses, and `geo:` ones, stand between blanks.
    private mutating func findWords(in bytes: ArraySlice<UInt8>) {
        for word in bytes.split(whereSeparator: { ASCII.isSpace($0) }) {
            // No address lacks both dot and colon; this rules out most words cheaply.
            guard word.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }) else { continue }
            let candidate = Self.withoutPunctuation(word)
            if candidate.contains(UInt8(ascii: "@")),
                EmailAddress.isBare(candidate.after(prefix: "mailto:") ?? candidate)
            {
                Self.add((candidate.after(prefix: "mailto:") ?? candidate).text, to: &emails)
            } else if let rest = candidate.after(prefix: "geo:") {
                if let place = Place(rest) { Self.add(place, to: &places) }
            } else if links.count < Self.maximumCount,
                let link = Self.link(candidate)
            {
                Self.add(link, to: &links)
            }
        }
    }

    /// The web addresses in `bytes`, which stand between blanks; one after the other, and perhaps several times.
    static func links(in bytes: ArraySlice<UInt8>) -> some Sequence<WebAddress> {
        bytes.split(whereSeparator: { ASCII.isSpace($0) }).lazy
            .filter { $0.contains(UInt8(ascii: ".")) || $0.contains(UInt8(ascii: ":")) }
            .compactMap { link(withoutPunctuation($0)) }
    }

    private static func link(_ word: ArraySlice<UInt8>) -> WebAddress? {
        WebAddress(absolute: word) ?? WebAddress(bareDomain: word)
    }

    /// Numbers with a plus, days and coordinates begin where no letter, digit or point stands before.
    private mutating func findNumbers(in bytes: ArraySlice<UInt8>) {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            let isStart = index == bytes.startIndex || !Self.isInside(bytes[index - 1])
            guard isStart,
                byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || ASCII.isAlphanumeric(byte)
            else {
                index += 1
                continue
            }
            let ahead = bytes[index...].prefix(64)
            if byte == UInt8(ascii: "+"), let (phone, length) = Self.phone(ahead) {
                Self.add(phone, to: &phones)
                index += length
            } else if let (date, length) = TextDate.date(ahead) {
                Self.add(date, to: &dates)
                index += length
            } else if let (place, length) = Self.coordinates(ahead) {
                Self.add(place, to: &places)
                index += length
            } else {
                index += 1
            }
        }
    }

    private static func isInside(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte >= 0x80 || "./:=-+_@%&".utf8.contains(byte)
    }

    /// A plus sign, then 7 to 15 digits with single separators.
    private static func phone(_ bytes: ArraySlice<UInt8>) -> (String, Int)? {
        var (end, digits, separators) = (bytes.startIndex + 1, 0, 0)
        for index in bytes.indices.dropFirst() {
            let byte = bytes[index]
            if ASCII.isDigit(byte) {
                // A day that follows is none of its groups.
                if separators > 0, bytes[index - 1] == 0x20, TextDate.date(bytes[index...]) != nil { break }
                (digits, separators, end) = (digits + 1, 0, index + 1)
            } else if " -.()/".utf8.contains(byte), separators < 2, digits > 0 || byte == UInt8(ascii: "(") {
                separators += 1
            } else {
                break
            }
        }
        let number = bytes[..<end]
        guard 7...15 ~= digits, let phone = PhoneNumber(number.text), phone.note == nil else { return nil }
        return (phone.text, number.count)
    }

    /// `48.20100, 16.36950`: two numbers with at least three decimals each, within their ranges.
    private static func coordinates(_ bytes: ArraySlice<UInt8>) -> (Place, Int)? {
        var rest = bytes
        func number() -> ArraySlice<UInt8>? {
            let text = rest.prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
            guard let fraction = text.cut(at: UInt8(ascii: ".")).rest, fraction.count >= 3,
                Place.Coordinate(text) != nil
            else { return nil }
            rest = rest[text.endIndex...]
            return text
        }
        guard let latitude = number(), rest.first == UInt8(ascii: ",") else { return nil }
        rest = rest.dropFirst().drop { $0 == 0x20 }
        guard let longitude = number(),
            let place = Place(latitude + [UInt8(ascii: ",")] + longitude), place.hasLatitude, place.hasLongitude
        else { return nil }
        return (place, rest.startIndex - bytes.startIndex)
    }

    var fields: [PayloadField] {
        var list = FieldList()
        for email in emails { list.add("emails", .email, email, isRepeatable: true) }
        for phone in phones { list.add("phones", .phone, phone, isRepeatable: true) }
        for date in dates { list.add("dates", .day, date.description, isRepeatable: true) }
        for place in places {
            list.add("places", .place, place.coordinates.map(\.text).joined(separator: ", "), isRepeatable: true)
        }
        for link in links { list.add("links", .link, link.url, isRepeatable: true) }
        return list.fields
    }

    var actions: [PayloadAction] {
        var actions = links.map { $0.openAction($0.url) }
        for email in emails {
            actions += URIText.handOver(.write(to: email), EmailDraft(address: email).address)
        }
        for phone in phones {
            guard let number = PhoneNumber(phone) else { continue }
            actions += URIText.handOver(.call(phone), "tel:" + number.addressText)
        }
        for place in places { actions += place.actions.prefix(1) }
        for date in dates {
            actions.append(PayloadAction(title: .addToCalendar(date), effect: .handOverDay(date, summary: title)))
        }
        return actions
    }

    /// Returns `word` without the sentence punctuation around it, starting at `http://` or `https://` if it contains one.
    private static func withoutPunctuation(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var word = word
        var index = word.startIndex
        while index + 4 < word.endIndex {
            if word[index] | 0x20 == UInt8(ascii: "h"),
                word[index...].after(prefix: "http://") ?? word[index...].after(prefix: "https://") != nil
            {
                word = word[index...]
                break
            }
            index += 1
        }
        word = word.drop { isOneOf("<([{\"'", $0) }
        // These end an address (RFC 3986, appendix C): `"https://a.example","b"`.
        word = word.prefix { !isOneOf("<>\"", $0) }
        let hasOpening = word.contains(UInt8(ascii: "("))
        while let last = word.last {
            guard isOneOf(".,;:!?'\"<>]}", last) || (last == UInt8(ascii: ")") && !hasOpening) else { break }
            word.removeLast()
        }
        return word
    }

    private static func isOneOf(_ set: StaticString, _ byte: UInt8) -> Bool {
        set.withUTF8Buffer { $0.contains(byte) }
    }
}

import Formats

/// A driving licence of North America's form: a header, then subfiles of elements (AAMVA DL/ID Card Design Standard 2020,
/// annex D; versions 1 to 10).
enum LicencePayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let licence = Licence(input.bytes) else { return nil }
        var list = FieldList()
        list.add("issuer", .issuedBy, Licence.names[licence.issuer]?.name ?? licence.issuer)
        for element in licence.elements {
            let known = Licence.names[element.id]
            let date = Licence.dates.contains(element.id) ? licence.date(element.value) : nil
            let value = date?.description ?? shown(element)
            let isExpiry = element.id == "DBA"
            let note: Note? =
                Licence.dates.contains(element.id) && date == nil && !isNone(element.value)
                ? .notADate : isExpiry ? expiryNote(date, input.today) : nil
            if let known {
                list.add(
                    known.key, .tabled(known.name), value, note: note,
                    isSecret: !Licence.impersonal.contains(element.id))
            } else {
                list.add(
                    "elements", .element(element.id), value,
                    json: ["id": .string(element.id), "value": .string(element.value)], isSecret: true,
                    isRepeatable: true)
            }
        }
        list.add("version", .version, String(licence.version), note: 1...10 ~= licence.version ? nil : .notKnown)
        return Payload(
            content: input.content, kind: .licence, summary: summary(licence), fields: list.fields,
            warnings: (licence.isComplete ? [] : [.incomplete]) + [.licenceUnverified])
    }

    /// Nothing of the person.
    private static func summary(_ licence: Licence) -> Summary {
        .licence(
            isIdentityCard: licence.isIdentityCard, issuer: Licence.names[licence.issuer]?.name, number: licence.issuer,
            expires: licence.element("DBA").flatMap { licence.date($0) })
    }

    private static func isNone(_ value: String) -> Bool {
        value.isEmpty || ["NONE", "unavl", "unavail"].contains(value)
    }

    private static func expiryNote(_ date: CivilDate?, _ today: CivilDate) -> Note? {
        date.flatMap { $0 < today ? .expired($0) : nil }
    }

    private static func shown(_ element: Licence.Element) -> String {
        meanings[element.id + element.value] ?? element.value
    }

    /// What values mean, by the element's letters and the value.
    private static let meanings = [
        "DBC1": "male", "DBC2": "female", "DBC9": "not specified", "DDAF": "fully compliant", "DDAN": "not compliant",
        "DDK1": "yes", "DDL1": "yes", "DDD1": "yes", "DDET": "yes", "DDFT": "yes", "DDGT": "yes", "DDEN": "no",
        "DDFN": "no", "DDGN": "no",
    ]
}

/// The elements of a driving licence.
struct Licence {
    struct Element: Hashable {
        /// Three characters, such as `DAQ`.
        let id: String
        let value: String
    }

    /// Six digits.
    let issuer: String
    let version: Int
    private(set) var isIdentityCard = false
    private(set) var elements: [Element] = []
    /// Whether the subfiles that the header announces are there.
    private(set) var isComplete = true

    func element(_ id: String) -> String? { elements.first { $0.id == id }?.value }

    /// Returns nil when the header is not there, or no element follows it.
    init?(_ bytes: ArraySlice<UInt8>) {
        // `@`, line feed, record separator, carriage return; some readers change or drop what controls.
        guard bytes.first == UInt8(ascii: "@") else { return nil }
        let rest = bytes.dropFirst().drop { $0 <= 0x20 || $0 == 0x7F }
        guard rest.startIndex - bytes.startIndex <= 8,
            let header = rest.after(prefix: "ANSI ") ?? rest.after(prefix: "AAMVA"), header.count >= 12,
            header.prefix(10).allSatisfy(ASCII.isDigit)
        else { return nil }
        issuer = header.prefix(6).text
        version = header.dropFirst(6).prefix(2).decimal ?? 0
        // Version 1 has no number of the jurisdiction's own version.
        let counted = header.dropFirst(version <= 1 ? 8 : 10)
        let count = counted.prefix(2).decimal ?? 1
        readSubfiles(bytes, entries: counted.dropFirst(2), count: min(count, 20))
        if elements.isEmpty { return nil }
    }

    /// Reads the subfiles by the header's entries: type, place and length. Many issuers get the places wrong, so that each is
    /// looked for behind the one before.
    private mutating func readSubfiles(_ bytes: ArraySlice<UInt8>, entries: ArraySlice<UInt8>, count: Int) {
        var types: [(type: ArraySlice<UInt8>, offset: Int, length: Int)] = []
        var rest = entries
        while types.count < count, rest.count >= 10, rest.prefix(2).allSatisfy(Self.isIdentifier),
            let offset = rest.dropFirst(2).prefix(4).decimal, let length = rest.dropFirst(6).prefix(4).decimal
        {
            types.append((rest.prefix(2), offset, length))
            rest = rest.dropFirst(10)
        }
        if types.isEmpty { readElements(rest) }
        for entry in types {
            let start = bytes.startIndex + entry.offset
            if start + 2 <= bytes.endIndex, entry.length > 2, start >= entries.startIndex,
                bytes[start..<start + 2].elementsEqual(entry.type)
            {
                let end = min(bytes.endIndex, start + entry.length)
                if start + entry.length > bytes.endIndex { isComplete = false }
                readElements(bytes[start..<end].dropFirst(2))
                rest = max(end, rest.startIndex) <= bytes.endIndex ? bytes[max(end, rest.startIndex)...] : []
            } else if let (subfile, after) = Self.subfile(entry.type, in: rest) {
                readElements(subfile)
                rest = after
            } else {
                isComplete = false
            }
        }
        isIdentityCard = types.first?.type.elementsEqual("ID".utf8) ?? false
    }

    /// The subfile of that type that `rest` begins with, up to a carriage return, and what is behind it.
    private static func subfile(
        _ type: ArraySlice<UInt8>, in rest: ArraySlice<UInt8>
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
        let rest = rest.drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }
        guard rest.prefix(2).elementsEqual(type) else { return nil }
        let end = rest.firstIndex(of: 0x0D) ?? rest.endIndex
        return (rest[..<end].dropFirst(2), rest[end...].dropFirst())
    }

    /// Elements, a line each.
    private mutating func readElements(_ subfile: ArraySlice<UInt8>) {
        for line in subfile.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).prefix(200) {
            // Some repeat the subfile's type before its first element.
            let line = line.trimmed
            guard line.count >= 3, line.prefix(3).allSatisfy(Self.isIdentifier) else { continue }
            let value = line.dropFirst(3).trimmed.text
            if !value.isEmpty, elements.count < 300 { elements.append(Element(id: line.prefix(3).text, value: value)) }
        }
    }

    private static func isIdentifier(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte || ASCII.isDigit(byte) }

    /// Elements that are dates.
    static let dates: Set<String> = [
        "DBA", "DBB", "DBD", "DBL", "DDB", "DDC", "DDH", "DDI", "DDJ", "PAB", "PAD",
    ]

    /// Elements that tell nothing of the person.
    static let impersonal: Set<String> = ["DBA", "DBD", "DCG", "DCA", "DAR", "DDA", "DDB"]

    /// The day that eight digits are: month, day, year in the United States, year, month, day in Canada and in version 1.
    func date(_ value: String) -> CivilDate? {
        let digits = value.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "/") }[...]
        let (american, canadian) = (date(digits.dropFirst(4) + digits.prefix(4)), date(digits))
        func date(_ digits: ArraySlice<UInt8>) -> CivilDate? {
            CivilDate(digits: digits).flatMap { 1800...2200 ~= $0.year ? $0 : nil }
        }
        return version <= 1 || element("DCG") == "CAN" ? canadian ?? american : american ?? canadian
    }

    /// Issuers by their number, elements by their letters.
    static let names = DataTable.dictionary(PackageResources.aamva_tsv) { ($0[0], (key: $0[1], name: $0[2])) }
}

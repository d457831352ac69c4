import Formats

/// A merchant's code of EMVCo's form, among them Brazil's Pix: tags, lengths and values, closed by a checksum (EMVCo QR Code
/// Specification for Payment Systems, Merchant-Presented Mode 1.1).
enum MerchantPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes.trimmed
        guard bytes.after(prefix: "000201") != nil, let code = MerchantCode(bytes) else { return nil }
        var list = FieldList()
        list.add("name", .to, code.value("59"))
        list.add("city", .city, code.value("60"))
        let currency = code.value("53").map { ISOCodes.currencies[$0] ?? $0 }
        if let amount = code.value("54") {
            list.add(
                "amount", .amount, "\(amount) \(currency ?? "")".trimmingSpaces, json: .string(amount),
                note: amountNote(amount))
        }
        let isUnknown = code.value("53").map { ISOCodes.currencies[$0] == nil } ?? false
        list.add("currency", .currency, currency, note: isUnknown ? .notKnown : nil)
        addTip(of: code, to: &list)
        for object in code.objects where 2...51 ~= (Int(object.tag) ?? 0) { addAccount(object, to: &list) }
        list.add("country", .country, code.value("58"), note: countryNote(code.value("58")))
        list.add("postalCode", .postalCode, code.value("61"))
        list.add("category", .merchantCategory, code.value("52"), note: categoryNote(code.value("52")))
        addAdditional(of: code, to: &list)
        addLanguage(of: code, to: &list)
        let uses = ["11": "may be used again", "12": "for one payment"]
        list.add("use", .use, code.value("01").map { uses[$0] ?? $0 }, json: code.value("01").map { .string($0) })
        list.add("checksum", .checksum, code.value("63") ?? "none", note: code.checksumNote)
        let isPix = list.fields.contains { $0.key == "scheme" && $0.value.lowercased() == "br.gov.bcb.pix" }
        list.add("format", .format, isPix ? "Pix" : "EMVCo")
        return Payload(
            input.content, .payment, summary(code, currency), list, isComplete: code.isComplete,
            warnings: warnings(code))
    }

    private static func summary(_ code: MerchantCode, _ currency: String?) -> Summary {
        .payment(
            of: code.value("54").map { "\($0.singleLine(limit: 20)) \(currency ?? "")".trimmingSpaces },
            to: code.value("59")?.singleLine(limit: 60))
    }

    private static func warnings(_ code: MerchantCode) -> [PayloadWarning] {
        var warnings: [PayloadWarning] = []
        if let note = code.checksumNote { warnings.append(note == .missing ? .checksumMissing : .checksumWrong) }
        let missing = ["52", "53", "58", "59", "60"].filter { code.value($0) == nil }
        if code.isComplete, !missing.isEmpty { warnings.append(.missingFields(missing)) }
        return warnings
    }

    /// Digits with a point at most, up to 13 (4.7.8).
    private static func amountNote(_ amount: String) -> Note? {
        let bytes = amount.utf8Slice
        let (whole, fraction) = bytes.cut(at: UInt8(ascii: "."))
        guard whole.decimal != nil, fraction?.allSatisfy(ASCII.isDigit) ?? true else { return .notAnAmount }
        if bytes.count > 13 { return .amountOverTheLimit }
        return bytes.contains { (0x31...0x39).contains($0) } ? nil : .amountOfNothing
    }

    private static func categoryNote(_ category: String?) -> Note? {
        category.map { $0.utf8.count == 4 && $0.utf8.allSatisfy(ASCII.isDigit) } == false ? .notFourDigits : nil
    }

    private static func countryNote(_ country: String?) -> Note? {
        country.map { $0.utf8.count == 2 && $0.utf8.allSatisfy(ASCII.isLetter) } == false ? .notTwoLetters : nil
    }

    private static func addTip(of code: MerchantCode, to list: inout FieldList) {
        switch code.value("55") {
        case "01": list.add("tip", .tip, "asked for", json: "prompt")
        case "02": list.add("tip", .tip, code.value("56") ?? "fixed", note: code.value("56") == nil ? .missing : nil)
        case "03":
            let percent = code.value("57")
            list.add("tip", .tip, percent.map { $0 + " %" } ?? "percentage", note: percent == nil ? .missing : nil)
        case .some(let other): list.add("tip", .tip, other, note: .notKnown)
        case nil: break
        }
    }

    private static func addAccount(_ object: MerchantCode.Object, to list: inout FieldList) {
        guard let tag = Int(object.tag), tag >= 26, let parts = MerchantCode.objects(object.value) else {
            let network = networks[object.tag].map(FieldName.tabled) ?? .account(object.tag)
            list.add("accounts", network, object.value.text, isRepeatable: true)
            return
        }
        let scheme = parts.first { $0.tag == "00" }?.value.text
        let isPix = scheme?.lowercased() == "br.gov.bcb.pix"
        list.add("scheme", .scheme, scheme)
        for part in parts where part.tag != "00" {
            switch (isPix, part.tag) {
            case (true, "01"): list.add("pixKey", .pixKey, part.value.text)
            case (true, "02"): list.add("description", .description, part.value.text)
            case (true, "25"): list.add("pixAddress", .pixAddress, part.value.text)
            default:
                list.add("accounts", .account("\(object.tag)-\(part.tag)"), part.value.text, isRepeatable: true)
            }
        }
    }

    /// The networks of accounts that have a tag of their own (table 4.3).
    private static let networks = [
        "02": "Visa", "03": "Visa", "04": "Mastercard", "05": "Mastercard", "06": "EMVCo", "07": "EMVCo", "08": "EMVCo",
        "09": "Discover", "10": "Discover", "11": "American Express", "12": "American Express", "13": "JCB",
        "14": "JCB", "15": "UnionPay", "16": "UnionPay",
    ]

    private static let additional: [String: (String, FieldName)] = [
        "01": ("bill", .billNumber), "02": ("mobile", .mobileNumber), "03": ("store", .store),
        "04": ("loyalty", .loyaltyNumber), "05": ("reference", .reference), "06": ("customer", .customer),
        "07": ("terminal", .terminal), "08": ("purpose", .purpose), "09": ("asked", .askedOfThePayer),
    ]

    private static func addAdditional(of code: MerchantCode, to list: inout FieldList) {
        guard let template = code.objects.first(where: { $0.tag == "62" }) else { return }
        guard let parts = MerchantCode.objects(template.value) else {
            return list.add("additional", .furtherData, template.value.text, note: .cannotBeTakenApart)
        }
        for part in parts {
            if let (key, name) = additional[part.tag] { list.add(key, name, part.value.text) }
        }
    }

    private static func addLanguage(of code: MerchantCode, to list: inout FieldList) {
        guard let template = code.objects.first(where: { $0.tag == "64" }),
            let parts = MerchantCode.objects(template.value)
        else { return }
        let language = parts.first { $0.tag == "00" }?.value.text.singleLine(limit: 8) ?? "?"
        list.add("localName", FieldName.to.of([language]), parts.first { $0.tag == "01" }?.value.text)
        list.add("localCity", FieldName.city.of([language]), parts.first { $0.tag == "02" }?.value.text)
    }
}

/// The data objects of a merchant's code.
struct MerchantCode {
    struct Object {
        /// Two digits.
        let tag: String
        let value: ArraySlice<UInt8>
    }

    let objects: [Object]
    /// Whether the last object ends where the text does.
    let isComplete: Bool
    /// What is to be said of the checksum; nil when it is right.
    let checksumNote: Note?

    /// Returns nil when `bytes` are no such objects, or say nothing about a merchant.
    init?(_ bytes: ArraySlice<UInt8>) {
        let complete = Self.objects(bytes)
        objects = complete ?? Self.split(bytes, countsCharacters: true, whole: false) ?? []
        isComplete = complete != nil
        let tags = Set(objects.map(\.tag))
        // A long number may begin alike.
        guard objects.count >= 3, tags.contains("63") || tags.contains("52") || tags.contains("59"),
            tags.contains("58") || tags.contains("53") || (2...51).contains(where: { tags.contains($0.padded(to: 2)) })
        else { return nil }
        checksumNote = Self.note(objects.last, bytes)
    }

    func value(_ tag: String) -> String? { objects.first { $0.tag == tag }?.value.text }

    /// Everything up to the checksum's own value counts (4.7.3).
    private static func note(_ last: Object?, _ bytes: ArraySlice<UInt8>) -> Note? {
        guard let last, last.tag == "63" else { return .missing }
        guard last.value.count == 4, last.value.endIndex == bytes.endIndex,
            let stated = UInt16(last.value.text, radix: 16)
        else { return .wrong }
        return stated == CheckSum.crc16(bytes.dropLast(4)) ? nil : .wrong
    }

    /// The objects of `bytes`; nil when they do not end with it. Lengths count characters; some makers count bytes.
    static func objects(_ bytes: ArraySlice<UInt8>) -> [Object]? {
        split(bytes, countsCharacters: true, whole: true)
            ?? (bytes.contains { $0 >= 0x80 } ? split(bytes, countsCharacters: false, whole: true) : nil)
    }

    private static func split(_ bytes: ArraySlice<UInt8>, countsCharacters: Bool, whole: Bool) -> [Object]? {
        var objects: [Object] = []
        var rest = bytes
        while !rest.isEmpty {
            guard rest.count >= 4, rest.prefix(2).decimal != nil, let length = rest.dropFirst(2).prefix(2).decimal,
                let end = end(of: rest.dropFirst(4), length: length, countsCharacters: countsCharacters),
                objects.count < 100
            else { return whole ? nil : objects }
            objects.append(Object(tag: rest.prefix(2).text, value: rest[(rest.startIndex + 4)..<end]))
            rest = rest[end...]
        }
        return objects.isEmpty ? nil : objects
    }

    /// Where a value of that length ends; nil beyond the text.
    private static func end(of bytes: ArraySlice<UInt8>, length: Int, countsCharacters: Bool) -> Int? {
        guard countsCharacters else { return length <= bytes.count ? bytes.startIndex + length : nil }
        var (index, count) = (bytes.startIndex, 0)
        while index < bytes.endIndex {
            // The first byte of a character, or one behind the value.
            if bytes[index] & 0xC0 != 0x80 {
                if count == length { return index }
                count += 1
            }
            index += 1
        }
        return count == length ? index : nil
    }
}

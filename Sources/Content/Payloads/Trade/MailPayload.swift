import Formats
import Symbols

/// A letter or parcel, by the code of a post office on it: what its digits and letters mean follows from the symbology.
enum MailPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let text = String(decoding: input.bytes, as: UTF8.self)
        guard let fields = fields(of: text, input.content.symbology) else { return nil }
        func value(_ key: String) -> String? { fields.first { $0.key == key }?.value }
        return Payload(
            content: input.content, kind: .mail,
            summary: .mail(
                to: value("postcode") ?? value("deliveryPoint"),
                number: value("item") ?? value("serial") ?? value("address")),
            fields: fields)
    }

    private static func fields(of text: String, _ symbology: Symbology) -> [PayloadField]? {
        let characters = Array(text)
        return switch symbology {
        case .uspsIMb: intelligentMail(characters)
        case .postnet: zipCode(characters)
        case .planet: planet(characters)
        case .cepnet: characters.count == 8 ? brazil(characters) : nil
        case .rm4scc: royalMail(characters)
        case .kix: netherlands(characters)
        case .mailmark: mailmark(characters)
        case .australiaPost: australia(characters)
        case .japanPost: japan(characters)
        default: nil
        }
    }

    /// USPS-B-3200: mailer IDs of nine digits begin with 9, and leave six for the serial number.
    private static func intelligentMail(_ text: [Character]) -> [PayloadField]? {
        guard [20, 25, 29, 31].contains(text.count) else { return nil }
        let mailer = text[5] == "9" ? 9 : 6
        var list = FieldList()
        list.add("identifier", .identifier, String(text[0..<2]))
        list.add("service", .serviceType, String(text[2..<5]))
        list.add("mailer", .mailer, String(text[5..<5 + mailer]))
        list.add("serial", .serial, String(text[(5 + mailer)..<20]))
        addZIPCode(text[20...], to: &list)
        return list.fields
    }

    private static func zipCode(_ text: [Character]) -> [PayloadField]? {
        guard [5, 9, 11].contains(text.count) else { return nil }
        var list = FieldList()
        addZIPCode(text[...], to: &list)
        return list.fields
    }

    /// Five digits, four more, and the last two of the house number.
    private static func addZIPCode(_ digits: ArraySlice<Character>, to list: inout FieldList) {
        guard digits.count >= 5 else { return }
        let plus = digits.dropFirst(5).prefix(4)
        list.add("postcode", .postalCode, String(digits.prefix(5)) + (plus.isEmpty ? "" : "-" + String(plus)))
        list.add("deliveryPoint", .deliveryPoint, String(digits.dropFirst(9)))
    }

    private static func planet(_ text: [Character]) -> [PayloadField]? {
        guard [11, 13].contains(text.count) else { return nil }
        var list = FieldList()
        list.add("service", .serviceType, String(text[0..<2]))
        list.add("customer", .customer, String(text[2...]))
        return list.fields
    }

    private static func brazil(_ text: [Character]) -> [PayloadField] {
        var list = FieldList()
        list.add("postcode", .postalCode, String(text[..<5]) + "-" + String(text[5...]))
        return list.fields
    }

    /// A postcode of the United Kingdom ends with a digit and two letters; a delivery point of a digit and a letter may follow.
    private static func royalMail(_ text: [Character]) -> [PayloadField]? {
        func isPostcode(_ text: some Collection<Character>) -> Bool {
            let inward = text.suffix(3).map { $0 }
            return (5...7).contains(text.count) && inward[0].isNumber && inward[1].isLetter && inward[2].isLetter
        }
        let head = text.dropLast(2)
        let hasDeliveryPoint = isPostcode(head) && text[text.count - 2].isNumber && text[text.count - 1].isLetter
        guard hasDeliveryPoint || isPostcode(text) else { return nil }
        let postcode = hasDeliveryPoint ? head : text[...]
        var list = FieldList()
        list.add("postcode", .postalCode, "\(String(postcode.dropLast(3))) \(String(postcode.suffix(3)))")
        list.add("deliveryPoint", .deliveryPoint, hasDeliveryPoint ? String(text.suffix(2)) : nil)
        return list.fields
    }

    /// A postcode of four digits and two letters, the house number, and its addition behind an X.
    private static func netherlands(_ text: [Character]) -> [PayloadField]? {
        guard text.count >= 6, text[..<4].allSatisfy(\.isNumber), text[4..<6].allSatisfy(\.isLetter) else { return nil }
        var list = FieldList()
        list.add("postcode", .postalCode, "\(String(text[..<4])) \(String(text[4..<6]))")
        let house = text[6...].split(separator: "X", maxSplits: 1).map { String($0) }
        list.add("address", .address, house.joined(separator: " "))
        return list.fields
    }

    private static let classes: [Character: String] = [
        "0": "none or a test", "1": "1st class", "2": "2nd class", "3": "3rd class", "4": "premium", "5": "deferred",
        "6": "air", "7": "surface", "8": "premium (network access)", "9": "standard (network access)",
    ]

    private static func mailmark(_ text: [Character]) -> [PayloadField]? {
        guard [22, 26].contains(text.count) else { return nil }
        let item = text.count - 17
        var list = FieldList()
        let formats: [Character: String] = ["0": "none or a test", "1": "letter", "2": "large letter"]
        list.add("format", .format, formats[text[0]] ?? String(text[0]))
        list.add("version", .version, String(text[1]))
        list.add("class", .travelClass, classes[text[2]] ?? String(text[2]))
        list.add("supplyChain", .supplyChain, String(text[3..<item]))
        list.add("item", .item, String(text[item..<item + 8]))
        let postcode = String(text[(item + 8)...]).split(separator: " ").joined()
        let isAbroad = postcode == "XY11"
        let parts = isAbroad ? nil : royalMail(Array(postcode))
        for field in parts ?? [] {
            list.add(field.key, field.key == "postcode" ? .postalCode : .deliveryPoint, field.value)
        }
        return list.fields
    }

    private static let australianFormats = [
        "11": "standard", "45": "reply paid", "59": "customer barcode 2", "62": "customer barcode 3", "87": "routing",
        "92": "redirection",
    ]

    private static func australia(_ text: [Character]) -> [PayloadField]? {
        guard text.count >= 10 else { return nil }
        let format = String(text[..<2])
        var list = FieldList()
        list.add("format", .format, australianFormats[format] ?? format)
        list.add("deliveryPoint", .deliveryPoint, String(text[2..<10]))
        list.add("customer", .customer, String(text[10...]))
        return list.fields
    }

    private static func japan(_ text: [Character]) -> [PayloadField]? {
        guard text.count >= 7 else { return nil }
        var list = FieldList()
        list.add("postcode", .postalCode, "\(String(text[..<3]))-\(String(text[3..<7]))")
        list.add("address", .address, String(text[7...]))
        return list.fields
    }
}

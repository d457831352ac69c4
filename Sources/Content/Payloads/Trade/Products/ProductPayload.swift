import Formats
import Symbols

/// The number of a product, a book, a periodical, or a coupon, from an EAN, UPC or ITF-14 symbol. Digits in other symbols stay
/// text.
enum ProductPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes.trimmed
        guard let symbology = symbology(of: input.content, bytes), let gtin = GTIN(bytes, symbology: symbology) else {
            return nil
        }
        let use = gtin.digits.count == 8 ? shortUse(gtin) : GTINPrefixes.range(of: gtin.thirteen)?.use
        let kind = kind(gtin, use)
        let beside = [AddOn(input.content.addOn)?.field(beside: kind), issuer(gtin, kind)].compactMap { $0 }
        let fields = ownFields(gtin, kind, use) + numberFields(gtin) + beside
        return Payload(
            content: input.content, kind: kind, summary: summary(gtin, kind, use, fields), fields: fields,
            warnings: gtin.isRight ? [] : [.checkDigit])
    }

    /// The symbology that says how the digits are meant; nil when they are not a product's.
    private static func symbology(of content: SymbolContent, _ bytes: ArraySlice<UInt8>) -> Symbology? {
        if content.symbology.isProduct || content.symbology == .itf14 { return content.symbology }
        // ITF without a check has fourteen digits for other purposes, too.
        guard content.symbology == .itf, bytes.count == 14 else { return nil }
        return content.identifier == "]I1" || CheckDigits.isModulo10(bytes) ? .itf14 : nil
    }

    /// The use of an EAN-8: numbers that begin with 0 or 2 are a store's own (GS1 General Specifications 1.4.3).
    private static func shortUse(_ gtin: GTIN) -> GTINPrefixes.Use? {
        gtin.digits.first == UInt8(ascii: "0") || gtin.digits.first == UInt8(ascii: "2")
            ? .restricted : GTINPrefixes.range(of: gtin.digits)?.use
    }

    private static func kind(_ gtin: GTIN, _ use: GTINPrefixes.Use?) -> PayloadKind {
        // Books and coupons are things for sale singly: a case of them has a product's number.
        guard gtin.digits.count < 14 else { return .gtin }
        switch use {
        case .restricted, .refund: return .restricted
        case .coupon: return .coupon
        case .book where gtin.digits.count == 13: return ISMN(gtin.thirteen) == nil ? .book : .music
        case .issn where gtin.digits.count == 13: return .periodical
        default: return .gtin
        }
    }

    /// The number in each of its lengths, that of the symbol with what is wrong with it.
    private static func numberFields(_ gtin: GTIN) -> [PayloadField] {
        var list = FieldList()
        list.add("upcE", .upcE, gtin.short?.text)
        let count = gtin.digits.count
        for length in [8, 12, 13, 14] where isTold(gtin, length) {
            let number = gtin.fourteen.suffix(length)
            let note: Note? = length == count && !gtin.isRight ? .checkDigitWrong : nil
            list.add(length == 14 ? "gtin" : "gtin\(length)", .gtin(length), number.text, note: note)
        }
        if count == 14, let indicator = gtin.digits.first, indicator != UInt8(ascii: "0") {
            let isMeasured = indicator == UInt8(ascii: "9")
            list.add(
                "indicator", .packaging, isMeasured ? "of variable measure" : "level \(indicator & 15)",
                json: .integer(Int64(indicator & 15)))
        }
        return list.fields
    }

    /// Whether the number is told in a length: its own, those it has with zeros before it, and those it has without. A GTIN-8 is
    /// written out in fourteen digits only.
    private static func isTold(_ gtin: GTIN, _ length: Int) -> Bool {
        let count = gtin.digits.count
        if length >= count { return length == count || length == 14 || count > 8 }
        return length >= 12 && gtin.digits.dropLast(length).allSatisfy { $0 == UInt8(ascii: "0") }
    }

    /// What the number means as that of a book, a store, a coupon or a drug.
    private static func ownFields(_ gtin: GTIN, _ kind: PayloadKind, _ use: GTINPrefixes.Use?) -> [PayloadField] {
        switch kind {
        case .book: return ISBN(gtin.thirteen).map(bookFields) ?? []
        case .music: return ISMN(gtin.thirteen).map { [PayloadField("ismn", .ismn, $0.hyphenated)] } ?? []
        case .periodical:
            guard let issn = ISSN(gtin.thirteen) else { return [] }
            return [PayloadField("issn", .issn, issn.text), PayloadField("variant", .variant, issn.variant)]
        case .restricted where use == .refund:
            return [PayloadField("item", .refundReceipt, gtin.digits.dropFirst(3).dropLast().text)]
        case .restricted:
            return StoreNumber(gtin.digits.count == 8 ? gtin.digits : gtin.thirteen).fields
        case .coupon: return couponFields(gtin)
        default: break
        }
        // Number system 3 of UPC-A holds the National Drug Code of the United States.
        guard gtin.digits.count < 14, gtin.thirteen.prefix(2).text == "03", gtin.digits.count > 8 else { return [] }
        return [PayloadField("ndc", .drugNumber, gtin.thirteen.dropFirst(2).dropLast().text)]
    }

    private static func bookFields(_ isbn: ISBN) -> [PayloadField] {
        var list = FieldList()
        list.add("isbn", .isbn, isbn.hyphenated, note: isbn.isInRange ? nil : .publisherNotKnown)
        list.add("isbn10", .isbn10, isbn.ten)
        list.add("group", .registeredFor, isbn.group)
        return list.fields
    }

    /// A UPC-A coupon holds maker, family and value (GS1 US, number system 5); what others hold is each country's own affair.
    private static func couponFields(_ gtin: GTIN) -> [PayloadField] {
        let thirteen = gtin.thirteen
        guard thirteen.prefix(2).text == "05" else {
            return [PayloadField("reference", .couponReference, thirteen.dropFirst(3).dropLast().text)]
        }
        return [
            PayloadField("manufacturer", .maker, thirteen.dropFirst(2).prefix(5).text),
            PayloadField("family", .family, thirteen.dropFirst(7).prefix(3).text),
            PayloadField("valueCode", .valueCode, thirteen.dropFirst(10).prefix(2).text),
        ]
    }

    private static func issuer(_ gtin: GTIN, _ kind: PayloadKind) -> PayloadField? {
        guard kind == .gtin else { return nil }
        return GTINPrefixes.field(for: gtin.digits.count == 8 ? gtin.digits : gtin.thirteen)
    }

    /// The number as it stands beside the bars, by which it is looked for, then what it is.
    private static func summary(
        _ gtin: GTIN, _ kind: PayloadKind, _ use: GTINPrefixes.Use?, _ fields: [PayloadField]
    ) -> Summary {
        func value(_ key: String) -> String? { fields.first { $0.key == key }?.value }
        var parts: [Summary?] = [.asWritten((gtin.short ?? gtin.digits).text)]
        if gtin.short != nil { parts.append(.gtin(gtin.digits.text)) }
        parts += [
            value("isbn").map(Summary.isbn), value("issn").map(Summary.issn), value("ismn").map(Summary.ismn),
            value("issue").map(Summary.issue), value("price").map(Summary.price),
        ]
        switch kind {
        case .restricted: parts.insert(use == .refund ? .refundReceipt : .inStoreNumber, at: 1)
        case .coupon: parts.append(.coupon)
        default: if let issuer = value("issuedIn"), issuer != "unknown" { parts.append(.issued(in: issuer)) }
        }
        if !gtin.isRight { parts.append(.checkDigitWrong) }
        return .list(parts.compactMap { $0 })
    }
}

import Formats

/// A payment over Lightning: an invoice (`lightning:lnbc…`, BOLT 11) or an address of the network that leads to one
/// (`LNURL1…`, LUD-01).
enum LightningPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes.trimmed
        let rest = bytes.after(prefix: "lightning:")
        let code = (rest ?? bytes).drop { rest != nil && $0 == UInt8(ascii: "/") }
        guard !code.isEmpty, !code.contains(where: ASCII.isSpace) else { return nil }
        if code.after(prefix: "LNURL1") != nil, let payload = address(code, input) { return payload }
        guard let invoice = LightningInvoice(code) else { return rest == nil ? nil : other(code, input) }
        var list = FieldList()
        list.add("currency", .currency, "Bitcoin", json: "BTC")
        list.add(
            "amount", .amount, invoice.amount.map { "\($0) BTC" } ?? "any", json: .string(invoice.amount ?? ""),
            note: invoice.amountNote)
        list.add("text", .text, invoice.description)
        list.add("created", .made, Self.time(invoice.created))
        let end = invoice.created.addingReportingOverflow(invoice.expiry).partialValue
        list.add("expires", .expires, Self.time(end), note: Self.expiryNote(end, input.today))
        list.add("lightning", .lightningInvoice, code.text, note: invoice.note)
        return Payload(
            input.content, .crypto,
            .lightning(of: invoice.amount.map { "\($0) BTC" }, for: invoice.description?.singleLine(limit: 80)), list)
    }

    /// What the scheme calls a payment, and is not an invoice: an address (LUD-16), an offer (BOLT 12), or something damaged.
    private static func other(_ code: ArraySlice<UInt8>, _ input: PayloadInput) -> Payload {
        var list = FieldList()
        list.add("currency", .currency, "Bitcoin", json: "BTC")
        if EmailAddress.isBare(code) {
            list.add("address", .address, code.text)
        } else {
            let isOffer = code.after(prefix: "lno1") != nil
            list.add("lightning", .lightningInvoice, code.text, note: isOffer ? .notChecked : .notAnInvoice)
        }
        return Payload(input.content, .crypto, .lightning(of: nil, for: code.text.singleLine(limit: 80)), list)
    }

    private static func time(_ seconds: Int) -> String? {
        let text = Timestamp(milliseconds: Int64(clamping: seconds) * 1000).description
        return text.prefix(16).replacing("T", with: " ") + " UTC"
    }

    private static func expiryNote(_ seconds: Int, _ today: CivilDate) -> Note? {
        guard let date = CivilDate(daysSince1970: seconds / 86_400), date < today else { return nil }
        return .expired(date)
    }

    private static func address(_ code: ArraySlice<UInt8>, _ input: PayloadInput) -> Payload? {
        guard let bech32 = Bech32(code), bech32.prefix == "lnurl" else { return nil }
        let url = ArraySlice(Bech32.bytes(bech32.data))
        var list = FieldList()
        list.add("currency", .currency, "Bitcoin", json: "BTC")
        guard let text = String(validating: url, as: UTF8.self),
            let address = WebAddress(absolute: ArraySlice(text.utf8))
        else {
            guard bech32.data.count >= 16 else { return nil }
            list.add(
                "lightning", .lightningInvoice, code.text,
                note: bech32.variant == .bech32 ? .notAnAddress : .checksumWrong)
            return Payload(input.content, .crypto, .lightning(of: nil, for: code.text.singleLine(limit: 80)), list)
        }
        list.add("url", .address, address.url, note: bech32.variant == .bech32 ? nil : .checksumWrong)
        list.add("host", .host, address.host.ascii)
        return Payload(
            content: input.content, kind: .crypto, summary: .lightning(by: address.host.abbreviated),
            fields: list.fields, warnings: URLRisks.warnings(for: address, text: text))
    }
}

/// An invoice of Lightning (BOLT 11), as far as a person wants to know it.
struct LightningInvoice {
    /// In bitcoins, as a decimal number; nil when the payer chooses.
    let amount: String?
    /// What is wrong with the amount; nil as a rule.
    let amountNote: Note?
    let description: String?
    /// Seconds since 1970.
    let created: Int
    /// Seconds that it holds from then.
    let expiry: Int
    /// What is to be said of it; nil as a rule.
    let note: Note?

    /// Returns nil when `bytes` have not the form of an invoice.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let head = bytes.after(prefix: "ln"), !head.isEmpty, let code = Bech32(bytes), code.data.count >= 7 + 104
        else { return nil }
        var network = ArraySlice(code.prefix.utf8.dropFirst(2))
        var isTest = true
        if let rest = network.after(prefix: "bcrt") ?? network.after(prefix: "tbs") ?? network.after(prefix: "tb") {
            network = rest
        } else if let rest = network.after(prefix: "bc") {
            (network, isTest) = (rest, false)
        } else {
            return nil
        }
        guard network.isEmpty || Self.bitcoins(network) != nil else { return nil }
        amount = Self.bitcoins(network)
        // The smallest amount is a thousandth of a satoshi, ten trillionths of a bitcoin.
        let isTooFine = network.last.map { $0 | 0x20 == UInt8(ascii: "p") } == true && network.dropLast().last != 0x30
        amountNote = isTooFine ? .finerThanMillisatoshi : nil
        created = code.data.prefix(7).reduce(0) { $0 << 5 | Int($1) }
        var (text, seconds) = (String?.none, 3600)
        var missing: [UInt8: Note] = [1: .noPaymentHash, 16: .noPaymentSecret]
        // Type, length of ten bits, value; the signature is last.
        var rest = code.data.dropFirst(7).dropLast(104)
        while rest.count >= 3 {
            let values = Array(rest.prefix(3))
            let length = Int(values[1]) << 5 | Int(values[2])
            rest = rest.dropFirst(3)
            guard length <= rest.count else { break }
            switch values[0] {
            // Of another length they count as not there.
            case 1, 16: if length == 52 { missing[values[0]] = nil }
            case 13: text = String(decoding: Bech32.bytes(rest.prefix(length)), as: UTF8.self)
            case 6 where length <= 10: seconds = rest.prefix(length).reduce(0) { $0 << 5 | Int($1) }
            default: break
            }
            rest = rest.dropFirst(length)
        }
        (description, expiry) = (text, seconds)
        if code.variant != .bech32 {
            note = .checksumWrong
        } else {
            note = .all((isTest ? [.ofATestNetwork] : []) + missing.sorted { $0.key < $1.key }.map(\.value))
        }
    }

    /// `2500u` as `0.0025`; nil for no amount, or one that cannot be.
    private static func bitcoins(_ text: ArraySlice<UInt8>) -> String? {
        guard let last = text.last else { return nil }
        let places = [UInt8(ascii: "m"): 3, UInt8(ascii: "u"): 6, UInt8(ascii: "n"): 9, UInt8(ascii: "p"): 12][last]
        let digits = places == nil ? text : text.dropLast()
        guard let number = digits.decimal, digits.first != 0x30 else { return nil }
        return CoinAmount.text(String(number).utf8Slice, places: places ?? 0)
    }
}

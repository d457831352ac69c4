import Formats

/// A payment in a cryptocurrency: `bitcoin:` (BIP 21) and its like, `ethereum:` (EIP-681), others by name, and addresses without
/// a scheme that cannot be taken for anything else (Bech32, `0x` and 40 digits).
enum CryptoPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes.trimmed
        let (scheme, rest) = bytes.cut(at: UInt8(ascii: ":"))
        guard let rest else { return bareAddress(bytes, input) }
        guard scheme.count <= 12 else { return nil }
        let name = scheme.text.lowercased()
        if name == "ethereum" { return ethereum(rest, input) }
        if let currency = CryptoAddress.currencies[name] {
            return payload(rest, currency.name, currency.symbol, input, mayLackAddress: true) {
                CryptoAddress.note(on: $0, of: currency)
            }
        }
        guard let (name, symbol) = unchecked[name] else { return nil }
        return payload(rest, name, symbol, input) { _ in .notChecked }
    }

    private static func bareAddress(_ bytes: ArraySlice<UInt8>, _ input: PayloadInput) -> Payload? {
        // Shorter than the shortest address and longer than Bech32 allows, it is something else.
        guard 38...90 ~= bytes.count else { return nil }
        if let digits = bytes.after(prefix: "0x") {
            let isAddress = digits.count == 40 && digits.allSatisfy { ASCII.hexValue($0) != nil }
            return isAddress ? ethereum(bytes, input) : nil
        }
        guard let prefix = Bech32(bytes)?.prefix,
            let currency = CryptoAddress.currencies.values.first(where: {
                $0.prefixes.contains(prefix) || $0.testPrefixes.contains(prefix)
            })
        else { return nil }
        return payload(bytes, currency.name, currency.symbol, input) { CryptoAddress.note(on: $0, of: currency) }
    }

    /// Currencies whose addresses are not checked here: their names and symbols.
    private static let unchecked = ["bitcoincash": ("Bitcoin Cash", "BCH"), "monero": ("Monero", "XMR")]

    /// An address that cannot be one gets a note, and is a payment all the same: the scheme says so.
    ///
    /// - Parameters:
    ///   - mayLackAddress: whether a Lightning invoice will do instead.
    ///   - note: what is to be said of an address.
    private static func payload(
        _ rest: ArraySlice<UInt8>, _ name: String, _ symbol: String, _ input: PayloadInput,
        mayLackAddress: Bool = false, note: (String) -> Note?
    ) -> Payload? {
        let (head, query) = rest.cut(at: UInt8(ascii: "?"))
        let address = URIText.decoded(head.drop { $0 == UInt8(ascii: "/") })
        let items = query.map { URIText.items($0) } ?? []
        func value(_ key: String) -> String? { items.first { $0.name == key }?.value }
        let hasInvoice = value("lightning") ?? value("lno") != nil
        // Words after a colon have blanks: `bitcoin: to the moon`.
        guard !rest.isEmpty, !rest.contains(where: ASCII.isSpace) else { return nil }
        let isMissing = address.isEmpty && !(mayLackAddress && hasInvoice)
        var list = FieldList()
        list.add("currency", .currency, name, json: .string(symbol))
        list.add("address", .address, address, note: noteOnCharacters(of: address) ?? note(address))
        let amount = value("amount") ?? value("tx_amount")
        list.add(
            "amount", .amount, amount.map { "\($0) \(symbol)" }, json: amount.map { .string($0) },
            note: amount.flatMap(noteOnAmount))
        list.add("label", .to, value("label") ?? value("recipient_name"))
        list.add("text", .text, value("message") ?? value("tx_description"))
        if let invoice = value("lightning") {
            list.add(
                "lightning", .lightningInvoice, invoice,
                note: LightningInvoice(invoice.utf8Slice).map { $0.note } ?? .notAnInvoice)
        }
        // A wallet must refuse what it does not know of these (BIP 21).
        let required = items.filter { $0.name.hasPrefix("req-") }
        for item in required { list.add("required", .given(item.name), item.value, isRepeatable: true) }
        let money = amount.map { "\($0.singleLine(limit: 30)) \(symbol)" }
        return Payload(
            input.content, .crypto,
            .payment(in: name, of: money, to: value("label") ?? address), list,
            warnings: (isMissing ? [.missingFields(["address"])] : []) + (required.isEmpty ? [] : [.requiresMore]))
    }

    /// Every currency's addresses consist of letters and digits.
    private static func noteOnCharacters(of address: String) -> Note? {
        10...120 ~= address.utf8.count && address.utf8.allSatisfy(ASCII.isAlphanumeric) ? nil : .notAnAddress
    }

    /// Digits with a fraction, no exponent (BIP 21).
    private static func noteOnAmount(_ amount: String) -> Note? {
        let (whole, fraction) = amount.utf8Slice.cut(at: UInt8(ascii: "."))
        guard whole.count + (fraction?.count ?? 0) > 0, whole.count <= 18, whole.allSatisfy(ASCII.isDigit),
            fraction?.allSatisfy(ASCII.isDigit) ?? true
        else { return .notAnAmount }
        return nil
    }

    /// `ethereum:pay-0x…@1/transfer?value=2.014e18` (EIP-681).
    private static func ethereum(_ rest: ArraySlice<UInt8>, _ input: PayloadInput) -> Payload? {
        let (head, query) = rest.cut(at: UInt8(ascii: "?"))
        let (target, function) = (head.after(prefix: "pay-") ?? head).cut(at: UInt8(ascii: "/"))
        let (address, chain) = target.cut(at: UInt8(ascii: "@"))
        let items = query.map { URIText.items($0) } ?? []
        guard !rest.isEmpty, !rest.contains(where: ASCII.isSpace) else { return nil }
        var list = FieldList()
        list.add("currency", .currency, "Ethereum", json: "ETH")
        list.add("address", .address, address.text, note: CryptoAddress.ethereumNote(on: address.text))
        list.add("chain", .chain, chain?.text, note: chain.map { $0.decimal == nil } == true ? .notANumber : nil)
        list.add("function", .calls, function?.text)
        let value = items.first { $0.name == "value" }?.value
        let ether = value.flatMap(CoinAmount.ether(ofWei:))
        list.add(
            "amount", .amount, ether.map { "\($0) ETH" } ?? value, json: value.map { .string($0) },
            note: value != nil && ether == nil ? .notAnAmount : nil)
        for item in items where item.name != "value" { list.add("parameters", named: item) }
        return Payload(
            content: input.content, kind: .crypto,
            summary: .payment(in: "Ethereum", of: ether.map { "\($0) ETH" }, to: address.text),
            fields: list.fields,
            warnings: (address.isEmpty ? [.missingFields(["address"])] : []) + (function == nil ? [] : [.callsContract])
        )
    }
}

/// Amounts of coins.
enum CoinAmount {
    /// The digits with a point before the last `places` of them, without zeros at the end, and in front but one.
    static func text(_ digits: ArraySlice<UInt8>, places: Int) -> String {
        let parts = GS1Reading.decimal(digits, places: places).utf8Slice.cut(at: UInt8(ascii: "."))
        var fraction = parts.rest ?? []
        while fraction.last == 0x30 { fraction.removeLast() }
        return parts.head.text + (fraction.isEmpty ? "" : "." + fraction.text)
    }

    /// The ether that `value`, a number of wei such as `2.014e18`, is; nil when it is not a whole number of wei.
    static func ether(ofWei value: String) -> String? {
        let (number, exponent) = value.lowercased().utf8Slice.cut(at: UInt8(ascii: "e"))
        let (whole, fraction) = number.cut(at: UInt8(ascii: "."))
        let decimals = fraction ?? []
        let power = exponent.map { $0.first == UInt8(ascii: "+") ? $0.dropFirst() : $0 }.map { $0.decimal } ?? 0
        guard let power, power <= 60, !whole.isEmpty, number.count <= 80, whole.allSatisfy(ASCII.isDigit),
            decimals.allSatisfy(ASCII.isDigit), decimals.count <= power
        else { return nil }
        let zeros = [UInt8](repeating: 0x30, count: power - decimals.count)[...]
        return text(whole + decimals + zeros, places: 18)
    }
}

/// A payment by India's Unified Payments Interface: `upi://pay?pa=name@bank&am=10&cu=INR` (NPCI, UPI Linking Specifications 1.6).
enum UPIPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.trimmed.after(prefix: "upi://"), let query = rest.cut(at: UInt8(ascii: "?")).rest
        else { return nil }
        let items = URIText.items(query)
        func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
        guard let address = value("pa"), !address.isEmpty else { return nil }
        var list = FieldList()
        list.add("name", "To", value("pn"))
        list.add("address", "UPI address", address, note: note(onAddress: address))
        let currency = value("cu") ?? "INR"
        if let amount = value("am"), !amount.isEmpty {
            list.add(
                "amount", "Amount", "\(amount) \(currency)", json: .string(amount), note: note(onAmount: amount))
        }
        list.add("minimum", "At least", value("mam"), note: value("mam").flatMap(note(onAmount:)))
        list.add("currency", "Currency", currency, note: currency == "INR" ? nil : "not INR")
        list.add("text", "Text", value("tn"))
        list.add("reference", "Reference", value("tr"))
        list.add("transaction", "Transaction", value("tid"))
        list.add("category", "Merchant category", value("mc"))
        list.add("url", "Web", value("url"))
        list.add("use", "Use", rest.cut(at: UInt8(ascii: "?")).head.text)
        list.add("format", "Format", "UPI")
        let money = value("am").map { $0.isEmpty ? "" : " of \($0.singleLine(limit: 20)) \(currency)" } ?? ""
        return Payload(
            content: input.content, kind: .payment,
            summary: "Payment\(money) to \((value("pn") ?? address).singleLine(limit: 60))", fields: list.fields,
            warnings: list.hasHiddenCharacters ? [.hiddenCharacters] : [])
    }

    /// `name@bank`: letters, digits, points and hyphens, then letters and digits.
    private static func note(onAddress address: String) -> String? {
        let parts = ArraySlice(Array(address.utf8)).split(
            separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let isRight =
            parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || ".-_".utf8.contains($0) }
            }
        return isRight ? nil : "not a UPI address"
    }

    private static func note(onAmount amount: String) -> String? {
        guard let cents = MoneyAmount(amount).cents else { return "not an amount" }
        return cents == 0 ? "amount of nothing" : nil
    }
}

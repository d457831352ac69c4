import Formats

/// A payment by India's Unified Payments Interface: `upi://pay?pa=name@bank&am=10&cu=INR` (NPCI, UPI Linking Specifications 1.6).
package enum UPIPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.trimmed.after(prefix: "upi://"), !rest.isEmpty,
            !rest.contains(where: ASCII.isSpace)
        else {
            return nil
        }
        let (use, query) = rest.cut(at: UInt8(ascii: "?"))
        let items = query.map { URIText.items($0) } ?? []
        func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
        // Without an address nobody can be paid; it is a payment of this kind all the same.
        let address = value("pa").flatMap { $0.isEmpty ? nil : $0 }
        var list = FieldList()
        list.add("name", .to, value("pn"))
        list.add("address", .upiAddress, address, note: address.flatMap(note(onAddress:)))
        let currency = value("cu") ?? "INR"
        if let amount = value("am"), !amount.isEmpty {
            list.add(
                "amount", .amount, "\(amount) \(currency)", json: .string(amount), note: note(onAmount: amount))
        }
        list.add("minimum", .atLeast, value("mam"), note: value("mam").flatMap(note(onAmount:)))
        list.add("currency", .currency, currency, note: currency == "INR" ? nil : .notRupees)
        list.add("text", .text, value("tn"))
        list.add("reference", .reference, value("tr"))
        list.add("transaction", .transaction, value("tid"))
        list.add("category", .merchantCategory, value("mc"))
        list.add("url", .web, value("url"))
        list.add("use", .use, use.text)
        list.add("format", .format, "UPI")
        let money = value("am").flatMap { $0.isEmpty ? nil : "\($0.singleLine(limit: 20)) \(currency)" }
        return Payload(
            input.content, .payment, .payment(of: money, to: (value("pn") ?? address)?.singleLine(limit: 60)), list,
            warnings: address == nil ? [.missingFields(["pa"])] : [])
    }

    /// What is wrong with an address; nil for `name@bank`: letters, digits, points and hyphens, then letters and digits.
    package static func note(onAddress address: String) -> Note? {
        let parts = address.utf8Slice.split(
            separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let isRight =
            parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { ASCII.isAlphanumeric($0) || ".-_".utf8.contains($0) }
            }
        return isRight ? nil : .notAUPIAddress
    }

    private static func note(onAmount amount: String) -> Note? {
        guard let cents = MoneyAmount(amount).cents else { return .notAnAmount }
        return cents == 0 ? .amountOfNothing : nil
    }
}

import Payloads

/// A payment in Bitcoin (BIP 21), Litecoin or Dogecoin.
enum CryptoForm {
    static let form = PayloadForm(
        "crypto", "Cryptocurrency payment",
        fields: [
            .text("address", "Address", "Enter the payee's address", isRequired: true),
            .choice(
                "coin", "Currency", "The address's currency",
                ["bitcoin", "litecoin", "dogecoin"].map { .init($0, CryptoAddress.currencies[$0]?.name ?? $0) }),
            .text("amount", "Amount", "In whole coins, such as 0.015; if left out, the payer enters it", like: "0.015"),
            .text("name", "To", "The payee's name"),
            .text("message", "Text", "What the payment is for"),
        ]
    ) { entries throws(FormError) in
        let (address, scheme) = (entries["address"], entries.choice("coin"))
        if let currency = CryptoAddress.currencies[scheme], let note = CryptoAddress.note(on: address, of: currency) {
            throw FormError("address", "\(note.text): copy the whole address once more")
        }
        let items: KeyValuePairs = [
            "amount": try amount(entries), "label": URIText.encoded(entries["name"]),
            "message": URIText.encoded(entries["message"]),
        ]
        return ComposedContent("\(scheme):\(address)" + URIText.query(items))
    }

    /// In whole coins; empty where none is given.
    private static func amount(_ entries: Entries) throws(FormError) -> String {
        if entries["amount"].isEmpty { return "" }
        // At most eight decimals: a hundred-millionth is the least that there is.
        guard let amount = Angle.decimal(entries["amount"]), !amount.hasPrefix("-"),
            (amount.split(separator: ".").dropFirst().first?.count ?? 0) <= 8, Double(amount) ?? 0 > 0
        else { throw FormError("amount", "enter coins with at most eight decimals, such as 0.015") }
        return amount
    }
}

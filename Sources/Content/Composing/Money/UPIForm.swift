import Payloads

/// A payment by India's Unified Payments Interface (NPCI, UPI Linking Specifications 1.6).
enum UPIForm {
    static let form = PayloadForm(
        "upi", "UPI payment",
        fields: [
            .text(
                "upi-address", "UPI address", "Enter the payee's address", like: "name@bank", isRequired: true),
            .text("name", "To", "Enter the payee's name", isRequired: true),
            .text("amount", "Amount", "Rupees, such as 12.50; if left out, the payer enters it", like: "12.50"),
            .text("message", "Text", "What the payment is for"),
            .text("reference", "Reference", "The number of the order or the bill"),
        ]
    ) { entries throws(FormError) in
        let address = entries["upi-address"]
        if UPIPayload.note(onAddress: address) != nil {
            throw FormError("upi-address", "a UPI address is a name and a bank, such as name@bank: correct it")
        }
        let amount = try FormMoney.amount(entries)
        func encoded(_ text: String) -> String { URIText.encoded(text, keeping: "@") }
        let items: KeyValuePairs = [
            "pa": encoded(address), "pn": encoded(entries["name"]), "am": amount, "cu": "INR",
            "tn": encoded(entries["message"]), "tr": encoded(entries["reference"]),
        ]
        return ComposedContent("upi://pay" + URIText.query(items))
    }
}

/// A Swiss QR-bill: lines after `SPC` (SIX, Swiss Implementation Guidelines QR-bill 2.3).
enum SwissBillPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.after(prefix: "SPC"), rest.first == 0x0A || rest.first == 0x0D else { return nil }
        let bill = SwissBill(input.bytes.lines.prefix(40).map(\.text))
        guard bill.line(1).utf8.count == 4, bill.line(1).utf8.allSatisfy(ASCII.isDigit), bill.lines.count > 4 else {
            return nil
        }
        var list = FieldList()
        add(bill.creditor, "To", prefix: "", to: &list)
        list.add("iban", "IBAN", bill.iban.text, note: bill.ibanNote)
        let amount = MoneyAmount(bill.line(18))
        list.add(
            "amount", "Amount", "\(amount.plainText) \(bill.line(19))".trimmingSpaces, json: .string(bill.line(18)),
            note: bill.line(18).isEmpty ? nil : amount.note)
        list.add(
            "currency", "Currency", bill.line(19),
            note: ["CHF", "EUR"].contains(bill.line(19)) ? nil : "not CHF or EUR")
        add(bill.ultimateCreditor, "In the end to", prefix: "ultimateCreditor", to: &list)
        add(bill.debtor, "From", prefix: "debtor", to: &list)
        list.add(
            "referenceType", "Reference type", bill.line(27),
            note: ["QRR", "SCOR", "NON"].contains(bill.line(27)) ? nil : "not known")
        list.add("reference", "Reference", bill.line(28), note: bill.referenceNote)
        list.add("text", "Text", bill.line(29))
        list.add("billInformation", "Billing information", bill.line(31))
        for scheme in bill.lines.dropFirst(32).prefix(2) {
            list.add(
                "alternatives", "Other way to pay", scheme,
                note: scheme.count > 100 ? "longer than 100 characters" : nil,
                isRepeatable: true)
        }
        list.add("version", "Version", bill.line(1), note: bill.line(1).hasPrefix("02") ? nil : "not known")
        list.add("charset", "Charset", bill.line(2), note: bill.line(2) == "1" ? nil : "not known")
        list.add("format", "Format", "Swiss QR-bill")
        let money = bill.line(18).isEmpty ? "" : " of \(amount.plainText) \(bill.line(19))"
        return Payload(
            content: input.content, kind: .payment,
            summary: "Payment\(money) to \(bill.creditor.name.singleLine(limit: 70))", fields: list.fields,
            warnings: bill.warnings + (list.hasHiddenCharacters ? [.hiddenCharacters] : []))
    }

    private static func add(_ party: SwissBill.Party, _ label: String, prefix: String, to list: inout FieldList) {
        guard !party.isEmpty else { return }
        func key(_ name: String) -> String {
            prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + name.dropFirst()
        }
        list.add(key("name"), label, party.name, note: party.name.count > 70 ? "longer than 70 characters" : nil)
        list.add(key("address"), "Address", party.address, note: party.note)
    }
}

/// The lines of a Swiss QR-bill and what they mean.
struct SwissBill {
    /// A creditor or debtor: seven lines.
    struct Party {
        let type: String
        let name: String
        let lines: [String]
        let country: String

        init(_ lines: [String]) {
            func line(_ index: Int) -> String { index < lines.count ? lines[index] : "" }
            (type, name, country) = (line(0), line(1), line(6))
            self.lines = (2..<6).map(line)
        }

        var isEmpty: Bool { type.isEmpty && name.isEmpty && lines.allSatisfy(\.isEmpty) && country.isEmpty }

        /// `Rue du Lac 1268, 2501 Biel, CH`.
        var address: String {
            // A combined address (K) has its lines as they are printed.
            let street = (type == "K" ? [lines[0], lines[1]] : ["\(lines[0]) \(lines[1])"]).map(\.trimmingSpaces)
            return (street + ["\(lines[2]) \(lines[3])".trimmingSpaces, country]).filter { !$0.isEmpty }
                .joined(separator: ", ")
        }

        /// What is wrong with the address; nil as a rule.
        var note: String? {
            switch type {
            case "S": lines[3].isEmpty || country.isEmpty ? "town or country missing" : nil
            case "K":
                !lines[2].isEmpty || !lines[3].isEmpty
                    ? "a combined address has no postal code and town of its own"
                    : "combined address, not taken since 2025-11-21"
            default: "address type is neither S nor K"
            }
        }
    }

    let lines: [String]

    init(_ lines: [String]) { self.lines = lines }

    /// The line with that index, from 0; empty beyond the last.
    func line(_ index: Int) -> String { index < lines.count ? lines[index] : "" }

    private func party(from index: Int) -> Party { Party((index..<index + 7).map(line)) }

    var iban: IBAN { IBAN(line(3)) }
    var creditor: Party { party(from: 4) }
    /// Reserved: has to be empty.
    var ultimateCreditor: Party { party(from: 11) }
    var debtor: Party { party(from: 20) }

    /// Whether the account is for QR references: its institution is 30000 to 31999.
    var hasQRIBAN: Bool { 30_000...31_999 ~= (Array(iban.text.utf8).dropFirst(4).prefix(5).decimal ?? 0) }

    /// What is wrong with the account number; nil as a rule.
    var ibanNote: String? {
        if let note = iban.note { return note }
        return ["CH", "LI"].contains(iban.country) ? nil : "not Swiss or of Liechtenstein"
    }

    /// What is wrong with the reference or its type for this account; nil as a rule.
    var referenceNote: String? {
        let reference = line(28)
        let digits = ArraySlice(Array(reference.utf8))
        switch line(27) {
        case "QRR":
            if digits.count != 27 || !digits.allSatisfy(ASCII.isDigit) { return "not 27 digits" }
            return CheckSum.isMod10Recursive(digits) ? nil : "check digit wrong"
        case "SCOR": return CheckSum.isCreditorReference(reference) ? nil : "check digits wrong"
        case "NON": return reference.isEmpty ? nil : "there should be none"
        default: return nil
        }
    }

    var warnings: [PayloadWarning] {
        var warnings: [PayloadWarning] = []
        if lines.count < 31 || creditor.name.isEmpty || line(3).isEmpty { warnings.append(.incomplete) }
        if lines.count >= 31, line(30) != "EPD" {
            warnings.append(.init("no-trailer", "Line 31 is not EPD: lines may be missing."))
        }
        if lines.dropFirst(34).contains(where: { !$0.isEmpty }) {
            warnings.append(.init("too-long", "Longer than the 34 lines that it may have."))
        }
        if hasQRIBAN != (line(27) == "QRR"), ["QRR", "SCOR", "NON"].contains(line(27)) {
            warnings.append(
                .init(
                    "reference-account",
                    hasQRIBAN
                        ? "The account is for QR references, but the reference is of another type."
                        : "The reference is a QR reference, but the account is not for those."))
        }
        if line(27) == "QRR" || line(27) == "SCOR", line(28).isEmpty {
            warnings.append(.init("no-reference", "The reference that its type asks for is missing."))
        }
        return warnings
    }
}

extension String {
    /// Without blanks at both ends.
    var trimmingSpaces: String { ArraySlice(Array(utf8)).trimmed.text }
}

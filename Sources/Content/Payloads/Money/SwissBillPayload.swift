import Formats

/// A Swiss QR-bill: lines after `SPC` (SIX, Swiss Implementation Guidelines QR-bill 2.3).
enum SwissBillPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.after(prefix: "SPC"), rest.first == 0x0A || rest.first == 0x0D else { return nil }
        let bill = SwissBill(input.bytes.lines.prefix(40).map(\.text))
        guard bill.line(1).utf8.count == 4, bill.line(1).utf8.allSatisfy(ASCII.isDigit), bill.lines.count > 4 else {
            return nil
        }
        var list = FieldList()
        add(bill.creditor, .to, prefix: "", to: &list)
        list.add("iban", .iban, bill.iban.text, note: bill.ibanNote)
        let amount = MoneyAmount(bill.line(18))
        list.add(
            "amount", .amount, "\(amount.plainText) \(bill.line(19))".trimmingSpaces, json: .string(bill.line(18)),
            note: bill.amountNote)
        list.add(
            "currency", .currency, bill.line(19),
            note: ["CHF", "EUR"].contains(bill.line(19)) ? nil : .notFrancsOrEuros)
        add(bill.ultimateCreditor, .inTheEndTo, prefix: "ultimateCreditor", note: .shouldNotBeThere, to: &list)
        add(bill.debtor, .from, prefix: "debtor", to: &list)
        list.add(
            "referenceType", .referenceType, bill.line(27),
            note: ["QRR", "SCOR", "NON"].contains(bill.line(27)) ? nil : .notKnown)
        list.add("reference", .reference, bill.line(28), note: bill.referenceNote)
        list.add("text", .text, bill.line(29), note: bill.line(29).count > 140 ? .longerThan(140) : nil)
        let information = bill.line(31)
        list.add(
            "billInformation", .billingInformation, information, note: information.count > 140 ? .longerThan(140) : nil)
        for scheme in bill.lines.dropFirst(32).prefix(2) {
            let note: Note? = scheme.count > 100 ? .longerThan(100) : nil
            list.add("alternatives", .otherWayToPay, scheme, note: note, isRepeatable: true)
        }
        list.add("version", .version, bill.line(1), note: bill.line(1).hasPrefix("02") ? nil : .notKnown)
        list.add("charset", .charset, bill.line(2), note: bill.line(2) == "1" ? nil : .notKnown)
        list.add("format", .format, "Swiss QR-bill")
        let money = bill.line(18).isEmpty ? nil : "\(amount.plainText) \(bill.line(19))"
        return Payload(
            input.content, .payment, .payment(of: money, to: bill.creditor.name.singleLine(limit: 70)), list,
            warnings: bill.warnings)
    }

    /// - Parameter note: what is to be said of the name beside its length.
    private static func add(
        _ party: SwissBill.Party, _ title: FieldName, prefix: String, note: Note? = nil, to list: inout FieldList
    ) {
        guard !party.isEmpty else { return }
        func key(_ name: String) -> String {
            prefix.isEmpty ? name : prefix + name.prefix(1).uppercased() + String(name.dropFirst())
        }
        let notes = [note, party.name.count > 70 ? .longerThan(70) : nil].compactMap { $0 }
        list.add(key("name"), title, party.name, note: .all(notes))
        list.add(key("address"), .address, party.address, note: party.note)
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
        var note: Note? {
            var notes: [Note] = []
            switch type {
            case "S":
                if lines[3].isEmpty || country.isEmpty { notes.append(.townOrCountryMissing) }
                if lines[2].isEmpty { notes.append(.postalCodeMissing) }
                notes += tooLong([("street", 70), ("building number", 16), ("postal code", 16), ("town", 35)])
            case "K":
                let hasTown = !lines[2].isEmpty || !lines[3].isEmpty
                notes.append(hasTown ? .combinedAddressWithTown : .combinedAddress)
                notes += tooLong([("first line", 70), ("second line", 70)])
            default: notes.append(.addressTypeUnknown)
            }
            // Kosovo has no code of ISO 3166; banks write XK.
            if !country.isEmpty, ISOCodes.countriesByLetters[country] == nil, country != "XK" {
                notes.append(.noSuchCountry(country.singleLine(limit: 10)))
            }
            return .all(notes)
        }

        /// The lines that are longer than they may be, by their names and lengths (chapter 4.2.2).
        private func tooLong(_ limits: [(name: String, length: Int)]) -> [Note] {
            zip(lines, limits).compactMap { line, limit in
                line.count > limit.length ? .partLongerThan(limit.name, limit.length) : nil
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

    /// What is wrong with the account number; nil as a rule.
    var ibanNote: Note? {
        if let note = iban.note { return note }
        return ["CH", "LI"].contains(iban.country) ? nil : .notSwiss
    }

    /// What is wrong with the amount; nil as a rule. It has two decimals and no zeros in front.
    var amountNote: Note? {
        if line(18).isEmpty { return nil }
        let amount = MoneyAmount(line(18))
        return amount.note ?? (amount.plainText == amount.text ? nil : .notTwoDecimals)
    }

    /// What is wrong with the reference or its type for this account; nil as a rule.
    var referenceNote: Note? {
        let reference = line(28)
        let digits = reference.utf8Slice
        switch line(27) {
        case "QRR":
            if digits.count != 27 || !digits.allSatisfy(ASCII.isDigit) { return .notTwentySevenDigits }
            if digits.allSatisfy({ $0 == UInt8(ascii: "0") }) { return .mustNotBeZero }
            return CheckSum.isMod10Recursive(digits) ? nil : .checkDigitWrong
        case "SCOR": return CheckSum.isCreditorReference(reference) ? nil : .checkDigitsWrong
        case "NON": return reference.isEmpty ? nil : .shouldNotBeThere
        default: return nil
        }
    }

    var warnings: [PayloadWarning] {
        var warnings: [PayloadWarning] = []
        if lines.count < 31 || creditor.name.isEmpty || line(3).isEmpty { warnings.append(.incomplete) }
        if lines.count >= 31, line(30) != "EPD" { warnings.append(.noTrailer) }
        if line(29).count + line(31).count > 140 { warnings.append(.billTextsTooLong) }
        if lines.dropFirst(34).contains(where: { !$0.isEmpty }) { warnings.append(.billTooLong) }
        if iban.isQRIBAN != (line(27) == "QRR"), ["QRR", "SCOR", "NON"].contains(line(27)) {
            warnings.append(iban.isQRIBAN ? .otherReferenceType : .otherAccountType)
        }
        if line(27) == "QRR" || line(27) == "SCOR", line(28).isEmpty { warnings.append(.noReference) }
        return warnings
    }
}

extension String {
    /// Without blanks at both ends.
    var trimmingSpaces: String { utf8Slice.trimmed.text }
}

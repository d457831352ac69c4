import Formats

/// A SEPA credit transfer: lines after `BCD` (European Payments Council, EPC069-12).
package enum EPCPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        guard let rest = input.bytes.after(prefix: "BCD"), rest.first == 0x0A || rest.first == 0x0D else { return nil }
        let lines = decodedLines(input)
        func line(_ index: Int) -> String { index < lines.count ? lines[index] : "" }
        // The identification code decides; text that begins with BCD is text.
        guard line(0) == "BCD", line(3) == "SCT" || line(3) == "INST", line(1).utf8.count == 3,
            line(1).utf8.allSatisfy(ASCII.isDigit)
        else { return nil }
        var list = FieldList()
        let (version, iban, amount) = (line(1), IBAN(line(6)), line(7))
        list.add("name", .to, line(5), note: line(5).count > 70 ? .longerThan(70) : nil)
        list.add("iban", .iban, iban.text, note: iban.note)
        list.add("bic", .bic, line(4), note: BankIdentifier.note(on: line(4)))
        add(amount: amount, to: &list)
        list.add("purpose", .purpose, line(8), note: line(8).utf8.count > 4 ? .longerThan(4) : nil)
        list.add("reference", .reference, line(9), note: referenceNote(line(9)))
        list.add("text", .text, line(10), note: line(10).count > 140 ? .longerThan(140) : nil)
        list.add("information", .forThePayer, line(11), note: line(11).count > 70 ? .longerThan(70) : nil)
        list.add("scheme", .scheme, line(3))
        list.add("version", .version, version, note: ["001", "002"].contains(version) ? nil : .notKnown)
        list.add("charset", .charset, line(2), note: charsets[line(2)] == nil && line(2) != "1" ? .notKnown : nil)
        list.add("format", .format, "EPC")
        return Payload(
            input.content, .payment,
            .payment(of: amount.isEmpty ? nil : amountText(amount), to: line(5).singleLine(limit: 70)), list,
            isComplete: !line(5).isEmpty && !line(6).isEmpty, warnings: warnings(lines, input))
    }

    private static func add(amount: String, to list: inout FieldList) {
        guard !amount.isEmpty else { return }
        let number = MoneyAmount(String(amount.dropFirst(3)))
        let note = amount.hasPrefix("EUR") ? number.note : .notInEuros
        list.add("amount", .amount, amountText(amount), json: .string(amount), note: note)
    }

    /// `20.00 EUR`; as written when it is not an amount.
    private static func amountText(_ amount: String) -> String {
        let number = MoneyAmount(String(amount.dropFirst(3)))
        return number.cents == nil ? amount : "\(number.plainText) \(amount.prefix(3))"
    }

    private static func referenceNote(_ reference: String) -> Note? {
        guard reference.hasPrefix("RF") else { return nil }
        return CheckSum.isCreditorReference(reference) ? nil : .checkDigitsWrong
    }

    private static func warnings(_ lines: [String], _ input: PayloadInput) -> [PayloadWarning] {
        func isMissing(_ index: Int) -> Bool { index >= lines.count || lines[index].isEmpty }
        var warnings: [PayloadWarning] = []
        if lines[1] == "001", isMissing(4) { warnings.append(.bankCodeMissing) }
        if !isMissing(9), !isMissing(10) { warnings.append(.twoReferences) }
        if input.bytes.count > 331 || lines.count > 12 { warnings.append(.transferTooLong) }
        return warnings
    }

    /// The charsets by the third line, but UTF-8 (EPC069-12, 2.2).
    package static let charsets = [
        "2": "ISO-8859-1", "3": "ISO-8859-2", "4": "ISO-8859-4", "5": "ISO-8859-5", "6": "ISO-8859-7",
        "7": "ISO-8859-10", "8": "ISO-8859-15",
    ]

    /// The lines, by the charset that the third names: a reader can only guess it from the bytes.
    private static func decodedLines(_ input: PayloadInput) -> [String] {
        let guessed = input.bytes.lines.prefix(20).map(\.text)
        let bytes = input.content.bytes
        guard guessed.count > 2, let name = charsets[guessed[2]], bytes.starts(with: "BCD".utf8),
            bytes.count <= PayloadRegistry.maximumLength, String(validating: bytes, as: UTF8.self) == nil,
            let text = LatinCharset.text(of: bytes, named: name)
        else { return Array(guessed) }
        return text.utf8Slice.lines.prefix(20).map(\.text)
    }
}

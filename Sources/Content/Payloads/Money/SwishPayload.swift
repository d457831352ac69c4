import Formats

/// A payment by Sweden's Swish: `C1234567890;100,00;message;6` (Getswish, QR code encoding specification, 6.1).
enum SwishPayload: PayloadParser {
    static func parse(_ input: PayloadInput) -> Payload? {
        let bytes = input.bytes.trimmed
        // The capital counts: nothing else tells it from other text.
        guard bytes.first == UInt8(ascii: "C") else { return nil }
        let parts = bytes.dropFirst().split(
            separator: UInt8(ascii: ";"), maxSplits: 4, omittingEmptySubsequences: false)
        guard 3...4 ~= parts.count else { return nil }
        let payee = parts[0].first == UInt8(ascii: "+") ? parts[0].dropFirst() : parts[0]
        let mask = parts.count > 3 ? parts[3] : []
        guard 7...15 ~= payee.count, payee.allSatisfy(ASCII.isDigit), isAmount(parts[1]),
            mask.isEmpty || mask.decimal.map({ $0 < 8 }) == true
        else { return nil }
        let message = String(decoding: URIText.decoded(parts[2]).utf8.map { $0 == 0x2B ? 0x20 : $0 }, as: UTF8.self)
        let editable = mask.decimal ?? 0
        var list = FieldList()
        list.add("payee", .to, parts[0].text)
        let amount = MoneyAmount(parts[1].text.replacing(",", with: "."))
        let money = parts[1].isEmpty ? nil : "\(amount.plainText) SEK"
        list.add(
            "amount", .amount, money, json: .string(parts[1].text),
            note: amount.cents == nil ? .notAnAmount : amount.cents == 0 ? .amountOfNothing : nil)
        list.add("text", .text, message, note: message.count > 50 ? .longerThan(50) : nil)
        let names = editable.words(["payee", "amount", "message"])
        list.add(
            "editable", .thePayerMayChange, names.isEmpty ? "nothing" : names, json: .integer(Int64(editable)))
        list.add("format", .format, "Swish")
        return Payload(input.content, .payment, .payment(of: money, to: parts[0].text), list)
    }

    private static func isAmount(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count <= 20
            && bytes.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
    }
}

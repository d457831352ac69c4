import Formats

/// A payment card: track 1 or 2 of its magnetic stripe (ISO/IEC 7813), or its number as it is printed, in groups.
///
/// A bare number of as many digits is none: one in ten serial numbers has a right check digit, too.
enum PaymentCardPayload: PayloadParser {
    private struct Card {
        var number: ArraySlice<UInt8>
        var name: ArraySlice<UInt8> = []
        /// YYMM.
        var expiry: ArraySlice<UInt8> = []
    }

    static func parse(_ input: PayloadInput) -> Payload? {
        let text = input.bytes.trimmed
        guard text.count <= longest, let card = track1(text) ?? track2(text) ?? printed(text), isIssued(card.number)
        else { return nil }
        var list = FieldList()
        list.add("number", .number, card.number.text, isSecret: true)
        list.add("name", .name, card.name.text)
        if card.expiry.count == 4 {
            list.add("expires", .expires, "20\(card.expiry.prefix(2).text)-\(card.expiry.suffix(2).text)")
        }
        return Payload(
            content: input.content, kind: .paymentCard, summary: .paymentCard(card.number.suffix(4).text),
            fields: list.fields)
    }

    /// Tracks 1 and 2 beside each other, and blanks.
    private static let longest = 140

    /// `%B4111111111111111^LOVELACE/ADA^2712…?`
    private static func track1(_ text: ArraySlice<UInt8>) -> Card? {
        guard let rest = text.after(prefix: "%B") else { return nil }
        let parts = rest.split(separator: UInt8(ascii: "^"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, 2...26 ~= parts[1].count, let expiry = date(parts[2]) else { return nil }
        return Card(number: parts[0], name: parts[1].trimmed, expiry: expiry)
    }

    /// `;4111111111111111=2712…?`
    private static func track2(_ text: ArraySlice<UInt8>) -> Card? {
        guard let rest = text.after(prefix: ";") else { return nil }
        let (number, data) = rest.cut(at: UInt8(ascii: "="))
        return data.flatMap(date).map { Card(number: number, expiry: $0) }
    }

    /// The four digits that data behind a number begin with; empty where a `^` or `=` says that there are none.
    private static func date(_ data: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = data.first, first != UInt8(ascii: "^"), first != UInt8(ascii: "=") else { return [] }
        let digits = data.prefix(4)
        guard digits.count == 4, digits.allSatisfy(ASCII.isDigit) else { return nil }
        return 1...12 ~= Int(digits.suffix(2).text) ?? 0 ? digits : nil
    }

    /// `4111 1111 1111 1111`, `3782-822463-10005`: groups of four, or of 4, 6 and 5, with blanks or hyphens between them.
    private static func printed(_ text: ArraySlice<UInt8>) -> Card? {
        guard let separator = text.first(where: { !ASCII.isDigit($0) }), separator == 0x20 || separator == 0x2D else {
            return nil
        }
        let groups = text.split(separator: separator, omittingEmptySubsequences: false)
        guard [[4, 4, 4, 4], [4, 4, 4, 4, 3], [4, 6, 5], [4, 6, 4]].contains(groups.map(\.count)) else { return nil }
        return Card(number: ArraySlice(groups.joined()))
    }

    /// Whether networks issue such numbers: by their first digits (ISO/IEC 7812-1 and the networks' own ranges), their length and
    /// their check digit.
    private static func isIssued(_ number: ArraySlice<UInt8>) -> Bool {
        guard 13...19 ~= number.count, number.allSatisfy(ASCII.isDigit), let head = Int(number.prefix(4).text) else {
            return false
        }
        let isKnown =
            switch head {
            case 4000...4999: [13, 16, 19].contains(number.count)  // Visa
            case 5100...5599, 2221...2720: number.count == 16  // Mastercard
            case 3400...3499, 3700...3799: number.count == 15  // American Express
            case 3000...3059, 3095, 3600...3699, 3800...3999: number.count >= 14  // Diners Club
            case 3528...3589, 6011, 6440...6599, 6200...6299: number.count >= 16  // JCB, Discover, UnionPay
            case 5000...5099, 5600...5899, 6300...6399, 6700...6799: true  // Maestro
            case 2200...2204: number.count >= 16  // Mir
            default: false
            }
        return isKnown && CheckDigits.isLuhn(number)
    }
}

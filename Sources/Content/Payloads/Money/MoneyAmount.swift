import Formats

/// An amount of money, as orders of payment write it: `20`, `1949.75`.
package struct MoneyAmount: Hashable, Sendable {
    /// As written.
    package let text: String
    /// In hundredths; nil for anything but digits with up to two decimals.
    package let cents: Int?

    /// - Parameter separator: what stands before the decimals.
    package init(_ text: String, separator: UInt8 = UInt8(ascii: ".")) {
        self.text = text
        let (whole, fraction) = text.utf8Slice.cut(at: separator)
        let decimals = fraction ?? []
        guard let units = whole.decimal, units < 1_000_000_000_000_000, decimals.count <= 2,
            fraction.map({ !$0.isEmpty }) ?? true, decimals.allSatisfy(ASCII.isDigit)
        else {
            cents = nil
            return
        }
        let hundredths = (decimals.decimal ?? 0) * (decimals.count == 1 ? 10 : 1)
        cents = units * 100 + hundredths
    }

    /// `1949.75`, with two decimals; as written when it is not an amount.
    package var plainText: String {
        guard let cents else { return text }
        return "\(cents / 100).\((cents % 100).padded(to: 2))"
    }

    /// What is wrong with it; nil within 0.01 and 999999999.99, the bounds of EPC069-12 and of the Swiss QR-bill.
    package var note: Note? {
        guard let cents else { return .notAnAmount }
        if cents < 1 { return .amountUnderOneCent }
        return cents > 99_999_999_999 ? .amountOverTheLimit : nil
    }
}

/// A number of restricted circulation: a store's own, often with a price or weight in it.
struct StoreNumber {
    let digits: ArraySlice<UInt8>

    /// - Parameter thirteen: thirteen digits that begin with 02, 04 or 2, or the eight of an EAN-8 that begin with 0 or 2.
    init(_ digits: ArraySlice<UInt8>) { self.digits = digits }

    /// What the number holds, as fields. Where prices stand is each country's own affair, so that nothing is told for sure but
    /// in UPC-A of number system 2.
    var fields: [PayloadField] {
        guard digits.count == 13 else { return [PayloadField("item", .item, digits.dropLast().text)] }
        switch digits.prefix(2).text {
        case "02": return variableMeasure
        case "04": return [PayloadField("item", .item, digits.dropFirst(2).dropLast().text)]
        default: return national
        }
    }

    /// Item, the check digit of the price, four digits of a price (GS1 US; General Specifications 2.1.12).
    private var variableMeasure: [PayloadField] {
        let item = PayloadField("item", .item, digits.dropFirst(2).prefix(5).text)
        let value = digits.dropFirst(8).prefix(4)
        let isRight = digits[digits.startIndex + 7] == Self.priceCheck(ofFour: value)
        let price = PayloadField(
            "price", .price, GS1Reading.decimal(value, places: 2), note: isRight ? nil : .priceCheckDigitWrong)
        return [item, price]
    }

    /// Item and value as most countries part them; with a price's check digit where one fits.
    private var national: [PayloadField] {
        let item = PayloadField("item", .item, digits.dropFirst(2).prefix(5).text)
        let four = digits.dropFirst(8).prefix(4)
        let five = digits.dropFirst(7).prefix(5)
        if digits[digits.startIndex + 7] == Self.priceCheck(ofFour: four) {
            return [item, PayloadField("value", .priceOrWeight, four.text, note: .ownCheckDigitFits)]
        }
        if digits[digits.startIndex + 6] == Self.priceCheck(ofFive: five) {
            let item = PayloadField("item", .item, digits.dropFirst(2).prefix(4).text)
            return [item, PayloadField("value", .priceOrWeight, five.text, note: .ownCheckDigitFits)]
        }
        return [item, PayloadField("value", .priceOrWeight, five.text, note: .asTheStoreHasIt)]
    }

    /// A digit times its weight, with the tens taken away or added (GS1 General Specifications 7.9.2).
    private static func weighted(_ digit: UInt8, _ weight: Int, tens sign: Int) -> Int {
        let product = Int(digit & 15) * weight
        return (product % 10 + sign * (product / 10) + 10) % 10
    }

    /// The check digit of a price of four digits: weights 2-, 2-, 3, 5-, the sum three times, its last digit (7.9.3).
    static func priceCheck(ofFour price: ArraySlice<UInt8>) -> UInt8 {
        let digits = Array(price)
        guard digits.count == 4 else { return 0 }
        let sum =
            weighted(digits[0], 2, tens: -1) + weighted(digits[1], 2, tens: -1) + weighted(digits[2], 3, tens: 0)
            + weighted(digits[3], 5, tens: -1)
        return UInt8(ascii: "0") + UInt8(sum * 3 % 10)
    }

    /// The check digit of a price of five digits: weights 5+, 2-, 5-, 5+, 2-; the digit whose product by 5- fills the sum to
    /// tens (7.9.4).
    static func priceCheck(ofFive price: ArraySlice<UInt8>) -> UInt8 {
        let digits = Array(price)
        guard digits.count == 5 else { return 0 }
        let weights = [(5, 1), (2, -1), (5, -1), (5, 1), (2, -1)]
        let sum = zip(digits, weights).reduce(0) { $0 + weighted($1.0, $1.1.0, tens: $1.1.1) }
        let wanted = (10 - sum % 10) % 10
        let check = (0...9).first { weighted(UInt8($0), 5, tens: -1) == wanted } ?? 0
        return UInt8(ascii: "0") + UInt8(check)
    }
}

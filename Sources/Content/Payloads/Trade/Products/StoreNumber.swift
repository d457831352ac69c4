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

    /// The digits times their weights, each with its tens taken away or added (GS1 General Specifications 7.9.2).
    private static func weighted(_ digits: ArraySlice<UInt8>, by weights: [(weight: Int, tens: Int)]) -> Int {
        zip(digits, weights).reduce(0) { sum, pair in
            let product = Int(pair.0 & 15) * pair.1.weight
            return sum + (product % 10 + pair.1.tens * (product / 10) + 10) % 10
        }
    }

    /// The check digit of a price of four digits: weights 2-, 2-, 3, 5-, the sum three times, its last digit (7.9.3).
    static func priceCheck(ofFour price: ArraySlice<UInt8>) -> UInt8 {
        guard price.count == 4 else { return 0 }
        return UInt8(ascii: "0") + UInt8(weighted(price, by: [(2, -1), (2, -1), (3, 0), (5, -1)]) * 3 % 10)
    }

    /// The check digit of a price of five digits: weights 5+, 2-, 5-, 5+, 2-; the digit whose product by 5- fills the sum to
    /// tens (7.9.4).
    static func priceCheck(ofFive price: ArraySlice<UInt8>) -> UInt8 {
        guard price.count == 5 else { return 0 }
        let wanted = (10 - weighted(price, by: [(5, 1), (2, -1), (5, -1), (5, 1), (2, -1)]) % 10) % 10
        return (0x30...0x39).first { weighted([$0], by: [(5, -1)]) == wanted } ?? 0x30
    }
}

import Formats

/// The coupon of AI 8110 (North American Coupon Application Guideline Using GS1 DataBar Expanded) and of AI 8112 (GS1 AI (8112)
/// Coupon Data Specification).
struct NorthAmericanCoupon {
    /// What must be bought.
    struct Purchase {
        /// How much: a number of units, cents, or hundredths of a weight, as `code` tells.
        var requirement: ArraySlice<UInt8>
        var code: UInt8
        var family: ArraySlice<UInt8>
        /// Whose goods, where that is not the coupon's issuer.
        var company: ArraySlice<UInt8>?
    }

    private(set) var company: ArraySlice<UInt8> = []
    private(set) var offer: ArraySlice<UInt8> = []
    private(set) var saveValue: ArraySlice<UInt8> = []
    private(set) var purchases: [Purchase] = []
    /// How several purchases go together: 0 any, 1 all, 2 the first and one other, 3 the first or both others.
    private(set) var rule: UInt8?
    private(set) var expiry: ArraySlice<UInt8>?
    private(set) var start: ArraySlice<UInt8>?
    private(set) var serial: ArraySlice<UInt8>?
    private(set) var retailer: ArraySlice<UInt8>?
    /// Save value code, item that it applies to, store coupon, not to be multiplied.
    private(set) var flags: ArraySlice<UInt8>?

    /// Reads the value of AI 8110; nil when it is not as the guideline says.
    init?(code: ArraySlice<UInt8>) {
        var reader = Reader(rest: code)
        guard code.allSatisfy(ASCII.isDigit), let company = reader.sized(0...6, plus: 6), let offer = reader.take(6),
            let saveValue = reader.sized(1...5), let first = Self.purchase(&reader, hasCompany: false)
        else { return nil }
        (self.company, self.offer, self.saveValue, purchases) = (company, offer, saveValue, [first])
        guard readOptions(&reader), reader.rest.isEmpty, areDatesInOrder else { return nil }
    }

    /// Reads the value of AI 8112; nil when it is not as the specification says.
    init?(positiveOffer code: ArraySlice<UInt8>) {
        var reader = Reader(rest: code)
        guard code.allSatisfy(ASCII.isDigit), let format = reader.take(1)?.first, format <= UInt8(ascii: "1"),
            let company = reader.sized(0...6, plus: 6), let offer = reader.take(6),
            let serial = reader.sized(0...9, plus: 6), reader.rest.isEmpty
        else { return nil }
        (self.company, self.offer, self.serial) = (company, offer, serial)
    }

    /// The optional fields, each behind its digit, in order.
    private mutating func readOptions(_ reader: inout Reader) -> Bool {
        if reader.skip("1") {
            guard let rule = reader.take(1)?.first, rule <= UInt8(ascii: "3"),
                let second = Self.purchase(&reader, hasCompany: true)
            else { return false }
            self.rule = rule
            purchases.append(second)
        }
        if reader.skip("2") {
            guard let third = Self.purchase(&reader, hasCompany: true) else { return false }
            purchases.append(third)
        }
        guard reader.option("3", &expiry, { $0.date() }), reader.option("4", &start, { $0.date() }),
            reader.option("5", &serial, { $0.sized(0...9, plus: 6) }),
            reader.option("6", &retailer, { $0.sized(1...7, plus: 6) }), reader.option("9", &flags, { $0.take(4) })
        else { return false }
        guard let flags else { return true }
        let digits = Array(flags)
        return "01256".utf8.contains(digits[0]) && digits[1] <= UInt8(ascii: "2") && digits[3] <= UInt8(ascii: "1")
    }

    private var areDatesInOrder: Bool {
        guard let start, let expiry else { return true }
        return !expiry.lexicographicallyPrecedes(start)
    }

    private static func purchase(_ reader: inout Reader, hasCompany: Bool) -> Purchase? {
        guard let requirement = reader.sized(1...5), let code = reader.take(1)?.first, "012349".utf8.contains(code),
            let family = reader.take(3)
        else { return nil }
        var purchase = Purchase(requirement: requirement, code: code, family: family, company: nil)
        guard hasCompany else { return purchase }
        // 9 stands for the company of the first purchase.
        if reader.skip("9") { return purchase }
        guard let company = reader.sized(0...6, plus: 6) else { return nil }
        purchase.company = company
        return purchase
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        /// Digits whose number, less `plus`, is told by the digit before them.
        mutating func sized(_ lengths: ClosedRange<Int>, plus: Int = 0) -> ArraySlice<UInt8>? {
            guard let length = take(1)?.decimal, lengths.contains(length) else { return nil }
            return take(length + plus)
        }

        mutating func skip(_ digit: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: digit) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// Whether a field that stands behind `digit` is as `read` wants it; true where it is not there.
        mutating func option(
            _ digit: Unicode.Scalar, _ field: inout ArraySlice<UInt8>?,
            _ read: (inout Reader) -> ArraySlice<UInt8>?
        ) -> Bool {
            guard skip(digit) else { return true }
            field = read(&self)
            return field != nil
        }

        mutating func date() -> ArraySlice<UInt8>? {
            guard let digits = take(6), GS1Check.yymmdd.problem(in: digits) == nil else { return nil }
            return digits
        }
    }
}

extension NorthAmericanCoupon {
    /// What the coupon says, as fields.
    func fields(today: CivilDate) -> [PayloadField] {
        var list = FieldList()
        list.add("companyPrefix", .companyPrefix, company.text)
        list.add("offerCode", .offer, offer.text)
        if !saveValue.isEmpty { list.add("saves", .saves, saving) }
        for purchase in purchases { list.add("purchases", .buy, Self.words(purchase), isRepeatable: true) }
        let rules = ["any of these", "all of these", "the first and another", "the first or both others"]
        list.add("purchaseRule", .purchaseRule, rule.map { rules[Int($0 & 3)] })
        if let date = start.flatMap({ GS1Date($0, today: today) }) {
            let note: Note? = date.date > today ? .starts(in: date.date.distance(from: today)) : nil
            list.add("starts", .validFrom, date.text, note: note)
        }
        if let date = expiry.flatMap({ GS1Date($0, today: today) }) {
            list.add("expiry", .expires, date.text, note: .expiry(date.date, today))
        }
        list.add("serial", .serial, serial?.text)
        list.add("retailer", .retailer, retailer?.text)
        if flags?.last == UInt8(ascii: "1") { list.add("multiplies", .doubling, "not allowed") }
        return list.fields
    }

    /// What is saved, by the save value code (0 where there is none).
    var saving: String {
        let number = saveValue.decimal ?? 0
        switch flags?.first ?? UInt8(ascii: "0") {
        case UInt8(ascii: "1"): return "a free item, up to $" + GS1Reading.decimal(saveValue, places: 2)
        case UInt8(ascii: "2"): return number == 1 ? "1 free item" : "\(number) free items"
        case UInt8(ascii: "5"): return "\(number) %"
        case UInt8(ascii: "6"): return "pays $" + GS1Reading.decimal(saveValue, places: 2)
        default: return "$" + GS1Reading.decimal(saveValue, places: 2)
        }
    }

    private static func words(_ purchase: Purchase) -> String {
        let number = purchase.requirement.decimal ?? 0
        let amount = GS1Reading.decimal(purchase.requirement, places: 2)
        let what =
            switch purchase.code {
            case UInt8(ascii: "0"): number == 1 ? "1 item" : "\(number) items"
            case UInt8(ascii: "1"): "goods of $\(amount)"
            case UInt8(ascii: "2"): "anything of $\(amount)"
            case UInt8(ascii: "3"): "\(amount) lb"
            case UInt8(ascii: "4"): "\(amount) kg"
            default: "nothing"
            }
        let company = purchase.company.map { " of company \($0.text)" } ?? ""
        return "\(what), family \(purchase.family.text)\(company)"
    }
}

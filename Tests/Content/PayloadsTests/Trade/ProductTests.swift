import Symbols
import Testing

@testable import Payloads

@Suite struct ProductTests {
    struct Case: Sendable {
        var digits: String
        var symbology: Symbology
        var kind: PayloadKind
        /// The value of a field that matters, and its key.
        var key: String
        var value: String
        var addOn: String?

        init(
            _ digits: String, _ symbology: Symbology, _ kind: PayloadKind, _ key: String, _ value: String,
            addOn: String? = nil
        ) {
            (self.digits, self.symbology, self.kind) = (digits, symbology, kind)
            (self.key, self.value, self.addOn) = (key, value, addOn)
        }
    }

    static let cases = [
        Case("4006381333931", .ean13, .gtin, "gtin", "04006381333931"),
        Case("4006381333931", .ean13, .gtin, "issuedIn", "Germany"),
        Case("9521101530001", .ean13, .gtin, "issuedBy", "demonstrations and examples"),
        Case("8711253001202", .ean13, .gtin, "issuedIn", "Netherlands"),
        Case("6291041500213", .ean13, .gtin, "issuedIn", "United Arab Emirates"),
        Case("036000291452", .upcA, .gtin, "gtin12", "036000291452"),
        Case("036000291452", .upcA, .gtin, "gtin13", "0036000291452"),
        Case("0036000291452", .ean13, .gtin, "gtin12", "036000291452"),
        Case("00036000291452", .itf14, .gtin, "gtin12", "036000291452"),
        Case("10614141000415", .itf14, .gtin, "indicator", "level 1"),
        Case("90614141000411", .itf14, .gtin, "indicator", "of variable measure"),
        Case("614141123452", .upcA, .gtin, "gtin", "00614141123452"),
        Case("0614141123452", .ean13, .gtin, "issuedIn", "United States and Canada"),
        Case("614141123452", .upcA, .gtin, "issuedIn", "United States and Canada"),
        Case("04252614", .upcE, .gtin, "gtin12", "042100005264"),
        Case("04252614", .upcE, .gtin, "gtin", "00042100005264"),
        Case("425261", .upcE, .gtin, "gtin12", "042100005264"), Case("0425261", .upcE, .gtin, "gtin12", "042100005264"),
        Case("01234505", .upcE, .gtin, "gtin12", "012000003455"),
        Case("01234565", .upcE, .gtin, "gtin12", "012345000065"),
        Case("01278907", .upcE, .gtin, "gtin12", "012000007897"),
        Case("01234531", .upcE, .gtin, "gtin12", "012300000451"),
        Case("01234543", .upcE, .gtin, "gtin12", "012340000053"),
        Case("01234558", .upcE, .gtin, "gtin12", "012345000058"),
        Case("01234596", .upcE, .gtin, "gtin12", "012345000096"),
        Case("042100005264", .upcE, .gtin, "gtin", "00042100005264"),
        Case("96385074", .ean8, .gtin, "gtin", "00000096385074"),
        Case("96385074", .ean8, .gtin, "issuedBy", "GS1 Global Office"),
        Case("40170725", .ean8, .gtin, "issuedIn", "Germany"), Case("20123451", .ean8, .restricted, "item", "2012345"),
        Case("01234565", .ean8, .restricted, "item", "0123456"),
        Case("10614141000415", .itf14, .gtin, "gtin", "10614141000415"),
        Case("15400141288763", .itf, .gtin, "gtin", "15400141288763"),
        Case("10614141000415", .itf14, .gtin, "issuedIn", "United States and Canada"),
        Case("9781617292156", .ean13, .book, "isbn", "978-1-61729-215-6"),
        Case("9781617292156", .ean13, .book, "isbn10", "1-61729-215-X"),
        Case("9783161484100", .ean13, .book, "isbn", "978-3-16-148410-0"),
        Case("9783161484100", .ean13, .book, "isbn10", "3-16-148410-X"),
        Case("9780306406157", .ean13, .book, "isbn", "978-0-306-40615-7"),
        Case("9780306406157", .ean13, .book, "group", "English language"),
        Case("9782070408504", .ean13, .book, "isbn", "978-2-07-040850-4"),
        Case("9791090636071", .ean13, .book, "isbn", "979-10-90636-07-1"),
        Case("9784873113364", .ean13, .book, "isbn", "978-4-87311-336-4"),
        Case("9788090273412", .ean13, .book, "isbn10", "80-902734-1-6"),
        Case("9781617292156", .ean13, .book, "price", "49.99 USD", addOn: "54999"),
        Case("9781617292156", .ean13, .book, "price", "12.50 GBP", addOn: "01250"),
        Case("9781617292156", .ean13, .book, "price", "19.95 CAD", addOn: "61995"),
        Case("9781617292156", .ean13, .book, "price", "99.99 USD or more", addOn: "59999"),
        Case("9781617292156", .ean13, .book, "addOn", "90000", addOn: "90000"),
        Case("9770317847001", .ean13, .periodical, "issn", "0317-8471"),
        Case("9770317847001", .ean13, .periodical, "issue", "07", addOn: "07"),
        Case("9771144875007", .ean13, .periodical, "issn", "1144-875X"),
        Case("9772434561006", .ean13, .periodical, "issn", "2434-561X"),
        Case("9790260000438", .ean13, .music, "ismn", "979-0-2600-0043-8"),
        Case("9790001137508", .ean13, .music, "ismn", "979-0-001-13750-8"),
        Case("9790706801230", .ean13, .music, "ismn", "979-0-706801-23-0"),
        Case("036000291452", .upcA, .gtin, "addOn", "12345", addOn: "12345"),
        Case("036000291452", .upcA, .gtin, "issue", "12", addOn: "12"),
        Case("2012345123458", .ean13, .restricted, "value", "12345"),
        Case("2112345012346", .ean13, .restricted, "item", "12345"),
        Case("212345928752", .upcA, .restricted, "price", "28.75"),
        Case("0212345928752", .ean13, .restricted, "item", "12345"),
        Case("412345678903", .upcA, .restricted, "item", "1234567890"),
        Case("9800000000007", .ean13, .restricted, "item", "000000000"),
        Case("512345678900", .upcA, .coupon, "manufacturer", "12345"),
        Case("512345678900", .upcA, .coupon, "valueCode", "90"),
        Case("9901234567899", .ean13, .coupon, "reference", "123456789"),
        Case("9811234567891", .ean13, .coupon, "reference", "123456789"),
        Case("2991234567897", .ean13, .restricted, "item", "91234"),
        Case("312345678906", .upcA, .gtin, "ndc", "1234567890"),
    ]

    @Test(arguments: cases.indices) func numbersTellWhatTheyAreOf(index: Int) {
        let test = Self.cases[index]
        let payload = parse(test.digits, test.symbology, addOn: test.addOn)
        #expect(payload.kind == test.kind, "\(test.digits)")
        #expect(
            payload.value(test.key) == test.value, "\(test.digits): \(payload.fields.map { "\($0.key)=\($0.value)" })")
    }

    /// Wrong check digits are shown as wrong.
    @Test(arguments: [
        ("4006381333930", Symbology.ean13), ("036000291453", .upcA), ("04252615", .upcE), ("96385075", .ean8),
        ("10614141000410", .itf14), ("9781617292157", .ean13), ("9770317847002", .ean13), ("2012345123450", .ean13),
        ("9790260000430", .ean13), ("9901234567890", .ean13), ("0614141123450", .ean13), ("512345678901", .upcA),
    ])
    func aWrongCheckDigitIsTold(digits: String, symbology: Symbology) {
        let payload = parse(digits, symbology)
        #expect(payload.kind != .text)
        #expect(payload.fields.contains { $0.note == "check digit wrong" })
        #expect(payload.warningNames == ["check-digit"])
        #expect(payload.summary.hasSuffix("check digit wrong"))
    }

    /// Digits that are no product's.
    @Test(arguments: [
        ("4006381333931", Symbology.qrCode), ("4006381333931", .code128), ("4006381333931", .code39),
        ("9781617292156", .dataMatrix), ("96385074", .qrCode), ("036000291452", .aztec), ("400638133393", .ean8),
        ("40063813339311", .ean13), ("400638133393A", .ean13), ("", .ean13), ("12345", .upcA), ("24252614", .upcE),
        ("12345", .upcE), ("1061414100041", .itf14), ("10614141000410", .itf), ("123456", .itf),
        ("061414100041", .codabar),
        ("ISBN 9781617292156", .qrCode), ("4006381333931 ", .pdf417), ("978-1-61729-215-6", .qrCode),
        ("1234567890123", .upcA),
    ])
    func otherDigitsStayText(digits: String, symbology: Symbology) {
        #expect(parse(digits, symbology).kind == .text, "\(digits) \(symbology)")
    }

    @Test func summariesBeginWithTheNumber() {
        #expect(parse("4006381333931", .ean13).summary == "4006381333931 · issued in Germany")
        #expect(
            parse("9781617292156", .ean13, addOn: "54999").summary
                == "9781617292156 · ISBN 978-1-61729-215-6 · price 49.99 USD")
        #expect(parse("9770317847001", .ean13, addOn: "05").summary == "9770317847001 · ISSN 0317-8471 · issue 05")
        #expect(
            parse("04252614", .upcE).summary == "04252614 · GTIN 042100005264 · issued in United States and Canada")
        #expect(parse("2012345123458", .ean13).summary == "2012345123458 · in-store number")
        #expect(parse("212345928752", .upcA).summary == "212345928752 · in-store number · price 28.75")
        #expect(parse("512345678900", .upcA).summary == "512345678900 · coupon")
        #expect(parse("9800000000007", .ean13).summary == "9800000000007 · refund receipt")
    }

    @Test func pricesInStoreNumbersHaveACheckOfTheirOwn() {
        // General Specifications 7.9: 2875 has 9, 14685 has 6.
        #expect(StoreNumber.priceCheck(ofFour: "2875".utf8Slice) == UInt8(ascii: "9"))
        #expect(StoreNumber.priceCheck(ofFive: "14685".utf8Slice) == UInt8(ascii: "6"))
        #expect(parse("212345928752", .upcA).note("price") == nil)
        #expect(parse("212345828750", .upcA).note("price") == "price check digit wrong")
    }

    @Test(arguments: [
        ("96385074", Symbology.ean8, ["gtin8", "gtin"]), ("036000291452", .upcA, ["gtin12", "gtin13", "gtin"]),
        ("4006381333931", .ean13, ["gtin13", "gtin"]), ("0036000291452", .ean13, ["gtin12", "gtin13", "gtin"]),
        ("10614141000415", .itf14, ["gtin"]), ("04252614", .upcE, ["gtin12", "gtin13", "gtin"]),
    ])
    func lengthsThatANumberHasAreTold(digits: String, symbology: Symbology, keys: [String]) {
        #expect(parse(digits, symbology).fields.map(\.key).filter { $0.hasPrefix("gtin") } == keys)
    }

    @Test func aPrefixThatNobodyHasIsTold() {
        #expect(parse("1400000000003", .ean13).note("issuedIn") == "prefix not in use")
    }
}

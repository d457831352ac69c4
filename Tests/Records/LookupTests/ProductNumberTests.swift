import Payloads
import Symbols
import Testing

@testable import Lookup

@Suite struct ProductNumberTests {
    @Test(arguments: [
        ("4006381333931", "4006381333931"), ("4006 3813-33931", "4006381333931"), ("036000291452", "0036000291452"),
        ("0036000291452", "0036000291452"), ("96385074", "96385074"), ("0000096385074", "96385074"),
        ("14006381333938", "14006381333938"), ("0-306-40615-2", "9780306406157"), ("080442957X", "9780804429573"),
        ("080442957x", "9780804429573"), ("978-0-306-40615-7", "9780306406157"),
        // A UPC-E, whose digits are no EAN-8.
        ("04252614", "0042100005264"),
    ])
    func allFormsOfANumberAreTheSame(typed: String, text: String) {
        #expect(ProductNumber(typed: typed)?.text == text)
    }

    @Test(arguments: [
        "", "0", "00000000", "4006381333932", "400638133393", "0306406153", "12345", "40063813339311",
        "four", "４００６３８１３３３９３１", "400638133393100", "-", "         ", "978X306406157",
    ])
    func othersAreNone(text: String) { #expect(ProductNumber(typed: text) == nil) }

    @Test func eachProviderGetsTheFormItKnows() throws {
        let upc = try #require(ProductNumber(typed: "036000291452"))
        #expect(upc.twelve == "036000291452")
        #expect(upc.thirteen == "0036000291452")
        #expect(upc.digits(14) == "00036000291452")
        #expect(upc.digits(8) == nil)
        let short = try #require(ProductNumber(typed: "96385074"))
        #expect(short.twelve == nil)
        #expect(short.digits(12) == "000096385074")
        let packed = try #require(ProductNumber(typed: "14006381333938"))
        #expect(packed.thirteen == nil)
        let book = try #require(ProductNumber(typed: "9780306406157"))
        #expect(book.isbn10 == "0306406152")
        #expect(book.hyphenatedISBN == "978-0-306-40615-7")
        #expect(ProductNumber(typed: "9791090636071")?.isbn10 == nil)
        #expect(ProductNumber(typed: "9791090636071")?.isbn13 == "9791090636071")
    }

    @Test(arguments: [
        ("4006381333931", ProductNumberKind.product), ("9780306406157", .book), ("9790260000438", .music),
        ("9770317847001", .periodical), ("2012345678900", .store), ("96385074", .product),
        ("14006381333938", .product), ("0512345678900", .coupon),
    ])
    func thePrefixTellsTheKind(text: String, kind: ProductNumberKind) throws {
        let digits = Array(text.utf8.dropLast())
        let check = CheckDigits.modulo10(digits[...])
        let number = try #require(ProductNumber(digits: (digits + [check])[...]))
        #expect(number.kind == kind)
    }

    @Test func symbolsHoldNumbers() {
        func number(_ symbology: Symbology, _ text: String, _ identifier: String? = nil) -> String? {
            var content = SymbolContent(symbology: symbology, text: text)
            if let identifier { content.identifier = identifier }
            return ProductNumber(Payload.parse(content))?.text
        }
        #expect(number(.ean13, "4006381333931") == "4006381333931")
        #expect(number(.upcE, "04252614") == "0042100005264")
        #expect(number(.itf14, "14006381333938") == "14006381333938")
        #expect(number(.code128, "0104006381333931\u{1D}10A", "]C1") == "4006381333931")
        #expect(number(.qrCode, "https://id.gs1.org/01/04006381333931") == "4006381333931")
        #expect(number(.qrCode, "hello") == nil)
        #expect(number(.ean13, "4006381333932") == nil)
    }

    @Test func anyIntegerThatIsStoredIsChecked() {
        #expect(ProductNumber(value: 4_006_381_333_931)?.text == "4006381333931")
        for value in [Int64.min, -1, 0, 1, 4_006_381_333_932, 100_000_000_000_000, .max] {
            #expect(ProductNumber(value: value) == nil)
        }
    }
}

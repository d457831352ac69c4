import Files
import Formats
import Testing

@testable import Collections

@Suite struct ItemCodeTests {
    @Test(arguments: [
        ("4006381333931", "4006381333931"), (" 4006381333931\t", "4006381333931"),
        ("04006381333931", "4006381333931"), ("042284583626", "0042284583626"), ("0-306-40615-2", "9780306406157"),
        ("96385074", "96385074"), ("9780201379624 +51995", "9780201379624"), ("S +12", "S +12"), ("S-0001", "S-0001"),
        ("4006381333932", "4006381333932"),
        ("https://example.org/a=b", "https://example.org/a=b"), ("10ABC", "10ABC"),
    ])
    func aProductIsTheSameHoweverItIsWritten(typed: String, text: String) throws {
        let code = try ItemCode(typed, today: today)
        #expect(code.text == text)
        #expect(code.bestBefore == nil)
    }

    @Test(arguments: [
        "(01)04006381333931(17)270131(10)A7", "]C10104006381333931172701311 0A7".replacing(" ", with: ""),
        "01040063813339311727013110A7", "https://id.gs1.org/01/04006381333931/10/A7?17=270131",
        "(01)04006381333931(10)A7(15)261224(17)270131",
    ])
    func dateAndLotOfGS1DataAreTaken(text: String) throws {
        let code = try ItemCode(text, today: today)
        #expect(code.text == "4006381333931")
        #expect(code.number != nil)
        #expect(code.bestBefore?.description == "2027-01-31")
        #expect(code.lot == "A7")
    }

    @Test func aDayThatIsNotToldIsTheLastOfTheMonth() throws {
        #expect(try ItemCode("(01)04006381333931(15)270200", today: today).bestBefore?.description == "2027-02-28")
        #expect(try ItemCode("(01)04006381333931(17)271301", today: today).bestBefore == nil)
    }

    @Test func textsThatAreNoCodesAreRefused() {
        for text in ["", "  ", "a\0b", String(repeating: "x", count: 4097), "4.00638E+12"] {
            #expect(throws: UserError.self) { try ItemCode(text, today: today) }
        }
    }

    @Test(arguments: [
        ("2027-01-31", "2027-01-31"), ("2028-02", "2028-02-29"), ("31.1.2027", "2027-01-31"),
        ("31 Jan 2027", "2027-01-31"), ("2027/1/31", "2027-01-31"), ("01/02/2027", nil), ("2027-02-30", nil),
        ("soon", nil), ("2027-01-31 12:00", nil), ("2027-13", nil), ("", nil),
    ])
    func aTypedDateHasOneMeaning(text: String, date: String?) {
        #expect(CivilDate.bestBefore(text)?.description == date)
    }

    @Test func fieldsAreCalledAsPeopleDo() throws {
        #expect(try ItemField.list("Artist, Sleeve condition,artist") == ["creator", "sleeve-condition"])
        #expect(try ItemField.named("MHD") == "best-before")
        for name in ["", "a=b", "-x", "a\u{1B}", String(repeating: "x", count: 41)] {
            #expect(throws: UserError.self) { try ItemField.named(name) }
        }
    }
}

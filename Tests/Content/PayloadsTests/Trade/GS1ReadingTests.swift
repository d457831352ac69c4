import Formats
import Testing

@testable import Payloads

@Suite struct GS1ReadingTests {
    static let readings: [(identifier: String, value: String, text: String, note: String?)] = [
        ("17", "270101", "2027-01-01", "expires in 40 days"), ("17", "261204", "2026-12-04", "expires in 12 days"),
        ("17", "240301", "2024-03-01", "expired 2024-03-01, 2 years ago"),
        ("17", "260815", "2026-08-15", "expired 2026-08-15, 3 months ago"),
        ("17", "261122", "2026-11-22", "expires today"),
        ("17", "261123", "2026-11-23", "expires in 1 day"), ("17", "270200", "2027-02", "expires in 3 months"),
        ("17", "261100", "2026-11", "expires in 8 days"), ("17", "760101", "2076-01-01", "expires in 49 years"),
        ("17", "770101", "1977-01-01", "expired 1977-01-01, 49 years ago"),
        ("17", "240200", "2024-02", "expired 2024-02-29, 2 years ago"),
        ("15", "270101", "2027-01-01", "in 40 days"),
        ("15", "261001", "2026-10-01", "best before 2026-10-01, 52 days ago"),
        ("11", "261101", "2026-11-01", nil), ("11", "270101", "2027-01-01", "in the future"),
        ("12", "261121", "2026-11-21", "passed 1 day ago"),
        ("7003", "2701011430", "2027-01-01 14:30", "expires in 40 days"),
        ("7007", "260101", "2026-01-01", nil), ("7007", "260101260115", "2026-01-01 to 2026-01-15", nil),
        ("7007", "260115260101", "2026-01-15 to 2026-01-01", "ends before it begins"),
        ("3103", "000750", "0.750 kg", nil), ("3100", "000012", "12 kg", nil), ("3105", "123456", "1.23456 kg", nil),
        ("3202", "001000", "10.00 lb", nil), ("3463", "001000", "1.000 yd", nil), ("3160", "000003", "3 m³", nil),
        ("3922", "1999", "19.99", nil), ("3902", "5", "0.05", nil), ("3932", "9781999", "19.99 EUR", nil),
        ("3912", "840100", "1.00 USD", nil), ("3941", "0125", "12.5 %", nil), ("3952", "000199", "1.99", nil),
        ("422", "276", "Germany", nil), ("423", "276250", "Germany, France", nil),
        ("421", "27612345", "12345, Germany", nil),
        ("426", "756", "Switzerland", nil), ("7030", "276DE123", "DE123, Germany", nil),
        ("7030", "999X", "X, several countries", nil), ("4307", "DE", "Germany", nil), ("4321", "1", "yes", nil),
        ("4300", "Caf%C3%A9+Nord", "Café Nord", nil), ("4309", "14252000001934050000", "52.5200000, -166.5950000", nil),
        ("4309", "02790858483015297971", "-62.0914152, -58.4702029", nil), ("4331", "001800-", "-18.00 °C", nil),
        ("4330", "010150", "101.50 °F", nil), ("4324", "2612011800", "2026-12-01 18:00", nil),
        ("7250", "19800229", "1980-02-29", nil),
        ("7252", "2", "female", nil), ("8006", "095212345432130102", "09521234543213, piece 1 of 2", nil),
        ("8008", "2611221530", "2026-11-22 15:30", nil), ("8008", "26112215", "2026-11-22 15 h", nil),
        ("8008", "261122153059", "2026-11-22 15:30:59", nil),
        ("8001", "00120003400509", "12 mm wide, 34 m long, core 5 mm, wound face out", nil),
        ("10", "ABC", "ABC", nil), ("37", "0012", "0012", nil), ("420", "276", "276", nil),
    ]

    @Test(arguments: readings.indices) func valuesAreReadAsPeopleDo(index: Int) {
        let (identifier, value, text, note) = Self.readings[index]
        let element = GS1Element(identifier: identifier.utf8Slice, value: value.utf8Slice)
        let reading = GS1Reading(element, today: testDay)
        #expect(reading.text == text, "(\(identifier))\(value)")
        #expect(reading.note?.text == note, "(\(identifier))\(value)")
    }

    /// What is wrong stays as it stands.
    @Test(arguments: [
        ("17", "271301"), ("3103", "00075"), ("422", "27"), ("3933", "97"), ("8006", "1"), ("4309", "1"), ("7250", "x"),
        ("99999", "x"), ("8001", "1"),
    ])
    func wrongValuesStay(identifier: String, value: String) {
        let element = GS1Element(identifier: identifier.utf8Slice, value: value.utf8Slice)
        #expect(GS1Reading(element, today: testDay) == GS1Reading(text: value))
        #expect(!element.problems.isEmpty)
    }

    /// GS1 General Specifications 7.12: 51 and more ahead is the century before, 50 and more behind the next.
    @Test(arguments: [
        (2026, 26, 2026), (2026, 76, 2076), (2026, 77, 1977), (2026, 0, 2000), (2026, 99, 1999), (1999, 0, 2000),
        (1999, 49, 2049), (1999, 50, 1950), (2049, 99, 2099), (2050, 0, 2100), (2050, 1, 2001), (2000, 50, 2050),
        (2000, 51, 1951),
    ])
    func twoDigitsAreAYearNearToday(year: Int, digits: Int, meant: Int) throws {
        #expect(GS1Date.year(digits, today: try #require(CivilDate(year: year, month: 6, day: 1))) == meant)
    }
}

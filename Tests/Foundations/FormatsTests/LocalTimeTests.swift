import Foundation
import Testing

@testable import Formats

@Suite struct LocalTimeTests {
    private func texts(_ text: String) -> [String] { LocalTime.readings(of: text).map(\.text) }

    @Test(arguments: [
        ("24.11.2026 20:00", "2026-11-24 20:00"), ("24.11.26, 20.00 Uhr", "2026-11-24 20:00"),
        ("1.2.2026 8:05", "2026-02-01 08:05"), ("11/24/2026 8:30 pm", "2026-11-24 20:30"),
        ("24/11/2026 20:00:05", "2026-11-24 20:00:05"), ("12/24/2026 7:30 p.m.", "2026-12-24 19:30"),
        ("12/24/2026 noon", "2026-12-24 12:00"), ("12/24/2026 midnight", "2026-12-24 00:00"),
        ("12/24/2026 12 a.m.", "2026-12-24 00:00"), ("24 Nov 2026 20:00", "2026-11-24 20:00"),
        ("November 24, 2026 at 8 PM", "2026-11-24 20:00"), ("Di. 24. November 2026 um 20:00 Uhr", "2026-11-24 20:00"),
        ("24-11-2026 20h30", "2026-11-24 20:30"), ("24/11/2026 20h", "2026-11-24 20:00"),
        ("2026/11/24 20:00", "2026-11-24 20:00"), ("2026-11-24", "2026-11-24"), ("24.11.2026", "2026-11-24"),
        ("02/02/2026", "2026-02-02"), ("29.02.2028 0:00", "2028-02-29 00:00"),
    ]) func aTimeThatMeansOneThingIsRead(_ text: String, _ form: String) {
        #expect(texts(text) == [form])
    }

    @Test func aDayThatMayBeAMonthIsReadBothWays() {
        #expect(texts("01/02/2026 20:00") == ["2026-02-01 20:00", "2026-01-02 20:00"])
        #expect(texts("3-4-26 8 am") == ["2026-04-03 08:00", "2026-03-04 08:00"])
    }

    @Test(arguments: [
        "", "soon", "20:00", "24.11.2026 25:00", "24.11.2026 20", "24.11.2026 20:61", "31.02.2026 20:00", "24.11 20:00",
        "24.11.2026 20:00 CET", "24.11.2026 13:00 pm", "1/2/3/4", "99999999999999999999.1.2026", "24.13.2026.",
        "24.11.2026 20:00 20:00", "24..11.2026", String(repeating: "1", count: 5000),
    ]) func whatIsNoTimeIsNone(_ text: String) {
        #expect(texts(text) == [])
    }

    @Test func aTimeIsThatOfItsZone() throws {
        let zone = try #require(TimeZone(secondsFromGMT: 3600))
        let time = try #require(LocalTime.readings(of: "24.11.2026 20:00").first)
        #expect(time.time(in: zone)?.description == "2026-11-24T19:00:00.000Z")
        let day = try #require(LocalTime.readings(of: "24.11.2026").first)
        #expect(day.time(in: zone)?.description == "2026-11-23T23:00:00.000Z")
        #expect(day.time(in: zone, isEnd: true)?.description == "2026-11-24T22:59:59.000Z")
    }
}

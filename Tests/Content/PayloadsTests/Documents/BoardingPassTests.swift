import Testing

@testable import Payloads

@Suite struct BoardingPassTests {
    private let sample = "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100"
    /// IATA, BCBP Implementation Guide, two legs with everything.
    private let full =
        "M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 14D>6181WW6325BAC 00141234560032A0141234567890 1AC AC "
        + "1234567890123    20KYLX58ZDEF456 FRAGVALH 3664 327C012C0002 12E2A0140987654321 1AC AC 1234567890123    2PCNWQ^108GIWVC5EH"

    @Test func readsTheSample() {
        let payload = parseThen(sample)
        #expect(payload.kind == .boardingPass)
        #expect(payload.summary == "YUL → FRA AC 834 · 2026-11-22 · seat 1A · DESMARAIS/LUC")
        #expect(payload.value("name") == "DESMARAIS/LUC")
        #expect(payload.value("reference") == "ABC123")
        #expect(payload.value("class") == "J")
        #expect(payload.value("sequence") == "25")
        #expect(payload.note("date") == "today")
        #expect(payload.warnings.isEmpty)
    }

    @Test func readsConditionalFieldsOfSeveralLegs() {
        let payload = parseThen(full)
        #expect(payload.values("from") == ["YUL", "FRA"])
        #expect(payload.values("to") == ["FRA", "GVA"])
        #expect(payload.values("flight") == ["AC 834", "LH 3664"])
        #expect(payload.values("seat") == ["1A", "12C"])
        #expect(payload.values("ticket") == ["014 1234567890", "014 0987654321"])
        #expect(payload.values("frequentFlyer") == ["AC 1234567890123", "AC 1234567890123"])
        #expect(payload.values("baggage") == ["20K", "2PC"])
        #expect(payload.values("airlineData") == ["LX58Z", "WQ"])
        #expect(payload.value("passengerType") == "man")
        #expect(payload.value("issued") == "2026-11-21")
        #expect(payload.value("issuedBy") == "AC")
        #expect(payload.value("document") == "boarding pass")
        #expect(payload.value("bags") == "0014123456003")
        #expect(payload.value("version") == "6")
        #expect(payload.value("security") == "GIWVC5EH")
        #expect(payload.note("security") == "not verified here")
        #expect(payload.warnings.isEmpty)
        #expect(payload.summary.hasPrefix("YUL → FRA → GVA AC 834"))
    }

    /// Without the columns behind the day of the flight, which some issuers or readers cut off.
    @Test(arguments: [
        (59, "1A", "25", "1"), (58, "1A", "25", "1"), (57, "1A", "25", ""), (52, "1A", "", ""), (48, "", "", ""),
        (47, "", "", ""),
    ])
    func readsShortenedPasses(length: Int, seat: String, sequence: String, status: String) {
        let payload = parseThen(String(sample.prefix(length)))
        #expect(payload.kind == .boardingPass)
        #expect(payload.values("from") == ["YUL"] && payload.values("to") == ["FRA"])
        #expect(payload.value("flight") == "AC 834")
        #expect(payload.value("date") == "2026-11-22")
        #expect(payload.value("seat") ?? "" == seat)
        #expect(payload.value("sequence") ?? "" == sequence)
        #expect(payload.value("status") ?? "" == status)
        #expect(payload.warningNames == ["incomplete"])
    }

    @Test func airportsMayBeBlank() {
        let payload = parseThen(sample.replacing("YULFRA", with: "      "))
        #expect(payload.kind == .boardingPass)
        #expect(payload.summary == "AC 834 · 2026-11-22 · seat 1A · DESMARAIS/LUC")
        #expect(payload.value("from") == nil && payload.value("to") == nil)
        #expect(payload.warnings.isEmpty)
        #expect(parseThen(sample.replacing("YULFRA", with: "   FRA")).summary.hasPrefix("FRA AC 834"))
    }

    @Test func everyBagTagIsShown() {
        let unique = "1WW6325BAC 0014123456001" + "0014123456002" + "0014123456003"
        let length = unique.count
        let conditional = ">6" + String(length, radix: 16, uppercase: true) + unique + "00"
        let text = String(sample.dropLast(2)) + String(conditional.count, radix: 16, uppercase: true) + conditional
        let payload = parseThen(text)
        #expect(payload.values("bags") == ["0014123456001", "0014123456002", "0014123456003"])
        #expect(payload.value("checkedIn") == "web")
        #expect(payload.value("issuedThrough") == "web")
        #expect(payload.value("passengerType") == "man")
        #expect(payload.warnings.isEmpty)
        #expect(payload.json.text.contains(#""bags":["0014123456001","0014123456002","0014123456003"]"#))
    }

    @Test(arguments: [
        ("326", "2026-11-22", "today"), ("327", "2026-11-23", "tomorrow"), ("325", "2026-11-21", "yesterday"),
        ("001", "2027-01-01", "in 40 days"), ("141", "2027-05-21", "in 180 days"),
        ("145", "2026-05-25", "181 days ago"),
        ("365", "2026-12-31", "in 39 days"),
    ])
    func theDayIsTheNearest(day: String, date: String, note: String) {
        let payload = parseThen(sample.replacing("326J", with: "\(day)J"))
        #expect(payload.value("date") == date)
        #expect(payload.note("date") == note)
    }

    @Test(arguments: ["000", "366", "367", "999"])
    func daysThatThereAreNotAreSaid(day: String) {
        let payload = parseThen(sample.replacing("326J", with: "\(day)J"))
        #expect(payload.kind == .boardingPass)
        #expect(payload.note("date") == "no such day")
    }

    @Test func partsThatAreMissingAreSaid() {
        #expect(parseThen(String(full.prefix(100))).warningNames == ["incomplete"])
        #expect(parseThen(String(full.prefix(150))).warningNames == ["incomplete"])
        #expect(parseThen(sample.replacing(" 100", with: " 1FF")).warningNames == ["incomplete"])
        #expect(parseThen("M2" + sample.dropFirst(2)).warningNames == ["incomplete"])
        #expect(parseThen(sample + "^1FFabc").warningNames == ["incomplete"])
    }

    @Test(arguments: [
        "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 32", "M1DESMARAIS/LUC       EABC123 YULFRA        326",
        "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834    J",
        "M1DESMARAIS/LUC       EABC123             326J001A0025 100",
        "M1DESMARAIS/LUC       XABC123 YULFRAAC 0834 326J001A0025 100",
        "M0DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100",
        "M5DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100",
        "N1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100",
        "M1DESMARAIS/LUC       EABC123 yulFRAAC 0834 326J001A0025 100",
        "M1DESMARAIS/LUC       EABC123 YUL1RAAC 0834 326J001A0025 100",
        "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 3X6J001A0025 100",
        "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 1ZZ",
        "M1DESMARAIS/LUC       EABC123 YULFRAAC O834 326J001A0025 100",
        "M1 is a motorway in England and it is used by so many people every day", "M1DESMARAIS/LUC", "M1", "M",
        "m1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100",
        "M1                    EABC123 YULFRAAC 0834 326J001A0025 100",
        "M1DESMARAIS/LÜC       EABC123 YULFRAAC 0834 326J001A0025 100",
    ])
    func leavesWhatIsNone(text: String) {
        #expect(parseThen(text).kind == .text)
    }
}

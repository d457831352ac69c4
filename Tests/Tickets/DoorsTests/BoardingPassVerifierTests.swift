import Formats
import Symbols
import Testing

@testable import Doors

@Suite struct BoardingPassVerifierTests {
    private static let one = "M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100"

    /// The two flights of IATA's example (Resolution 792), with the security data of the first one.
    private static let two =
        "M2DESMARAIS/LUC       EABC123 YULFRAAC 0834 226F001A0025 14D>6181WW6225BAC 00141234560032A0141234567890 1AC AC 1234567890123    20KYLX58ZDEF456 FRAGVALH 3664 227C012C0002 12E2A0140987654321 1AC AC 1234567890123    2PCNWQ^108GIWVC5EH7JNT684FVNJ91W2QA4DVN5J8K4F0L0GEQ3DF5TGBN8709HKT5D3DW3GBHFCVHMY7J5T6HFR41W2QA4DVN5J8K4F0L0GE"

    private func evidence(_ text: String, _ flight: DoorEvent.Flight?) -> TicketEvidence? {
        BoardingPassVerifier(flight: flight).evidence(
            for: SymbolContent(symbology: .pdf417, text: text), at: Timestamp(milliseconds: 1_795_262_400_000))
    }

    @Test func aPassOfTheFlightIsReadAndNothingOfItVerified() {
        guard case .claim(let claim) = evidence(Self.one, .init(number: "AC834", day: 326)) else {
            Issue.record("a passenger is turned away")
            return
        }
        #expect(claim.number == "AC834/326/YUL/25")
        #expect(claim.seat == "1A")
        #expect(claim.name == "DESMARAIS/LUC")
        #expect(claim.proof == .nothing)
        #expect(claim.remarks.last?.hasPrefix("not verified at all: it has no signature") == true)
    }

    @Test func anyOfItsFlightsIsEnough() {
        guard case .claim(let claim) = evidence(Self.two, .init(number: "lh 3664", day: nil)) else {
            Issue.record("a passenger is turned away")
            return
        }
        #expect(claim.number == "LH3664/227/FRA/2")
        #expect(claim.seat == "12C")
        #expect(
            claim.remarks == [
                "compared: the flight; any day is admitted",
                "not verified at all: only the airline can check the airline's signature in it",
            ])
    }

    @Test func whoHasNoNumberIsToldByBookingAndName() {
        let blank = Self.one.replacing("0025 100", with: "     100")
        guard case .claim(let claim) = evidence(blank, .init(number: "AC834", day: 326)) else {
            Issue.record("a passenger is turned away")
            return
        }
        #expect(claim.number == "AC834/326/YUL/ABC123/DESMARAIS/LUC")
    }

    @Test func otherFlightsAndDaysAreTold() {
        #expect(evidence(Self.one, .init(number: "AC835", day: 326)) == .otherEvent("AC834, not AC835"))
        #expect(evidence(Self.two, .init(number: "AC1", day: 226)) == .otherEvent("AC834, LH3664, not AC1"))
        #expect(
            evidence(Self.one, .init(number: "AC834", day: 327)) == .otherEvent("AC834 of day 326, not of day 327"))
        #expect(evidence(Self.one, nil) == .otherEvent("the event has no flight: set one"))
        // The day belongs to the flight.
        #expect(evidence(Self.two, .init(number: "LH3664", day: 226))?.word == "other-event")
    }

    /// Resolution 792: the year's last digit and the day on which the pass was issued.
    @Test(arguments: [
        ("6226", true), ("6227", true), ("6228", false), ("5226", false), ("5300", true), ("7001", false),
    ])
    func passesOfOtherYearsAreTold(_ issued: String, _ isRight: Bool) {
        let text = Self.two.replacing("WW6225B", with: "WW\(issued)B")
        // 2026-08-14: day 226.
        let now = Timestamp(milliseconds: 1_786_708_800_000)
        let evidence = BoardingPassVerifier(flight: .init(number: "AC834", day: 226)).evidence(
            for: SymbolContent(symbology: .pdf417, text: text), at: now)
        #expect(evidence?.word == (isRight ? "claim" : "other-event"), "\(String(describing: evidence))")
    }

    @Test func infantsHaveNoSeatAndANumberOfTheirOwn() {
        let infant = Self.one.replacing("J001A0025", with: "JINF 0025")
        guard case .claim(let claim) = evidence(infant, .init(number: "AC834", day: 326)) else {
            Issue.record("an infant is turned away")
            return
        }
        #expect(claim.seat == nil)
        #expect(claim.number == "AC834/326/YUL/25/INF")
    }

    @Test func whatIsNoBoardingPassIsOfAnotherKind() {
        for text in ["", "M", "M1", "HC1:ABC", String(repeating: "M", count: 100)] {
            #expect(evidence(text, .init(number: "AC834", day: 326)) == nil)
        }
    }
}

import Formats
import HostileContents
import Symbols
import Testing

@testable import Payloads

/// Flexible tickets: the record `U_FLEX`.
@Suite struct FlexibleTicketTests {
    static func bytes(_ hex: String) -> [UInt8] { ASCII.hexDecoded(ArraySlice(Array(hex.utf8))) ?? [] }

    /// A ticket with one record, parsed on `testDay`.
    static func parse(_ data: [UInt8], record version: String) -> Payload {
        let head = "U_FLEX\(version)\((data.count + 12).padded(to: 4))"
        let bytes = Containers.railTicket(Array(head.utf8) + data)
        return Payload.parse(SymbolContent(symbology: .aztec, bytes: bytes, text: nil, charset: nil), today: testDay)
    }

    static func parse(_ hex: String, record version: String) -> Payload { parse(bytes(hex), record: version) }

    @Test func aTicketSaysWhoMayTravelWhenAndForHowMuch() {
        let payload = Self.parse(RailVectors.monthly, record: "03")
        #expect(payload.kind == .railTicket)
        #expect(payload.summary == "Rail ticket of carrier 1080 · D7SJF38X · Deutschlandticket")
        #expect(payload.value("booking") == "D7SJF38X")
        #expect(payload.value("issuer") == "Deutschlandtarifverbund-GmbH")
        #expect(payload.value("issued") == "2025-11-24 09:50 UTC")
        #expect(payload.values("passengers") == ["Maximilian Mustermann"])
        #expect(payload.value("document") == "ticket")
        #expect(payload.value("reference") == "D7SJF38X")
        #expect(payload.value("product") == "9999 of 3000")
        #expect(payload.value("zones") == "DE")
        #expect(payload.value("validFrom") == "2025-11-24 09:50")
        #expect(payload.value("validUntil") == "2025-12-01 03:00")
        #expect(payload.value("class") == "second")
        #expect(payload.values("fares") == ["Deutschlandticket"])
        #expect(payload.value("price") == "59.00 EUR")
        #expect(payload.value("status") == nil)
        #expect(payload.values("records") == ["U_FLEX 03"])
        #expect(payload.note("records") == nil)
        #expect(payload.warnings.isEmpty)
    }

    @Test func aPassIsRead() {
        let payload = Self.parse(RailVectors.pass, record: "03")
        #expect(payload.summary == "Rail ticket of carrier 1080 · issuerTestPNR · Eurail FlexPass")
        #expect(payload.value("issued") == "2018-01-01 10:00 UTC")
        #expect(payload.value("status") == "specimen")
        #expect(payload.values("passengers") == ["John Dow"])
        #expect(payload.value("group") == "myGroup")
        #expect(payload.values("document") == ["pass", "station access"])
        #expect(payload.value("reference") == "123456789")
        #expect(payload.values("product") == ["Eurail FlexPass", "passage"])
        #expect(payload.values("validFrom") == ["2018-01-01 16:40", "2018-01-01"])
        #expect(payload.values("validUntil") == ["2018-01-02 16:40", "2018-01-01"])
        #expect(payload.values("class") == ["first"])
        #expect(payload.value("station") == "Amsterdam")
        #expect(payload.value("price") == "100.00 EUR")
        #expect(payload.value("information") == "pass info")
    }

    @Test(arguments: [
        (RailVectors.openTicket1, "13"), (RailVectors.openTicket2, "02"), (RailVectors.openTicket2, "20"),
    ])
    func earlierVersionsAreRead(hex: String, version: String) {
        let payload = Self.parse(hex, record: version)
        #expect(payload.note("records") == nil)
        #expect(payload.value("booking") == "issuerTestPNR")
        #expect(payload.value("issued") == "2018-01-01")
        #expect(payload.values("passengers") == ["John Dow"])
        #expect(payload.values("document") == ["ticket", "station access"])
        #expect(payload.value("class") == "first")
        #expect(payload.value("information") == "openTicketInfo")
        #expect(payload.value("validFrom") == "2018-01-01")
    }

    @Test func routesWithinRoutesAreRead() {
        let payload = Self.parse(RailVectors.countermark, record: "13")
        #expect(payload.value("document") == "countermark")
        #expect(payload.value("issued") == "2018-01-01 10:00 UTC")
        #expect(payload.value("zones") == "100, 200")
        #expect(payload.value("information") == "counterMark")
    }

    @Test func everyKindOfDocumentIsRead() {
        let payload = Self.parse(RailVectors.allElements, record: "03")
        #expect(
            payload.values("document") == [
                "reservation", "car carriage", "ticket", "pass", "voucher", "customer card", "countermark", "parking",
                "FIP ticket", "station access", "issuer's own", "confirmation of a delay",
            ])
        #expect(payload.summary.hasSuffix("issuerTestPNR · A-STATION → B-STATION · 2018-01-03 23:59"))
        #expect(payload.value("issuer") == "name")
        #expect(payload.values("passengers") == ["John Little Dow"])
        #expect(payload.value("from") == "A-STATION")
        #expect(payload.value("to") == "B-STATION")
        #expect(payload.values("departure") == ["2018-01-03 23:59", "2022-01-12 16:40"])
        #expect(payload.value("arrival") == "2018-01-23 00:00")
        #expect(payload.values("train") == ["12345", "123", "100"])
        #expect(payload.values("coach") == ["31A, 31A", "21"])
        #expect(payload.values("seat") == ["31-47, 31-47", "41"])
        #expect(payload.values("plate") == ["AD-DE-123", "AA-DE-12345"])
        #expect(payload.values("fares").first == "Leasure Fare")
        #expect(
            payload.values("price") == [
                "12.345 SRF", "12.345 SRF", "12.345 SRF", "10.000 SRF", "0.500 SRF", "0.500 SRF",
            ])
        #expect(payload.value("loading") == "2018-01-11 00:00")
        #expect(payload.values("trains") == ["12345, A-STATION → B-STATION, 2018-01-03 23:59"])
        #expect(payload.value("region") == "From A to B via C")
        #expect(payload.values("zones").first == "100, 200, DE4711")
        #expect(payload.value("delay") == "31 minutes")
        // The ticket, the pass, the voucher, the card.
        #expect(
            payload.values("validFrom").prefix(4) == [
                "2019-12-02 00:00", "2018-01-01 16:40", "2022-01-01", "2269-01-02",
            ])
        #expect(
            payload.values("validUntil").prefix(4) == [
                "2020-12-06 23:59", "2018-01-02 16:40", "2022-01-01", "2270-01-05",
            ])
        // The first document stands beside the header, the others in a list.
        guard case .object(let members) = payload.json,
            case .array(let others)? = members.first(where: { $0.key == "others" })?.value
        else {
            Issue.record("no list of further documents")
            return
        }
        #expect(others.count == 11)
    }

    /// The record's name stays, with a note, and nothing else is said of it.
    @Test(arguments: ["13", "02", "04", "00", "XX"])
    func aRecordOfAnotherVersionCannotBeTakenApart(version: String) {
        let payload = Self.parse(RailVectors.monthly, record: version)
        #expect(payload.kind == .railTicket)
        #expect(payload.values("records") == ["U_FLEX \(version)"])
        #expect(payload.note("records") == "cannot be parsed")
        #expect(payload.value("booking") == nil)
        #expect(payload.summary == "Rail ticket of carrier 1080")
    }

    @Test func whatIsCutOffCannotBeTakenApart() {
        let data = Self.bytes(RailVectors.pass)
        for length in 0..<data.count - 1 {
            #expect(Self.parse(Array(data.prefix(length)), record: "03").note("records") == "cannot be parsed")
        }
        #expect(Self.parse(data + [0, 0], record: "03").note("records") == nil)
        #expect(Self.parse(data + [0, 1], record: "03").note("records") == "cannot be parsed")
    }
}

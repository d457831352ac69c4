import Testing

@testable import Payloads

@Suite struct TicketTests {
    @Test func readsTheSample() {
        let payload = parse("TICKET:2014-01-17T10:00:00Z,1A,1415040549|00ffAB")
        #expect(payload.kind == .ticket)
        #expect(payload.summary == "Ticket 2014-01-17 10:00 UTC, seat 1A")
        #expect(payload.value("number") == "1415040549")
        #expect(payload.note("signature") == "not verified here")
        #expect(payload.warnings.isEmpty)
    }

    @Test func whatIsWrongIsSaid() {
        #expect(parse("TICKET:2014-13-17T10:00:00Z,1A,1|00").note("time") == "not a date")
        #expect(parse("TICKET:2014-01-17T10:00:00Z,1A,1|0g").note("signature") == "not hexadecimal digits")
        #expect(parse("TICKET:2014-01-17T10:00:00Z,1A,1|0").note("signature") == "not hexadecimal digits")
        #expect(parse("TICKET:2014-01-17T10:00:00Z,1A,1|ed25519.k.AAAA").note("signature") == "not verified here")
        #expect(parse("TICKET:2014-01-17T10:00:00Z,1A,1|rot13.k.AAAA").note("signature") == "not hexadecimal digits")
        #expect(parse("TICKET:2014-01-17T10:00:00Z,1A,1").warningNames == ["unsigned"])
        #expect(parse("TICKET:2014-01-17T10:00:00Z,1A,1|").warningNames == ["unsigned"])
    }

    @Test(arguments: [
        "TICKET:", "TICKET", "TICKET: to ride", "TICKET:1,2,3", "TICKET:2014-01-17T10:00:00Z",
        "TICKET:2014-01-17T10:00:00Z,1A", "TICKET:2014-01-17,1A,1|00", "TICKETS:2014-01-17T10:00:00Z,1A,1|00",
        "TICKET:2014-01-17T10:00:00Z,a,b,c|00",
    ])
    func leavesWhatIsNone(text: String) { #expect(parse(text).kind == .text) }
}

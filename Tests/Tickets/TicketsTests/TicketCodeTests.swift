import Files
import Formats
import SeededRandomness
import Testing

@testable import Tickets

@Suite struct TicketCodeTests {
    private static func ticket() throws -> TicketText {
        try TicketText(time: "2014-08-13T14:00:00Z", seat: "1A", serial: "1415040549")
    }

    private static func id(_ text: String) throws -> TicketKeyID { try #require(TicketKeyID(text)) }

    private static func code(_ text: String) -> TicketCode? {
        guard case .code(let code) = TicketCode.read(Array(text.utf8)) else { return nil }
        return code
    }

    /// The digest is that of sha1sum over the text and the salt.
    @Test func theBooksTicketIsMadeAndChecked() throws {
        let key = try TicketKey.salt("EXTRA SECRET SAUCE", id: Self.id("book"))
        let code = try key.code(of: Self.ticket())
        #expect(code == "TICKET:2014-08-13T14:00:00Z,1A,1415040549|219d91c5f7b8adf3c3b1638fba35c3b3d2d1d540")
        let read = try #require(Self.code(code))
        #expect(read.ticket == (try Self.ticket()))
        #expect(TicketKeyRing([key]).verdict(on: read, at: read.ticket.time) == .right(key.id))
    }

    @Test(arguments: TicketScheme.allCases) func whatIsSignedIsRightAndEachChangedBitWrong(_ scheme: TicketScheme)
        throws
    {
        let key = try TicketKey.new(scheme, id: try Self.id("k1"))
        let ring = TicketKeyRing([key])
        let code = try key.code(of: Self.ticket())
        let now = try Self.ticket().time
        let read = try #require(Self.code(code))
        #expect(ring.verdict(on: read, at: now) == .right(key.id))
        var rights = 0
        for index in code.utf8.indices {
            for bit in 0..<7 {
                var bytes = Array(code.utf8)
                bytes[code.utf8.distance(from: code.utf8.startIndex, to: index)] ^= 1 << UInt8(bit)
                guard case .code(let changed) = TicketCode.read(bytes) else { continue }
                // Hexadecimal digits are read in both cases.
                if changed == read { continue }
                if case .right = ring.verdict(on: changed, at: now) { rights += 1 }
            }
        }
        #expect(rights == 0)
    }

    @Test func aPublicKeyChecksAndSignsNothing() throws {
        let key = try TicketKey.new(.ed25519, id: try Self.id("door"))
        let half = try #require(key.publicHalf)
        #expect(!half.canSign)
        let code = try #require(Self.code(try key.code(of: Self.ticket())))
        #expect(TicketKeyRing([half]).verdict(on: code, at: code.ticket.time) == .right(key.id))
        #expect(throws: UserError.self) { try half.code(of: Self.ticket()) }
        #expect(try TicketKey.new(.hmacSHA256, id: try Self.id("h")).publicHalf == nil)
    }

    @Test func signaturesOfAnotherKeyOrSchemeCountNothing() throws {
        let (one, other) = (
            try TicketKey.new(.ed25519, id: try Self.id("k")), try TicketKey.new(.ed25519, id: try Self.id("k"))
        )
        let code = try #require(Self.code(try one.code(of: Self.ticket())))
        #expect(
            TicketKeyRing([other]).verdict(on: code, at: code.ticket.time) == .wrong("key k did not sign this text"))
        #expect(TicketKeyRing([]).verdict(on: code, at: code.ticket.time) == .unknown("key k is not here"))
        let shared = try TicketKey.new(.hmacSHA256, id: try Self.id("k"))
        #expect(TicketKeyRing([shared]).verdict(on: code, at: code.ticket.time) == .unknown("key k is not here"))
    }

    @Test func keysEnd() throws {
        var key = try TicketKey.new(.hmacSHA256, id: try Self.id("old"))
        let code = try #require(Self.code(try key.code(of: Self.ticket())))
        key.until = try TicketText(time: "2014-08-13T00:00:00Z", seat: "", serial: "1").time
        let ring = TicketKeyRing([key])
        #expect(ring.verdict(on: code, at: code.ticket.time) == .unknown("key old expired on 2014-08-13"))
        let before = Timestamp(milliseconds: (key.until?.milliseconds ?? 0) - 1)
        #expect(ring.verdict(on: code, at: before) == .right(key.id))
    }

    @Test(arguments: [
        "TICKET:2014-08-13T14:00:00Z,1A,1", "TICKET:2014-08-13 14:00,1A,1|", "TICKET:2014-02-30T14:00:00Z,1A,1|00",
        "TICKET:2014-08-13T14:00:00Z,1A|0123456789012345678901234567890123456789",
        "TICKET:2014-08-13T14:00:00Z,1A,1,2|0123456789012345678901234567890123456789",
        "TICKET:2014-08-13T14:00:00Z,1A,|0123456789012345678901234567890123456789",
        "TICKET:2014-08-13T14:00:00Z,1A,1|012345678901234567890123456789012345678",
        "TICKET:2014-08-13T14:00:00Z,1A,1|rot13.k.AAAA", "TICKET:2014-08-13T14:00:00Z,1A,1|ed25519.k.AAAA",
        "TICKET:2014-08-13T14:00:00Z,1A,1|salted-sha1.k.AAAA", "TICKET:|||", "TICKET:",
    ])
    func otherFormsAreRefused(_ text: String) {
        guard case .wrongFormat(let why) = TicketCode.read(Array(text.utf8)) else {
            Issue.record("\(text) is read")
            return
        }
        #expect(!why.isEmpty)
    }

    @Test func whatDoesNotBeginAsATicketIsNone() {
        for text in ["", "ticket:x", "https://example.org", "TICKET"] {
            #expect(TicketCode.read(Array(text.utf8)) == .notATicket)
        }
    }

    @Test func partsThatWouldTakeACodeApartAreRefused() {
        for part in ["a,b", "a|b", "a\nb", String(repeating: "x", count: 65)] {
            #expect(throws: UserError.self) {
                try TicketText(time: "2014-08-13T14:00:00Z", seat: part, serial: "1")
            }
            #expect(throws: UserError.self) { try TicketText(time: "2014-08-13T14:00:00Z", seat: "", serial: part) }
        }
    }

    @Test func base64URLHasOneTextForTheSameBytes() {
        var noise = SplitMix(state: 9)
        for length in 0..<50 {
            let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
            #expect(Base64URL.decode(ArraySlice(Base64URL.encode(bytes).utf8)) == bytes)
        }
        // RFC 4648, 10, with the other alphabet.
        #expect(Base64URL.encode(Array("foobar".utf8)) == "Zm9vYmFy")
        for text in ["Zg==", "Zh", "Z", "Zm9+", "Zm9/", "Zm 9"] {
            #expect(Base64URL.decode(ArraySlice(text.utf8)) == nil, "\(text)")
        }
    }
}

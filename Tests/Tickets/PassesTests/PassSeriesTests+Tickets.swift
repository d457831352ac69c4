import CertificateWorkshop
import Formats
import Foundation
import Printing
import Testing
import Tickets

@testable import Passes

extension PassSeriesTests {
    // MARK: - Codes for the door

    static let ticket = """
        [ticket]
        key = "a"
        time = "{time}"
        seat = "{seat}"
        serial = "T-{n}"

        """

    static func newKey() throws -> TicketKey { try .new(.ed25519, id: #require(TicketKeyID("a"))) }

    func ticketed(
        _ csv: String, key: @autoclosure () throws -> TicketKey? = try newKey(), ticket: String = Self.ticket,
        _ edit: (String) -> String = { $0 }
    ) throws -> PassSeries {
        let template = try template(.eventTicket) { text in
            edit(text.replacingOccurrences(of: "\"{code}\"", with: "\"{ticket}\"")) + "\n" + ticket
        }
        let codes = try key().map { key in
            TicketCodes(key: key) { text in (try? PassDate(text)).map { Timestamp($0.date) } }
        }
        return try PassSeries(
            template, rows: rows(csv), signer: authority.signer, codes: codes, at: TestAuthority.now)
    }

    static let dated =
        "name,seat,gate,time,people\nAda,12A,B2,2026-12-24T19:30+01:00,2\nGrace,,B3,2026-12-24T19:30+01:00,\n"

    @Test func theCodesOfTicketsAreThoseOfTheirKey() throws {
        let key = try Self.newKey()
        let series = try ticketed(Self.dated, key: key)
        let ring = TicketKeyRing([try #require(key.publicHalf)])
        var seen: [TicketText] = []
        for item in series.items {
            let barcode = try #require(item.package.pass().barcodes.first)
            guard case .code(let code) = TicketCode.read(try #require(barcode.bytes)) else {
                Issue.record("\(barcode.message)")
                continue
            }
            #expect(ring.verdict(on: code, at: Timestamp(TestAuthority.now)) == .right(key.id))
            #expect(barcode.alternateText == barcode.message)
            seen.append(code.ticket)
        }
        #expect(seen.map(\.text) == ["TICKET:2026-12-24T18:30:00Z,12A,T-1", "TICKET:2026-12-24T18:30:00Z,,T-2"])
        // Nothing of the table is in the pass, and a second run makes the same.
        #expect(try series.items.allSatisfy { try $0.package.pass().json[key: "ticket"] == nil })
        #expect(try ticketed(Self.dated, key: key).items.map(\.sum) == series.items.map(\.sum))
    }

    @Test func ticketsThatCannotBeSignedAreNamed() throws {
        func told(_ body: () throws -> Void) throws -> String {
            do {
                return try refusal(body).map(\.description).joined(separator: "\n")
            } catch let problem as PassProblem {
                return problem.description
            }
        }
        let key = try Self.newKey()
        for (words, body) in [
            ("name one with its private key", { _ = try ticketed(Self.dated, key: key.publicHalf) }),
            ("its time “soon” is not a time", { _ = try ticketed("name,seat,gate,time\nAda,1,B,soon\n") }),
            ("contains a comma", { _ = try ticketed(Self.dated.replacingOccurrences(of: "12A", with: "\"1,2\"")) }),
            (
                "messageEncoding = \"utf-8\"",
                { _ = try ticketed(Self.dated.replacingOccurrences(of: "12A", with: "Ä1")) }
            ),
            (
                "is that of row on line 2, too",
                { _ = try ticketed(Self.dated, ticket: Self.ticket.replacingOccurrences(of: "T-{n}", with: "one")) }
            ),
            ("also have a field {ticket}", { _ = try ticketed("name,seat,gate,time,ticket\nA,1,B,x,y\n") }),
            (
                "no text has {ticket}",
                { _ = try ticketed(Self.dated) { $0.replacingOccurrences(of: "{ticket}", with: "x") } }
            ),
            ("it has no time", { _ = try ticketed(Self.dated, ticket: "[ticket]\nkey = \"a\"\nserial = \"{n}\"\n") }),
            ("an unknown key “zeit”", { _ = try ticketed(Self.dated, ticket: Self.ticket + "zeit = \"x\"\n") }),
            (
                "no row has a field {row}",
                { _ = try ticketed(Self.dated, ticket: Self.ticket.replacingOccurrences(of: "{seat}", with: "{row}")) }
            ),
            ("it is not a table", { _ = try PassTemplate(toml: "ticket = 1\nlogoText = \"{ticket}\"", files: [:]) }),
        ] as [(String, () throws -> Void)] {
            let told = try told(body)
            #expect(told.contains(words), "\(words): \(told)")
        }
        // In UTF-8 the same seat is as it was signed.
        let right = try ticketed(Self.dated.replacingOccurrences(of: "12A", with: "Ä1")) {
            $0.replacingOccurrences(of: "iso-8859-1", with: "utf-8")
        }
        #expect(right.items.count == 2)
    }

    @Test func keysThatHaveEndedSignNoSeries() throws {
        for (until, words) in [
            (TestAuthority.now.addingTimeInterval(-60), "expired on 2027-01-15T07:59:00Z"),
            (TestAuthority.now.addingTimeInterval(60), "the ticket is for 2027-12-24T18:30:00Z"),
        ] {
            var key = try Self.newKey()
            key.until = Timestamp(until)
            let problems = try refusal {
                _ = try ticketed(Self.dated.replacingOccurrences(of: "2026-12", with: "2027-12"), key: key)
            }
            #expect(problems.first?.description.contains(words) == true, "\(problems)")
        }
    }

    @Test func guestListsHaveTheNumbersOfTheCodes() throws {
        #expect(
            try ticketed(Self.dated).guestList()
                == "number,seat,name,group,note,people,pkpass\nT-1,12A,Ada,,,2,yes\nT-2,,Grace,,,,yes\n")
        #expect(
            try series(Self.guests).guestList()
                == "number,seat,name,group,note,people,pkpass\nA-1,12A,Ada,,,,yes\nA-2,,\"Grace \"\"Amazing\"\" Hopper\",,,,yes\n"
        )
        let twice = try refusal {
            _ = try series(Self.guests.replacingOccurrences(of: "A-2", with: "A-1")).guestList()
        }
        #expect(twice.map(\.kind) == [.serialTwice])
    }
}

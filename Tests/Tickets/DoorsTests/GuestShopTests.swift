import Files
import Formats
import Foundation
import Testing

@testable import Doors

/// The columns of real exports: each guest is who the shop means, with the code that is on the ticket.
@Suite struct GuestShopTests {
    private func guests(_ csv: String) throws -> [Guest] {
        var pieces = [Array(csv.utf8)]
        let table = try GuestTable { pieces.popLast() }
        var guests: [Guest] = []
        try table.forEach { guests.append($0) }
        return guests
    }

    private func words(_ csv: String) throws -> [String] {
        try guests(csv).map { guest in
            [guest.number, guest.name, guest.group, guest.seat, guest.revoked].map { $0 ?? "-" }.joined(
                separator: " | ")
        }
    }

    @Test(arguments: [
        // Eventbrite; its groups are empty where nobody registers as a team.
        (
            """
            Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Barcode #,Attendee Status
            1001,2026-09-20,Ada,Lovelace,a@example.org,1,,VIP,5001,,Free Order,500110001,Attending
            1002,2026-09-21,Bina,Rao,b@example.org,1,,Early bird,5002,,Free Order,500210001,Refunded
            1003,2026-09-21,Cem,Oz,c@example.org,1,,VIP,5003,Team C,Free Order,500310001,Checked In

            """,
            [
                "500110001 | Ada Lovelace | VIP | - | -",
                "500210001 | Bina Rao | Early bird | - | by the guest list: Refunded",
                "500310001 | Cem Oz | VIP | - | by the guest list: checked in already",
            ]
        ),
        // pretix, check-in list, in the middle of the event.
        (
            """
            Order code,Attendee name,Product,Price,Checked in,Checked out,Automatically checked in,Paid,Secret,E-mail,Voucher code,Comment,Seat ID,Seat name
            ABCDE,Ada Lovelace,Press,12.00,12/24/2026 7:02 p.m.,,No,Yes,sec1,a@example.org,V1,,R1-2,Row 1 Seat 2
            ABCDF,Bina Rao,Press,12.00,,,No,Yes,sec2,b@example.org,,,,
            ABCDG,Cem Oz,Press,12.00,,,No,No,sec3,c@example.org,,,,

            """,
            [
                "sec1 | Ada Lovelace | Press | Row 1 Seat 2 | by the guest list: checked in already (12/24/2026 7:02 p.m.)",
                "sec2 | Bina Rao | Press | - | -", "sec3 | Cem Oz | Press | - | by the guest list: not paid",
            ]
        ),
        // pretix, order positions.
        (
            """
            Event slug,Order code,Position ID,Status,Product,Variation,Attendee name,Company,Voucher,Pseudonymization ID,Ticket secret,Seat ID,Seat name,Seat number,Blocked,Valid from,Valid until,Order comment
            gala,ABCDE,1,paid,Standing,,Ada Lovelace,ACME,,PSEUDO1,sec1,,,,,,,
            gala,ABCDE,2,canceled,Standing,,Bina Rao,,,PSEUDO2,sec2,,,,,,,
            gala,ABCDF,1,pending,Standing,,Cem Oz,,,PSEUDO3,sec3,,,,,,,
            gala,ABCDG,1,paid,Standing,,Dan Xu,,,PSEUDO4,sec4,,,,Yes,,,

            """,
            [
                "sec1 | Ada Lovelace | Standing | - | -",
                "sec2 | Bina Rao | Standing | - | by the guest list: canceled",
                "sec3 | Cem Oz | Standing | - | by the guest list: pending",
                "sec4 | Dan Xu | Standing | - | by the guest list",
            ]
        ),
        // Tito: its first column counts the rows.
        (
            """
            Number,Ticket Created Date,Ticket,Ticket Full Name,Ticket First Name,Ticket Last Name,Ticket Email,Event,Void Status,Price,Ticket Reference,Tags,Unique Ticket URL,Order Reference,Order Name
            1,2026-01-01,Early Bird,Ada Lovelace,Ada,Lovelace,a@example.org,Conf,,99,GIAO-1,,https://ti.to/tickets/ti_a,GIAO,Boss
            2,2026-01-01,Early Bird,Bina Rao,Bina,Rao,b@example.org,Conf,void,99,GIAO-2,,https://ti.to/tickets/ti_b,GIAO,Boss

            """,
            [
                "GIAO-1 | Ada Lovelace | Early Bird | - | -",
                "GIAO-2 | Bina Rao | Early Bird | - | by the guest list: void",
            ]
        ),
        // Luma.
        (
            """
            api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,qr_code_url,ticket_type_id,ticket_name
            gst-1,Ada Lovelace,Ada,Lovelace,a@example.org,,2026-08-08T00:16:45.813Z,approved,,https://luma.com/check-in/evt-1?pk=g-1,t,Standard
            gst-2,Bina Rao,Bina,Rao,b@example.org,,2026-08-08T00:16:45.813Z,pending_approval,,https://luma.com/check-in/evt-1?pk=g-2,t,Standard
            gst-3,Cem Oz,Cem,Oz,c@example.org,,2026-08-08T00:16:45.813Z,approved,2026-08-09T18:00:00Z,https://luma.com/check-in/evt-1?pk=g-3,t,Standard

            """,
            [
                "https://luma.com/check-in/evt-1?pk=g-1 | Ada Lovelace | Standard | - | -",
                "https://luma.com/check-in/evt-1?pk=g-2 | Bina Rao | Standard | - | by the guest list: pending_approval",
                "https://luma.com/check-in/evt-1?pk=g-3 | Cem Oz | Standard | - | by the guest list: checked in already (2026-08-09T18:00:00Z)",
            ]
        ),
        // Eventix.
        (
            """
            order_id,shop_name,event_name,barcode,first_name,last_name,email,ticket_name,order_status,ticket_invalidated,ticket_invalidated_at
            1,Shop,Gala,B-1,Ada,Lovelace,a@example.org,Standing,paid,false,
            2,Shop,Gala,B-2,Bina,Rao,b@example.org,Standing,paid,true,2026-01-01
            3,Shop,Gala,B-3,Cem,Oz,c@example.org,Standing,cancelled,false,

            """,
            [
                "B-1 | Ada Lovelace | Standing | - | -", "B-2 | Bina Rao | Standing | - | by the guest list",
                "B-3 | Cem Oz | Standing | - | by the guest list: cancelled",
            ]
        ),
        // The guest list of Universe.
        (
            """
            Date Attending,Ticket ID,First Name,Last Name,Ticket Type,Order Status,Ticket Status
            2026-12-24,UNI1,Ada,Lovelace,Balcony,closed,paid
            2026-12-24,UNI2,Bina,Rao,Balcony,disputed,paid

            """,
            [
                "UNI1 | Ada Lovelace | Balcony | - | -",
                "UNI2 | Bina Rao | Balcony | - | by the guest list: disputed",
            ]
        ),
        // The Events Calendar.
        (
            """
            Order ID,Order Status,Purchaser name,Purchaser email,Ticket type,Ticket #,Security Code,Check in
            7,Completed,Ada Lovelace,a@example.org,Stalls,71,3fa9c1,No
            8,Completed,Bina Rao,b@example.org,Stalls,81,99bd02,Yes

            """,
            [
                "3fa9c1 | Ada Lovelace | Stalls | - | -",
                "99bd02 | Bina Rao | Stalls | - | by the guest list: checked in already",
            ]
        ),
        // A list of somebody's own: a cell that is empty gives way to the next column of its kind.
        (
            """
            Ticket code,Group,Ticket Type,Attendee #,First Name,Last Name,Scanned
            T-1,,Balcony,1,Ada,Lovelace,0
            T-2,Press,Balcony,2,Bina,Rao,2

            """,
            [
                "T-1 | Ada Lovelace | Balcony | - | -",
                "T-2 | Bina Rao | Balcony | - | by the guest list: checked in already (2)",
            ]
        ),
    ]) func guestsAreWhoTheShopMeans(_ csv: String, _ expected: [String]) throws {
        #expect(try words(csv) == expected)
    }

    @Test(arguments: [
        "No", "not checked in", "0", "-", "", "false", "nein", "Nicht eingecheckt", "n/a", "N/A", "n.a.", "—", "0/1",
        "0 of 2", "0.0", "unused", "Unscanned", "pending", "never used", "never", "noch nicht",
        "0000-00-00 00:00:00",
    ])
    func whoWasNotCheckedInIsLetIn(_ text: String) throws {
        #expect(try guests("Barcode,Checked in\nB1,\(text)\n").map(\.revoked) == [nil])
    }

    /// Words that are not known let in, and the import says so; those of an order that ended still turn away.
    @Test func cellsOfCheckInsThatSayNothingClearAreNamed() throws {
        var revoked: [String?] = []
        let csv = Array("Barcode,Checked in\nB1,VIP\nB2,1/2\nB3,cancelled\nB4,payment pending\n".utf8)
        var pieces = [csv]
        let summary = try GuestTable({ pieces.popLast() }).forEach { revoked.append($0.revoked) }
        #expect(revoked == [nil, nil, "by the guest list: cancelled", "by the guest list: payment pending"])
        #expect(
            summary.remarks
                == ["guests with these unknown states are admitted: “VIP” (1), “1/2” (1)"])
    }

    /// Whichever column says it, and whatever stands before it.
    @Test func anyColumnThatSaysRevokedOrCheckedInCounts() throws {
        let revoked = try guests(
            "number,name,revoked,canceled\nR1,Ann,no,yes\nR2,Ben,no,no\nR3,Cem,yes,no\nR4,Dan,no,refunded\n"
        ).map(\.revoked)
        #expect(revoked == ["by the guest list", nil, "by the guest list", "by the guest list: refunded"])
        let checkedIn = try guests("number,checked in,scanned at\nR1,no,2026-12-24 19:02\nR2,no,\nR3,yes,\n").map(
            \.revoked)
        #expect(
            checkedIn == [
                "by the guest list: checked in already (2026-12-24 19:02)", nil,
                "by the guest list: checked in already",
            ])
    }

    /// A number sign may stand for a count.
    @Test(arguments: ["quantity #", "People #", "Quantity (#)", "#people", "# of people", "#", "Guest #"])
    func columnsOfCountsAreFoundWithANumberSign(_ name: String) throws {
        let guest = try #require(try guests("number,\(name)\nA,3\n").first)
        #expect(guest.people == (["#", "Guest #"].contains(name) ? 1 : 3))
        #expect(guest.name == nil)
    }

    @Test(arguments: [
        "Yes", "1", "2", "1.0", "1/1", "2 of 2", "x", "2026-12-24 19:02", "24.12.2026 19:02", "checked in", "Scanned",
        "used by Ana", "Eingecheckt", "19:02", "Dec 24 2026", "Thu 24 Dec 2026 19:02:11 GMT", "20261224 1902",
        "45987.5",
    ])
    func whoWasCheckedInIsNotLetInOnceMore(_ text: String) throws {
        let why = try #require(try guests("Barcode,Checked in\nB1,\(text)\n").first?.revoked)
        #expect(why.hasPrefix("by the guest list: checked in already"))
    }

    @Test(arguments: ["2026-12-24 19:30", "24.12.2026 19:30", "12/24/2026 7:30 p.m."])
    func whenATicketIsValidIsReadByTheClockHere(_ text: String) throws {
        let guest = try #require(try guests("Barcode,Valid from,Valid until\nB1,\(text),25.12.2026\n").first)
        let from = try #require(LocalTime.readings(of: "2026-12-24 19:30").first?.time())
        #expect(guest.validFrom == from)
        #expect(guest.validUntil == Timestamp(milliseconds: from.milliseconds + 102_599_000))
    }

    @Test func aTimeThatMayBeTwoIsRefusedWithBoth() {
        do {
            _ = try guests("Barcode,Valid until\nB1,01/02/2026 7:30 p.m.\n")
            Issue.record("a time that may be two is taken for one")
        } catch {
            #expect(
                "\(error)".hasPrefix(
                    "line 2 of the guest list: “01/02/2026 7:30 p.m.” is not a clear time. Write times as 2026-02-01 19:30 or 2026-01-02 19:30"
                ))
            #expect("\(error)".hasSuffix("2026-02-01 19:30 or 2026-01-02 19:30"))
        }
    }

    @Test func aGuestIsLetInWhileTheListHasItAsValid() throws {
        let now = Timestamp(milliseconds: 1_800_000_000_000)
        let store = try DoorStore(path: nil, event: DoorEvent(name: "Movie night"))
        func guest(_ number: String, from: Int64?, until: Int64?) -> Guest {
            var guest = Guest(number: number)
            guest.validFrom = from.map { Timestamp(milliseconds: now.milliseconds + $0) }
            guest.validUntil = until.map { Timestamp(milliseconds: now.milliseconds + $0) }
            return guest
        }
        let list = [
            guest("now", from: -1000, until: 1000), guest("later", from: 60_000, until: nil),
            guest("before", from: nil, until: -60_000),
        ]
        _ = try store.take(at: now, by: "") { take in for guest in list { try take(guest) } }
        #expect(try store.guest("later") == list[1])
        func verdict(_ number: String) throws -> DoorVerdict {
            let evidence = TicketEvidence.claim(TicketClaim(number: number, proof: .list))
            return try store.decide(DoorShowing(evidence, code: [1], at: now, door: "Door", checker: "")).verdict
        }
        #expect(try verdict("now").kind == .welcome)
        #expect(try verdict("later") == .notValidNow(try #require(list[1].whyNotNow(at: now))))
        #expect(try verdict("before") == .notValidNow(try #require(list[2].whyNotNow(at: now))))
        // The list has the times of the place.
        for (zone, from, until) in [
            ("UTC", "2027-01-15 08:01 UTC", "2027-01-15 07:59 UTC"),
            ("Europe/Berlin", "2027-01-15 09:01 UTC+01:00", "2027-01-15 08:59 UTC+01:00"),
            ("America/New_York", "2027-01-15 03:01 UTC-05:00", "2027-01-15 02:59 UTC-05:00"),
        ] {
            let zone = try #require(TimeZone(identifier: zone))
            #expect(list[1].whyNotNow(at: now, in: zone) == "according to the guest list it is valid from \(from)")
            #expect(list[2].whyNotNow(at: now, in: zone) == "according to the guest list it is valid until \(until)")
        }
    }
}

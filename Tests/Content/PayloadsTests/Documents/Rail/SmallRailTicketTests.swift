import SeededRandomness
import Symbols
import Testing

@testable import Payloads

/// Tickets in the Small Structured Barcode.
@Suite struct SmallRailTicketTests {
    /// The fields of a ticket that a test sets.
    struct Fields {
        var version = 3
        var issuer = 3018
        var kind = 1
        var adults = 1
        var children = 0
        var isSpecimen = false
        var travelClass = 2
        var number = "QZTEST123"
        var year = 6
        var day = 320
        /// The stations, and whether they are said to be letters.
        var letters: (isMarked: Bool, from: String, to: String)? = (true, "FRPNO", "NLAMA")
        var list = 1
        var stations = (8_000_105, 8_503_000)
        /// Whether the stations are numbers in the room of letters.
        var isWide = false
        var days = (7, 10)
        var minutes = 500
        var train = "9321"
        var coach = 12
        var seat = "61A"
        var flag = false
        var group = "CHOIR"
        var countermark = 5
        var passKind = 1
        var travelDays = 10
        var countries = [80, 87, 0, 0, 0]
        var message = 12
        var text = "QZ 1"
        var signature: UInt8 = 0xA5

        var bytes: [UInt8] {
            var bits = BitWriter()
            for (value, width) in [(version, 4), (issuer, 14), (2, 4), (kind, 5), (adults, 7), (children, 7)] {
                bits.number(value, width)
            }
            bits.flag(isSpecimen)
            bits.number(travelClass, 6)
            bits.text(number, 14)
            bits.number(year, 4)
            bits.number(day, 9)
            switch kind {
            case 1:
                bits.number(1, 2)
                writeStations(&bits)
                bits.number(days.0, 9)
                bits.number(minutes, 11)
                bits.text(train, 5)
                bits.number(coach, 10)
                bits.text(seat, 3)
                bits.flag(flag)
            case 4:
                for (value, width) in [(passKind, 2), (days.0, 9), (days.1, 9), (travelDays, 7)] {
                    bits.number(value, width)
                }
                for country in countries { bits.number(country, 7) }
                bits.flag(false)
            default:
                bits.flag(flag)
                bits.number(days.0, 9)
                bits.number(days.1, 9)
                writeStations(&bits)
                if kind == 3 {
                    bits.text(group, 12)
                    bits.number(countermark, 8)
                }
            }
            bits.number(message, 14)
            bits.text(text, [1: 27, 2: 37, 3: 24, 4: 40][kind] ?? 0)
            let fields = bits.bytes + Array(repeating: 0, count: max(0, 58 - bits.bytes.count))
            return fields + Array(repeating: signature, count: 56)
        }

        private func writeStations(_ bits: inout BitWriter) {
            if isWide {
                bits.flag(true)
                for value in [stations.0, stations.1] { bits.number(value, 30) }
            } else if let letters {
                bits.flag(letters.isMarked)
                bits.text(letters.from, 5)
                bits.text(letters.to, 5)
            } else {
                bits.flag(false)
                for (value, width) in [(list, 4), (stations.0, 28), (stations.1, 28)] { bits.number(value, width) }
            }
        }
    }

    private func parse(_ bytes: [UInt8], _ symbology: Symbology = .aztec) -> Payload {
        Payload.parse(SymbolContent(symbology: symbology, bytes: bytes, text: nil, charset: nil), today: testDay)
    }

    private func parse(_ change: (inout Fields) -> Void) -> Payload {
        var fields = Fields()
        change(&fields)
        return parse(fields.bytes)
    }

    /// Some issuers mark letters as numbers.
    @Test(arguments: [true, false]) func aReservationIsRead(isMarked: Bool) {
        let payload = parse { $0.letters?.isMarked = isMarked }
        #expect(payload.kind == .railTicket)
        #expect(payload.summary == "Rail ticket of carrier 3018 · QZTEST123 · FRPNO → NLAMA · 2026-11-23 08:20")
        #expect(payload.value("carrier") == "3018")
        #expect(payload.value("order") == "QZTEST123")
        #expect(payload.value("document") == "reservation")
        #expect(payload.value("issued") == "2026-11-16")
        #expect(payload.value("adults") == "1")
        #expect(payload.value("children") == "0")
        #expect(payload.value("class") == "second")
        #expect(payload.value("from") == "FRPNO")
        #expect(payload.value("to") == "NLAMA")
        #expect(payload.value("departure") == "2026-11-23 08:20")
        #expect(payload.value("train") == "9321")
        #expect(payload.value("coach") == "12")
        #expect(payload.value("seat") == "61A")
        #expect(payload.value("text") == "QZ 1")
        #expect(payload.value("message") == "12")
        #expect(payload.value("key") == "2")
        #expect(payload.value("version") == "3")
        #expect(payload.value("signature") == "56 bytes")
        #expect(payload.note("signature") == "not verified here")
        #expect(payload.value("status") == nil)
    }

    @Test func aTicketWithoutAReservationIsRead() {
        let payload = parse {
            ($0.kind, $0.letters, $0.flag, $0.isSpecimen, $0.travelClass) = (2, nil, true, true, 1)
        }
        #expect(payload.summary == "Rail ticket of carrier 3018 · QZTEST123 · 8000105 → 8503000 · 2026-11-23")
        #expect(payload.value("document") == "ticket")
        #expect(payload.value("from") == "8000105")
        #expect(payload.value("to") == "8503000")
        #expect(payload.value("returnJourney") == "included")
        #expect(payload.value("validFrom") == "2026-11-23")
        #expect(payload.value("validUntil") == "2026-11-26")
        #expect(payload.value("class") == "first")
        #expect(payload.value("status") == "specimen")
        #expect(payload.value("text") == "QZ 1")
        #expect(payload.value("train") == nil)
    }

    /// With the list's digit in front, or without it; the last ones are a blank and letters to others.
    @Test(arguments: [
        (8_000_105, 8_503_000, "8000105", "8503000"), (18_000_105, 28_503_000, "8000105", "8503000"),
        (8_792_292, 8_792_293, "8792292", "8792293"),
    ])
    func numbersMayStandInTheRoomOfLetters(from: Int, to: Int, first: String, last: String) {
        let payload = parse { ($0.kind, $0.isWide, $0.stations) = (2, true, (from, to)) }
        #expect(payload.value("from") == first)
        #expect(payload.value("to") == last)
        #expect(payload.value("text") == "QZ 1")
    }

    @Test func aGroupTicketIsRead() {
        let payload = parse { ($0.kind, $0.adults, $0.children) = (3, 12, 3) }
        #expect(payload.value("document") == "group ticket")
        #expect(payload.value("group") == "CHOIR")
        #expect(payload.value("countermark") == "5")
        #expect(payload.value("adults") == "12")
        #expect(payload.value("children") == "3")
        #expect(payload.value("message") == "12")
        #expect(payload.value("text") == "QZ 1")
    }

    @Test func aPassIsRead() {
        let payload = parse { ($0.kind, $0.passKind, $0.days) = (4, 2, (0, 90)) }
        #expect(payload.value("document") == "pass")
        #expect(payload.value("product") == "Eurail in Europe")
        // Its first day is open.
        #expect(payload.value("validFrom") == nil)
        #expect(payload.value("validUntil") == "2027-02-14")
        #expect(payload.value("travelDays") == "10")
        #expect(payload.value("countries") == "80, 87")
        #expect(payload.value("text") == "QZ 1")
        #expect(parse { ($0.kind, $0.countries) = (4, [100, 0, 0, 0, 0]) }.value("countries") == "all")
    }

    /// The latest year with that last digit, never ahead: today is 2026-11-22.
    @Test(arguments: [(6, 326, "2026-11-22"), (6, 330, "2016-11-25"), (7, 100, "2017-04-10"), (4, 366, "2024-12-31")])
    func theYearIsTheLatestThatFits(year: Int, day: Int, issued: String) {
        #expect(parse { ($0.year, $0.day) = (year, day) }.value("issued") == issued)
    }

    @Test func aDepartureAtMidnightHasNoTime() {
        #expect(parse { $0.minutes = 0 }.value("departure") == "2026-11-23")
        #expect(parse { $0.flag = true }.value("status") == "without a place")
    }

    @Test func fieldsBeyondTheirBoundsAreOfNoTicket() {
        let changes: [(inout Fields) -> Void] = [
            { $0.version = 2 }, { $0.version = 4 }, { $0.issuer = 0 }, { $0.issuer = 10_000 }, { $0.kind = 0 },
            { $0.kind = 5 }, { $0.adults = 100 }, { $0.children = 100 }, { $0.travelClass = 37 }, { $0.year = 10 },
            { $0.day = 0 }, { $0.day = 367 }, { ($0.year, $0.day) = (5, 366) }, { $0.number = "" },
            { $0.number = "QZ-1" },
            { $0.letters = (true, "FR NO", "NLAMA") }, { $0.letters = (true, "FRPNO", "") },
            { ($0.letters, $0.list) = (nil, 3) }, { ($0.letters, $0.stations) = (nil, (0, 8_000_105)) },
            { ($0.letters, $0.stations) = (nil, (8_000_105, 10_000_000)) }, { $0.days.0 = 367 }, { $0.minutes = 1441 },
            { $0.coach = 1000 }, { $0.train = "93.1" }, { $0.seat = "6/A" }, { $0.message = 10_000 },
            { ($0.kind, $0.days.1) = (2, 367) }, { ($0.kind, $0.countermark) = (3, 247) },
            { ($0.kind, $0.passKind) = (4, 0) }, { ($0.kind, $0.travelDays) = (4, 94) },
            { ($0.kind, $0.countries) = (4, [101, 0, 0, 0, 0]) },
        ]
        for (index, change) in changes.enumerated() { #expect(parse(change).kind == .bytes, "change \(index)") }
    }

    @Test func otherLengthsAndSymbologiesHoldNone() {
        let ticket = Fields().bytes
        #expect(ticket.count == 114)
        #expect(parse(ticket, .pdf417).kind == .railTicket)
        #expect(parse(ticket, .qrCode).kind == .bytes)
        #expect(parse(Array(ticket.dropLast())).kind == .bytes)
        #expect(parse(ticket + [0]).kind == .bytes)
    }

    /// 114 bytes that begin with the version's digit are not enough.
    @Test func randomBytesAreNoTickets() {
        var random = SplitMix(state: 1)
        for _ in 0..<5000 {
            var bytes = (0..<114).map { _ in UInt8(random.below(256)) }
            bytes[0] = 0x30 | UInt8(random.below(16))
            #expect(SmallRailTicket(bytes) == nil)
        }
    }

    @Test func textIsNoTicket() {
        let text = "3 SLICES OF BREAD AND 2 EGGS, " + String(repeating: "30 GRAMS OF SUGAR ", count: 5)
        let bytes = Array(text.utf8.prefix(114))
        #expect(bytes.count == 114)
        #expect(SmallRailTicket(bytes) == nil)
    }
}

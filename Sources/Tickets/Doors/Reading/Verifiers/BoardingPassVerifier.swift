import Formats
import Foundation
import Payloads
import Symbols

/// Boarding passes (IATA Resolution 792): nothing of them is verified, because what some airlines sign can be checked
/// by them alone. Those of the door's flight and day are let in, each once.
struct BoardingPassVerifier: TicketVerifier {
    /// The one that passes must be of; with nil none is let in.
    let flight: DoorEvent.Flight?

    var kind: ForeignTicket { .boardingPass }

    /// Looks at a code; a claim is proof of nothing (`TicketClaim.Proof.nothing`).
    func evidence(for content: SymbolContent, at now: Timestamp) -> TicketEvidence? {
        guard let pass = BoardingPass(content.bytes[...]) else { return nil }
        guard let flight else { return .otherEvent("the event has no flight: set one") }
        let number = DoorEvent.Flight.plain(flight.number)
        let legs = pass.legs.filter { DoorEvent.Flight.plain($0.flight) == number }
        guard let first = legs.first else {
            let flights = pass.legs.map { DoorEvent.Flight.plain($0.flight) }.filter { !$0.isEmpty }.joined(
                separator: ", ")
            return .otherEvent("\(flights.isEmpty ? "an open flight" : flights.singleLine(limit: 40)), not \(number)")
        }
        guard let leg = legs.first(where: { flight.day == nil || Int($0.day) == flight.day }) else {
            return .otherEvent(
                "\(number) of \(Self.day(first.day)), not of day \(flight.day.map(String.init) ?? "?")")
        }
        // A day has no year; that of a pass which says when it was issued is known.
        let today = CivilDate.today(at: now.date)
        if let wanted = flight.day.flatMap({ CivilDate.nearest(dayOfYear: $0, to: today) }),
            let issued = pass.issueDate(today: today),
            !Self.daysFromIssue.contains(wanted.daysSince1970 - issued.daysSince1970)
        {
            return .otherEvent("\(number) of a pass that was issued on \(issued), not of \(wanted)")
        }
        return .claim(claim(pass, leg, number))
    }

    private func claim(_ pass: BoardingPass, _ leg: BoardingPass.Leg, _ number: String) -> TicketClaim {
        // The number at check-in tells passengers of a flight apart; who has none is told by booking and name.
        var passenger = leg.sequence.isEmpty ? [leg.booking, pass.name] : [leg.sequence]
        // An infant has no seat of its own (INF stands there), and may have the number of whoever holds it.
        let isSeat = leg.seat.wholeMatch(of: /[0-9]{1,3}[A-Z]/) != nil
        if !isSeat, !leg.seat.isEmpty { passenger.append(leg.seat) }
        var claim = TicketClaim(
            number: ([number, leg.day, leg.from] + passenger).joined(separator: "/").singleLine(limit: 120),
            proof: .nothing)
        claim.seat = isSeat ? leg.seat : nil
        claim.name = pass.name.isEmpty ? nil : pass.name.singleLine(limit: 40)
        claim.remarks = [
            flight?.day == nil
                ? "compared: the flight; any day is admitted" : "compared: the flight and the day of the year",
            pass.security.isEmpty
                ? "not verified at all: it has no signature, and anyone who knows the format can make one"
                : "not verified at all: only the airline can check the airline's signature in it",
        ]
        return claim
    }

    /// Passes are issued within a year before the flight, or on the day after by the clock of where that is.
    private static let daysFromIssue = -1...360

    private static func day(_ text: String) -> String { text.isEmpty ? "no day" : "day \(text.singleLine(limit: 4))" }
}

import Payloads
import Symbols

/// Boarding passes (IATA Resolution 792): nothing of them is verified, because what some airlines sign can be checked
/// by them alone. Those of the door's flight and day are let in, each once.
public struct BoardingPassVerifier: TicketVerifier {
    private let flight: DoorEvent.Flight?

    /// - Parameter flight: the one that passes must be of; with nil none is let in.
    public init(flight: DoorEvent.Flight?) { self.flight = flight }

    /// Boarding passes.
    public var kind: ForeignTicket { .boardingPass }

    /// Looks at a code; a claim is proof of nothing (`TicketClaim.Proof.nothing`).
    public func evidence(for content: SymbolContent, at now: Timestamp) -> TicketEvidence? {
        guard let pass = BoardingPass(content.bytes[...]) else { return nil }
        guard let flight else { return .otherEvent("this door is for no flight: give the event one") }
        let number = Self.plain(flight.number)
        let legs = pass.legs.filter { Self.plain($0.flight) == number }
        guard let first = legs.first else {
            let flights = pass.legs.map { Self.plain($0.flight) }.filter { !$0.isEmpty }.joined(separator: ", ")
            return .otherEvent("\(flights.isEmpty ? "an open flight" : flights.singleLine(limit: 40)), not \(number)")
        }
        guard let leg = legs.first(where: { flight.day == nil || Int($0.day) == flight.day }) else {
            return .otherEvent(
                "\(number) of \(Self.day(first.day)), not of day \(flight.day.map(String.init) ?? "?")")
        }
        return .claim(claim(pass, leg, number))
    }

    private func claim(_ pass: BoardingPass, _ leg: BoardingPass.Leg, _ number: String) -> TicketClaim {
        // The number at check-in tells passengers of a flight apart; who has none is told by booking and name.
        let passenger = leg.sequence.isEmpty ? [leg.booking, pass.name] : [leg.sequence]
        var claim = TicketClaim(
            number: ([number, leg.day, leg.from] + passenger).joined(separator: "/").singleLine(limit: 120),
            proof: .nothing)
        claim.seat = leg.seat.isEmpty ? nil : leg.seat.singleLine(limit: 8)
        claim.name = pass.name.isEmpty ? nil : pass.name.singleLine(limit: 40)
        claim.remarks = [
            flight?.day == nil
                ? "compared: the flight; any day of it is let in" : "compared: the flight and the day of the year",
            pass.security.isEmpty
                ? "not verified: anything; it has no signature, and whoever knows the form can make one"
                : "not verified: anything; the airline's signature in it can be checked by the airline alone",
        ]
        return claim
    }

    /// `LH400` of `LH 400`.
    private static func plain(_ flight: String) -> String {
        flight.uppercased().filter { !$0.isWhitespace }
    }

    private static func day(_ text: String) -> String { text.isEmpty ? "no day" : "day \(text.singleLine(limit: 4))" }
}

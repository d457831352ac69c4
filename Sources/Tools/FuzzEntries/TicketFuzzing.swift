import Doors
import Formats
import Symbols
import TicketVectors
import Tickets

/// Codes at a door that lets in all kinds of third-party tickets, with the keys of published ones; the same bytes as a
/// file with keys.
enum TicketFuzzing {
    /// Nothing that differs from the published tickets is let in for its signature, and all that is said is one line.
    static func run(_ bytes: [UInt8]) {
        let evidence = evidence(bytes)
        if case .claim(let claim) = evidence, case .signature = claim.proof {
            precondition(claims.contains(claim), "a signature that nobody made")
        }
        for line in lines(evidence) { precondition(isOneLine(line), "more than one line: \(line)") }
        let file = TrustedKeyFile.keys(in: bytes, name: "0080_1.pem")
        for line in file.leftOut + file.keys.map(\.title) {
            precondition(isOneLine(line), "more than one line: \(line)")
        }
    }

    static var seeds: [[UInt8]] {
        TicketVector.all.map(\.content) + TicketVector.all.map { Array($0.keys.text.utf8) } + [
            Array("M1DESMARAIS/LUC       EABC123 FRAJFKLH 0400 326J001A0025 100".utf8),
            Array(
                "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n"
                    .utf8),
            Array("shc:/1/2/5676".utf8), Array("eyJhbGciOiJub25lIn0.e30.".utf8),
        ]
    }

    private static func evidence(_ bytes: [UInt8]) -> TicketEvidence {
        inspector.evidence(for: PayloadInputs.content(bytes), at: now) { _ in false }
    }

    /// The first of July 2021: most of the published tickets hold.
    private static let now = Timestamp(milliseconds: 1_625_140_800_000)

    private static let inspector: TicketInspector = {
        var event = DoorEvent(name: "Movie night")
        event.foreign = Set(ForeignTicket.allCases)
        event.flight = DoorEvent.Flight(number: "LH400", day: 326)
        let keys = TicketVector.all.flatMap {
            TrustedKeyFile.keys(in: Array($0.keys.text.utf8), name: $0.keys.name).keys
        }
        return TicketInspector(
            event, keys: TicketKeyRing(), verifiers: TicketVerifiers.all(keys: TrustedKeys(keys), event: event))
    }()

    private static let claims: Set<TicketClaim> = Set(
        TicketVector.all.compactMap { vector in
            if case .claim(let claim) = evidence(vector.content) { claim } else { nil }
        })

    private static func lines(_ evidence: TicketEvidence) -> [String] {
        switch evidence {
        case .notATicket: []
        case .wrongFormat(let why), .wrongSignature(let why), .notSigned(let why, _), .unknownKey(let why),
            .otherEvent(let why):
            [why]
        case .claim(let claim):
            claim.remarks + [claim.name, claim.note, claim.seat, claim.whyNotNow].compactMap { $0 }
        }
    }

    private static func isOneLine(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

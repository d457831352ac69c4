import CertificateWorkshop
import Formats
import Foundation
import SeededRandomness
import Symbols
import Testing
import Tickets

@testable import Doors

/// Tickets that Python packages made (`Fixtures/make-tickets`), each with what a door has to say about it.
struct MadeTickets: Decodable {
    struct Ticket: Decodable {
        let name: String
        let kind: ForeignTicket
        let content: Data
        /// The kind of evidence.
        let verdict: String
        let number: String?
        let seat: String?
        let holder: String?
        let note: String?

        var symbol: SymbolContent { MadeTickets.symbol(Array(content)) }
    }

    let now: Int64
    let tickets: [Ticket]

    var time: Timestamp { Timestamp(milliseconds: now * 1000) }

    init(folder: String) throws {
        self = try JSONDecoder().decode(
            MadeTickets.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/tickets.json")))
    }

    static func symbol(_ bytes: [UInt8]) -> SymbolContent {
        SymbolContent(
            symbology: .qrCode, bytes: bytes, text: String(validating: bytes, as: UTF8.self), charset: "UTF-8")
    }

    static let fixtures = Bundle.module.url(forResource: "Fixtures", withExtension: nil)?.path ?? ""

    static func inspector(_ keys: TrustedKeys, _ change: (inout DoorEvent) -> Void = { _ in }) -> TicketInspector {
        var event = DoorEvent(name: "Movie night")
        event.foreign = Set(ForeignTicket.allCases)
        change(&event)
        return TicketInspector(
            event, keys: TicketKeyRing(), verifiers: TicketVerifiers.all(keys: keys, event: event))
    }

    /// What differs from what should be said; nothing where all is right.
    func differences(_ inspector: TicketInspector) -> [String] {
        tickets.compactMap { ticket in
            let evidence = inspector.evidence(for: ticket.symbol, at: time) { _ in false }
            guard evidence.word == ticket.verdict else { return "\(ticket.kind) \(ticket.name): \(evidence)" }
            guard case .claim(let claim) = evidence else { return nil }
            let pairs = [
                (ticket.number, claim.number), (ticket.seat, claim.seat), (ticket.holder, claim.name),
                (ticket.note, claim.note),
            ]
            return pairs.allSatisfy { $0.0 == nil || $0.0 == $0.1 } ? nil : "\(ticket.kind) \(ticket.name): \(claim)"
        }
    }
}

extension TicketEvidence {
    /// As `make-tickets` writes it.
    var word: String {
        switch self {
        case .notATicket: "not-a-ticket"
        case .wrongFormat: "wrong-format"
        case .wrongSignature: "wrong-signature"
        case .notSigned: "not-signed"
        case .unknownKey: "unknown-key"
        case .otherEvent: "other-event"
        case .claim(let claim): claim.whyNotNow == nil ? "claim" : "not-valid-now"
        }
    }
}

@Suite struct ForeignTicketTests {
    private static let keys = TrustedKeys.read([MadeTickets.fixtures + "/keys"]).keys

    @Test func ticketsOfOtherProgramsAreToldAsTheyAre() throws {
        let made = try MadeTickets(folder: MadeTickets.fixtures)
        #expect(made.tickets.count >= 80)
        #expect(Set(made.tickets.map(\.kind)).count == 4)
        let differences = made.differences(MadeTickets.inspector(Self.keys))
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    private static let python = ProcessInfo.processInfo.environment["QUIETZONE_PYTHON"] ?? "python3"
    private static let hasPackages =
        (try? Workshop().run(python, ["-c", "import cwt, base45, jwcrypto, cryptography, cbor2"]))?.status == 0

    /// The same with keys and signatures that never were before.
    @Test(.enabled(if: hasPackages, "Python has no cwt, base45, jwcrypto, cryptography and cbor2 (QUIETZONE_PYTHON)"))
    func ticketsThatAreMadeNowAreToldAsTheyAre() throws {
        let workshop = try Workshop()
        try workshop.make(Self.python, [MadeTickets.fixtures + "/make-tickets", "made"])
        let made = try MadeTickets(folder: workshop.path("made"))
        let (keys, _) = TrustedKeys.read([workshop.path("made/keys")])
        let differences = made.differences(MadeTickets.inspector(keys))
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    /// Who is trusted with one kind of tickets makes none of another.
    @Test(arguments: ForeignTicket.signed)
    func keysInAFolderOfAKindSignThatKindAlone(_ kind: ForeignTicket) throws {
        let made = try MadeTickets(folder: MadeTickets.fixtures)
        let workshop = try Workshop()
        for folder in [kind.rawValue, "others"] {
            try FileManager.default.createDirectory(
                atPath: workshop.path("trusted-keys/\(folder)"), withIntermediateDirectories: true)
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: MadeTickets.fixtures + "/keys") {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: MadeTickets.fixtures + "/keys/" + name))
            try workshop.write("trusted-keys/\(kind.rawValue)/\(name)", Array(bytes))
            try workshop.write("trusted-keys/others/\(name)", Array(bytes))
        }
        let (keys, problems) = TrustedKeys.read([workshop.path("trusted-keys")])
        #expect(keys.keys.count == Self.keys.keys.count)
        #expect(problems.contains { $0.contains("others” are not used: name the folder one of hc1, shc, uic, jws") })
        let inspector = MadeTickets.inspector(keys)
        for ticket in made.tickets where ticket.verdict == "claim" {
            let evidence = inspector.evidence(for: ticket.symbol, at: made.time) { _ in false }
            let isOurs = ticket.kind == kind || ticket.kind == .boardingPass
            #expect(evidence.word == (isOurs ? "claim" : "unknown-key"), "\(ticket.name): \(evidence)")
        }
    }

    @Test func withoutKeysNoSignatureIsKnown() throws {
        let made = try MadeTickets(folder: MadeTickets.fixtures)
        let inspector = MadeTickets.inspector(TrustedKeys())
        for ticket in made.tickets where ticket.verdict == "claim" {
            let evidence = inspector.evidence(for: ticket.symbol, at: made.time) { _ in false }
            #expect(evidence.word == "unknown-key", "\(ticket.name): \(evidence)")
        }
    }

    @Test func aKindThatTheEventDoesNotLetInIsNoTicket() throws {
        let made = try MadeTickets(folder: MadeTickets.fixtures)
        for kind in ForeignTicket.allCases {
            let inspector = MadeTickets.inspector(Self.keys) { $0.foreign.remove(kind) }
            for ticket in made.tickets where ticket.kind == kind {
                #expect(inspector.evidence(for: ticket.symbol, at: made.time) { _ in false } == .notATicket)
            }
        }
    }

    @Test func aListedCodeNeedsNoVerifier() throws {
        let made = try MadeTickets(folder: MadeTickets.fixtures)
        let forged = try #require(made.tickets.first { $0.verdict == "wrong-signature" && $0.kind == .signedJSON })
        let evidence = MadeTickets.inspector(Self.keys).evidence(for: forged.symbol, at: made.time) { _ in true }
        guard case .claim(let claim) = evidence else {
            Issue.record("a listed code is \(evidence)")
            return
        }
        #expect(claim.proof == .list)
        #expect(claim.remarks == ["unsigned, but on the guest list"])
    }

    @Test func whatWasAndWasNotVerifiedIsSaid() throws {
        let made = try MadeTickets(folder: MadeTickets.fixtures)
        let inspector = MadeTickets.inspector(Self.keys)
        for ticket in made.tickets where ticket.verdict == "claim" {
            guard
                case .claim(let claim) = inspector.evidence(for: ticket.symbol, at: made.time, isListed: { _ in false }),
                case .signature(let key) = claim.proof
            else { continue }
            #expect(claim.remarks[0].hasPrefix("verified: key \(key) signed it"))
            #expect(claim.remarks[1].hasPrefix("not verified: "))
            #expect(key.contains(" of "))
        }
        let first = try #require(made.tickets.first { $0.kind == .healthCertificate })
        guard case .claim(let claim) = inspector.evidence(for: first.symbol, at: made.time, isListed: { _ in false })
        else {
            Issue.record("the first certificate is turned away")
            return
        }
        #expect(claim.remarks[0].hasSuffix("of dsc.json signed it, and it is valid until 2026-11-22 12:00 UTC"))
    }

    /// A flipped bit is seen, or is one that says nothing (what fills up a rail ticket's signature, the case of `HC1`).
    @Test func noFlippedBitIsLetIn() throws {
        let made = try MadeTickets(folder: MadeTickets.fixtures)
        let inspector = MadeTickets.inspector(Self.keys)
        var random = SplitMix(state: 11)
        var (seen, silent) = (0, 0)
        for ticket in made.tickets where ticket.verdict == "claim" {
            let right = inspector.evidence(for: ticket.symbol, at: made.time) { _ in false }
            let bytes = Array(ticket.content)
            for place in stride(from: random.below(7), to: bytes.count, by: 7) {
                var changed = bytes
                changed[place] ^= 1 << UInt8(random.below(8))
                let evidence = inspector.evidence(for: MadeTickets.symbol(changed), at: made.time) { _ in false }
                if case .claim = evidence {
                    #expect(evidence == right, "\(ticket.name), byte \(place)")
                    silent += 1
                } else {
                    seen += 1
                }
            }
        }
        #expect(seen > 1000)
        #expect(silent < 20)
    }

    @Test func noBeginningOfATicketIsLetIn() throws {
        let made = try MadeTickets(folder: MadeTickets.fixtures)
        let inspector = MadeTickets.inspector(Self.keys)
        var random = SplitMix(state: 12)
        for ticket in made.tickets where ticket.verdict == "claim" {
            let bytes = Array(ticket.content)
            for _ in 0..<12 {
                let part = MadeTickets.symbol(Array(bytes.prefix(random.below(bytes.count))))
                let evidence = inspector.evidence(for: part, at: made.time) { _ in false }
                #expect(evidence.word != "claim", "\(ticket.name): \(part.bytes.count) bytes")
            }
        }
    }

    @Test func whatIsNotValidNowIsTurnedAwayWithItsReason() throws {
        let made = try MadeTickets(folder: MadeTickets.fixtures)
        let ticket = try #require(made.tickets.first { $0.verdict == "not-valid-now" })
        let evidence = MadeTickets.inspector(Self.keys).evidence(for: ticket.symbol, at: made.time) { _ in false }
        let store = try DoorStore(path: nil, event: DoorEvent(name: "Movie night"))
        let decision = try store.decide(
            DoorShowing(evidence, code: Array(ticket.content), at: made.time, door: "North", checker: "Ana"))
        #expect(decision.verdict.kind == .notValidNow)
        #expect(decision.verdict.detail == "the signature is valid, but it expired on 2026-11-21 12:00 UTC")
        #expect(try store.log().first?.event == "not-valid-now")
        #expect(try store.log().first?.ticket == decision.claim?.number && decision.claim != nil)
        #expect(try store.counts().refused == 1)
    }
}

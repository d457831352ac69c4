import Formats
import SeededRandomness
import Symbols
import Testing
import TicketVectors

@testable import Doors

/// Tickets and keys that specifications and other projects publish.
@Suite struct TicketVectorTests {
    private func evidence(_ vector: TicketVector, _ change: (inout [UInt8]) -> Void = { _ in }) -> TicketEvidence {
        let list = TrustedKeyFile.keys(in: Array(vector.keys.text.utf8), name: vector.keys.name)
        #expect(list.leftOut.isEmpty)
        #expect(list.keys.count == 1)
        var bytes = vector.content
        change(&bytes)
        return MadeTickets.inspector(TrustedKeys(list.keys)).evidence(
            for: MadeTickets.symbol(bytes), at: Timestamp(milliseconds: vector.seconds * 1000)
        ) { _ in false }
    }

    private func claim(_ vector: TicketVector) throws -> TicketClaim {
        let evidence = evidence(vector)
        guard case .claim(let claim) = evidence else {
            Issue.record("\(vector.source): \(evidence)")
            return TicketClaim(number: "", proof: .nothing)
        }
        return claim
    }

    @Test func healthCertificatesOfTwoCountries() throws {
        let austrian = try claim(.austrianVaccination)
        #expect(austrian.number == "URN:UVCI:01:AT:10807843F94AEE0EE5093FBC254BD813#B")
        #expect(austrian.name == "Gabriele Musterfrau-Gößinger")
        #expect(austrian.note == "vaccination 1 of 2 on 2021-02-18")
        #expect(austrian.proof == .signature(key: "2Rk3X8HntrI= of at.json"))
        let swiss = try claim(.swissVaccination)
        #expect(swiss.number == "urn:uvci:01:CH:52DBC5C6503016A06162545C")
        #expect(swiss.proof == .signature(key: "Ll3NP03zOxY= of ch.json"))
    }

    @Test func smartHealthCard() throws {
        let claim = try claim(.smartHealthCard)
        #expect(claim.name == "John B. Anyperson")
        #expect(claim.proof == .signature(key: "3Kfdg-XwP-7gXyywtUfUADwBumDOPKMQx-iELL11W9s of issuer.jwks"))
    }

    @Test func railTicket() throws {
        let claim = try claim(.germanRailTicket)
        #expect(claim.number == "1080/M8T403EA")
        #expect(claim.proof == .signature(key: "1080/7 of uic.xml"))
        #expect(claim.note?.contains("Fahrkarte") == true)
    }

    @Test func jsonWebSignatures() throws {
        for vector in [TicketVector.signedByRSA, .signedByECDSA] {
            // sha256sum of the bytes that RFC 7515, A.1 lists.
            #expect(try claim(vector).number == "d05b154d4d6ff06486a8fc31ddf4dd8f29ca31139b2e41ffe15ddd44f63e161c")
            #expect(try claim(vector).remarks.contains("it names no event: it may be for another one"))
        }
        let text = evidence(.signedByEd25519)
        #expect(text == .wrongFormat("the signature is valid, but the signed content is not a ticket"))
    }

    @Test(arguments: TicketVector.all.indices) func aFlippedBitIsSeen(_ index: Int) {
        let vector = TicketVector.all[index]
        let right = evidence(vector)
        var random = SplitMix(state: 5)
        var seen = 0
        for _ in 0..<60 {
            let (place, bit) = (random.below(vector.content.count), random.below(8))
            let changed = evidence(vector) { $0[place] ^= 1 << UInt8(bit) }
            if case .claim = changed { #expect(changed == right, "\(vector.source): bit \(bit) of byte \(place)") }
            if changed != right { seen += 1 }
        }
        #expect(seen > 55)
    }

    @Test func expiredVectorsSaySo() {
        let vector = TicketVector.signedByECDSA
        let keys = TrustedKeys(TrustedKeyFile.keys(in: Array(vector.keys.text.utf8), name: vector.keys.name).keys)
        let evidence = MadeTickets.inspector(keys).evidence(
            for: MadeTickets.symbol(vector.content), at: Timestamp(milliseconds: 1_300_819_380_000)
        ) { _ in false }
        guard case .claim(let claim) = evidence else {
            Issue.record("\(evidence)")
            return
        }
        #expect(claim.whyNotNow == "the signature is valid, but it expired on 2011-03-22 18:43 UTC")
    }
}

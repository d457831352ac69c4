import Symbols
import Testing

@testable import Payloads

/// Tickets in the header of dynamic barcodes.
@Suite struct DynamicRailTicketTests {
    private func parse(_ bytes: [UInt8], text: String? = nil) -> Payload {
        Payload.parse(
            SymbolContent(symbology: .aztec, bytes: bytes, text: text, charset: text == nil ? nil : "ISO-8859-1"),
            today: testDay)
    }

    @Test func aTicketWithAPartThatChangesIsRead() {
        for text in [nil, "what a reader made of it"] {
            let payload = parse(FlexibleTicketTests.bytes(RailVectors.dynamic1), text: text)
            #expect(payload.kind == .railTicket)
            #expect(payload.value("version") == "U1")
            #expect(payload.value("carrier") == "3703")
            #expect(payload.value("key") == "1")
            #expect(payload.values("records") == ["FCB2", "_3703.ID1"])
            #expect(payload.note("records") == nil)
            #expect(payload.value("signature") == "64 bytes")
            #expect(payload.note("signature") == "not verified here")
            #expect(payload.value("issued") == "2020-04-30 16:35 UTC")
            #expect(payload.value("reference") == "30000001")
            #expect(payload.value("zones") == "2424977")
            #expect(payload.value("validUntil") == "2020-05-01 16:34")
            #expect(payload.value("class") == "second")
        }
    }

    @Test func aTicketSaysHowLongItsBarcodeIsGood() {
        let payload = parse(FlexibleTicketTests.bytes(RailVectors.dynamic2))
        #expect(payload.value("version") == "U2")
        #expect(payload.value("carrier") == "IWN8")
        #expect(payload.value("expires") == "2027-08-30 21:59 UTC")
        #expect(payload.values("records") == ["FCB3"])
        #expect(payload.value("issued") == "2026-08-31 09:16 UTC")
        #expect(payload.value("reference") == "FE0100000000000BEA")
        #expect(payload.value("product") == "1001 of 22025")
        #expect(payload.value("information") == "T.U. CJ QR")
        #expect(payload.summary == "Rail ticket of carrier IWN8")
    }

    /// A part that cannot be decoded keeps its name.
    @Test func aPartOfALaterVersionCannotBeTakenApart() {
        let part = ASN1Value.fields(["dataFormat": .text("FCB4"), "data": .bytes([1, 2, 3])])
        let header = ASN1Value.fields([
            "format": .text("U1"),
            "level2SignedData": .fields(["level1Data": .fields(["keyId": .integer(7), "dataSequence": .list([part])])]),
        ])
        let payload = parse(UPERWriter.bytes(header, of: "UicBarcodeHeader", version: 1))
        #expect(payload.kind == .railTicket)
        #expect(payload.values("records") == ["FCB4"])
        #expect(payload.note("records") == "cannot be parsed")
        #expect(payload.value("key") == "7")
        #expect(payload.value("signature") == nil)
    }

    @Test func otherBytesStayBytes() {
        let ticket = FlexibleTicketTests.bytes(RailVectors.dynamic1)
        for length in 0..<ticket.count - 1 { #expect(parse(Array(ticket.prefix(length))).kind == .bytes) }
        #expect(parse([0x01, 0x55, 0x66] + ticket.dropFirst(3)).kind == .bytes)
        #expect(parse(ticket + [1]).kind == .bytes)
    }
}

import Formats
import Symbols
import Testing

@testable import Payloads

@Suite struct RailTicketTests {
    private func bytes(_ hex: String) -> [UInt8] { ASCII.hexDecoded(ArraySlice(Array(hex.utf8))) ?? [] }

    private func parse(_ bytes: [UInt8], text: String? = nil) -> Payload {
        Payload.parse(
            SymbolContent(symbology: .aztec, bytes: bytes, text: text, charset: text == nil ? nil : "ISO-8859-1"))
    }

    @Test(arguments: [(Vectors.uic01, "01", "50 bytes"), (Vectors.uic02, "02", "64 bytes")])
    func readsATicket(hex: String, version: String, signature: String) {
        for text in [nil, "what a reader made of it"] {
            let payload = parse(bytes(hex), text: text)
            #expect(payload.kind == .railTicket)
            #expect(payload.summary == "Rail ticket of carrier 1080 · QUIETZONE-1 · CIV 1080")
            #expect(payload.value("order") == "QUIETZONE-1")
            #expect(payload.value("issued") == "2026-11-22 10:15")
            #expect(payload.value("flags") == "international")
            #expect(payload.value("language") == "DE")
            #expect(payload.value("text") == "CIV 1080\nERWACHSENER\nKÖLN HBF  BERLIN HBF")
            #expect(payload.value("layout") == "RCT2")
            #expect(payload.values("records") == ["U_HEAD 01", "U_FLEX 13", "U_TLAY 01"])
            #expect(payload.value("version") == version)
            #expect(payload.value("signature") == signature)
            #expect(payload.note("signature") == "not verified here")
            #expect(payload.warnings.isEmpty)
        }
    }

    @Test func partsThatAreMissingOrBrokenAreSaid() {
        let ticket = bytes(Vectors.uic01)
        #expect(parse(Array(ticket.prefix(14))).warningNames == ["incomplete"])
        #expect(parse(Array(ticket.prefix(66))).warningNames == ["incomplete"])
        #expect(parse(Array(ticket.dropLast(20))).warningNames.contains("incomplete"))
        var broken = ticket
        broken[80] ^= 0xFF
        #expect(!parse(broken).warnings.isEmpty)
        #expect(parse(broken).kind == .railTicket)
        var newer = ticket
        newer[4] = UInt8(ascii: "9")
        #expect(parse(newer).note("version") == "not known")
    }

    @Test(arguments: [
        "#UT", "#UT01", "#UTah", "#UT0110800000", "UT01108000001xxxxxxxxxxxx", "#UTXX108000001xxxx",
        "#UT01 is a channel", "# UT01108000001xxx",
    ])
    func leavesWhatIsNone(text: String) { #expect(parse(Array(text.utf8), text: text).kind == .text) }
}

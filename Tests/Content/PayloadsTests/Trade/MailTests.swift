import Symbols
import Testing

@testable import Payloads

@Suite struct MailTests {
    private static func payload(of text: String, _ symbology: Symbology) -> Payload {
        Payload.parse(SymbolContent(symbology: symbology, bytes: Array(text.utf8), text: text, charset: nil))
    }

    @Test(
        arguments: [
            (.uspsIMb, "0123456709498765432101234567891", ["01", "234", "567094", "987654321", "01234-5678", "91"]),
            (.uspsIMb, "01234900000123456789", ["01", "234", "900000123", "456789"]),
            (.postnet, "123456789", ["12345-6789"]), (.planet, "21123456789", ["21", "123456789"]),
            (.cepnet, "12345678", ["12345-678"]), (.rm4scc, "LE28HS9Z", ["LE2 8HS", "9Z"]),
            (.rm4scc, "SW1A1AA", ["SW1A 1AA"]), (.kix, "2500GG30250", ["2500 GG", "30250"]),
            (.kix, "1231FZ13XHS", ["1231 FZ", "13 HS"]),
            (
                .mailmark, "41038422416563762EF61AH8T ",
                ["4", "1", "none or a test", "384224", "16563762", "EF6 1AH", "8T"]
            ),
            (.mailmark, "1100000000000XY11     ", ["letter", "1", "none or a test", "00", "00000000"]),
            (.australiaPost, "5956439111ABA 9", ["customer barcode 2", "56439111", "ABA 9"]),
            (.japanPost, "15400233-16-4-205", ["154-0023", "3-16-4-205"]),
        ] as [(Symbology, String, [String])])
    func theSymbologySaysWhatTheCharactersMean(_ symbology: Symbology, _ text: String, _ values: [String]) {
        let payload = Self.payload(of: text, symbology)
        #expect(payload.kind == .mail)
        #expect(payload.fields.map(\.value) == values)
        #expect(payload.summary.hasPrefix("Mail"))
    }

    /// Symbols of other makers may hold anything.
    @Test(arguments: [
        (Symbology.rm4scc, "ABCDE"), (.rm4scc, "1"), (.kix, "ABC"), (.kix, ""), (.uspsIMb, "1"), (.mailmark, "4"),
        (.australiaPost, "11"), (.japanPost, "1"), (.postnet, "1"), (.cepnet, ""), (.planet, "12"), (.qrCode, "12345"),
    ])
    func whatHasAnotherFormIsText(_ symbology: Symbology, _ text: String) {
        let payload = Self.payload(of: text, symbology)
        #expect(payload.kind != .mail)
    }
}

import Formats
import Symbols
import Testing

@testable import Payloads

@Suite struct TextSearchTests {
    @Test(arguments: [
        ("", "anything"), ("  ", "anything"), ("hello", "say HELLO there"), ("HELLO", "hello"),
        ("there say", "say hello there"), ("100%", "at 100% now"), ("a_b", "xa_by"), ("café", "CAFE\u{301}"),
        ("CAFÉ", "café"), ("ÄÖÜ", "äöü"), ("москва", "МОСКВА"), ("日本", "日本語"), ("*", "2*3"), ("\\", "C:\\x"),
    ]) func finds(_ wanted: String, in text: String) {
        #expect(TextSearch(wanted).matches([text]))
    }

    @Test(arguments: [
        ("hello", "hell"), ("a%b", "axxb"), ("a_b", "axb"), ("hello there", "hello"), ("*", "star"), ("x", ""),
        ("cafe", "tea"),
    ]) func findsNot(_ wanted: String, in text: String) {
        #expect(!TextSearch(wanted).matches([text]))
    }

    @Test func eachWordMayBeInAnotherField() {
        #expect(TextSearch("qr example").matches(["https://example.org", "qr-code"]))
        #expect(!TextSearch("qr other").matches(["https://example.org", "qr-code"]))
        // As one phrase it may not.
        #expect(!TextSearch(phrase: "qr example").matches(["https://example.org", "qr-code"]))
        #expect(TextSearch(phrase: "  two words ").matches(["here are two words"]))
    }

    @Test func rangesAreOfCharacters() {
        #expect(TextSearch("b").ranges(in: "abcb") == [1..<2, 3..<4])
        #expect(TextSearch("é").ranges(in: "caFE\u{301}!") == [3..<4])
        #expect(TextSearch("ab bc").ranges(in: "xabcx") == [1..<4])
        #expect(TextSearch("🙂").ranges(in: "a🙂b") == [1..<2])
        #expect(TextSearch("").ranges(in: "abc").isEmpty)
        #expect(TextSearch("a").ranges(in: String(repeating: "a", count: 50), limit: 10).isEmpty)
    }

    @Test func whatMayHoldASecretIsNotLookedForInItsText() {
        func found(_ wanted: String, _ text: String) -> Bool {
            let payload = Payload.parse(SymbolContent(symbology: .qrCode, text: text))
            return TextSearch(wanted).matches(
                SearchText(
                    content: text, summary: payload.summary, kind: payload.kind, symbology: "qr-code", source: "webcam")
            )
        }
        let wifi = "WIFI:T:WPA;S:Cafe;P:s3cr3t-word;;"
        #expect(found("cafe", wifi) && found("QR Code", wifi) && found("webcam", wifi))
        #expect(!found("s3cr", wifi))
        let key = "otpauth://totp/Example:ada@example.org?secret=JBSWY3DPEHPK3PXP"
        #expect(found("ada@", key) && !found("jbswy", key))
        #expect(found("jbswy", "jbswy in a text"))
    }

    @Test func aLongTextTakesLinearTime() {
        let text = String(repeating: "ab", count: 40_000)
        #expect(TextSearch("b").ranges(in: text).count == 40_000)
        #expect(!TextSearch(String(repeating: "ab", count: 30) + "c").matches([text]))
    }

    @Test(arguments: [
        ("wifi", true), ("WI-FI", true), ("wi fi", true), ("network", true), ("qrcode", true), ("qr-code", true),
        ("Cafe", true), ("wifi qr", true), ("contact", false), ("secret123", false), ("-", true), ("#", false),
    ]) func namesAreFoundHoweverTheyAreSpelled(wanted: String, isFound: Bool) {
        let text = "WIFI:T:WPA;S:Cafe;P:secret123;;"
        let found = TextSearch(wanted).matches(
            SearchText(content: text, summary: "Cafe (WPA)", kind: .wifi, symbology: "qr-code", source: "HD Webcam"))
        #expect(found == isFound)
    }

    @Test func theKindOfPlainTextIsNoWordToFindAllOfItBy() {
        func found(_ wanted: String, _ kind: PayloadKind) -> Bool {
            TextSearch(wanted).matches(
                SearchText(content: "LOT-17", summary: "LOT-17", kind: kind, symbology: "ean-13", source: ""))
        }
        #expect(!found("text", .text) && !found("bytes", .bytes))
        #expect(found("lot", .text) && found("ean13", .text) && found("web address", .url))
        // In what the symbol holds punctuation counts.
        #expect(!found("lot17", .text))
    }
}

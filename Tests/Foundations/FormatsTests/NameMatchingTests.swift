import Formats
import Testing

@Suite struct NameMatchingTests {
    private let names = [
        "read", "watch", "history", "make", "print", "printers", "ean-13", "ean-8", "upc-a", "qr-code",
    ]

    @Test(arguments: [
        ("histroy", "history"), ("hsitory", "history"), ("history2", "history"), ("HISTORY", "history"),
        ("ean13", "ean-13"), ("EAN 13", "ean-13"), ("ean12", "ean-13"), ("hist", "history"), ("red", "read"),
        ("raed", "read"), ("qrcode", "qr-code"), ("prnt", "print"), ("printer", "printers"),
    ])
    func aMisspelledNameIsFound(typed: String, meant: String) {
        #expect(NameMatching.closest(to: typed, in: names) == meant)
    }

    @Test(arguments: ["", "-", "x", "photo.png", "rd", "wetch me", "an entirely different word", "he"])
    func anUnrelatedNameIsNot(typed: String) {
        #expect(NameMatching.closest(to: typed, in: names) == nil)
    }

    @Test func caseAndPunctuationDoNotMatter() {
        #expect(NameMatching.key("GS1 DataBar-Expanded") == NameMatching.key("gs1databarexpanded"))
        #expect(NameMatching.key("Code 39") != NameMatching.key("Code 93"))
    }

    @Test func namesOfAnyLengthAreCompared() {
        #expect(NameMatching.closest(to: String(repeating: "a", count: 100_000), in: names) == nil)
        #expect(NameMatching.closest(to: "read", in: [String(repeating: "read", count: 1000)]) != nil)
    }
}

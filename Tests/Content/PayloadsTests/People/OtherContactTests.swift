import Testing

@testable import Payloads

@Suite struct OtherContactTests {
    @Test func readsABizCard() {
        let payload = parse(
            "BIZCARD:N:Sean;X:Owen;T:Engineer;C:Example;A:123 Main St;B:+12225551212;E:srowen@example.org;;")
        #expect(payload.kind == .contact)
        #expect(payload.summary == "Sean Owen · +12225551212")
        #expect(payload.value("title") == "Engineer")
        #expect(payload.value("organization") == "Example")
        #expect(payload.value("addresses") == "123 Main St")
        #expect(payload.value("emails") == "srowen@example.org")
        #expect(payload.value("format") == "bizcard")
        #expect(payload.saved(".vcf")?.contains("FN:Sean Owen") == true)
        #expect(parse(#"BIZCARD:C:a\;b;;"#).value("organization") == "a;b")
        #expect(parse("BIZCARD:N:Sean;B:1").warningNames == ["incomplete"])
    }

    @Test func readsKDDIsForm() {
        let payload = parse(
            "MEMORY:a note\r\nNAME1:鈴木太郎\r\nNAME2:スズキタロウ\r\nMAIL1:a@b.example\r\nMAIL2:c@d.example\r\nTEL1:+1555\r\n"
                + "TEL2:0901234\r\nADD:Tokyo\r\n")
        #expect(payload.kind == .contact)
        #expect(payload.value("name") == "鈴木太郎")
        #expect(payload.value("reading") == "スズキタロウ")
        #expect(payload.values("phones") == ["+1555", "0901234"])
        #expect(payload.values("emails") == ["a@b.example", "c@d.example"])
        #expect(payload.value("note") == "a note")
        #expect(payload.value("format") == "kddi")
        #expect(parse("MEMORY:note\nNAME1:Sean\nTEL1:+1").value("name") == "Sean")
    }

    @Test func severalMeCardsAreKeptApart() {
        let payload = parse("MECARD:N:A;TEL:1;;\nMECARD:N:B;TEL:2;;")
        #expect(payload.summary == "A · 1 · and 1 more")
        #expect(payload.values("name") == ["A", "B"])
    }

    @Test(arguments: [
        ("MEBKM:TITLE:Example;URL:example.com;;", "https://example.com", "Example"),
        (#"MEBKM:URL:http\://example.com/a\;b;TITLE:x\:y;;"#, "http://example.com/a;b", "x:y"),
        ("mebkm:URL:https://example.com/?q=1;;", "https://example.com/?q=1", nil),
    ])
    func readsABookmark(text: String, url: String, title: String?) {
        let payload = parse(text)
        #expect(payload.kind == .url)
        #expect(payload.value("url") == url)
        #expect(payload.value("title") == title)
    }

    @Test(arguments: [
        "BIZCARD:", "BIZCARD:;;", "BIZCARD", "MEMORY:all alone in the moonlight", "MEMORY:", "MEMORY", "MEBKM:",
        "MEBKM:TITLE:x;;", "MEBKM:URL:javascript:alert(1);;", "MEBKM:TITLE:x;URL:not an address;;",
        "NAME1:Sean\r\nTEL1:1",
        "MEMORY:a\r\nb\r\n",
    ])
    func leavesWhatIsNone(text: String) {
        let payload = parse(text)
        #expect(payload.kind == .text)
        #expect(payload.opened.isEmpty)
    }
}

import Testing

@testable import Payloads

@Suite struct EmailTests {
    /// RFC 6068, 2 and 6, and the forms of Japanese telephones.
    @Test(arguments: [
        ("mailto:chris@example.com", ["chris@example.com"], "", ""),
        ("mailto:infobot@example.com?subject=current-issue", ["infobot@example.com"], "current-issue", ""),
        ("mailto:infobot@example.com?body=send%20current-issue", ["infobot@example.com"], "", "send current-issue"),
        (
            "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index", ["infobot@example.com"], "",
            "send current-issue\r\nsend index"
        ),
        ("mailto:joe@example.com,ann@example.org?subject=a", ["joe@example.com", "ann@example.org"], "a", ""),
        ("mailto:?to=joe@example.com&subject=x", ["joe@example.com"], "x", ""),
        ("mailto:addr1@an.example?to=addr2@an.example", ["addr1@an.example", "addr2@an.example"], "", ""),
        ("mailto:gorby%25kremvax@example.com", ["gorby%kremvax@example.com"], "", ""),
        ("mailto:unlikely%3Faddress@example.com?blat=foop", ["unlikely?address@example.com"], "", ""),
        ("mailto:Mike%26family@example.org", ["Mike&family@example.org"], "", ""),
        ("mailto:%22not%40me%22@example.org", ["\"not@me\"@example.org"], "", ""),
        ("mailto:user@example.org?subject=caf%C3%A9", ["user@example.org"], "café", ""),
        ("mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9", ["user@example.org"], "café", "café"),
        ("MAILTO:A@B.EXAMPLE?SUBJECT=Hi", ["A@B.EXAMPLE"], "Hi", ""),
        ("mailto:a@b.example?subject=Hi&body=x%20y", ["a@b.example"], "Hi", "x y"),
        ("mailto:a+b@c.example?subject=1+1", ["a+b@c.example"], "1+1", ""),
        ("mailto:?subject=only", [], "only", ""),
        ("mailto:user@%E7%B4%8D%E8%B1%86.example.org", ["user@納豆.example.org"], "", ""),
        ("MATMSG:TO:a@b.example;SUB:Stuff;BODY:text;;", ["a@b.example"], "Stuff", "text"),
        (#"MATMSG:BODY:a\;b\:c;SUB:x\\y;TO:a@b.example;;"#, ["a@b.example"], #"x\y"#, "a;b:c"),
        ("MATMSG:TO:a@b.example;TO:c@d.example;SUB:;BODY:;;", ["a@b.example", "c@d.example"], "", ""),
        ("SMTP:a@b.example:subject:body", ["a@b.example"], "subject", "body"),
        ("smtp:a@b.example:subject:body: with colon", ["a@b.example"], "subject", "body: with colon"),
        ("SMTP:a@b.example", ["a@b.example"], "", ""),
        ("a@b.example", ["a@b.example"], "", ""),
        ("  first.last+tag@sub.example.co.uk\n", ["first.last+tag@sub.example.co.uk"], "", ""),
        ("用户@例子.广告", ["用户@例子.广告"], "", ""),
    ])
    func reads(text: String, to: [String], subject: String, body: String) {
        let payload = parse(text)
        #expect(payload.kind == .email)
        #expect(payload.values("emails") == to)
        #expect(payload.value("subject") ?? "" == subject)
        #expect(payload.value("body") ?? "" == body)
        #expect(payload.notes["emails"] == nil)
    }

    @Test func copiesAreShown() {
        let payload = parse("mailto:a@b.example?cc=c@d.example,e@f.example&bcc=g%40h.example&subject=s")
        #expect(payload.values("cc") == ["c@d.example", "e@f.example"])
        #expect(payload.values("bcc") == ["g@h.example"])
        #expect(
            payload.handedOver
                == ["mailto:a@b.example?cc=c@d.example,e@f.example&bcc=g@h.example&subject=s"])
        #expect(payload.summary == "E-mail to a@b.example: s")
    }

    @Test func noHeaderIsSmuggledIn() {
        let payload = parse("mailto:a@b.example?subject=x%0D%0ABcc:evil@c.example&body=1%0A2&attach=/etc/passwd")
        #expect(
            payload.handedOver
                == ["mailto:a@b.example?subject=x%20Bcc%3Aevil%40c.example&body=1%0D%0A2"])
        #expect(payload.note("headers") == "not passed on")
    }

    @Test func anAddressThatIsNoneIsSaid() {
        #expect(parse("mailto:a@b.example,nobody").notes["emails"] == "not an e-mail address")
        #expect(parse("MATMSG:TO:nobody;SUB:x;;").notes["emails"] == "not an e-mail address")
    }

    @Test func oneThatIsCutOffSaysSo() {
        #expect(parse("MATMSG:TO:a@b.example;SUB:x").warningNames == ["incomplete"])
    }

    @Test(arguments: [
        "mailto:", "mailto: is a scheme", "mailto:nobody", "mailto", "MATMSG:", "MATMSG:;;", "MATMSG:X:1;;", "SMTP:",
        "SMTP:hello:world", "SMTP server", "a@b", "@b.example", "a@", "a b@c.example", "a@b.example and c",
        "a..b@c.example",
        ".a@c.example", "a@-b.example", "a@b..example", "a@b.1", "a@b@c.example", "a@b.example.", "mailto:?",
        "mailto:?x=y",
        "me: a@b.example", "\"a b\"@c.example", "a@[192.0.2.1]", "a@b_c.example",
    ])
    func leavesWhatIsNoEmail(text: String) {
        #expect(parse(text).kind == .text)
    }
}

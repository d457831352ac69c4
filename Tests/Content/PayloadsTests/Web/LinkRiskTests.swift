import Testing

@testable import Payloads

/// Every link in a content is checked, and its risks stand among the warnings of the content.
@Suite struct LinkRiskTests {
    @Test(arguments: [
        ("see https://paypa1.com/ now", ["look-alike"]),
        ("see https://a.example and http://192.0.2.7/x", ["ip-host"]),
        ("MECARD:N:A;URL:http\\://192.0.2.7/x;;", ["ip-host"]),
        ("MECARD:N:A;NOTE:look at https\\://bit.ly/x;;", ["shortener"]),
        (
            "BEGIN:VCARD\nVERSION:3.0\nFN:A\nURL:https://a.example\nURL:https://paypal.com@b.example/\nEND:VCARD",
            ["userinfo"]
        ),
        ("BEGIN:VCARD\nVERSION:3.0\nFN:A\nNOTE:go to https://a.example:8443/\nEND:VCARD", ["port"]),
        (
            "BEGIN:VCARD\nVERSION:3.0\nFN:A\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:B\nURL:https://paypa1.com\nEND:VCARD",
            ["look-alike"]
        ),
        ("BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20260101\nURL:https://bit.ly/x\nEND:VEVENT", ["shortener"]),
        (
            "BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20260101\nDESCRIPTION:join https://sparkasse.de.tan-check.net/\nEND:VEVENT",
            ["domain-inside"]
        ),
        ("BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20260101\nLOCATION:http://[::1]/\nEND:VEVENT", ["ip-host"]),
        ("smsto:+15551212:your parcel https://dhl.fee-info.net/x", ["domain-inside"]),
        ("mailto:a@b.example?body=https%3A%2F%2Fgoogle.com%40evil.example%2F", ["userinfo"]),
        ("{\"a\":{\"url\":\"https://bit.ly/x\",\"b\":1}}", ["shortener"]),
        ("<a href=\"https://bit.ly/x\">here</a>", ["shortener"]),
        ("upi://pay?pa=a@b&url=https%3A%2F%2Fbit.ly%2Fx", ["shortener"]),
    ])
    func areAmongTheWarnings(text: String, names: [String]) {
        let payload = parse(text)
        #expect(payload.warningNames.filter { $0 != "incomplete" } == names)
        #expect(payload.json.text.contains(#""warnings":["\#(names[0])""#))
        #expect(payload.explanation().text.contains(#""risks":[{"name":"\#(names[0])""#))
    }

    @Test func eachWarningIsThereOnce() {
        #expect(
            parse("http://192.0.2.7/a http://192.0.2.7/b http://192.0.2.8/").warningNames == ["ip-host", "ip-host"])
    }

    @Test func noLinkHidesBehindOthers() {
        let text = (0..<60).map { "https://a\($0).example/ " }.joined() + "https://paypa1.com/"
        #expect(parse(text).warningNames == ["look-alike"])
    }

    @Test func theWarningsAreBounded() {
        let text = (0..<250).map { "http://192.0.2.\($0)/" }.joined(separator: " ")
        #expect(parse(text).warnings.count == 16)
    }

    /// Opening one link is not asked about with what is wrong with another.
    @Test func warningsOfTheContentAreApart() {
        let payload = parse("see https://a.example/ and http://192.0.2.7/")
        #expect(payload.warningNames == ["ip-host"])
        #expect(payload.contentWarnings.isEmpty)
        #expect(parse("http://192.0.2.7/").contentWarnings.map(\.name) == ["ip-host"])
    }

    /// A warning would show what stands in it.
    @Test func secretsAreLeftOut() {
        #expect(parse("WIFI:T:WPA;S:Cafe;P:https://bit.ly/x;;").warnings.isEmpty)
    }

    @Test(arguments: [
        (
            "https://www.sparkasse.de.tan-check.net/",
            "sparkasse.de is only part of the name, not the domain. It leads to tan-check.net."
        ),
        (
            "https://paypal.com-verify.example/",
            "paypal.com is only part of the name, not the domain. It leads to com-verify.example."
        ),
        ("https://paypa1.com/", "Only looks like paypal.com. It leads to paypa1.com."),
        ("https://login.rnicrosoft.com/", "Only looks like login.microsoft.com. It leads to rnicrosoft.com."),
        (
            "https://a.example/?q=https://evil.example",
            "a.example may redirect to evil.example, whose address it contains."
        ),
        ("https://maps.app.goo.gl/x", "maps.app.goo.gl forwards to an address that cannot be seen here."),
    ])
    func sayWhereItLeads(text: String, message: String) {
        #expect(parse(text).warnings.map(\.message) == [message])
    }

    /// Letters that look like others, for readers who know them.
    @Test(arguments: [
        "https://аррӏе.рф/", "https://рак.рус/", "https://рау.орг/", "https://хор.bg/", "https://сор.ua/",
        "https://kız.com.tr/",
    ])
    func lettersAtHomeAreNoRisk(text: String) { #expect(parse(text).warnings.isEmpty) }

    /// A known name is one everywhere, and a top-level domain that is not assigned is nobody's.
    @Test(arguments: [
        ("https://аррӏе.ru/", "apple.ru"), ("https://хор.com/", "xop.com"), ("https://рау.со/", "pay.co"),
        ("https://kız.com/", "kiz.com"),
    ])
    func lettersAbroadAre(text: String, shown: String) {
        #expect(parse(text).warnings.first?.message.hasPrefix("Only looks like \(shown). ") == true)
    }

    @Test func whatIsOnlyPartOfTheNameIsSummarisedEncoded() {
        #expect(parse("https://paypál.com/x").summary == "xn--paypl-0qa.com/x")
    }
}

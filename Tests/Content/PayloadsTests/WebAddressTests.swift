import Formats
import Testing

@testable import Payloads

@Suite struct WebAddressTests {
    @Test func takesAnAddressApart() {
        let payload = parse("https://example.com:443/path?q=1#f")
        #expect(payload.kind == .url)
        #expect(payload.summary == "example.com/path?q=1")
        #expect(payload.value("host") == "example.com")
        #expect(payload.value("port") == nil)
        #expect(payload.value("path") == "/path")
        #expect(payload.value("query") == "q=1")
        #expect(payload.value("fragment") == "f")
        #expect(payload.warnings.isEmpty)
        #expect(payload.opened == ["https://example.com/path?q=1#f"])
    }

    @Test(arguments: [
        ("HTTP://EXAMPLE.COM/A", "http://example.com/A"), ("URL:http://example.com", "http://example.com"),
        ("url:example.com", "https://example.com"), ("URLTO:foo:bar.com", "https://bar.com"),
        ("URLTO:http://bar.com/x", "http://bar.com/x"), ("URLTO::http://bar.com", "http://bar.com"),
        ("example.com/x", "https://example.com/x"), ("www.example.museum", "https://www.example.museum"),
        ("example.photography", "https://example.photography"), ("example.fyi/x", "https://example.fyi/x"),
        ("  https://example.com \r\n", "https://example.com"), ("example.com.", "https://example.com"),
        ("http://localhost:8080/", "http://localhost:8080/"), ("163.com", "https://163.com"),
        ("https://example.com/ä|b", "https://example.com/%C3%A4%7Cb"), ("\u{FEFF}http://a.example", "http://a.example"),
    ])
    func recognises(text: String, url: String) {
        let payload = parse(text)
        #expect(payload.kind == .url)
        #expect(payload.value("url") == url)
    }

    @Test func keepsTheTitleOfURLTO() {
        #expect(parse("URLTO:foo:bar.com").value("title") == "foo")
    }

    @Test(arguments: [
        "http://", "https:", "http:///", "http://:80", "http://example.com:99999", "http://exa mple.com",
        "https://example.com and more", "http://[::1", "http://1.2.3.4.5", "http://256.1.1.1/", "http://a..b/",
        "http the protocol", "http://exa<mple.com", "javascript:alert(1)", "URL:javascript:x",
        "1.5", "1.2.3.4", "12.50", "3.kg", "Hello.Again", "file.txt", "a.b", "-a.com", "e.g.",
        "example.com:x", "http://%00.com", "http://\u{202E}com.example", "URL:", "URLTO:",
    ])
    func leavesWhatIsNoAddress(text: String) {
        #expect(parse(text).kind == .text)
    }

    @Test func punycodeThatCannotBeDecodedIsSaid() {
        for text in ["http://xn--/", "http://xn--99999999.example/", "http://xn--a-/"] {
            #expect(parse(text).warningNames == ["invalid-punycode"], "\(text)")
        }
    }

    @Test(arguments: [
        ("http://bank@evil.example", ["userinfo"], "evil.example"),
        ("https://bank.example:x@evil.example/", ["userinfo"], "evil.example"),
        ("http://192.0.2.7/", ["ip-host"], "192.0.2.7"),
        ("http://0x7f.1/", ["ip-host", "obscured"], "127.0.0.1"),
        ("http://2130706433/", ["ip-host", "obscured"], "127.0.0.1"),
        ("http://0177.0.0.01/", ["ip-host", "obscured"], "127.0.0.1"),
        ("http://[2001:DB8:0::1]/", ["ip-host"], "[2001:db8::1]"),
        ("http://example.com:8080/", ["port"], "example.com"),
        ("https://example.com:80/", ["port"], "example.com"),
        ("https://bit.ly/abc", ["shortener"], "bit.ly"),
        ("https://WWW.TinyURL.com/abc", ["shortener"], "www.tinyurl.com"),
        ("https://p\u{430}ypal.com/", ["mixed-script"], "xn--pypal-4ve.com"),
        ("https://xn--pypal-4ve.com/", ["mixed-script"], "xn--pypal-4ve.com"),
        ("https://xn--80ak6aa92e.com/", ["look-alike"], "xn--80ak6aa92e.com"),
        ("https:\\\\evil.example", ["obscured"], "evil.example"),
        ("https:evil.example", ["obscured"], "evil.example"),
        ("https://%65vil.example/", ["obscured"], "evil.example"),
        ("https://ｅvil。example/", ["obscured"], "evil.example"),
        ("https://e\u{AD}vil.example/", ["obscured"], "evil.example"),
        ("https://example.com/\u{202E}gpj.exe", ["hidden-characters"], "example.com"),
    ])
    func namesRisks(text: String, risks: [String], host: String) {
        let payload = parse(text)
        #expect(payload.warningNames == risks)
        #expect(payload.value("host") == host)
    }

    /// Labels in one or several scripts that look like ASCII.
    @Test(arguments: [
        ("https://ɢoogle.com/", "google.com"), ("https://ƅank.example/", "bank.example"),
        ("https://ı.example/", "i.example"), ("https://οοο.example/", "ooo.example"), ("https://рау.com/", "pay.com"),
        ("https://xn--80ak6aa92e.com/", "apple.com"), ("https://ցօօց.com/", "goog.com"),
        ("https://рау.со/", "pay.co"), ("https://www.рау.example.org/", "www.pay.example.org"),
    ])
    func whatLooksLikeASCIIIsNamed(text: String, shown: String) {
        let payload = parse(text)
        let warning = payload.warnings.first { $0.name == "look-alike" }
        #expect(warning?.message.hasPrefix("Only looks like \(shown). It leads to ") == true, "\(payload.warnings)")
        #expect(payload.summary.contains("xn--"))
    }

    @Test(arguments: [
        "https://münchen.de/", "https://москва.рф/", "https://日本.jp/", "https://рау.рф/", "https://føtex.dk/",
        "https://łódź.pl/", "https://köln.example/", "https://ελλάδα.gr/", "https://қазақстан.kz/",
        "https://القاهرة.eg/",
        "https://ไทย.com/", "https://ísland.is/", "https://mæt.dk/", "https://カラオケノ森.jp/", "https://москва.ru/",
    ])
    func namesOfOtherLanguagesAreNoRisk(text: String) {
        #expect(parse(text).warnings.isEmpty)
    }

    @Test(arguments: [
        ("⁄", "U+2044"), ("∕", "U+2215"), ("⧸", "U+29F8"), ("╱", "U+2571"), ("ノ", "U+30CE"), ("⟋", "U+27CB"),
    ])
    func whatLooksLikeASlashIsNamed(slash: String, name: String) {
        let payload = parse("https://google.com\(slash)login.evil.example/x")
        let warning = payload.warnings.first { $0.name == "look-alike-separator" }
        #expect(
            warning?.message
                == "Contains \(name), which looks like / but is part of the name. It leads to evil.example.")
        #expect(payload.summary.contains("evil.example"))
        #expect(!payload.summary.contains(slash))
    }

    @Test func theRegisteredEndOfALongHostIsShown() {
        let payload = parse("https://accounts.google.com.login-session-4711-check.evil.example/a")
        #expect(payload.summary == "….evil.example/a")
        #expect(payload.warningNames == ["domain-inside", "long-host", "many-labels"])
        #expect(payload.warnings.allSatisfy { $0.message.hasSuffix("It leads to evil.example.") })
        #expect(payload.warnings[0].message.hasPrefix("google.com is only part"))
        #expect(payload.actions[0].title == "Open ….evil.example")
    }

    @Test(arguments: [
        ("https://www.example.co.uk/", "example.co.uk"), ("https://a.b.someone.github.io/", "someone.github.io"),
        ("http://localhost:8080/", "localhost"), ("http://192.0.2.7/", "192.0.2.7"), ("http://[::1]/", "[::1]"),
        ("https://shop.москва.рф/", "xn--80adxhks.xn--p1ai"), ("https://co.uk/", "co.uk"),
    ])
    func theRegisteredEndComesFromThePublicSuffixList(text: String, domain: String) {
        var targets: [String] = []
        for case .open(let target) in parse(text).actions.map(\.effect) {
            targets.append(target.host.registrableDomain)
        }
        #expect(targets == [domain])
    }

    @Test func longHostsAndManyNamesAreSaid() {
        #expect(parse("https://a.b.c.example.com/").warnings.isEmpty)
        #expect(parse("https://a.b.c.d.example.com/").warningNames == ["many-labels"])
        #expect(parse("https://\(String(repeating: "a", count: 38)).example.com/").warnings.isEmpty)
        #expect(parse("https://\(String(repeating: "a", count: 39)).example.com/").warningNames == ["long-host"])
    }

    @Test func aLinkInATextOrAContactHasItsOwnWarnings() {
        for text in ["see http://192.0.2.7/x", "MECARD:N:A;URL:http\\://192.0.2.7/x;;"] {
            var names: [[String]] = []
            for case .open(let target) in parse(text).actions.map(\.effect) {
                names.append(target.warnings.map(\.name))
            }
            #expect(names == [["ip-host"]], "\(text)")
        }
    }

    @Test func noWarningIsCut() {
        let host = (0..<6).map { _ in String(repeating: "a", count: 35) }.joined(separator: ".") + ".evil.example"
        for warning in parse("https://\(String(repeating: "u", count: 100))@\(host)/").warnings {
            #expect(!warning.message.contains("…"), "\(warning.message)")
            #expect(warning.message.hasSuffix("."), "\(warning.message)")
        }
    }

    @Test func aBackslashEndsTheHostAsInABrowser() {
        let payload = parse("https://good.example\\@evil.example/")
        #expect(payload.value("host") == "good.example")
        #expect(payload.warningNames == ["obscured"])
        #expect(payload.opened == ["https://good.example/@evil.example/"])
    }

    @Test func showsPunycodeDecodedBesideTheEncodedForm() {
        for text in ["https://xn--mnchen-3ya.de/", "https://münchen.de/", "MÜNCHEN.DE", "mu\u{308}nchen.de"] {
            let payload = parse(text)
            #expect(payload.value("host") == "xn--mnchen-3ya.de", "\(text)")
            #expect(payload.value("unicodeHost") == "münchen.de", "\(text)")
            #expect(payload.warnings.isEmpty, "\(text)")
            #expect(payload.summary == "münchen.de")
        }
    }

    @Test func aDeceivingHostIsSummarisedEncoded() {
        #expect(parse("https://p\u{430}ypal.com/login").summary == "xn--pypal-4ve.com/login")
    }

    @Test func scriptsThatAreWrittenTogetherAreNoRisk() {
        #expect(parse("https://カラオケbox日本.jp/").warnings.isEmpty)
        #expect(parse("https://пример.рф/").warnings.isEmpty)
        #expect(parse("https://naïve-123.example/").warnings.isEmpty)
    }

    @Test func jsonHasTheDocumentedOrder() {
        #expect(
            parse("http://u@example.com:81/p?q").json.text
                == #"{"kind":"url","url":"http://u@example.com:81/p?q","scheme":"http","host":"example.com","port":81,"#
                + #""userinfo":"u","path":"/p","query":"q","warnings":["userinfo","port"]}"#)
    }
}

@Suite struct PunycodeTests {
    // RFC 3492, 7.1, and registered domains.
    @Test(arguments: [
        ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"), ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
        ("3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"), ("mnchen-3ya", "münchen"), ("n3h", "☃"), ("ls8h", "💩"),
        ("80ak6aa92e", "аррӏе"),
    ])
    func encodesAndDecodes(encoded: String, decoded: String) {
        #expect(Punycode.decode(ArraySlice(Array(encoded.utf8))) == decoded)
        #expect(Punycode.encode(decoded) == encoded)
    }

    @Test(arguments: ["", "-", "99999999", "é", "a-", "zzzzzzzzzzzzzzzzzzzzzzzzzzzz", "abc-9"])
    func refusesWhatIsNone(encoded: String) {
        #expect(Punycode.decode(ArraySlice(Array(encoded.utf8))) == nil)
    }

    @Test func refusesLabelsThatAreTooLong() {
        #expect(Punycode.encode(String(repeating: "ü", count: 64)) == nil)
        #expect(Punycode.decode(ArraySlice(repeating: 0x61, count: 64)) == nil)
    }

    @Test(arguments: [
        ("http://127.1/", "this computer"), ("http://0/", "this computer"), ("http://[::1]/", "this computer"),
        ("http://[::]/", "this computer"), ("http://[::ffff:7f00:1]/", "this computer"),
        ("http://[64:ff9b::127.0.0.1]/", "this computer"), ("http://[2002:7f00:1::]/", "this computer"),
        ("http://0xC0A80101/", "your own network"), ("http://10.1.2.3/", "your own network"),
        ("http://172.31.0.1/", "your own network"), ("http://169.254.169.254/latest", "your own network"),
        ("http://100.64.0.1/", "your own network"), ("http://[fe80::1]/", "your own network"),
        ("http://[fd00::1]/", "your own network"), ("http://172.32.0.1/", "instead of a name."),
        ("http://8.8.8.8/", "instead of a name."), ("http://[2001:db8::1]/", "instead of a name."),
        ("http://[::ffff:8.8.8.8]/", "instead of a name."),
    ]) func whereANumberLeads(text: String, told: String) throws {
        let warning = try #require(parse(text).warnings.first { $0.name == "ip-host" })
        #expect(warning.message.contains(told), "\(warning.message)")
    }

    @Test func aBookmarkOfARefusedAddressIsRefusedByName() {
        for text in [#"MEBKM:TITLE:x;URL:javascript\:alert(1);;"#, #"MEBKM:URL: data\:text/html,x;;"#] {
            #expect(parse(text).warningNames == ["refused-scheme"])
            #expect(parse(text).opened.isEmpty)
        }
    }
}

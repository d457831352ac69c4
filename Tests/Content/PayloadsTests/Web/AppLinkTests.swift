import Testing

@testable import Payloads

@Suite struct AppLinkTests {
    /// A scheme has letters, digits, plus, point and minus (RFC 3986, 3.1).
    @Test(arguments: [
        ("opc.tcp://plc.example.com:4840/path", "opc.tcp"), ("net.tcp://host:808/service", "net.tcp"),
        ("com.example.app://open?id=5", "com.example.app"), ("com.example.app:/callback", "com.example.app"),
        ("soap.beep://host.example", "soap.beep"), ("iris.xpc://a.example.com/x", "iris.xpc"), ("a.co://x", "a.co"),
        ("git+ssh://git@host.example/a.git", "git+ssh"), ("web+example:s-12", "web+example"),
        ("ms-settings:display", "ms-settings"), ("x-apple-x://y", "x-apple-x"), ("ftp://example.com", "ftp"),
        ("OPC.TCP://HOST", "opc.tcp"), ("spotify:track:4uLU6h", "spotify"), ("sip:ada@example.org", "sip"),
        ("magnet:?xt=urn:btih:0123", "magnet"), ("tg://resolve?domain=x", "tg"), ("URL:coap+tcp://host", "coap+tcp"),
        ("  xmpp:ada@example.org\r\n", "xmpp"), ("https.example://x", "https.example"),
    ])
    func isShownAsItIsWritten(text: String, scheme: String) {
        let payload = parse(text)
        let written = text.split(separator: "URL:").last!.split(whereSeparator: \.isWhitespace).last!
        #expect(payload.kind == .appLink)
        #expect(payload.value("scheme") == scheme)
        #expect(payload.value("url") == String(written))
        #expect(payload.summary == String(written))
        #expect(payload.opened.isEmpty && payload.handedOver.isEmpty)
        #expect(payload.warnings.isEmpty)
    }

    @Test(arguments: [
        "Note:hello", "SN:12345", "C:\\Temp", "C://Temp", "foo:bar", "foo:/bar", "1a://x", "+a://x", "a b://x",
        "foo://",
        "foo://a b", "opc.tcp:", "com.example:x", "://x", "http://a..b/", "spotify:",
        "see foo://x",
        "x-hm://0052", "foo_bar://x",
    ])
    func otherTextIsNone(text: String) { #expect(parse(text).kind == .text) }

    @Test(arguments: [
        "opc.tcp://evil.example", "com.example.app://open", "net.tcp://a.de/b", "see opc.tcp://a.example.com/ there",
        "MECARD:N:A;URL:opc.tcp\\://a.example.com;;", "URL:com.example.app://open",
    ])
    func noWebAddressIsMadeOfIt(text: String) { #expect(parse(text).opened.isEmpty) }

    @Test(arguments: [
        "intent://scan/#Intent;scheme=zxing;end", "INTENT:#Intent;action=x;end", "URL:intent://x#Intent;end",
    ])
    func anIntentIsRefused(text: String) {
        let payload = parse(text)
        #expect(payload.kind == .text)
        #expect(payload.warningNames == ["refused-scheme"])
        #expect(payload.opened.isEmpty && payload.handedOver.isEmpty)
    }

    @Test func intentAsAWordIsNone() { #expect(parse("intent: to go").warnings.isEmpty) }

    @Test func anAddressInsideIsChecked() {
        #expect(parse("myapp://open?u=https://paypa1.com/").warningNames == ["look-alike"])
    }
}

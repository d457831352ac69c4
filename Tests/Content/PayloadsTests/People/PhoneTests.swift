import Testing

@testable import Payloads

@Suite struct PhoneTests {
    /// RFC 3966, 6, among others.
    @Test(arguments: [
        ("tel:+15551212", "+15551212", "tel:+15551212"), ("tel:+1-201-555-0123", "+1-201-555-0123", "tel:+12015550123"),
        ("TEL:+49(0)30.1234", "+49(0)30.1234", "tel:+490301234"),
        ("tel:7042;phone-context=example.com", "7042", "tel:7042"),
        ("tel:863-1234;phone-context=+1-914-555", "863-1234", "tel:8631234"),
        ("tel:+44-20-7946-0123;ext=567", "+44-20-7946-0123", "tel:+442079460123;ext=567"),
        ("tel://+15551212", "+15551212", "tel:+15551212"), ("tel:%2B15551212", "+15551212", "tel:+15551212"),
        ("tel:112", "112", "tel:112"), ("tel: +1 555 1212 ", "+1 555 1212", "tel:+15551212"),
        ("tel:%23%2A123", "#*123", "tel:%23*123"),
    ])
    func reads(text: String, shown: String, address: String) {
        let payload = parse(text)
        #expect(payload.kind == .phone)
        #expect(payload.value("phones") == shown)
        #expect(payload.handedOver == [address])
        #expect(payload.summary == "Call \(shown)")
    }

    @Test func parametersAreFields() {
        let payload = parse("tel:7042;phone-context=example.com;isub=12;ext=9;foo=bar")
        #expect(payload.value("context") == "example.com")
        #expect(payload.value("subaddress") == "12")
        #expect(payload.value("extension") == "9")
        #expect(payload.value("parameters") == "bar")
    }

    @Test(arguments: [
        ("tel:*#06#", true), ("tel:**21*0301234#", true), ("tel:#31#123", true), ("tel:*100#", true),
        ("tel:123", false),
    ])
    func codesForTheNetworkAreWarnedOf(text: String, isOne: Bool) {
        #expect(parse(text).kind == .phone)
        #expect(parse(text).warningNames.contains("service-code") == isOne)
    }

    @Test func whatCannotBeANumberIsSaid() {
        #expect(parse("tel:+1234567890123456").note("phones") == "longer than the 15 digits of E.164")
        #expect(parse("tel:+0301234").note("phones") == "no country code begins with 0")
    }

    @Test(arguments: [
        "tel:", "tel: me more", "tel:abc", "tel:+", "tel:()", "telephone +49", "tel", "tel:+1+2", "tel:12a34",
        "tel:1234567890123456789012345678901234567890123", "tel:;ext=1", "tel:１２３",
    ])
    func leavesWhatIsNoNumber(text: String) {
        #expect(parse(text).kind == .text)
    }
}

@Suite struct MessageTests {
    /// RFC 5724, 2.5, and the forms that telephones make.
    @Test(arguments: [
        ("sms:+15105550101", ["+15105550101"], "", "sms:+15105550101"),
        ("sms:+15105550101,+15105550102", ["+15105550101", "+15105550102"], "", "sms:+15105550101,+15105550102"),
        ("sms:+15105550101?body=hello%20there", ["+15105550101"], "hello there", "sms:+15105550101?body=hello%20there"),
        ("smsto:+15551212:My message", ["+15551212"], "My message", "sms:+15551212?body=My%20message"),
        ("SMSTO:+15551212:a:b?c", ["+15551212"], "a:b?c", "sms:+15551212?body=a%3Ab%3Fc"),
        ("sms:+15551212?body=bar", ["+15551212"], "bar", "sms:+15551212?body=bar"),
        ("mmsto:+15551212:picture", ["+15551212"], "picture", "sms:+15551212?body=picture"),
        ("mms:+15551212?subject=s&body=b", ["+15551212"], "b", "sms:+15551212?body=b"),
        ("sms:?body=to%20whom", [], "to whom", "sms:?body=to%20whom"),
        ("smsto:+15551212", ["+15551212"], "", "sms:+15551212"),
        ("sms:+1;via=+2?body=x", ["+1"], "x", "sms:+1?body=x"),
        ("smsto:+1 555 12-12:100%", ["+1 555 12-12"], "100%", "sms:+15551212?body=100%25"),
        ("smsto:+15551212:line\nline", ["+15551212"], "line\nline", "sms:+15551212?body=line%0Aline"),
        ("sms:+15551212?body=a&body=b&x=y", ["+15551212"], "ab", "sms:+15551212?body=ab"),
        ("sms:+15551212&body=Hi%20there", ["+15551212"], "Hi there", "sms:+15551212?body=Hi%20there"),
        ("sms:+15551212?&body=Hi", ["+15551212"], "Hi", "sms:+15551212?body=Hi"),
        ("sms:+15551212;?&body=Hi", ["+15551212"], "Hi", "sms:+15551212?body=Hi"),
        ("sms:+15551212;body=Hi", ["+15551212"], "Hi", "sms:+15551212?body=Hi"),
        ("sms://+15551212?body=Hi", ["+15551212"], "Hi", "sms:+15551212?body=Hi"),
        (
            "sms:+15551212;+15551213?body=Hi", ["+15551212", "+15551213"], "Hi",
            "sms:+15551212,+15551213?body=Hi"
        ),
        (
            "sms:/open?addresses=+15551212,+15551213&body=Hi", ["+15551212", "+15551213"], "Hi",
            "sms:+15551212,+15551213?body=Hi"
        ),
        ("sms:&body=whom", [], "whom", "sms:?body=whom"),
        ("smsto:+15551212:a&body=b", ["+15551212"], "a&body=b", "sms:+15551212?body=a%26body%3Db"),
        ("sms:+15551212?body=a%26attach=b", ["+15551212"], "a&attach=b", "sms:+15551212?body=a%26attach%3Db"),
    ])
    func reads(text: String, to: [String], body: String, address: String) {
        let payload = parse(text)
        #expect(payload.kind == .message)
        #expect(payload.values("phones") == to)
        #expect(payload.value("body") ?? "" == body)
        #expect(payload.handedOver == [address])
        #expect(payload.value("type") == (text.lowercased().hasPrefix("mms") ? "MMS" : "SMS"))
    }

    @Test func aShortNumberIsWarnedOf() {
        #expect(parse("smsto:72345:JOIN").warningNames == ["short-number"])
        #expect(parse("smsto:+4972345:JOIN").warnings.isEmpty)
    }

    @Test(arguments: [
        "sms:", "smsto:", "sms: me later", "smsto:me:hello", "mms", "mmsto:", "sms:+1,me", "sms:?x=1",
        "smsto later: 5", "SMS to 12345", "sms:open", "sms:/open?addresses=me&body=x", "sms:+1;me?body=x", "sms:&x=1",
    ])
    func leavesWhatIsNoMessage(text: String) {
        #expect(parse(text).kind == .text)
    }
}

import Testing

@testable import Payloads

@Suite struct SIMTests {
    /// SGP.22, 4.1.
    @Test(
        arguments: [
            ("LPA:1$SMDP.EXAMPLE.COM$04386-AGYFT-A74Y8-3F815", "04386-AGYFT-A74Y8-3F815", nil, nil),
            ("LPA:1$SMDP.EXAMPLE.COM$04386-AGYFT-A74Y8-3F815$$1", "04386-AGYFT-A74Y8-3F815", nil, "asked for"),
            ("lpa:1$SMDP.EXAMPLE.COM$04386$1.3.6.1.4.1.31746$1", "04386", "1.3.6.1.4.1.31746", "asked for"),
            ("LPA:1$SMDP.EXAMPLE.COM$04386$1.3.6.1.4.1.31746", "04386", "1.3.6.1.4.1.31746", nil),
            ("LPA:1$SMDP.EXAMPLE.COM$$1.3.6.1.4.1.31746", nil, "1.3.6.1.4.1.31746", nil),
        ] as [(String, String?, String?, String?)])
    func reads(text: String, code: String?, identifier: String?, confirmation: String?) {
        let payload = parse(text)
        #expect(payload.kind == .sim)
        #expect(payload.summary == "Embedded SIM from SMDP.EXAMPLE.COM")
        #expect(payload.value("server") == "SMDP.EXAMPLE.COM")
        #expect(payload.value("activationCode") == code)
        #expect(payload.value("serverIdentifier") == identifier)
        #expect(payload.value("confirmationCode") == confirmation)
        #expect(payload.fields.filter(\.isSecret).map(\.key) == (code == nil ? [] : ["activationCode"]))
    }

    @Test(arguments: ["LPA:", "LPA:1", "LPA:1$", "LPA:1$a", "LPA:1$$b", "LPA:2$a$b", "LPA: 1$a$b", "LPA:1$a b$c"])
    func leavesWhatIsNone(text: String) { #expect(parse(text).kind == .text) }
}

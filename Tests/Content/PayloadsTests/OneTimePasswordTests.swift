import Symbols
import Testing

@testable import Payloads

@Suite struct OneTimePasswordTests {
    private func payload(_ text: String) -> Payload { Payload.parse(SymbolContent(symbology: .qrCode, text: text)) }

    private func values(_ payload: Payload) -> [String: String] {
        Dictionary(payload.fields.map { ($0.key, $0.value) }, uniquingKeysWith: { a, _ in a })
    }

    @Test func aKeyIsTakenApartAndItsSecretIsOne() {
        let key = payload(
            "otpauth://totp/GitHub:user%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=GitHub&digits=6&period=30")
        #expect(key.kind == .oneTimePassword)
        #expect(key.summary == "One-time password GitHub: user@example.com")
        #expect(
            values(key) == [
                "type": "by time", "issuer": "GitHub", "account": "user@example.com", "digits": "6", "period": "30",
                "secret": "JBSWY3DPEHPK3PXP",
            ])
        #expect(key.fields.filter(\.isSecret).map(\.key) == ["secret"])
        #expect(key.json.text.hasPrefix(#"{"kind":"otp","type":"totp","issuer":"GitHub""#))
        #expect(key.warnings.isEmpty)
    }

    @Test(arguments: [
        ("OTPAUTH://HOTP/ada?counter=5&SECRET=abc", "One-time password ada", "abc"),
        ("otpauth://totp/?secret=x%20y", "One-time password", "x y"),
        ("otpauth:totp/A: b?secret=s", "One-time password A: b", "s"),
        ("otpauth://totp/%zz?secret=%4", "One-time password %zz", "%4"),
    ]) func oddOnesToo(_ text: String, summary: String, secret: String) {
        #expect(payload(text).summary == summary)
        #expect(values(payload(text))["secret"] == secret)
    }

    @Test(arguments: ["otpauth:", "otpauth://", "otpauth://totp", "otpauth://totp/a?", "otpauth://totp/a?secret"])
    func oneWithoutASecretSaysSo(_ text: String) {
        let key = payload(text)
        #expect(key.kind == .oneTimePassword)
        #expect(key.warnings.isEmpty == text.hasSuffix("secret"))
    }

    /// The key URI format requires a counter for passwords by count.
    @Test(
        arguments: [
            ("otpauth://hotp/ada?secret=JBSWY3DPEHPK3PXP", ["no-counter"], false),
            ("otpauth://hotp/ada?secret=JBSWY3DPEHPK3PXP&counter=0", [], true),
            ("otpauth://hotp/ada?counter=x&secret=JBSWY3DPEHPK3PXP", [], false),
            ("otpauth://totp/ada?secret=JBSWY3DPEHPK3PXP", [], true),
        ] as [(String, [String], Bool)])
    func passwordsByCountNeedTheirCount(text: String, warnings: [String], makesCodes: Bool) {
        let key = payload(text)
        #expect(key.warningNames == warnings)
        #expect((OneTimePassword(key) != nil) == makesCodes)
    }

    @Test func anUnknownTypeSaysSo() {
        #expect(payload("otpauth://steam/ada?secret=JBSWY3DPEHPK3PXP").note("type") == "not known")
        #expect(payload("otpauth://TOTP/ada?secret=JBSWY3DPEHPK3PXP").note("type") == nil)
    }

    @Test func anExportIsMaskedWhole() {
        let keys = payload("otpauth-migration://offline?data=CjEKCkhlbGxv")
        #expect(keys.kind == .oneTimePassword)
        #expect(keys.fields.filter { !$0.isSecret }.isEmpty)
        #expect(!keys.summary.contains("CjEK"))
    }

    @Test func otherAddressesAreNone() {
        for text in ["otpaut://totp/a?secret=b", "see otpauth://totp/a", "otpauthx:a"] {
            #expect(payload(text).kind != .oneTimePassword)
        }
    }
}

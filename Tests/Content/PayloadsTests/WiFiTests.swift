import Formats
import Testing

@testable import Payloads

@Suite struct WiFiTests {
    @Test func readsTheSample() {
        let payload = parse(#"WIFI:T:WPA;S:Ten\;\;Chars;P:pa\:ss;H:true;;"#)
        #expect(payload.kind == .wifi)
        #expect(payload.summary == "Wi-Fi Ten;;Chars (WPA)")
        #expect(payload.value("ssid") == "Ten;;Chars")
        #expect(payload.value("password") == "pa:ss")
        #expect(
            payload.json.text == #"{"kind":"wifi","ssid":"Ten;;Chars","security":"wpa","password":"pa:ss","#
                + #""hidden":true,"warnings":["password-length"]}"#)
    }

    @Test(arguments: [
        "WIFI:S:net;T:WPA;P:password;;", "WIFI:P:password;S:net;T:WPA;;", "wifi:t:WPA;p:password;s:net;;",
        "WIFI:T:WPA;S:net;P:password;", "WIFI: T:WPA; S:net; P:password;;", "WIFI:T:WPA;S:net;S:other;P:password;;",
        "WIFI:T:WPA;S:net;X:?;P:password;;trailing",
    ])
    func orderAndSpacingDoNotMatter(text: String) {
        let payload = parse(text)
        #expect(payload.summary == "Wi-Fi net (WPA)")
        #expect(payload.value("password") == "password")
        #expect(payload.warnings.isEmpty)
    }

    @Test func theSecretIsMaskedEverywhereButInItsValue() throws {
        let payload = parse("WIFI:T:WPA;S:net;P:open sesame;;")
        let field = try #require(payload.fields.first { $0.isSecret })
        #expect(field.key == "password")
        #expect(field.value == "open sesame")
        #expect(field.maskedValue == "••••••••")
        #expect(!payload.summary.contains("sesame"))
        for action in payload.actions {
            #expect(!action.title.contains("sesame"))
            if case .copy(let text) = action.effect, text.contains("sesame") { #expect(action.isSecret) }
        }
    }

    @Test(arguments: [
        "WIFI:S:net\nT:WPA\nP:s3cr3t-word\n", "wifi:t:WPA\r\ns:net\r\np:s3cr3t-word;;",
        "WiFi:\nT:WPA;\nS:net;\nP:s3cr3t-word;\n;", "WIFI:P:s3cr3t-word\n  S : net;T:WPA;;",
    ])
    func lineBreaksBetweenFieldsPartThem(text: String) {
        let payload = parse(text)
        #expect(payload.summary.hasPrefix("Wi-Fi "))
        #expect(payload.value("ssid")?.hasSuffix("net") == true, "\(payload.fields)")
        #expect(payload.value("password")?.hasPrefix("s3cr3t-word") == true)
        #expect(payload.fields.first { $0.key == "password" }?.isSecret == true)
    }

    @Test(arguments: [
        "WIFI:T:WPA;P:s3cr3t-word;;", "wIfI:s3cr3t-word", "WIFI:S:net;PASS:s3cr3t-word;;", "WIFI:S:net;;P:s3cr3t-word",
        "WIFI:S:;P:s3cr3t-word;;", "\u{FEFF} wifi:T:WPA\nP:s3cr3t-word", "WIFI:S:net;T:WPA,P.s3cr3t-word;;",
        "WIFI:\n\nP:s3cr3t-word",
    ])
    func whatIsOutOfOrderIsMaskedAllTheSame(text: String) {
        let payload = parse(text)
        #expect(payload.kind == .wifi)
        #expect(!payload.summary.lowercased().contains("s3cr3t"))
        #expect(payload.fields.contains { $0.isSecret })
        for field in payload.fields where !field.isSecret {
            #expect(!field.value.lowercased().contains("s3cr3t"), "\(field)")
        }
    }

    @Test(arguments: [
        (#"WIFI:S:"4142";;"#, "4142"), (#"WIFI:S:\"quoted\";;"#, "\"quoted\""), ("WIFI:S:414243;;", "414243"),
        ("WIFI:S:E4BDA0E5A5BD;;", "E4BDA0E5A5BD"), ("WIFI:S:12345678;;", "12345678"), ("WIFI:S:CAFE;;", "CAFE"),
        ("WIFI:S:ABC;;", "ABC"), (#"WIFI:S:a\\b;;"#, #"a\b"#), (#"WIFI:S:a\,b\:c;;"#, "a,b:c"),
        ("WIFI:S:a:b;;", "a:b"), ("WIFI:S: lead;;", " lead"), ("WIFI:S:100%25;;", "100%25"),
    ])
    func readsTheName(text: String, ssid: String) {
        #expect(parse(text).value("ssid") == ssid)
    }

    /// The name stays as it is written; what the digits may stand for is said beside it.
    @Test(arguments: [
        ("WIFI:S:31323334;;", "as hexadecimal digits: 1234"), ("WIFI:S:414243;;", "as hexadecimal digits: ABC"),
        ("WIFI:S:E4BDA0E5A5BD;;", "as hexadecimal digits: 你好"), ("WIFI:S:12345678;;", nil),
        (#"WIFI:S:"414243";;"#, nil), ("WIFI:S:FF00FF00;;", nil), ("WIFI:S:CAFE;;", nil), ("WIFI:S:4142434;;", nil),
    ])
    func aNameOfHexadecimalDigitsIsTakenLiterally(text: String, note: String?) throws {
        let payload = parse(text)
        #expect(payload.note("ssid") == note)
        let action = try #require(payload.actions.first)
        guard case .join(let network) = action.effect else { return #expect(Bool(false), "\(action)") }
        #expect(network.ssid == payload.value("ssid"))
        #expect(text.contains(network.ssid))
    }

    @Test(arguments: ["A", "AI", "ai"]) func theAnonymousIdentityHasTwoKeys(key: String) {
        let payload = parse("WIFI:T:WPA2-EAP;S:corp;E:PEAP;PH2:MSCHAPV2;\(key):anon@example.org;I:alice;P:pw;;")
        #expect(payload.value("anonymousIdentity") == "anon@example.org")
        #expect(payload.value("unknown") == nil)
    }

    @Test(arguments: [
        (#"WIFI:T:WPA;S:n;P:a:b:c1234;;"#, "a:b:c1234"), (#"WIFI:T:WPA;S:n;P:a\;b\,c\:d\"e\\f;;"#, #"a;b,c:d"e\f"#),
        (#"WIFI:T:WPA;S:n;P:trailing\\;;"#, #"trailing\"#), ("WIFI:P:password;H:true;T:WPA;S:n;", "password"),
        ("WIFI:T:WPA;S:n;P: spaces in ;;", " spaces in "), ("WIFI:S:n;T:WPA;P:password", "password"),
    ])
    func readsThePassword(text: String, password: String) {
        #expect(parse(text).value("password") == password)
        #expect(parse(text).value("ssid") == "n")
    }

    @Test(arguments: [
        ("WIFI:S:n;;", "open", "open-network"), ("WIFI:T:nopass;S:n;;", "open", "open-network"),
        ("WIFI:T:;S:n;;", "open", "open-network"), ("WIFI:S:n;P:secret;;", "open", "unused-password"),
        ("WIFI:T:WEP;S:n;P:12345;;", "wep", "weak-security"), ("WIFI:T:SAE;S:n;P:x;;", "wpa3", nil),
        ("WIFI:T:WPA;R:1;S:n;P:x;;", "wpa3", nil), ("WIFI:T:WPA;S:n;P:short;;", "wpa", "password-length"),
        ("WIFI:T:WPA2-EAP;S:n;E:PEAP;PH2:MSCHAPV2;I:me;P:x;;", "eap", nil),
        ("WIFI:T:XYZ;S:n;;", "unknown", "unknown-security"),
        ("WIFI:T:WPA2;S:n;P:password;;", "wpa", nil), ("WIFI:T:WPA;S:n;P:passw", "wpa", "incomplete"),
    ])
    func tellsSecurity(text: String, security: String, warning: String?) {
        let payload = parse(text)
        #expect(payload.fields.first { $0.key == "security" }?.json == .string(security))
        #expect(payload.warningNames.first == warning)
    }

    @Test func readsEnterpriseFields() {
        let payload = parse("WIFI:T:WPA2-EAP;S:corp;E:TTLS;PH2:PAP;A:anon;I:alice;P:pw;;")
        #expect(payload.summary == "Wi-Fi corp (WPA2-EAP)")
        #expect(payload.value("eapMethod") == "TTLS")
        #expect(payload.value("phase2Method") == "PAP")
        #expect(payload.value("anonymousIdentity") == "anon")
        #expect(payload.value("identity") == "alice")
    }

    @Test func hMayHoldThePhase2MethodOfOldCodes() {
        let old = parse("WIFI:T:WPA2-EAP;S:n;E:TTLS;H:MSCHAPV2;;")
        #expect(old.value("phase2Method") == "MSCHAPV2")
        #expect(old.value("hidden") == "no")
        let both = parse("WIFI:T:WPA2-EAP;S:n;PH2:PAP;H:true;;")
        #expect(both.value("phase2Method") == "PAP")
        #expect(both.value("hidden") == "yes")
    }

    @Test func wpa3DecodesPercentEncoding() {
        let payload = parse("WIFI:T:WPA;R:1;S:caf%C3%A9%3B;I:id%20;P:100%25pw;K:MDk%3D;;")
        #expect(payload.value("ssid") == "café;")
        #expect(payload.value("password") == "100%pw")
        #expect(payload.value("identity") == "id ")
        #expect(payload.value("publicKey") == "MDk=")
        #expect(payload.summary == "Wi-Fi café; (WPA3)")
    }

    @Test(arguments: ["WIFI:", "WIFI:;;", "WIFI", "WIFI: \n", "AWIFI:S:x;;"])
    func withoutAnythingItIsText(text: String) {
        #expect(parse(text).kind == .text)
    }
}

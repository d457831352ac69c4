import Testing

@testable import Payloads

@Suite struct EasyConnectTests {
    private static let key = "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADURzxmttZoIRIPWGoQMV00XHWCAQIhXruVWOz0NjlkIA="

    @Test func readsEveryField() {
        let payload = parse(
            "DPP:C:81/1,6,115/36;I:SN=4774LH2b4044%3Bx;M:5254005828E5;V:2;H:dpp.example:8908;B:3;K:\(Self.key);;")
        #expect(payload.kind == .easyConnect)
        #expect(payload.summary == "Wi-Fi Easy Connect of SN=4774LH2b4044;x")
        #expect(payload.value("information") == "SN=4774LH2b4044;x")
        #expect(payload.value("mac") == "52:54:00:58:28:e5")
        #expect(payload.values("channels") == ["81/1", "6", "115/36"])
        #expect(payload.value("version") == "2")
        #expect(payload.value("host") == "dpp.example:8908")
        #expect(payload.value("curves") == "3")
        #expect(payload.value("publicKey") == Self.key)
        #expect(payload.notes.isEmpty)
        #expect(payload.warnings.isEmpty)
    }

    @Test(arguments: [
        ("DPP:K:\(key);;", "Wi-Fi Easy Connect", []),
        ("dpp:k:\(key);m:525400582800;;", "Wi-Fi Easy Connect of 52:54:00:58:28:00", []),
        ("DPP:K:\(key);", "Wi-Fi Easy Connect", ["incomplete"]), ("DPP:K:\(key)", "Wi-Fi Easy Connect", ["incomplete"]),
    ])
    func theKeyAloneMustBeThere(text: String, summary: String, warnings: [String]) {
        let payload = parse(text)
        #expect(payload.kind == .easyConnect)
        #expect(payload.summary == summary)
        #expect(payload.value("publicKey") == Self.key)
        #expect(payload.warningNames == warnings)
    }

    @Test func wrongFieldsAreSaid() {
        let payload = parse("DPP:M:52540058;K:not+base64!;;")
        #expect(payload.notes == ["mac": "not a MAC address", "publicKey": "not Base64"])
        #expect(payload.value("mac") == "52540058")
    }

    @Test(arguments: ["DPP:", "DPP:;;", "DPP:C:81/1;;", "DPP:K:;;", "DPP is a protocol", "ADPP:K:x;;"])
    func leavesWhatIsNone(text: String) { #expect(parse(text).kind == .text) }
}

import Testing

@testable import Payloads

@Suite struct SmartHomeTests {
    /// The vector of the Matter SDK (SetUpPINCode 20202021, discriminator 3840), and others encoded by its rules.
    @Test func readsMattersCode() {
        let payload = parse("MT:Y.K9042C00KA0648G00")
        #expect(payload.kind == .smartHome)
        #expect(payload.summary == "Matter device, vendor 0xFFF1, product 0x8000")
        #expect(payload.value("passcode") == "20202021")
        #expect(payload.fields.first { $0.key == "passcode" }?.isSecret == true)
        #expect(payload.value("discriminator") == "3840")
        #expect(payload.value("discovery") == "Bluetooth LE")
        #expect(payload.note("vendor") == "for tests")
        #expect(!payload.summary.contains("20202021"))
    }

    @Test(arguments: [
        ("MT:Y3.13OTB00KA0648G00", "passcode", nil), ("MT:-26A04KP00CASP0Z800", "passcode", "not allowed: too simple"),
        ("MT:-26A0EHZ00G00000000", "passcode", "not allowed"),
    ])
    func saysWhatAPasscodeMayNotBe(text: String, key: String, note: String?) {
        #expect(parse(text).kind == .smartHome)
        #expect(parse(text).note(key) == note)
    }

    @Test func readsSeveralMatterCodes() {
        let payload = parse("MT:Y.K9042C00KA0648G00*-26A04KP00CASP0Z800")
        #expect(payload.values("passcode") == ["20202021", "11111111"])
        #expect(payload.summary.hasSuffix("and 1 more"))
    }

    @Test(arguments: [
        ("X-HM://0052TBAMHHSPN", "482-26-185", "light", nil),
        ("X-HM://002CJ6PQFABCD", "111-11-111", "bridge", "not allowed: too simple"),
        ("x-hm://0052TBAMH", "482-26-185", "light", nil),
    ])
    func readsHomeKitsCode(text: String, code: String, category: String, note: String?) {
        let payload = parse(text)
        #expect(payload.kind == .smartHome)
        #expect(payload.value("passcode") == code)
        #expect(payload.value("category") == category)
        #expect(payload.note("passcode") == note)
        #expect(payload.fields.first { $0.key == "passcode" }?.isSecret == true)
    }

    @Test func readsTheSampleOfHomeKit() {
        let payload = parse("X-HM://00GWIN0B5PHPG")
        #expect(payload.kind == .smartHome)
        #expect(payload.value("setupIdentifier") == "PHPG")
    }

    @Test func anUnknownKindOfDeviceSaysSo() {
        #expect(parse("X-HM://05HDII4U0ABCD").note("category") == "not known")
    }

    @Test func aPasskeysSignInIsNamedAndMasked() {
        let payload = parse(
            "FIDO:/13086400838107303667332719012595115747821895775708323189557153075146383351399743589971313508078026948312"
        )
        #expect(payload.kind == .fido)
        #expect(!payload.fields.contains { !$0.isSecret })
        #expect(payload.warningNames == ["sign-in"])
        #expect(!payload.summary.contains("1308"))
        #expect(!payload.kind.isKeptByDefault)
    }

    @Test(arguments: [
        "MT:", "MT:Y.K9042C00KA0648G0", "MT:Y.K9042C00KA06", "MT:y.k9042c00ka0648g00", "mt:Y.K9042C00KA0648G00",
        "MT:Y.K9042C00KA0640A30", "MT: is a unit", "MT:....................", "X-HM://", "X-HM://0052TBAM",
        "X-HM://0052TBAMHHS",
        "X-HM://ZZZZZZZZZHSPN", "X-HM://0052TBAM!HSPN", "X-HM:0052TBAMHHSPN", "FIDO:/", "FIDO:/abc", "FIDO:/12",
        "FIDO: the alliance", "FIDO:/123456789012345678901234567890x",
    ])
    func leavesWhatIsNone(text: String) {
        #expect(parse(text).kind == .text)
    }
}

import Testing

@testable import Payloads

@Suite struct LicenceTests {
    /// AAMVA DL/ID Card Design Standard 2020, D.13.
    private let elements =
        "DAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\nDDFN\nDADJOHN\nDDGN\nDCUJR\nDCAD\nDCBK\nDCDPH\nDBD06062019\nDBB06061986\n"
        + "DBA12102024\nDBC1\nDAU068 in\nDAYBRO\nDAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDAK232690000  \nDCF2424244747474786102204\n"
        + "DCGUSA\nDCK123456789\nDDAF\nDDB06062018\nDDC06062020\nDDD1"

    private func licence(_ header: String, _ body: String) -> Payload { parseThen("@\n\u{1E}\rANSI " + header + body) }

    @Test func readsTheStandardsExample() {
        let payload = licence("636000100002DL00410278ZV03190008", "DL\(elements)\rZVZVA01\r")
        #expect(payload.kind == .licence)
        #expect(payload.summary == "Driving licence, Virginia, expires 2024-12-10")
        #expect(payload.value("number") == "T64235789")
        #expect(payload.value("familyName") == "SAMPLE")
        #expect(payload.value("givenName") == "MICHAEL")
        #expect(payload.value("birthday") == "1986-06-06")
        #expect(payload.value("sex") == "male")
        #expect(payload.value("street") == "2300 WEST BROAD STREET")
        #expect(payload.value("postalCode") == "232690000")
        #expect(payload.value("compliance") == "fully compliant")
        #expect(payload.note("expires") == "expired 2024-12-10")
        #expect(payload.value("version") == "10")
        #expect(payload.values("elements") == ["01"])
        #expect(payload.warningNames == ["unverified"])
    }

    @Test func personalDataIsMaskedAndNotKept() {
        let payload = licence("636000100002DL00410278ZV03190008", "DL\(elements)\rZVZVA01\r")
        for key in ["number", "familyName", "givenName", "birthday", "street", "city", "document", "height"] {
            #expect(payload.fields.first { $0.key == key }?.isSecret == true, "\(key)")
        }
        for secret in ["SAMPLE", "MICHAEL", "T64235789", "1986"] { #expect(!payload.summary.contains(secret)) }
        #expect(!payload.kind.isKeptByDefault)
    }

    @Test(arguments: [
        // Places of subfiles that are wrong, lines that end otherwise, version 1, Canada, identity cards.
        ("636000100102DL00000000ZV00000000", "DLDAQ1\nDBA01022030\rZVZVA1\r", "number", "1"),
        ("636014040002DL00410477ZC05180089", "DLDCAC\nDAQD1234562\nDBA12312030\rZCZCABRN\r", "number", "D1234562"),
        ("6360150101DL00290179", "DLDAQ12345\nDBA20300102\nDBB19700304\r", "birthday", "1970-03-04"),
        ("636012030001DL00310100", "DLDCGCAN\nDAQ1\nDBA20300102\r", "expires", "2030-01-02"),
        ("636012030001DL00310100", "DLDAQ1\nDCGCAN\nDBA20271101\r", "expires", "2027-11-01"),
        ("636026080001DL00310100", "DLDCGUSA\nDAQ1\nDBA01022030\r", "expires", "2030-01-02"),
        ("636026080001ID00310100", "IDDCGUSA\nDAQ9\r", "number", "9"),
        ("636028020001DL00310100", "DLDAQ7\r\nDBA20290101\r\n", "number", "7"),
        ("999999090001DL00310100", "DLDAQ7\r", "issuer", "999999"),
        ("604428020001DL00310100", "DLDAQ7\r", "issuer", "Quebec"),
    ])
    func readsOthers(header: String, body: String, key: String, value: String) {
        let payload = licence(header, body)
        #expect(payload.kind == .licence)
        #expect(payload.value(key) == value)
    }

    @Test func headersThatReadersChangedAreRead() {
        for head in ["@\n\u{1E}\rANSI ", "@\n\u{1C}\rANSI ", "@ANSI ", "@\r\n\u{1E}\r\nANSI ", "@\n\u{1E}\rAAMVA"] {
            #expect(parseThen(head + "636000080001DL00310100DLDAQ7\r").kind == .licence, "\(head)")
        }
    }

    @Test(arguments: [
        ("DBA13322030", "expires", "not a date"), ("DBAsoon", "expires", "not a date"),
        ("DBA11212026", "expires", "expired 2026-11-21"),
        ("DBA11222026", "expires", nil), ("DBB02301980", "birthday", "not a date"),
        ("DBD00000000", "issued", "not a date"),
        ("DBBunavl", "birthday", nil), ("DDHNONE", "under18Until", nil),
    ])
    func checksDates(line: String, key: String, note: String?) {
        let payload = licence("636000080001DL00310100", "DLDAQ7\n\(line)\r")
        #expect(payload.value(key) != nil)
        #expect(payload.note(key) == note)
    }

    @Test func identityCardsAreNamed() {
        #expect(licence("636000080001ID00310100", "IDDAQ7\nDCGUSA\r").summary == "Identity card, Virginia")
        #expect(licence("636000110001DL00310100", "DLDAQ7\r").note("version") == "not known")
        #expect(licence("636000080002DL00310012ZV99990008", "DLDAQ7\r").warningNames == ["incomplete", "unverified"])
    }

    @Test(arguments: [
        "@", "@\n\u{1E}\r", "@\n\u{1E}\rANSI ", "@\n\u{1E}\rANSI 636000", "@\n\u{1E}\rANSI 63600010000",
        "ANSI 636000100102DL00410278DLDAQ1",
        "@\n\u{1E}\rANSI 636000100102DL00410278ZV03190008", "@home", "@\n\u{1E}\rISO 636000100102DL00410278DLDAQ1",
        "@ANSI standards",
        "@\n\u{1E}\rANSI 63600A100102DL00410278DLDAQ1\r", "@\n\u{1E}\rANSI 636000080001DL00310100DL\r",
        "@\n\n\n\n\n\n\n\n\n\nANSI 636000080001DL00310100DLDAQ7\r", "x@\n\u{1E}\rANSI 636000080001DL00310100DLDAQ7\r",
    ])
    func leavesWhatIsNone(text: String) {
        #expect(parseThen(text).kind == .text)
    }
}

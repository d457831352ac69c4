import Formats
import Testing

@testable import Payloads

@Suite struct Base45Tests {
    /// RFC 9285, 4.3 and 4.4.
    @Test(arguments: [
        ("BB8", "AB"), ("%69 VD92EX0", "Hello!!"), ("UJCLQE7W581", "base-45"), ("QED8WEX0", "ietf!"), ("", ""),
    ])
    func decodes(text: String, plain: String) {
        #expect(Base45.decode(ArraySlice(Array(text.utf8))) == Array(plain.utf8))
    }

    @Test(arguments: ["GGW", ":::", "A", "BB8A", "::", "bb8", "BB8\n", "BB_", "ÄB8", "ZZZ"])
    func refuses(text: String) { #expect(Base45.decode(ArraySlice(Array(text.utf8))) == nil) }
}

@Suite struct CBORTests {
    private func bytes(_ hex: String) -> [UInt8] { ASCII.hexDecoded(ArraySlice(Array(hex.utf8))) ?? [] }

    /// RFC 8949, appendix A.
    @Test(arguments: [
        ("00", CBOR.unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1903e8", .unsigned(1000)),
        ("1a000f4240", .unsigned(1_000_000)), ("1bffffffffffffffff", .unsigned(.max)), ("20", .negative(0)),
        ("3903e7", .negative(999)),
        ("f90000", .number(0)), ("f93c00", .number(1)), ("f97bff", .number(65504)),
        ("f90001", .number(5.960464477539063e-8)),
        ("f9c400", .number(-4)), ("fa47c35000", .number(100_000)), ("fb3ff199999999999a", .number(1.1)),
        ("f97c00", .number(.infinity)),
        ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null), ("40", .bytes([])),
        ("4401020304", .bytes([1, 2, 3, 4])),
        ("60", .text("")), ("6449455446", .text("IETF")), ("62c3bc", .text("ü")), ("80", .array([])),
        ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
        ("c11a514b67b0", .tagged(1, .unsigned(1_363_896_240))),
        ("9f0102ff", .array([.unsigned(1), .unsigned(2)])), ("5f42010243030405ff", .bytes([1, 2, 3, 4, 5])),
        ("7f657374726561646d696e67ff", .text("streaming")),
    ])
    func decodes(hex: String, value: CBOR) { #expect(CBOR.decode(bytes(hex)) == value) }

    @Test(arguments: [
        "", "18", "19ff", "1c", "1d", "1e", "62", "61ff", "4403", "81", "82ff", "a1", "a101", "9f", "9f01", "5f", "ff",
        "bf01ff", "c1",
        "9bffffffffffffffff", "bbffffffffffffffff", "5bffffffffffffffff", "fc", "f8ff", "1f", "3f", "df",
        "8181818181818181818181818181818181818181818181818101",
    ])
    func refuses(hex: String) { #expect(CBOR.decode(bytes(hex)) == nil) }

    @Test func mapsAreLookedUp() {
        let map = CBOR.decode(bytes("a301020326616103"))
        #expect(map == nil || map?[1] != nil)
        #expect(CBOR.decode(bytes("a2012038ff03"))?[-256] == .unsigned(3))
    }
}

@Suite struct InflateTests {
    private func inflated(_ hex: String) throws -> [UInt8] {
        try Inflate.zlib(ASCII.hexDecoded(ArraySlice(Array(hex.utf8)))![...])
    }

    /// Made by zlib 1.2.13.
    @Test(arguments: [
        ("7801010500faff68656c6c6f062c0215", "hello"), ("789ccb48cdc9c957c84090003a2e067d", "hello hello hello"),
        ("789c030000000001", ""),
    ])
    func decompresses(hex: String, plain: String) throws { #expect(try inflated(hex) == Array(plain.utf8)) }

    @Test(arguments: [
        ("", Inflate.DataError.truncated), ("78", .truncated), ("789c", .truncated),
        ("7801010500faff68656c", .truncated),
        ("7801010500faff68656c6c6f", .truncated), ("7801010500faff68656c6c6f062c0216", .wrongChecksum),
        ("7800010500faff68656c", .damaged),
        ("7801010500fbff68656c6c6f062c0215", .damaged), ("789c07", .damaged), ("78bb01", .damaged), ("0000", .damaged),
        ("789ccb48cdc9c957c840", .truncated), ("789c63000082", .truncated), ("789c030000000002", .wrongChecksum),
    ])
    func refuses(hex: String, failure: Inflate.DataError) { #expect(throws: failure) { try inflated(hex) } }

    /// The same streams without header and checksum.
    @Test func decompressesDeflateAlone() throws {
        let bytes = ASCII.hexDecoded(ArraySlice(Array("cb48cdc9c957c84090003a2e067d".utf8))) ?? []
        #expect(try Inflate.deflated(bytes.dropLast(4), limit: 17) == Array("hello hello hello".utf8))
        #expect(throws: Inflate.DataError.tooLarge) { try Inflate.deflated(bytes.dropLast(4), limit: 16) }
        #expect(throws: Inflate.DataError.damaged) { try Inflate.deflated(bytes[...], limit: 100) }
        #expect(throws: Inflate.DataError.truncated) { try Inflate.deflated(bytes.prefix(6), limit: 100) }
        #expect(throws: Inflate.DataError.truncated) { try Inflate.deflated([], limit: 100) }
        #expect(throws: Inflate.DataError.damaged) { try Inflate.deflated([7], limit: 100) }
    }

    @Test func whatGrowsBeyondBoundsIsRefused() {
        // A block that repeats one byte: 258 bytes for every few bits.
        var stream: [UInt8] = [
            0x78, 0x9C, 0xED, 0xC1, 0x01, 0x0D, 0x00, 0x00, 0x00, 0xC2, 0xA0, 0xF7, 0x4F, 0x6D, 0x0E, 0x37, 0xA0,
        ]
        stream += [UInt8](repeating: 0, count: 900)
        #expect(throws: Inflate.DataError.tooLarge) { try Inflate.zlib(stream[...]) }
    }
}

@Suite struct HealthCertificateTests {
    @Test func readsAVaccination() {
        let payload = parseThen(Vectors.vaccination)
        #expect(payload.kind == .healthCertificate)
        #expect(payload.summary == "Health certificate of vaccination, issued in AT")
        #expect(payload.value("familyName") == "Musterfrau-Gößinger")
        #expect(payload.value("birthday") == "1998-02-26")
        #expect(payload.value("product") == "Comirnaty")
        #expect(payload.value("dose") == "1")
        #expect(payload.value("date") == "2021-02-18")
        #expect(payload.value("issued") == "2026-06-01")
        #expect(payload.value("expires") == "2027-06-01")
        #expect(payload.value("key") == "0001020304050607")
        #expect(payload.note("signature") == "not verified here")
        #expect(payload.note("expires") == nil)
        #expect(payload.warningNames == ["unverified"])
    }

    @Test func personalDataIsMasked() {
        let payload = parseThen(Vectors.vaccination)
        let open = payload.fields.filter { !$0.isSecret }.map(\.key)
        #expect(open == ["issuer", "issued", "expires", "version", "key", "signature", "format"])
        #expect(!payload.summary.contains("Musterfrau"))
    }

    @Test(arguments: [
        (Vectors.test, "Health certificate of test, issued in AT", "result", "not detected"),
        (Vectors.recovery, "Health certificate of recovery, issued in AT", "firstPositive", "2021-02-20"),
        (Vectors.untagged, "Health certificate of vaccination, issued in AT", "maker", "ORG-100030215"),
        (Vectors.plain, "Health certificate of vaccination, issued in AT", "doses", "2"),
        (" " + Vectors.vaccination + "\n", "Health certificate of vaccination, issued in AT", "country", "AT"),
        ("hc1:" + Vectors.test.dropFirst(4), "Health certificate of test, issued in AT", "centre", "Testing center"),
    ])
    func readsOthers(text: String, summary: String, key: String, value: String) {
        let payload = parseThen(text)
        #expect(payload.summary == summary)
        #expect(payload.value(key) == value)
    }

    @Test func oneThatIsOverSaysSo() {
        #expect(parseThen(Vectors.expired).note("expires") == "expired 2026-11-21")
    }

    @Test func oneThatIsDamagedShowsNothing() {
        let text = Vectors.vaccination
        let damaged = [
            String(text.prefix(200)), String(text.dropLast(3)), text.replacing("A", with: "B"),
            "HC1:" + String(repeating: "0", count: 300),
            String(text.prefix(4)) + text.dropFirst(7),
            "HC1:6BF*-TW50000%20%20%EI%AMX01" + String(repeating: "0", count: 2100),
        ]
        for text in damaged {
            let payload = parseThen(text)
            #expect(payload.kind == .healthCertificate)
            #expect(payload.warningNames == ["damaged", "unverified"])
            #expect(payload.fields.map(\.key) == ["format"])
        }
    }

    @Test(arguments: [
        "HC1:", "HC1", "HC1:short", "HC1: hello, this is just a text", "HC2:6BFOXN%TSMAHN-H5SG.HIGIJZ",
        "HC1:6BFOXN_TSMAHN-H5SG.HIGIJZ",
    ])
    func leavesWhatIsNone(text: String) { #expect(parseThen(text).kind == .text) }
}

import Cryptography
import Formats
import Foundation
import Testing

@testable import Payloads

@Suite struct OneTimePasswordCodeTests {
    private static let seed = "12345678901234567890123456789012345678901234567890123456789012345678901234567890"

    private func key(_ algorithm: OneTimePassword.Algorithm, _ length: Int) -> OneTimePassword? {
        OneTimePassword(secret: Array(Self.seed.utf8.prefix(length)), algorithm: algorithm, digits: 8)
    }

    /// RFC 6238, appendix B.
    @Test(arguments: [
        (UInt64(59), "94287082", "46119246", "90693936"), (1_111_111_109, "07081804", "68084774", "25091201"),
        (1_111_111_111, "14050471", "67062674", "99943326"), (1_234_567_890, "89005924", "91819424", "93441116"),
        (2_000_000_000, "69279037", "90698825", "38618901"), (20_000_000_000, "65353130", "77737706", "47863826"),
    ])
    func codesByTime(time: UInt64, sha1: String, sha256: String, sha512: String) {
        #expect(key(.sha1, 20)?.code(secondsSince1970: time) == sha1)
        #expect(key(.sha256, 32)?.code(secondsSince1970: time) == sha256)
        #expect(key(.sha512, 64)?.code(secondsSince1970: time) == sha512)
    }

    /// RFC 4226, appendix D.
    @Test(
        arguments: [
            "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
        ].enumerated().map { ($0.offset, $0.element) })
    func codesByCount(count: Int, code: String) {
        let secret = Base32.encode(Self.seed.utf8.prefix(20))
        let payload = parse("otpauth://hotp/a?secret=\(secret)&counter=\(count)")
        #expect(OneTimePassword(payload)?.code(at: Date()) == code)
        #expect(OneTimePassword(payload)?.secondsLeft(at: Date()) == nil)
    }

    @Test func theKeyOfASymbolGivesCodes() {
        let payload = parse("otpauth://totp/a?secret=gezd%20gnbv-GY3TQOJQGEZDGNBVGY3TQOJQ&digits=8&algorithm=sha-1")
        let key = OneTimePassword(payload)
        #expect(key?.code(at: Date(timeIntervalSince1970: 59)) == "94287082")
        #expect(key?.secondsLeft(at: Date(timeIntervalSince1970: 59)) == 1)
        #expect(key?.secondsLeft(at: Date(timeIntervalSince1970: 60)) == 30)
        #expect(key?.code(at: Date(timeIntervalSince1970: -.infinity)).utf8.count == 8)
    }

    @Test(arguments: [
        ("secret=018", "secret"), ("secret=JBSWY3DPEHPK3PXP&algorithm=MD5", "algorithm"),
        ("secret=JBSWY3DPEHPK3PXP&digits=10", "digits"), ("secret=JBSWY3DPEHPK3PXP&digits=x", "digits"),
        ("secret=JBSWY3DPEHPK3PXP&period=0", "period"), ("secret=JBSWY3DPEHPK3PXP&period=-5", "period"),
        ("secret=JBSWY3DPEHPK3PXP&period=soon", "period"), ("secret=", "secret"),
    ])
    func whatGivesNoCodeSaysSo(query: String, key: String) {
        let payload = parse("otpauth://totp/a?\(query)")
        #expect(OneTimePassword(payload) == nil)
        #expect(payload.note(key) != nil)
    }

    /// FIPS 180-4's examples.
    @Test func hashes() {
        func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        let abc = Array("abc".utf8)
        #expect(hex(Digest.sha1.of(abc)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(hex(Digest.sha256.of(abc)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex(Digest.sha512.of(abc))
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
        #expect(hex(Digest.sha256.of([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        for length in 50...130 {
            // Padding at every place in a block.
            #expect(Digest.sha1.of([UInt8](repeating: 0x61, count: length)).count == 20)
            #expect(Digest.sha512.of([UInt8](repeating: 0x61, count: length)).count == 64)
        }
        #expect(
            hex(Digest.sha1.of([UInt8](repeating: 0x61, count: 1000))) == "291e9a6c66994949b57ba5e650361e98fc36b1ba")
    }

    /// RFC 4648, 10.
    @Test(arguments: [
        ("MY======", "f"), ("MZXQ====", "fo"), ("MZXW6===", "foo"), ("MZXW6YQ=", "foob"), ("MZXW6YTB", "fooba"),
        ("MZXW6YTBOI======", "foobar"), ("mzxw6ytboi", "foobar"), ("mzxw 6ytb-oi", "foobar"),
    ])
    func base32(text: String, plain: String) {
        #expect(Base32.decode(text) == Array(plain.utf8))
        #expect(Base32.decode(Base32.encode(plain.utf8)) == Array(plain.utf8))
    }

    @Test(arguments: ["", "1", "8", "MZXW0", "=", "A", "MZ=XW", "é"])
    func notBase32(text: String) {
        #expect(Base32.decode(text) == nil)
    }
}

@Suite struct OneTimePasswordExportTests {
    private let export =
        "otpauth-migration://offline?data=Ci4KCkhlbGxvId6tvu8SEWFsaWNlQGV4YW1wbGUuY29tGgdFeGFtcGxlIAEoATACCiMKFDEyMzQ1Njc4"
        + "OTAxMjM0NTY3ODkwEgNib2IgAigCMAE4BRABGAEgAChj"

    @Test func accountsAreNamedAndTheirSecretsMasked() {
        let payload = parse(export)
        #expect(payload.kind == .oneTimePassword)
        #expect(payload.summary == "Keys of one-time passwords, exported: Example: alice@example.com and 1 more")
        #expect(payload.values("account") == ["alice@example.com", "bob"])
        #expect(payload.values("secret") == ["JBSWY3DPEHPK3PXP", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"])
        #expect(!payload.fields.contains { $0.key == "secret" && !$0.isSecret })
        #expect(payload.values("algorithm") == ["SHA1", "SHA256"])
        #expect(payload.values("digits") == ["6", "8"])
        #expect(payload.value("counter") == "5")
        #expect(payload.warnings.isEmpty)
        // Which of them is meant, nobody knows.
        #expect(OneTimePassword(payload) == nil)
    }

    @Test func oneOfSeveralCodesSaysSo() {
        let payload = parse(
            "otpauth-migration://offline?data=Ci4KCkhlbGxvId6tvu8SEWFsaWNlQGV4YW1wbGUuY29tGgdFeGFtcGxlIAEoATACEAEYAyAB")
        #expect(payload.warningNames == ["part"])
        #expect(OneTimePassword(payload)?.code(at: Date(timeIntervalSince1970: 0)).utf8.count == 6)
    }

    @Test(arguments: [
        "otpauth-migration:", "otpauth-migration://offline", "otpauth-migration://offline?data=",
        "otpauth-migration://offline?data=!",
        "otpauth-migration://offline?data=CgA%3D", "otpauth-migration://offline?data=Cv8BAA%3D%3D",
        "otpauth-migration://offline?data=////////////////",
    ])
    func whatCannotBeReadIsMaskedWhole(text: String) {
        let payload = parse(text)
        #expect(payload.kind == .oneTimePassword)
        #expect(!payload.fields.contains { !$0.isSecret })
    }
}

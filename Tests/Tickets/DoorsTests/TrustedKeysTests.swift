import CertificateWorkshop
import Cryptography
import Files
import Formats
import Foundation
import Symbols
import Testing
import Tickets

@testable import Doors

@Suite struct TrustedKeysTests {
    private func list(_ text: String, name: String = "keys.json") -> TrustedKeyFile.List {
        TrustedKeyFile.keys(in: Array(text.utf8), name: name)
    }

    /// RFC 7638, 3.1 and RFC 8037, A.3; the third by jwcrypto.
    @Test(arguments: [
        (
            #"{"kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","e":"AQAB","alg":"RS256","kid":"2011-04-29"}"#,
            "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"
        ),
        (
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
        ),
        (
            #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
            "oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U"
        ),
    ])
    func keysAreCalledByTheirThumbprints(_ jwk: String, _ thumbprint: String) throws {
        let key = try #require(list(jwk).keys.first)
        #expect(JSONWebKey.thumbprint(of: key.key) == thumbprint)
        #expect(key.ids.contains(Array(thumbprint.utf8)))
        // The same key without what a JWK says of it.
        #expect(list(key.key.pem, name: "a.pem").keys.first?.ids.contains(Array(thumbprint.utf8)) == true)
    }

    @Test func aFolderOfKeysIsRead() throws {
        let (keys, problems) = TrustedKeys.read([MadeTickets.fixtures + "/keys"])
        #expect(keys.keys.count == 15)
        #expect(problems.count == 1)
        #expect(
            problems.first?.hasSuffix("1 of its 4 keys is left out: key 1080/9 is marked as forged in its list") == true
        )
        #expect(keys.keys.first { $0.source == "0080_00001.pem" }?.railID?.text == "80/1")
        #expect(keys.keys.first { $0.source == "old.pem" }?.title == "DSC 3")
        let key = try #require(keys.keys.first { $0.railID?.text == "1080/13" })
        #expect(
            key.whyNot(at: Timestamp(milliseconds: 1_795_305_600_000)) == "key 1080/13 of uic.xml expired on 2026-11-20"
        )
        #expect(key.whyNot(at: Timestamp(milliseconds: 1_795_219_199_000)) == nil)
    }

    @Test func listsOfHealthKeysAreReadInTheirForms() throws {
        let spki = try SigningKey.p256().publicKey
        let text = Data(spki.subjectPublicKeyInfo).base64EncodedString()
        let id = "2Rk3X8HntrI="
        let bytes = try #require(TrustedKey.healthKeyID(id))
        let jwk =
            #"{"kid":"\#(id)","kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#
        for form in [
            #"{"\#(id)":"\#(text)"}"#, #"{"\#(id)":["\#(text)"]}"#,
            #"{"eu_keys":{"\#(id)":[{"subjectPk":"\#(text)","ian":"X","keyUsage":["v"]}]},"nl_keys":[]}"#,
            #"{"iat":1,"dsc_trust_list":{"SE":{"keys":[\#(jwk)]}},"iss":"x"}"#,
            "\u{FEFF}" + #" [{"kid":"\#(id)","rawData":"\#(text)"}]"#,
        ] {
            let list = list(form)
            #expect(list.leftOut.isEmpty, "\(form)")
            #expect(list.keys.map { $0.ids.contains(bytes) } == [true], "\(form)")
        }
    }

    @Test func aFileInPEMMayHaveSeveral() throws {
        let workshop = try Workshop()
        try workshop.make(
            "openssl",
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "key.pem"]
                + ["-subj", "/CN=One", "-days", "3", "-out", "one.pem"])
        let certificate = String(decoding: try workshop.read("one.pem"), as: UTF8.self)
        let other = try SigningKey.ed25519().publicKey.pem
        try workshop.write("all.pem", Array(("# keys\n" + certificate + "\n" + other).utf8))
        let both = try TrustedKeyFile.read(workshop.path("all.pem"))
        #expect(both.keys.map(\.key.kind) == [.ec, .ed25519])
        #expect(both.keys.map { $0.validity != nil } == [true, false])
        #expect(both.problems.isEmpty)
        try workshop.make("openssl", ["x509", "-in", "one.pem", "-outform", "DER", "-out", "one.cer"])
        let der = try TrustedKeyFile.read(workshop.path("one.cer"))
        #expect(der.keys.first?.ids == both.keys.first?.ids)
        #expect(der.keys.first?.title == "One")
        // A private key is for those who make tickets.
        #expect(throws: UserError.self) { try TrustedKeyFile.read(workshop.path("key.pem")) }
        try workshop.write("mixed.pem", try workshop.read("key.pem") + Array(other.utf8))
        let mixed = try TrustedKeyFile.read(workshop.path("mixed.pem"))
        #expect(mixed.keys.count == 1)
        #expect(mixed.problems.first?.contains("private key") == true)
    }

    @Test(arguments: [
        ("", "keys.json", ""), ("{", "keys.json", "not valid JSON"), ("{}", "keys.json", ""),
        ("[1,true,null]", "keys.json", ""),
        (#"{"kty":"oct","k":"AAAA"}"#, "k.jwk", "secret"),
        (
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"AAAA"}"#, "k.jwk",
            "secret"
        ),
        (
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","use":"enc"}"#, "k.jwk",
            "not for signatures"
        ),
        (
            #"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","key_ops":["sign"]}"#,
            "k.jwk", "not for verifying"
        ),
        (
            #"{"kty":"OKP","crv":"X25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#, "k.jwk",
            "unsupported kind"
        ),
        (#"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#, "k.jwk", "damaged"),
        (#"{"kty":"RSA","n":"\#(String(repeating: "v", count: 170))8","e":"AQAB"}"#, "k.jwk", "1024 bits is too short"),
        (#"{"certificates":[{"kid":"2Rk3X8HntrI=","rawData":"AAAA"}]}"#, "k.json", "not a public key"),
        (#"{"certificates":[{"kid":"2Rk3X8HntrI=","rawData":"%%"}]}"#, "k.json", "not valid Base64"),
        ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "a.pem", "not a public key"),
        ("-----BEGIN PUBLIC KEY-----\nAAAA\n", "a.pem", ""), ("0\u{0}", "a.der", "public key"),
        ("hello", "a.pem", ""),
        ("<keys><key><id>1</id></key></keys>", "u.xml", "issuerCode"),
        ("<keys><key><issuerCode>1080</issuerCode><id>1</id><publicKey>AAAA</publicKey></key>", "u.xml", "key 1080/1"),
        ("<keys><key", "u.xml", ""),
    ])
    func whatIsNoKeyIsLeftOutWithAReason(_ text: String, _ name: String, _ why: String) {
        let list = list(text, name: name)
        #expect(list.keys.isEmpty)
        #expect(list.leftOut.count == (why.isEmpty ? 0 : 1))
        if !why.isEmpty { #expect(list.leftOut.first?.contains(why) == true, "\(list.leftOut)") }
    }

    @Test func problemsNameTheFile() throws {
        let workshop = try Workshop()
        let path = try workshop.write("none.json", Array("{}".utf8))
        let (keys, problems) = TrustedKeys.read([path, workshop.path("missing.pem")])
        #expect(keys.keys.isEmpty)
        #expect(problems.count == 2)
        #expect(
            problems.first?.hasSuffix("none.json” has no public key in it: name a PEM, DER, JWK, JSON or UIC XML file")
                == true)
        #expect(problems.last?.hasSuffix("missing.pem”: No such file or directory") == true)
    }

    @Test func listsAreBounded() {
        let element = #"{"kty":"oct","k":"AA"},"#
        let many = list("[" + String(repeating: element, count: TrustedKeys.most + 50) + "{}]")
        #expect(many.leftOut.count == TrustedKeys.most + 1)
        let large = TrustedKeyFile.keys(
            in: [UInt8](repeating: 0x20, count: TrustedKeyFile.maximumBytes + 1), name: "large.json")
        #expect(large.leftOut.first?.contains("larger than 8 MiB") == true)
        let deep = list(String(repeating: "[", count: 100_000))
        #expect(deep.keys.isEmpty)
    }

    /// Whoever shows a ticket without a key's name must not make a door try thousands.
    @Test func fewKeysAreTried() throws {
        let key = try SigningKey.ed25519()
        let keys = TrustedKeys(
            try (0..<TrustedKeys.maximumTries + 1).map { _ in
                try TrustedKey(key.publicKey, TrustedKey.Facts(), source: "many.pem")
            })
        var tries = 0
        let signer = keys.signer(.none, at: Timestamp(milliseconds: 0), fits: { _ in true }) { _ in
            tries += 1
            return true
        }
        #expect(tries == 0)
        guard case .refused(.unknownKey(let why)) = signer else {
            Issue.record("a key was found")
            return
        }
        #expect(why == "it names no key, and more than 32 could be it: too many to try")
    }

    /// Of two readers one would take the first, another the last (RFC 7515, 4; RFC 7519, 4).
    @Test(arguments: [
        (#"{"alg":"EdDSA"}"#, #"{"jti":"1"}"#, "claim"),
        (#"{"alg":"EdDSA","alg":"none"}"#, #"{"jti":"1"}"#, "wrong-format"),
        (#"{"alg":"EdDSA"}"#, #"{"jti":"1","exp":1999999999,"exp":1}"#, "wrong-format"),
        (#"{"alg":"EdDSA"}"#, #"{"jti":"1","x":{"y":1,"y":2}}"#, "wrong-format"),
        (#"{"alg":"EdDSA"}"#, #"{"jti":"1","exp":null}"#, "wrong-format"),
        (#"{"alg":"EdDSA"}"#, #"{"jti":"1","aud":null}"#, "wrong-format"),
        (#"{"alg":"EdDSA"}"#, #"{"jti":"1","exp":"soon"}"#, "wrong-format"),
    ]) func whatIsSignedSaysEverythingOnce(_ header: String, _ claims: String, _ word: String) throws {
        let key = try SigningKey.ed25519()
        let keys = TrustedKeys([try TrustedKey(key.publicKey, TrustedKey.Facts(), source: "one.pem")])
        let signed = [header, claims].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
        let signature = try key.sign(Array(signed.utf8), .ed25519)
        let text = signed + "." + Base64URL.encode(signature)
        let verifier = SignedJSONVerifier(keys: keys, event: DoorEvent(name: "Movie night"))
        let content = SymbolContent(symbology: .qrCode, bytes: Array(text.utf8), text: text, charset: "UTF-8")
        #expect(verifier.evidence(for: content, at: Timestamp(milliseconds: 1_800_000_000_000))?.word == word)
    }
}

extension PublicKey {
    /// The key in PEM (RFC 7468).
    fileprivate var pem: String {
        let digits = Data(subjectPublicKeyInfo).base64EncodedString(
            options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN PUBLIC KEY-----\n\(digits)\n-----END PUBLIC KEY-----\n"
    }
}

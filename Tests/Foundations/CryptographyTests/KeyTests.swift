import CertificateWorkshop
import Cryptography
import SeededRandomness
import Testing

struct KeyTests {
    /// RFC 8032, 7.1: tests 1, 2 and 3.
    @Test(arguments: [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func ed25519Vectors(seed: String, publicKey: String, message: String, signature: String) throws {
        let key = try #require(SigningKey(ed25519Seed: hex(seed)))
        #expect(key.kind == .ed25519)
        #expect(key.publicKey.ed25519Bytes == hex(publicKey))
        #expect(try key.sign(hex(message), .ed25519) == hex(signature))
        let verifier = try PublicKey(ed25519: hex(publicKey))
        #expect(verifier == key.publicKey)
        #expect(verifier.verifies(hex(signature), of: hex(message), .ed25519))
        #expect(!verifier.verifies(hex(signature), of: hex(message) + [0], .ed25519))
    }

    /// RFC 7515, A.3: ES256 with a key of JWK components.
    @Test func jsonWebSignatureOnP256() throws {
        let key = try PublicKey(
            curve: .p256, x: base64url("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"),
            y: base64url("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        let message = """
            eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ
            """.bytes
        let signature = base64url(
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
        #expect(signature.count == 64)
        #expect(key.kind == .ec && key.bits == 256)
        #expect(key.verifies(signature, of: message, .dsaRaw(.sha256)))
        #expect(!key.verifies(signature, of: message, .dsaRaw(.sha384)))
        #expect(!key.verifies(signature, of: message, .dsaDER(.sha256)))
        #expect(!key.verifies(Array(signature.dropLast()), of: message, .dsaRaw(.sha256)))
        #expect(!key.verifies(signature, of: message.dropLast() + [0x30], .dsaRaw(.sha256)))
        #expect(!key.verifies(signature, of: message, .rsaPKCS1(.sha256)))
    }

    @Test func pointsOffTheCurveAreRefused() {
        #expect(throws: CryptographyError.noPublicKey) {
            try PublicKey(curve: .p256, x: [1], y: [1])
        }
        #expect(throws: CryptographyError.noPublicKey) {
            try PublicKey(curve: .p256, x: [UInt8](repeating: 1, count: 33), y: [1])
        }
        #expect(throws: CryptographyError.noPublicKey) { try PublicKey(ed25519: [1, 2, 3]) }
        #expect(throws: CryptographyError.noPublicKey) { try PublicKey(rsaModulus: [0], exponent: [3]) }
    }

    static let schemes: [SignatureScheme] = [
        .ed25519, .dsaDER(.sha256), .dsaRaw(.sha256), .rsaPKCS1(.sha256), .rsaPSS(.sha256),
    ]
    private struct Keys {
        let ed, ec, rsa: SigningKey
        var all: [SigningKey] { [ed, ec, rsa] }
    }
    private static let keys = Result {
        Keys(ed: try SigningKey.ed25519(), ec: try SigningKey.p256(), rsa: try SigningKey.rsa())
    }

    @Test(arguments: schemes) func whatIsSignedVerifiesAndNothingElse(scheme: SignatureScheme) throws {
        let message = "quiet zone".bytes
        for key in try Self.keys.get().all {
            guard let signature = try? key.sign(message, scheme) else { continue }
            #expect(key.publicKey.verifies(signature, of: message, scheme))
            for place in signature.indices {
                var changed = signature
                changed[place] ^= 1
                #expect(!key.publicKey.verifies(changed, of: message, scheme), "\(scheme) byte \(place)")
            }
            #expect(!key.publicKey.verifies([], of: message, scheme))
        }
        let fitting = try Self.keys.get().all.count { (try? $0.sign(message, scheme)) != nil }
        #expect(fitting == 1)
    }

    @Test func keysSurviveTheirFiles() throws {
        for key in try Self.keys.get().all {
            #expect(try SigningKey(key.pem()).publicKey == key.publicKey)
            let encrypted = key.pem(password: "geheim ä")
            #expect(String(decoding: encrypted, as: UTF8.self).hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----"))
            #expect(try SigningKey(encrypted, password: "geheim ä").publicKey == key.publicKey)
            #expect(throws: CryptographyError.wantsPassword) { try SigningKey(encrypted) }
            #expect(throws: CryptographyError.wrongPassword) { try SigningKey(encrypted, password: "falsch") }
            #expect(try PublicKey(pem(key.publicKey.subjectPublicKeyInfo, "PUBLIC KEY")) == key.publicKey)
            #expect(try PublicKey(key.publicKey.subjectPublicKeyInfo) == key.publicKey)
        }
    }

    @Test func whatIsNoKeyIsRefused() throws {
        var random = SplitMix(state: 3)
        let pem = try Self.keys.get().ec.pem()
        for length in [0, 1, 40, 300] {
            let noise = (0..<length).map { _ in UInt8(random.below(256)) }
            #expect(throws: CryptographyError.noKey) { try SigningKey(noise) }
            #expect(throws: CryptographyError.noPublicKey) { try PublicKey(noise) }
        }
        #expect(throws: CryptographyError.noKey) { try SigningKey(Array(pem.prefix(pem.count / 2))) }
        #expect(throws: CryptographyError.noKey) {
            try SigningKey([UInt8](repeating: 0x2D, count: SigningKey.maximumBytes + 1))
        }
    }

    /// Signatures of the program openssl: RSA of both paddings, ECDSA, and DSA with the digests that railways use.
    @Test(arguments: [
        (
            "rsa", ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"], ["-sha256"],
            SignatureScheme.rsaPKCS1(.sha256)
        ),
        (
            "pss", ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
            ["-sha256", "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:20"], .rsaPSS(.sha256)
        ),
        ("ec", ["ecparam", "-name", "prime256v1", "-genkey", "-noout"], ["-sha256"], .dsaDER(.sha256)),
        ("dsa1", ["dsaparam", "-genkey", "-noout"], ["-sha1"], .dsaDER(.sha1)),
        ("dsa224", ["dsaparam", "-genkey", "-noout"], ["-sha224"], .dsaDER(.sha224)),
        ("dsa256", ["dsaparam", "-genkey", "-noout"], ["-sha256"], .dsaDER(.sha256)),
    ])
    func verifiesWhatOpenSSLSigns(
        name: String, making: [String], digest: [String], scheme: SignatureScheme
    ) throws {
        let workshop = try Workshop()
        let message = "signed elsewhere: \(name)".bytes
        try workshop.write("message", message)
        try workshop.make("openssl", making + ["-out", "key.pem"] + (name.hasPrefix("dsa") ? ["1024"] : []))
        try workshop.make("openssl", ["dgst"] + digest + ["-sign", "key.pem", "-out", "signature", "message"])
        try workshop.make("openssl", ["pkey", "-in", "key.pem", "-pubout", "-out", "public.pem"])
        let key = try PublicKey(workshop.read("public.pem"))
        let signature = try workshop.read("signature")
        #expect(key.verifies(signature, of: message, scheme))
        #expect(!key.verifies(signature, of: message + [1], scheme))
        #expect(try SigningKey(workshop.read("key.pem")).publicKey == key)
        guard case .dsaDER(let digest) = scheme else { return }
        let own = try SigningKey(workshop.read("key.pem")).sign(message, .dsaRaw(digest))
        #expect(key.verifies(own, of: message, .dsaRaw(digest)))
        if key.kind == .ec { #expect(own.count == 64) }
        #expect(!key.verifies(own, of: message, scheme))
    }

    /// What is signed here, the program openssl verifies.
    @Test func openSSLVerifiesWhatIsSigned() throws {
        let workshop = try Workshop()
        try workshop.write("message", "signed here".bytes)
        for (key, scheme, options) in [
            (try Self.keys.get().rsa, SignatureScheme.rsaPKCS1(.sha256), []),
            (try Self.keys.get().rsa, .rsaPSS(.sha256), ["-sigopt", "rsa_padding_mode:pss"]),
            (try Self.keys.get().ec, .dsaDER(.sha256), []),
        ] {
            try workshop.write("public.pem", pem(key.publicKey.subjectPublicKeyInfo, "PUBLIC KEY"))
            try workshop.write("signature", key.sign("signed here".bytes, scheme))
            let told = try workshop.run(
                "openssl",
                ["dgst", "-sha256"] + options + ["-verify", "public.pem", "-signature", "signature", "message"])
            #expect(told.text.contains("Verified OK"), "\(scheme): \(told.text)")
        }
    }
}

import CertificateWorkshop
import Cryptography
import Foundation
import Testing

struct CertificateTests {
    let authority: AppleShapedAuthority
    let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws { authority = try AppleShapedAuthority.shared.get() }

    private func certificate(_ pem: [UInt8]) throws -> Certificate { try #require(try Certificate.list(in: pem).first) }

    private func identity(_ name: String = "leaf") throws -> SigningIdentity {
        let leaf = try authority.leaf(name)
        return try SigningIdentity(
            key: try SigningKey(authority.bytes("leaf.key")),
            certificates: try Certificate.list(in: leaf + authority.bytes("intermediate.pem")))
    }

    @Test func tellsWhatACertificateSays() throws {
        let leaf = try certificate(authority.leaf("facts", from: "20250102030405Z", until: "20260102030405Z"))
        #expect(leaf.subject[.userIdentifier] == "pass.org.example.ticket")
        #expect(leaf.subject[.commonName] == "Pass Type ID: pass.org.example.ticket")
        #expect(leaf.subject[.organizationalUnit] == "A1B2C3D4E5")
        #expect(leaf.subject[.organization] == "Example Events")
        #expect(leaf.subject[.country] == "DE")
        #expect(leaf.issuer.title == "Apple Worldwide Developer Relations Certification Authority")
        // date -u -d 2025-01-02T03:04:05Z +%s
        #expect(leaf.validity.lowerBound == Date(timeIntervalSince1970: 1_735_787_045))
        #expect(leaf.validity.upperBound == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(!leaf.isAuthority && leaf.publicKey?.kind == .rsa && leaf.publicKey?.bits == 2048)
        #expect(leaf.hasExtendedUsage("1.2.840.113635.100.4.14"))
        #expect(!leaf.hasExtendedUsage("1.2.840.113635.100.4.13"))
        // UTF8String of 23 bytes.
        #expect(leaf.extensionValue("1.2.840.113635.100.6.1.16") == [0x0C, 23] + "pass.org.example.ticket".bytes)
        #expect(leaf.extensionValue("1.2.840.113635.100.6.1.17") == nil)
        let told = try authority.workshop.make(
            "openssl", ["x509", "-in", "facts.pem", "-noout", "-serial", "-fingerprint", "-sha256"])
        let words = told.text.lowercased().replacingOccurrences(of: ":", with: "")
        #expect(words.contains("serial=\(leaf.serialNumber.hexadecimal)"))
        #expect(words.contains("fingerprint=\(leaf.fingerprint().hexadecimal)"))
        #expect(pem(leaf.der, "CERTIFICATE") == (try authority.bytes("facts.pem")))
        let root = try certificate(authority.bytes("root.pem"))
        let intermediate = try certificate(authority.bytes("intermediate.pem"))
        #expect(intermediate.isAuthority && intermediate.isIssued(by: root) && leaf.isIssued(by: intermediate))
        #expect(!leaf.isIssued(by: root) && root.isIssued(by: root))
    }

    @Test func chainsAreBuiltAndProblemsNamed() throws {
        let root = try certificate(authority.bytes("root.pem"))
        let intermediate = try certificate(authority.bytes("intermediate.pem"))
        let leaf = try certificate(authority.leaf("chained", from: "20250101000000Z", until: "20280101000000Z"))
        let whole = CertificateChain(of: leaf, by: [intermediate], to: [root], at: now)
        #expect(whole.certificates == [leaf, intermediate, root] && whole.problem == nil)
        func reason(_ others: [Certificate], _ roots: [Certificate], _ seconds: Double) -> CertificateChain.Reason? {
            CertificateChain(of: leaf, by: others, to: roots, at: Date(timeIntervalSince1970: seconds)).problem?.reason
        }
        #expect(reason([], [root], 1_800_000_000) == .issuerMissing)
        #expect(reason([intermediate], [], 1_800_000_000) == .issuerMissing)
        #expect(reason([intermediate, root], [], 1_800_000_000) == .unknownRoot)
        #expect(reason([intermediate], [root], 1_900_000_000) == .expired)
        #expect(reason([intermediate], [root], 1_700_000_000) == .notYetValid)
        let other = try certificate(authority.otherIntermediate())
        #expect(reason([other], [root], 1_800_000_000) != nil)
    }

    @Test func damagedCertificatesAreRefused() throws {
        let pem = try authority.leaf("damaged")
        let der = try certificate(pem).der
        for length in stride(from: 0, to: der.count, by: 97) {
            #expect(throws: CryptographyError.noCertificate) { try Certificate(der: Array(der.prefix(length))) }
        }
        #expect(throws: CryptographyError.noCertificate) { try Certificate(der: der + [0]) }
        #expect(throws: CryptographyError.noCertificate) { try Certificate.list(in: "no certificate".bytes) }
        #expect(try Certificate.list(in: der) == Certificate.list(in: pem))
    }

    @Test func pkcs12IsReadAndWritten() throws {
        _ = try authority.leaf("bagged")
        for (name, options) in [("new.p12", []), ("old.p12", ["-legacy"])] {
            try authority.workshop.make(
                "openssl",
                [
                    "pkcs12", "-export", "-inkey", "leaf.key", "-in", "bagged.pem", "-certfile", "intermediate.pem",
                    "-passout", "pass:geheim", "-out", name,
                ] + options)
            let bytes = try authority.bytes(name)
            let identity = try SigningIdentity(pkcs12: bytes, password: "geheim")
            #expect(identity.certificate.subject[.userIdentifier] == "pass.org.example.ticket")
            #expect(
                identity.others.map(\.subject.title) == [
                    "Apple Worldwide Developer Relations Certification Authority"
                ])
            #expect(throws: CryptographyError.wantsPassword) { try SigningIdentity(pkcs12: bytes, password: nil) }
            #expect(throws: CryptographyError.wrongPassword) { try SigningIdentity(pkcs12: bytes, password: "x") }
            #expect(throws: CryptographyError.noKey) {
                try SigningIdentity(pkcs12: Array(bytes.prefix(100)), password: "geheim")
            }
            let again = try SigningIdentity(pkcs12: identity.pkcs12(password: "anders"), password: "anders")
            #expect(again.certificate == identity.certificate && again.others == identity.others)
        }
    }

    @Test func keyOfAnotherIsRefused() throws {
        let leaf = try certificate(authority.leaf("foreign"))
        #expect(throws: CryptographyError.keyOfAnother) {
            try SigningIdentity(key: SigningKey.ed25519(), certificates: [leaf])
        }
        #expect(throws: CryptographyError.noCertificate) {
            try SigningIdentity(key: SigningKey.ed25519(), certificates: [])
        }
    }

    /// Lines of LF, of CR LF, and bytes that are no text: without the binary flag a signature of the first would not be of these bytes.
    @Test(arguments: ["{\n  \"a\" : \"b\"\n}\n".bytes, "a\r\nb\r\n".bytes, [0, 255, 10, 13], []])
    func openSSLVerifiesSignatures(content: [UInt8]) throws {
        let identity = try identity("signer")
        let der = try CMSSignature.make(of: content, by: identity, at: now)
        #expect(try CMSSignature.make(of: content, by: identity, at: now) == der)
        let workshop = try Workshop()
        try workshop.write("content", content)
        try workshop.write("signature", der)
        try workshop.write("root.pem", authority.bytes("root.pem"))
        let told = try workshop.run(
            "openssl",
            [
                "cms", "-verify", "-binary", "-inform", "DER", "-in", "signature", "-content", "content", "-CAfile",
                "root.pem", "-purpose", "any", "-out", "verified", "-attime", "1800000000",
            ])
        #expect(told.status == 0, "\(told.text)")
        #expect(try workshop.read("verified") == content)
        let printed = try workshop.make(
            "openssl", ["cms", "-cmsout", "-print", "-inform", "DER", "-in", "signature"])
        // date -u -d @1800000000
        #expect(printed.text.contains("signingTime") && printed.text.contains("Jan 15 08:00:00 2027 GMT"))
        let signature = try #require(CMSSignature(der, of: content))
        #expect(signature.isRight && signature.signer == identity.certificate && signature.signingTime == now)
        #expect(
            Set(signature.certificates) == Set([identity.certificate] + identity.others) && signature.digest == .sha256)
    }

    @Test func signaturesOfOpenSSLAreRead() throws {
        _ = try authority.leaf("elsewhere")
        try authority.workshop.write("content", "{}\n".bytes)
        try authority.workshop.make(
            "openssl",
            [
                "cms", "-sign", "-binary", "-in", "content", "-signer", "elsewhere.pem", "-inkey", "leaf.key",
                "-certfile", "intermediate.pem", "-outform", "DER", "-md", "sha1", "-out", "elsewhere.sig",
            ])
        let der = try authority.bytes("elsewhere.sig")
        let signature = try #require(CMSSignature(der, of: "{}\n".bytes))
        #expect(signature.isRight && signature.digest == .sha1 && signature.signingTime != nil)
        let other = try #require(CMSSignature(der, of: "{}\r\n".bytes))
        #expect(!other.isOfContent && other.isSigned && !other.isRight)
    }

    @Test func moreCertificatesThanAreReadAreRefused() throws {
        let identity = try identity("many")
        let other = try #require(identity.others.first)
        /// The same with another signature, which nobody looks at here.
        func copy(_ number: Int) throws -> Certificate {
            var der = other.der
            der[der.count - 1] ^= UInt8(number)
            return try Certificate(der: der)
        }
        for (count, isRead) in [(Certificate.most - 1, true), (Certificate.most, false)] {
            let der = try CMSSignature.make(
                of: "{}".bytes, by: identity, intermediates: try (0..<count).map { try copy($0) }, at: now)
            #expect((CMSSignature(der, of: "{}".bytes)?.certificates.count == count + 1) == isRead)
            #expect((CMSSignature(der, of: "{}".bytes) == nil) == !isRead)
        }
    }

    @Test func everyChangedByteIsFound() throws {
        let content = "{\"icon.png\":\"da39\"}".bytes
        let identity = try identity("changed")
        let der = try CMSSignature.make(of: content, by: identity, at: now)
        let original = try #require(CMSSignature(der, of: content))
        for place in stride(from: 0, to: der.count, by: 7) {
            var changed = der
            changed[place] ^= 0x10
            guard let signature = CMSSignature(changed, of: content) else { continue }
            // What may change unseen is what the signature is not about: its certificates, which are for their chain to judge.
            guard signature.isRight else { continue }
            #expect(signature.signingTime == original.signingTime, "byte \(place)")
            #expect(signature.signer?.publicKey == original.signer?.publicKey, "byte \(place)")
        }
        #expect(CMSSignature(der + [0], of: content) == nil)
        #expect(CMSSignature([], of: content) == nil)
        #expect(CMSSignature([UInt8](repeating: 0x30, count: CMSSignature.maximumBytes + 1), of: content) == nil)
    }
}

import Cryptography
import Foundation
import Testing

@Suite struct AddressCertificateTests {
    @Test(arguments: [("192.168.1.5", [0x87, 0x04, 192, 168, 1, 5] as [UInt8]), ("fd00::5", [0x87, 0x10, 0xFD])])
    func aCertificateIsForItsAddress(address: String, name: [UInt8]) throws {
        let key = try SigningKey.p256()
        let from = Date(timeIntervalSince1970: 1_800_000_000)
        let validity = from...from.addingTimeInterval(7 * 86400)
        let certificate = try Certificate(ofAddress: address, key: key, validity: validity)
        #expect(certificate.subject[.commonName] == address && certificate.validity == validity)
        #expect(certificate.isIssued(by: certificate) && !certificate.isAuthority)
        #expect(certificate.publicKey?.subjectPublicKeyInfo == key.publicKey.subjectPublicKeyInfo)
        #expect(certificate.hasExtendedUsage("1.3.6.1.5.5.7.3.1"))
        // SEQUENCE of one GeneralName: iPAddress (RFC 5280, 4.2.1.6).
        let names = try #require(certificate.extensionValue("2.5.29.17"))
        #expect(names.dropFirst(2).starts(with: name))
        #expect(certificate.serialNumber.count == 16)
        #expect(try Certificate(ofAddress: address, key: key, validity: validity) != certificate)
    }

    @Test func whatIsNoAddressIsRefused() throws {
        let (key, validity) = (try SigningKey.p256(), Date.now...Date.now.addingTimeInterval(60))
        for text in ["", "example.org", "192.168.1", "192.168.1.5\nDNS:example.org", "192.168.1.5,DNS:example.org"] {
            #expect(throws: CryptographyError.noCertificate) {
                try Certificate(ofAddress: text, key: key, validity: validity)
            }
        }
        #expect(throws: CryptographyError.wrongScheme) {
            try Certificate(ofAddress: "192.168.1.5", key: try SigningKey.ed25519(), validity: validity)
        }
    }
}

import CPixels
import CertificateWorkshop
import Cryptography
import Foundation
import Testing

@testable import Passes

extension String {
    var bytes: [UInt8] { Array(utf8) }
}

/// A PNG of one grey.
func png(_ width: Int, _ height: Int) -> [UInt8] {
    var made: UnsafeMutablePointer<UInt8>?
    var length = 0
    let luma = [UInt8](repeating: 90, count: width * height)
    guard qz_png_write(luma, Int32(width), Int32(height), &made, &length) == 0, let made else { return [] }
    defer { qz_png_free(made) }
    return [UInt8](UnsafeBufferPointer(start: made, count: length))
}

/// Certificates shaped like Apple's, and a signer with them.
struct TestAuthority {
    static let shared = Result { try TestAuthority() }

    let authority: AppleShapedAuthority
    let root: Certificate
    let intermediate: Certificate
    let identity: SigningIdentity
    /// 2027-01-15T08:00:00Z.
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private init() throws {
        authority = try AppleShapedAuthority.shared.get()
        root = try Certificate.list(in: authority.bytes("root.pem"))[0]
        intermediate = try Certificate.list(in: authority.bytes("intermediate.pem"))[0]
        identity = try SigningIdentity(
            key: SigningKey(authority.bytes("leaf.key")),
            certificates: Certificate.list(in: authority.leaf("passes") + authority.bytes("intermediate.pem")))
    }

    var signer: PassSigner { PassSigner(identity: identity, roots: [root]) }

    /// A signer with another certificate of the same key.
    func signer(_ pem: [UInt8], intermediates: [Certificate]? = nil) throws -> PassSigner {
        PassSigner(
            identity: try SigningIdentity(key: identity.key, certificates: Certificate.list(in: pem)),
            intermediates: intermediates ?? [intermediate], roots: [root])
    }

    func check(_ bytes: [UInt8]) -> PassCheck { PassCheck(bytes, roots: [root], at: Self.now) }
}

/// An archive put together byte by byte, so that each of its numbers may be wrong.
struct RawZip {
    struct Entry {
        var name: [UInt8]
        var bytes: [UInt8]
        var localName: [UInt8]?
        var method = 0
        var flags = 0
        var size: Int?
        var checksum: UInt32?
        var offset: Int?
        var attributes = 0

        init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (Array(name.utf8), bytes) }
    }

    var entries: [Entry]
    var prefix: [UInt8] = []
    var suffix: [UInt8] = []
    var count: Int?
    var gap: [UInt8] = []

    init(_ files: [(String, [UInt8])]) { entries = files.map { Entry($0.0, $0.1) } }

    /// CRC-32 bit by bit (ISO 3309), written apart from the product's.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var register: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1 }
        }
        return ~register
    }

    var bytes: [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var body = prefix
        var directory: [UInt8] = []
        for entry in entries {
            let sum = Int(entry.checksum ?? Self.checksum(entry.bytes))
            let size = entry.size ?? entry.bytes.count
            let offset = entry.offset ?? body.count
            let middle =
                little(entry.method, 2) + little(0, 2) + little(0x21, 2) + little(sum, 4)
                + little(entry.bytes.count, 4) + little(size, 4)
            let local = entry.localName ?? entry.name
            body += little(0x0403_4B50, 4) + little(20, 2) + little(entry.flags, 2) + middle
            body += little(local.count, 2) + little(0, 2) + local + entry.bytes
            directory += little(0x0201_4B50, 4) + little(0x0314, 2) + little(20, 2) + little(entry.flags, 2) + middle
            directory += little(entry.name.count, 2) + little(0, 2) + little(0, 2) + little(0, 2) + little(0, 2)
            directory += little(entry.attributes, 4) + little(offset, 4) + entry.name
        }
        body += gap
        let end =
            little(0x0605_4B50, 4) + little(0, 4) + little(count ?? entries.count, 2)
            + little(count ?? entries.count, 2) + little(directory.count, 4) + little(body.count, 4) + little(0, 2)
        return body + directory + end + suffix
    }
}

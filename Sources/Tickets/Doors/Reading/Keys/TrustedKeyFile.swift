import Cryptography
import Files
import Formats
import Foundation
import Glibc

/// A file with public foreign keys:
///
/// - PEM: public keys and certificates, any number; DER: one. A rail carrier's is named by its number and the key's:
///   `1080_00001.pem`.
/// - JSON: a JWK or a set of them (RFC 7517); lists of those who sign health certificates, as `certificates` with `kid`
///   and `rawData`, or as ids with keys (SubjectPublicKeyInfo or certificates in Base64, `subjectPk`, JWKs).
/// - XML: the list of UIC (railpublickey.uic.org).
///
/// Signatures of lists themselves are not verified: whoever gives the file vouches for it.
package enum TrustedKeyFile {
    /// The ends of names that are read in a folder.
    package static let endings = [".pem", ".der", ".cer", ".crt", ".json", ".jwk", ".jwks", ".xml"]

    package static let maximumBytes = 8 << 20

    /// The keys of a file.
    ///
    /// - Returns: the keys, and lines that say which were left out and why.
    /// - Throws: `UserError` with the file's name where it has none.
    package static func read(_ path: String) throws(UserError) -> (keys: [TrustedKey], problems: [String]) {
        let shown = "“\(path.singleLine(limit: 200))”"
        let bytes: [UInt8]
        do throws(RegularFile.ReadError) { bytes = try RegularFile.read(path, atMost: maximumBytes + 1) } catch {
            switch error {
            case .notRegular: throw UserError("\(shown) is a folder or a device: name a file with public keys")
            case .error(let code): throw UserError("\(shown): \(String(cString: strerror(code)))")
            }
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let list = keys(in: bytes, name: name)
        guard !list.keys.isEmpty else {
            throw UserError(
                list.leftOut.first.map { "\(shown): \($0)" }
                    ?? "\(shown) has no public key in it: name a PEM, DER, JWK, JSON or UIC XML file")
        }
        guard let first = list.leftOut.first else { return (list.keys, []) }
        let count = list.leftOut.count
        return (
            list.keys,
            [
                "\(shown): \(count) of its \(count + list.keys.count) keys \(count == 1 ? "is" : "are") left out: \(first)"
            ]
        )
    }

    /// What a file has.
    package struct List {
        let source: String
        package var keys: [TrustedKey] = []
        /// Why each that was left out was.
        package var leftOut: [String] = []

        init(source: String) { self.source = source }

        /// Takes in what `body` makes, or says why not.
        mutating func take(_ body: () throws(UserError) -> (PublicKey, TrustedKey.Facts)) {
            guard keys.count + leftOut.count <= TrustedKeys.most else { return }
            do throws(UserError) {
                let (key, facts) = try body()
                keys.append(try TrustedKey(key, facts, source: source))
            } catch {
                leftOut.append(error.description)
            }
        }
    }

    /// The keys of a file's bytes.
    ///
    /// - Parameter name: the file's name, without its folders.
    package static func keys(in bytes: [UInt8], name: String) -> List {
        var list = List(source: name)
        guard bytes.count <= maximumBytes else {
            list.leftOut.append("it is larger than \(maximumBytes >> 20) MiB: split the list")
            return list
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        switch text.first(where: { !ASCII.isSpace($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): readJSON(text, into: &list)
        case UInt8(ascii: "<"): RailKeyList.read(text, into: &list)
        default:
            if PEMBlocks.line(PEMBlocks.begin, in: text) != nil {
                readPEM(text, into: &list)
            } else {
                readDER(bytes, into: &list)
            }
        }
        return list
    }

    private static func readPEM(_ text: ArraySlice<UInt8>, into list: inout List) {
        let railID = railID(ofName: list.source)
        var blocks = PEMBlocks(text)
        while let (label, block) = blocks.next() {
            list.take { () throws(UserError) in
                guard !label.hasSuffix("PRIVATE KEY") else {
                    throw UserError("it contains a private key, which can make tickets: provide only the public key")
                }
                return try key(block, .init(railID: railID))
            }
        }
    }

    private static func readDER(_ bytes: [UInt8], into list: inout List) {
        // 0x30: a SEQUENCE, as certificates and keys are.
        guard bytes.first == 0x30 else { return }
        let railID = railID(ofName: list.source)
        list.take { () throws(UserError) in try key(bytes, .init(railID: railID)) }
    }

    /// The key of one certificate or public key in PEM or DER.
    static func key(
        _ bytes: [UInt8], _ facts: TrustedKey.Facts
    ) throws(UserError) -> (PublicKey, TrustedKey.Facts) {
        var facts = facts
        do throws(CryptographyError) {
            if let certificate = (try? Certificate.list(in: bytes))?.first, let key = certificate.publicKey {
                facts.certificate = certificate
                return (key, facts)
            }
            return (try PublicKey(bytes), facts)
        } catch {
            throw UserError(error.description)
        }
    }

    /// `1080_00001.pem`.
    private static func railID(ofName name: String) -> RailKeyID? {
        let parts = name.prefix { $0 != "." }.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        guard parts.count == 2, parts[0].utf8.count == 4 else { return nil }
        return RailKeyID(carrier: String(parts[0]), key: String(parts[1]))
    }
}

/// The blocks of a file in PEM (RFC 7468), one after the other.
private struct PEMBlocks {
    static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    /// The next block with its label, such as `PUBLIC KEY`.
    mutating func next() -> (label: String, block: [UInt8])? {
        guard let start = Self.line(Self.begin, in: rest), let last = Self.line(Self.end, in: rest[start...]) else {
            return nil
        }
        let label = rest[(start + Self.begin.count)...].prefix(40).prefix { $0 != UInt8(ascii: "-") }.text
        let end = rest[last...].firstIndex(of: 0x0A) ?? rest.endIndex
        defer { rest = rest[end...] }
        return (label, Array(rest[start..<end]) + [0x0A])
    }

    /// Where the first line begins that begins with `words`.
    static func line(_ words: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        var start = text.startIndex
        while !text[start...].starts(with: words) {
            guard let newLine = text[start...].firstIndex(of: 0x0A) else { return nil }
            start = newLine + 1
        }
        return start
    }
}

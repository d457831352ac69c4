import CertificateWorkshop
import Foundation
import Passes
import Testing

@testable import Services

@Suite struct SigningFilesTests {
    private let authority: AppleShapedAuthority
    private let files: [String: [UInt8]]

    init() throws {
        authority = try AppleShapedAuthority.shared.get()
        let leaf = try authority.leaf("signing-files")
        let key = try authority.bytes(AppleShapedAuthority.File.key)
        let workshop = authority.workshop
        if (try? workshop.read("locked.p12")) == nil {
            try workshop.make(
                "openssl",
                [
                    "pkcs12", "-export", "-in", "signing-files.pem", "-inkey", AppleShapedAuthority.File.key, "-out",
                    "locked.p12", "-passout", "pass:secret",
                ])
        }
        files = [
            "leaf.pem": leaf, "leaf.key": key, "both.pem": leaf + key,
            "root.pem": try authority.bytes(AppleShapedAuthority.File.root),
            "locked.p12": try workshop.read("locked.p12"), "note.txt": Array("not a certificate".utf8),
        ]
    }

    private struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    private func read(_ path: String) throws -> [UInt8] {
        guard let bytes = files[path] else { throw Missing(description: "\(path) is missing") }
        return bytes
    }

    private func noPassword(_ path: String) throws -> String { throw Missing(description: "asked for \(path)") }

    private func message(_ files: SigningFiles, password: (String) throws -> String) -> String {
        do {
            _ = try files.signer(read: read, password: password)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func aCertificateAndItsKeyMayBeOneFileOrTwo() throws {
        let one = try SigningFiles(certificate: "both.pem").signer(read: read, password: noPassword)
        let two = try SigningFiles(certificate: "leaf.pem", key: "leaf.key", roots: ["root.pem"])
            .signer(read: read, password: noPassword)
        for signer in [one, two] {
            #expect(signer.passType == AppleShapedAuthority.passType && signer.team == AppleShapedAuthority.team)
        }
    }

    @Test func aPasswordIsAskedOnlyWhereTheFileIsEncrypted() throws {
        var asked: [String] = []
        _ = try SigningFiles(certificate: "locked.p12").signer(read: read) { path in
            asked.append(path)
            return "secret"
        }
        #expect(asked == ["locked.p12"])
        #expect(message(SigningFiles(certificate: "locked.p12")) { _ in "wrong" }.hasPrefix("locked.p12: "))
    }

    @Test func aFileThatIsWrongIsNamed() {
        #expect(message(SigningFiles(certificate: "note.txt"), password: noPassword).hasPrefix("note.txt: "))
        #expect(
            message(SigningFiles(certificate: "leaf.pem", key: "note.txt"), password: noPassword)
                .hasPrefix("note.txt: "))
        #expect(
            message(SigningFiles(certificate: "both.pem", intermediates: ["note.txt"]), password: noPassword)
                .hasPrefix("note.txt: "))
        #expect(message(SigningFiles(certificate: "gone.pem"), password: noPassword) == "gone.pem is missing")
    }

    @Test func aKeyOfAnotherCertificateIsRefused() throws {
        let other = try authority.workshop.read("other.key")
        let signing = SigningFiles(certificate: "leaf.pem", key: "other.key")
        #expect(throws: (any Error).self) {
            try signing.signer(
                read: { path in path == "other.key" ? other : try self.read(path) }, password: noPassword)
        }
    }

    @Test func pathsAreShownWithoutControlCharacters() {
        let path = "a\u{1B}[31m.pem"
        #expect(throws: (any Error).self) {
            do {
                _ = try SigningFiles(certificate: path).signer(read: { _ in [1, 2, 3] }, password: noPassword)
            } catch {
                #expect(!"\(error)".contains("\u{1B}"))
                throw error
            }
        }
    }
}

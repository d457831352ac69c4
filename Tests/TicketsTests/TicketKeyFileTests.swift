import Foundation
import Payloads
import Testing

@testable import Tickets

@Suite struct TicketKeyFileTests {
    @Test(arguments: TicketScheme.allCases) func aKeyComesBackFromItsFile(_ scheme: TicketScheme) throws {
        var key = TicketKey.new(scheme, id: try #require(TicketKeyID("2026-a")))
        key.event = "Movie \"night\"\\\u{7}"
        key.until = try TicketText(time: "2027-01-01T00:00:00Z", seat: "", serial: "1").time
        let back = try TicketKeyFile.key(TicketKeyFile.text(of: key))
        #expect((back.id, back.scheme, back.event, back.until) == (key.id, key.scheme, key.event, key.until))
        let ticket = try TicketText(time: "2026-12-24T18:00:00Z", seat: "1A", serial: "7")
        #expect(try back.code(of: ticket) == key.code(of: ticket))
    }

    @Test func thePublicHalfHasNothingOfThePrivateOne() throws {
        let key = TicketKey.new(.ed25519, id: try #require(TicketKeyID("k")))
        let half = try #require(key.publicHalf)
        let text = TicketKeyFile.text(of: half)
        #expect(!text.contains("private ="))
        guard case .pair(let seed, _) = key.material else { return }
        #expect(!text.contains(Base64URL.encode(seed)))
        #expect(try !TicketKeyFile.key(text).canSign)
    }

    @Test(arguments: [
        "", "id = 1", "id = \"a b\"\nscheme = \"ed25519\"", "id = \"a\"\nscheme = \"rsa\"",
        "id = \"a\"\nscheme = \"hmac-sha256\"\nsecret = \"AAAA\"",
        "id = \"a\"\nscheme = \"ed25519\"\nprivate = \"AAAA\"",
        "id = \"a\"\nscheme = \"ed25519\"", "id = \"a\"\nscheme = \"salted-sha1\"\nsalt = \"\"", "id = [",
        "id = \"a\"\nscheme = \"salted-sha1\"\nsalt = \"x\"\nuntil = \"tomorrow\"",
    ])
    func damagedFilesAreRefusedInOneLine(_ text: String) {
        #expect {
            try TicketKeyFile.key(text)
        } throws: { error in
            guard let problem = error as? TicketProblem else { return false }
            return !problem.description.isEmpty && !problem.description.contains("\n")
        }
    }

    @Test func aFolderOfKeysIsReadAndOpenFilesAreRefused() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(TicketKeyRing.read(folder: folder).ring.keys.isEmpty)
        let key = TicketKey.new(.ed25519, id: try #require(TicketKeyID("a")))
        let path = try TicketKeyRing.write(key, folder: folder)
        try TicketKeyRing.write(try #require(key.publicHalf), folder: folder)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(throws: TicketProblem.self) { try TicketKeyRing.write(key, folder: folder) }
        let read = TicketKeyRing.read(folder: folder)
        #expect(read.problems.isEmpty)
        // The half that signs is the one that counts.
        #expect(read.ring.keys.map(\.canSign) == [true])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let open = TicketKeyRing.read(folder: folder)
        #expect(open.problems.count == 1)
        #expect(open.problems[0].contains("chmod 600"))
        #expect(open.ring.keys.map(\.canSign) == [false])
    }
}

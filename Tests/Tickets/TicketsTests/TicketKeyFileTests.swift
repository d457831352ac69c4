import Files
import Formats
import Foundation
import Testing

@testable import Tickets

@Suite struct TicketKeyFileTests {
    @Test(arguments: TicketScheme.allCases) func aKeyComesBackFromItsFile(_ scheme: TicketScheme) throws {
        var key = try TicketKey.new(scheme, id: try #require(TicketKeyID("2026-a")))
        key.event = "Movie \"night\"\\\u{7}"
        key.until = try TicketText(time: "2027-01-01T00:00:00Z", seat: "", serial: "1").time
        let back = try TicketKeyFile.key(TicketKeyFile.text(of: key))
        #expect((back.id, back.scheme, back.event, back.until) == (key.id, key.scheme, key.event, key.until))
        let ticket = try TicketText(time: "2026-12-24T18:00:00Z", seat: "1A", serial: "7")
        #expect(try back.code(of: ticket) == key.code(of: ticket))
    }

    @Test func thePublicHalfHasNothingOfThePrivateOne() throws {
        let key = try TicketKey.new(.ed25519, id: try #require(TicketKeyID("k")))
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
            guard let problem = error as? UserError else { return false }
            return !problem.description.isEmpty && !problem.description.contains("\n")
        }
    }

    @Test func aFolderOfKeysIsReadAndOpenFilesAreRefused() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(TicketKeyRing.read(folder: folder).ring.keys.isEmpty)
        let key = try TicketKey.new(.ed25519, id: try #require(TicketKeyID("a")))
        let path = try TicketKeyRing.write(key, folder: folder)
        try TicketKeyRing.write(try #require(key.publicHalf), folder: folder)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(throws: UserError.self) { try TicketKeyRing.write(key, folder: folder) }
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

    /// Else a key would have no end, or be for any event, without a word.
    @Test(arguments: [
        ("until = 2027-01-01T00:00:00Z", "put text in quotes"), ("until = 2027", "its until is not text"),
        ("event = 7", "its event is not text"),
        ("untill = \"2027-01-01T00:00:00Z\"", "“untill”, which keys do not have"),
        ("a" + String(repeating: ".a", count: 8000) + " = 1", "dots"), ("[]", "section"),
        ("event = " + String(repeating: "[", count: 8000), "deep"), ("event = 12:x", "put text in quotes"),
    ])
    func whatIsNotUnderstoodIsRefused(_ line: String, _ words: String) throws {
        let text = "id = \"a\"\nscheme = \"salted-sha1\"\nsalt = \"x\"\n"
        #expect(try TicketKeyFile.key(text).until == nil)
        #expect {
            try TicketKeyFile.key(text + line)
        } throws: { error in
            (error as? UserError)?.description.contains(words) == true
        }
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private static func id(_ text: String) throws -> TicketKeyID { try #require(TicketKeyID(text)) }

    private static func time(_ text: String) throws -> Timestamp {
        try TicketText(time: text, seat: "", serial: "1").time
    }

    @Test func aKeyEndsWhateverItsFileIsCalled() throws {
        try withFolder { folder in
            let (early, late) = (try Self.time("2027-01-01T00:00:00Z"), try Self.time("2028-01-01T00:00:00Z"))
            var half = try #require(try TicketKey.new(.ed25519, id: Self.id("2026-a")).publicHalf)
            try TicketKeyRing.write(half, folder: folder)
            // The same key once more, as it was copied to the door by hand.
            half.until = late
            let copied = folder + "/2026-a-door.ticketkey"
            try TicketKeyFile.text(of: half).write(toFile: copied, atomically: true, encoding: .utf8)
            #expect(TicketKeyRing.read(folder: folder).ring.keys.map(\.until) == [late])
            for time in [early, late] {
                try TicketKeyRing.end(half.id, at: time, folder: folder)
                #expect(TicketKeyRing.read(folder: folder).ring.keys.map(\.until) == [time])
                #expect(try TicketKeyRing.read(copied).until == time)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
        }
    }

    @Test func ofTwoEndsTheFirstCounts() throws {
        try withFolder { folder in
            let (early, late) = (try Self.time("2027-01-01T00:00:00Z"), try Self.time("2028-01-01T00:00:00Z"))
            for (own, others) in [(early, late), (late, early)] {
                var key = try TicketKey.new(.ed25519, id: Self.id("k\(own.milliseconds)"))
                key.until = own
                try TicketKeyRing.write(key, folder: folder)
                var half = try #require(key.publicHalf)
                half.until = others
                try TicketKeyRing.write(half, folder: folder)
            }
            let read = TicketKeyRing.read(folder: folder)
            #expect(read.ring.keys.map(\.until) == [early, early] && read.ring.keys.allSatisfy(\.canSign))
            #expect(read.problems.isEmpty)
        }
    }

    @Test(arguments: TicketScheme.allCases) func noKeyTakesThePlaceOfAnother(_ scheme: TicketScheme) throws {
        try withFolder { folder in
            let id = try #require(TicketKeyID("2026-a"))
            let half = try #require(try TicketKey.new(.ed25519, id: id).publicHalf)
            try TicketKeyRing.write(half, folder: folder)
            let other = try TicketKey.new(scheme, id: id)
            #expect {
                try TicketKeyRing.write(other, folder: folder)
            } throws: { error in
                (error as? UserError)?.description.contains("in “2026-a.public.ticketkey”") == true
            }
            // What was copied into the folder by hand is told.
            let path = folder + "/2026-a.ticketkey"
            try TicketKeyFile.text(of: other).write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            let read = TicketKeyRing.read(folder: folder)
            #expect(read.ring.keys.map(\.canSign) == [false])
            #expect(read.problems.count == 1)
            #expect(
                read.problems[0].contains("“2026-a.ticketkey” has the same id as “2026-a.public.ticketkey”"))
        }
    }

    @Test func aKeyThatHasEndedSignsNothing() throws {
        var key = try TicketKey.new(.hmacSHA256, id: try #require(TicketKeyID("k")))
        key.until = try Self.time("2027-01-01T00:00:00Z")
        let (before, after) = (try Self.time("2026-12-31T23:59:59Z"), try Self.time("2027-01-01T00:00:00Z"))
        _ = try key.code(of: TicketText(time: before, seat: "", serial: "1"))
        try key.checkSigns(at: before)
        #expect(throws: UserError.self) { try key.checkSigns(at: after) }
        #expect {
            try key.code(of: TicketText(time: after, seat: "", serial: "1"))
        } throws: { error in
            let told = (error as? UserError)?.description ?? ""
            return told.contains("key k expires on 2027-01-01T00:00:00Z, and the ticket is for 2027-01-01T00:00:00Z")
        }
    }
}

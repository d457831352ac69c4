import Doors
import Foundation
import Testing

@testable import Services

/// Names of events and their files. The folder itself is the user's: what is made in it is tested end to end.
@Suite struct DoorFolderTests {
    @Test(arguments: [
        ("Movie night", "movie-night"), ("AC/DC", "ac-dc"), ("  Gala — 2026!  ", "gala-2026"), ("Ärzte", "ärzte"),
        ("../../etc/passwd", "../../etc/passwd"), ("a--b", "a-b"),
    ])
    func aNameBecomesAFileOfTheFolder(name: String, slug: String) {
        let path = DoorFolder.path(of: name)
        if name.contains("/") {
            // No event of that name is here, so it is the path that it looks like.
            #expect(path == name)
        } else {
            #expect(path == "\(Paths.doors)/\(slug).door")
        }
    }

    @Test func aPathStaysWhatItIs() {
        #expect(DoorFolder.path(of: "/tmp/party.door") == "/tmp/party.door")
        #expect(DoorFolder.path(of: "party.door") == "party.door")
    }

    @Test func aLongNameStaysAFileName() {
        let path = DoorFolder.path(of: String(repeating: "x", count: 5_000))
        #expect((path.split(separator: "/").last?.utf8.count ?? 0) <= 255)
    }

    @Test(arguments: ["nothing\u{1B}[2J", "no such event"])
    func anEventThatIsNotHereSaysWhatToDo(name: String) {
        do {
            _ = try DoorFolder.open(name)
            Issue.record("an event opened that nobody made")
        } catch {
            #expect("\(error)".contains("there is no event"))
            #expect("\(error)".contains("door new") || "\(error)".contains("there "))
            #expect(!"\(error)".contains("\u{1B}"))
        }
    }

    @Test(arguments: ["", "   ", "!!!", "///"])
    func anEventWithoutLettersOrDigitsCannotBeMade(name: String) {
        #expect(throws: (any Error).self) { try DoorFolder.make(DoorEvent(name: name)) }
    }

    @Test func aKeyThatIsNotHereIsNamed() {
        #expect(DoorFolder.missing(keys: []) == nil)
        let line = DoorFolder.missing(keys: ["no-such-key"])
        #expect(line?.hasPrefix("missing key no-such-key: copy its file into ") == true)
    }
}

@testable import Services
import Capture
import Files
import Foundation
import Frames
import Testing

@Suite struct SaveTargetTests {
    /// A folder for one test, removed afterwards.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/quietzone-\(UUID().uuidString)"
        try #require(Folder.make(folder) == 0)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test func aSourceIsKeptByItsWholePath() throws {
        let here = SaveTarget.resolved(".", name: "")
        for word in ["", "demo", "-", "camera:My webcam", "/dev/video0", "/nowhere/x.png"] {
            #expect(try SourceSetting.absolute(word) == word)
        }
        #expect(try SourceSetting.absolute("labels/x.png") == "\(here)/labels/x.png")
        #expect(try SourceSetting.absolute("./demo") == "\(here)/demo")
        #expect(try SourceSetting.absolute("~/x.png") == Paths.home + "/x.png")
        #expect(throws: SourceError.self) { try SourceSetting.absolute("webcam") }
        // The tests run in the project's folder.
        let name = try #require(Folder.names(in: here)?.first { Folder.isFolder("\(here)/\($0)") })
        #expect(try SourceSetting.absolute(name) == "\(here)/\(name)")
    }

    private func touch(_ path: String) { _ = FileManager.default.createFile(atPath: path, contents: nil) }

    @Test func theNameThatIsProposedIsFree() throws {
        try withFolder { folder in
            #expect(SaveTarget.free("scan.txt", in: folder) == "scan.txt")
            touch(folder + "/scan.txt")
            #expect(SaveTarget.free("scan.txt", in: folder) == "scan-2.txt")
            touch(folder + "/scan-2.txt")
            #expect(SaveTarget.free("scan.txt", in: folder) == "scan-3.txt")
            touch(folder + "/notes")
            #expect(SaveTarget.free("notes", in: folder) == "notes-2")
            touch(folder + "/.hidden")
            #expect(SaveTarget.free(".hidden", in: folder) == ".hidden-2")
        }
    }

    @Test func aFolderAsTargetGetsAFileUnderTheProposedName() throws {
        try withFolder { folder in
            #expect(SaveTarget.resolved(folder, name: "scan.txt") == folder + "/scan.txt")
            #expect(SaveTarget.resolved(folder + "/", name: "scan.txt") == folder + "/scan.txt")
            touch(folder + "/scan.txt")
            #expect(SaveTarget.resolved(folder, name: "scan.txt") == folder + "/scan-2.txt")
            // A file that is named is that file: whoever saves asks before it is overwritten.
            #expect(SaveTarget.resolved(folder + "/scan.txt", name: "other.txt") == folder + "/scan.txt")
        }
    }

    @Test func aPathIsToldInFull() {
        let here = FileManager.default.currentDirectoryPath
        #expect(SaveTarget.resolved("a.txt", name: "b.txt") == here + "/a.txt")
        #expect(SaveTarget.resolved("./sub/../a.txt", name: "b.txt") == here + "/sub/../a.txt")
        #expect(SaveTarget.shown("a.txt", home: "/nowhere") == here + "/a.txt")
        #expect(SaveTarget.shown("/home/u/x/a.txt", home: "/home/u") == "~/x/a.txt")
        #expect(SaveTarget.shown("/home/u", home: "/home/u") == "~")
        #expect(SaveTarget.shown("/tmp/\(FileName.text(of: [0xE9]))", home: "/home/u") == "/tmp/\u{FFFD}")
    }

    @Test func programsAreLookedUpAsTheyAreStarted() throws {
        try withFolder { folder in
            let program = folder + "/opens"
            touch(program)
            #expect(!Programs.contain("opens", path: "/nowhere:\(folder)"), "it cannot be run")
            try #require(chmod(program, 0o700) == 0)
            #expect(Programs.contain("opens", path: "/nowhere:\(folder)"))
            #expect(!Programs.contain("opens", path: "/nowhere"))
            #expect(!Programs.contain("", path: folder), "a folder is no program")
        }
    }
}

@testable import FullScreen
@testable import Services
import Files
import Foundation
import Testing
import Widgets

@Suite struct PathCompletionTests {
    @Test func filesAndFoldersAreFound() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        #expect(Folder.make(root + "/folder") == 0)
        defer { try? FileManager.default.removeItem(atPath: root) }
        for name in ["file", "f\u{10FEFF}"] {
            let descriptor = open("\(root)/\(name)".fileSystemPath, O_CREAT | O_WRONLY, 0o600)
            #expect(close(descriptor) == 0)
        }
        #expect(symlink("folder", root + "/found") == 0)
        #expect(symlink("nothing", root + "/f-lost") == 0)
        let found = PathCompleter.files.candidates(for: root + "/f")
        #expect(found == ["f-lost", "file", "folder/", "found/", "f\u{10FEFF}"].map { "\(root)/\($0)" })
        #expect(PathCompleter.files.candidates(for: root + "/none/").isEmpty)
    }

    @Test func theHomeFolderIsATilde() {
        #expect(UserFolders.expanded("~/a/", home: "/home/me") == "/home/me/a/")
        #expect(UserFolders.expanded("~", home: "/home/me") == "/home/me")
        #expect(UserFolders.expanded("a/~/b", home: "/home/me") == "a/~/b")
        #expect(UserFolders.expanded("~/\u{301}", home: "/home/me") == "/home/me/\u{301}")
        #expect(UserFolders.expanded("~nobody-of-this-name/a", home: "/home/me") == "~nobody-of-this-name/a")
    }
}

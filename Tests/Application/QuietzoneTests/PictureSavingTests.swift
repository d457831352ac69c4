import Capture
import Files
import Foundation
import Frames
import Testing

@testable import Services

@Suite struct PictureSavingTests {
    private let program: Program
    private var folder: String { program.folder.path + "/new/Quietzone" }
    private let metadata = PictureMetadata(
        time: Date(timeIntervalSince1970: 1_795_261_938), timeZone: .gmt, description: "x", software: "y", source: "z")

    init() throws { program = try Program() }

    private func picture() throws -> StillPicture {
        let pool = try FramePool()
        guard let draft = pool.draft(width: 4, height: 3) else { throw UserError("no frame") }
        return StillPicture(draft.finish(sequence: 0))
    }

    @Test func namesAreThoseOfTheTimeAndNoFileIsOverwritten() throws {
        let saving = PictureSaving(folder: folder, format: .png, timeZone: .gmt)
        let paths = try (0..<3).map { _ in try saving.save(picture(), metadata: metadata) }
        #expect(paths == ["", "-2", "-3"].map { "\(folder)/quietzone-20261121-115218\($0).png" })
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)).count == 3)
        for (path, expected) in [(folder, 0o700), (paths[0], 0o600)] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == expected)
        }
        #expect(PictureSaving.name(of: metadata.time, in: TimeZone(secondsFromGMT: -5400)!).hasSuffix("-102218"))
    }

    @Test func aFolderThatCannotBeMadeIsSaidInALine() throws {
        for folder in ["/proc/Pictures/Quietzone", "/dev/null/Quietzone"] {
            let saving = PictureSaving(folder: folder, format: .jpeg)
            do {
                _ = try saving.save(picture(), metadata: metadata)
                Issue.record("\(folder) was made")
            } catch {
                #expect("\(error)".hasPrefix("\(folder) cannot be created"))
                #expect(!"\(error)".contains("\n"))
            }
        }
    }
}

@Suite struct UserFoldersTests {
    private func folder(_ text: String) -> String? {
        UserFolders.folder("XDG_PICTURES_DIR", in: text, home: "/home/me")
    }

    @Test func linesAreReadAsTheStandardSays() {
        #expect(folder("# comment\nXDG_MUSIC_DIR=\"/m\"\nXDG_PICTURES_DIR=\"$HOME/Bilder\"\n") == "/home/me/Bilder")
        #expect(folder("  XDG_PICTURES_DIR=\"/srv/my \\\"pictures\\\"/\"") == "/srv/my \"pictures\"")
        #expect(folder("XDG_PICTURES_DIR=\"/a\"\nXDG_PICTURES_DIR=\"/b\"") == "/b")
    }

    @Test(arguments: [
        "", "XDG_PICTURES_DIR=/a", "XDG_PICTURES_DIR=\"relative\"", "XDG_PICTURES_DIR=\"$HOME\"",
        "XDG_PICTURES_DIR=\"$HOME/\"", "XDG_PICTURES_DIR=\"/unclosed", "XDG_PICTURES_DIR=\"/a\\", "XDG_PICTURES_DIR=\"",
        "#XDG_PICTURES_DIR=\"/a\"", "XDG_PICTURES_DIR_2=\"/a\"", "XDG_PICTURES_DIR=\"$HOMER/a\"",
    ])
    func anythingElseNamesNone(_ text: String) { #expect(folder(text) == nil) }

    @Test func aPathIsShownFromTheHomeFolder() {
        #expect(UserFolders.shown("/home/me/Pictures/q.jpg", home: "/home/me") == "~/Pictures/q.jpg")
        #expect(UserFolders.shown("/home/merle/q.jpg", home: "/home/me") == "/home/merle/q.jpg")
        #expect(UserFolders.shown("/q.jpg", home: "/") == "/q.jpg")
    }

    @Test func theEnvironmentComesFirstThenTheFileThenTheHabit() throws {
        let program = try Program()
        let home = program.folder.path
        #expect(UserFolders.pictures({ ["HOME": home, "XDG_PICTURES_DIR": "/p"][$0] }) == "/p")
        #expect(UserFolders.pictures({ ["HOME": home, "XDG_PICTURES_DIR": "p"][$0] }) == home + "/Pictures")
        _ = try program.file(".config/user-dirs.dirs", Array("XDG_PICTURES_DIR=\"$HOME/Bilder\"\n".utf8))
        #expect(UserFolders.pictures({ ["HOME": home][$0] }) == home + "/Bilder")
        _ = try program.file("c/user-dirs.dirs", Array("XDG_PICTURES_DIR=\"/c\"\n".utf8))
        #expect(UserFolders.pictures({ ["HOME": home, "XDG_CONFIG_HOME": home + "/c"][$0] }) == "/c")
        _ = try program.file("pipe/other", [])
        #expect(mkfifo(home + "/pipe/user-dirs.dirs", 0o600) == 0)
        #expect(UserFolders.pictures({ ["HOME": home, "XDG_CONFIG_HOME": home + "/pipe"][$0] }) == home + "/Pictures")
    }
}

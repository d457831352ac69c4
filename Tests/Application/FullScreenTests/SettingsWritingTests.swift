@testable import FullScreen
@testable import Services
import Config
import Foundation
import Testing

@Suite struct SettingsWritingTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    private var path: String { folder + "/quietzone/config.toml" }
    private let theme = SettingID("display", "theme")

    private func set(_ value: SettingValue, _ id: SettingID? = nil, shown: String) throws -> SettingsWriting.Outcome {
        try SettingsWriting.change(id ?? theme, shown: shown, at: path, commands: Features.commands) {
            try $0.setting(id ?? theme, to: value)
        }
    }

    private func write(_ text: String, mode: Int = 0o644) throws {
        let parent = (path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func read() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func mode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func clean() { try? FileManager.default.removeItem(atPath: folder) }

    @Test func aFileThatIsNotThereIsMadeForThisUserOnly() throws {
        defer { clean() }
        let outcome = try set(.text("light"), shown: "")
        #expect(outcome.text == "[display]\ntheme = \"light\"\n")
        #expect(outcome.settings.theme == .light)
        #expect(try read() == outcome.text)
        #expect(try mode() == 0o600)
    }

    @Test func permissionsStayAndNothingIsLeftBeside() throws {
        defer { clean() }
        try write("# mine\n", mode: 0o640)
        _ = try set(.text("light"), shown: "# mine\n")
        #expect(try mode() == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/quietzone") == ["config.toml"])
    }

    @Test func aLinkStaysALink() throws {
        defer { clean() }
        try write("")
        try FileManager.default.moveItem(atPath: path, toPath: folder + "/dotfile.toml")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../dotfile.toml")
        _ = try set(.text("light"), shown: "")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "../dotfile.toml")
        #expect(try String(contentsOfFile: folder + "/dotfile.toml", encoding: .utf8).contains("light"))
        try FileManager.default.removeItem(atPath: folder + "/dotfile.toml")
        #expect { _ = try set(.text("dark"), shown: "") } throws: { "\($0)".contains("a broken link") }
    }

    @Test func whatOthersHaveChangedIsNotWrittenOver() throws {
        defer { clean() }
        try write("[display]\nmouse = false\n")
        let outcome = try set(.text("light"), shown: "")
        #expect(outcome.isOutdated)
        #expect(outcome.text == "[display]\nmouse = false\n")
        #expect(!outcome.settings.wantsMouse)
        #expect(try read() == outcome.text)
    }

    @Test func whatWouldNotBeReadIsNotWritten() throws {
        defer { clean() }
        let text = "[display]\nmouse = 5\n"
        try write(text)
        #expect { _ = try set(.text("sepia"), shown: text) } throws: { "\($0)".hasPrefix("Must be \"auto\"") }
        #expect {
            _ = try set(.texts(["q"]), SettingID("keys", "freeze"), shown: text)
        } throws: { "\($0)".contains("key q is bound to both") }
        #expect(try read() == text)
        // What was wrong before keeps nobody from changing something else, or from mending it.
        _ = try set(.text("light"), shown: text)
        _ = try set(.bool(true), SettingID("display", "mouse"), shown: try read())
        #expect(try read() == "[display]\nmouse = true\ntheme = \"light\"\n")
    }

    @Test func aBrokenFileIsNotWritten() throws {
        defer { clean() }
        let text = "[display]\ntheme = \n"
        try write(text)
        #expect { _ = try set(.text("light"), shown: text) } throws: { "\($0)".contains("line 2") }
        #expect(try read() == text)
    }

    @Test func aFolderThatCannotBeWrittenSaysSo() throws {
        defer { clean() }
        try write("")
        #expect(getuid() == 0 || chmod((path as NSString).deletingLastPathComponent, 0o500) == 0)
        if getuid() != 0 {
            #expect { _ = try set(.text("light"), shown: "") } throws: { "\($0)".contains("cannot be written") }
        }
        #expect(chmod((path as NSString).deletingLastPathComponent, 0o700) == 0)
    }
}

import Config
import Foundation
import FullScreen
import Testing

/// Config/default.toml is generated from the rows of settings, Config/keys.toml from the table of commands. QUIETZONE_RECORD=1 writes them.
@Suite struct GeneratedFilesTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Config")

    @Test(arguments: [
        ("default.toml", Settings.defaultFile), ("keys.toml", Settings.keysFile(of: Features.commands)),
    ])
    func theFilesInConfigAreUpToDate(name: String, text: String) throws {
        let file = Self.folder.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["QUIETZONE_RECORD"] == "1" {
            try Data(text.utf8).write(to: file)
        } else {
            let isStale = try String(contentsOf: file, encoding: .utf8) != text
            #expect(!isStale, "Config/\(name) is stale: run `make generated`")
        }
    }

    @Test func theFileOfKeysChangesNoKey() {
        let (settings, problems) = Settings.read(
            Settings.keysFile(of: Features.commands), commands: Features.commands)
        let before = Settings.read("", commands: Features.commands).settings.keys
        #expect(problems.isEmpty, "\(problems)")
        for command in Features.commands.commands {
            for context in before.contexts {
                #expect(
                    Set(settings.keys.keys(for: command, in: context)) == Set(before.keys(for: command, in: context)),
                    "\(command.name)")
            }
        }
    }
}

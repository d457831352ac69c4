import Config
import Foundation
import Testing

/// Config/default.toml is generated from the rows of settings. QUIETZONE_RECORD=1 writes them.
@Suite struct GeneratedFilesTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Config")

    @Test(arguments: [("default.toml", Settings.defaultFile)])
    func theFilesInConfigAreUpToDate(name: String, text: String) throws {
        let file = Self.folder.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["QUIETZONE_RECORD"] == "1" {
            try Data(text.utf8).write(to: file)
        } else {
            let isStale = try String(contentsOf: file, encoding: .utf8) != text
            #expect(!isStale, "Config/\(name) is stale: run `make generated`")
        }
    }
}

import Foundation
import Payloads
import Testing

/// The pages in docs/reference and docs/man are generated from the program's tables. QUIETZONE_RECORD=1 writes them.
@Suite struct ReferenceTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Every page by its path.
    private static func pages() throws -> [(path: String, text: String)] {
        let program = try CommandInfo.program()
        let manuals =
            CommandPages.manuals(program) + [
                (name: "quietzone-config.5", text: SettingPages.manual()),
                (name: "quietzone-json.5", text: JSONPages.manual()),
            ]
        return [
            ("docs/reference/commands.md", CommandPages.markdown(program)),
            ("docs/reference/keys.md", KeyPage.markdown()),
            ("docs/reference/settings.md", SettingPages.markdown()),
            ("docs/reference/symbologies.md", SymbologyPage.markdown()),
            ("docs/reference/contents.md", try ContentPage.markdown()),
            ("docs/reference/json.md", JSONPages.markdown(program)),
            ("docs/reference/quietzone.schema.json", try JSONPages.schema()),
        ] + manuals.map { ("docs/man/" + $0.name, $0.text) }
    }

    @Test func thePagesAreUpToDate() throws {
        let records = ProcessInfo.processInfo.environment["QUIETZONE_RECORD"] == "1"
        let pages = try Self.pages()
        for (path, text) in pages {
            let file = Self.root.appendingPathComponent(path)
            if records {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            } else {
                let isStale = (try? String(contentsOf: file, encoding: .utf8)) != text
                #expect(!isStale, "\(path) is stale: run `make generated`")
            }
        }
        for folder in ["docs/reference", "docs/man"] {
            let names = try FileManager.default.contentsOfDirectory(
                atPath: Self.root.appendingPathComponent(folder).path)
            for name in names {
                #expect(
                    pages.contains { $0.path == "\(folder)/\(name)" }, "\(folder)/\(name) is not generated: delete it")
            }
        }
    }

    @Test func theFirstKeysAreCommandsWithKeys() {
        #expect(KeyPage.missing.isEmpty, "\(KeyPage.missing)")
    }

    @Test func everyCommandIsInAGroup() throws {
        let commands = try CommandInfo.program().commands.map(\.commandName)
        #expect(Set(CommandPages.related.flatMap(\.self)) == Set(commands))
        #expect(UserFiles.all.allSatisfy { $0.commands.isSubset(of: commands) })
    }

    @Test func examplesAreOfTheirKinds() {
        for kind in PayloadKind.all {
            if let example = ContentPage.example(of: kind) { #expect(example.kind == kind) }
        }
    }

    @Test func warningsAreFoundInTheSource() throws {
        let warnings = try ContentPage.warnings()
        #expect(
            warnings.contains { $0.name == "userinfo" && $0.message == "… before the @ is a user name. It leads to …." }
        )
        #expect(warnings.allSatisfy { $0.message.hasSuffix(".") }, "\(warnings)")
    }
}

@testable import FullScreen
import Foundation
import Payloads
import Screens
import Surface
import Testing

/// The list of keys in README.md is generated from the table of commands. QUIETZONE_RECORD=1 updates it.
@Suite struct ReadmeTests {
    private static let readme = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("README.md")

    private static var table: String {
        var lines = ["| key | does |", "| --- | --- |"]
        let keys = KeyMap(Features.commands)
        func add(_ title: String, _ rows: [CommandRow]) {
            lines.append("| **\(title)** | |")
            for row in rows where !row.keys.isEmpty {
                let names = row.keys.shownNames.split(separator: "  ").map { "`\($0)`" }.joined(separator: " ")
                lines.append("| \(names) | \(row.help) |")
            }
        }
        func isOfSome(_ row: CommandRow) -> Bool { if case .on = row.place { true } else { false } }
        for context in keys.contexts {
            let own = keys.rows(in: context).filter(isOfSome)
            if !own.isEmpty { add(context.title, own) }
        }
        add("On most screens", Features.commands.rows.filter { !isOfSome($0) })
        return lines.joined(separator: "\n")
    }

    @Test func theKeysInTheReadmeAreThoseOfTheProgram() throws {
        let begin = "<!-- keys: made from Sources/Application/FullScreen/Features -->\n"
        let end = "\n<!-- end of keys -->"
        var text = try String(contentsOf: Self.readme, encoding: .utf8)
        let from = try #require(text.range(of: begin)?.upperBound)
        let to = try #require(text.range(of: end)?.lowerBound)
        if ProcessInfo.processInfo.environment["QUIETZONE_RECORD"] == "1" {
            text.replaceSubrange(from..<to, with: Self.table)
            try Data(text.utf8).write(to: Self.readme)
        } else {
            #expect(text[from..<to] == Self.table, "run the tests with QUIETZONE_RECORD=1")
        }
    }

    @Test func theReadmeNamesTheKindsOfContents() throws {
        let text = try String(contentsOf: Self.readme, encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("| `payload` | `kind` (") })
        let names = line.dropFirst("| `payload` | `kind` (".count).prefix { $0 != ")" }
        #expect(
            names.split(separator: ", ").map(String.init) == PayloadKind.all.map { "`\($0.rawValue)`" })
    }
}

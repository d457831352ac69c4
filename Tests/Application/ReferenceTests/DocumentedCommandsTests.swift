import Foundation
import Testing

@testable import quietzone

/// Each `quietzone …` in a block ```sh or ```console of README.md and docs parses with the program's own parser.
///
/// A line that ends in the comment `# wrong` shows a mistake: it must not parse. Placeholders belong in ```text blocks.
@Suite struct DocumentedCommandsTests {
    struct Line: CustomStringConvertible {
        let place: String
        let text: String

        var description: String { "\(place): \(text)" }
    }

    @Test func everyCommandInTheDocumentsParses() throws {
        var count = 0
        for line in try Self.lines() {
            let isWrong = line.text.hasSuffix("# wrong")
            for arguments in ShellLines.quietzoneArguments(line.text) {
                count += 1
                let problem = Self.problem(arguments)
                if isWrong {
                    #expect(problem != nil, "\(line) parses, but is marked as wrong")
                } else {
                    #expect(problem == nil, "\(line): \(problem ?? "")")
                }
            }
        }
        #expect(count > 100)
    }

    @Test(arguments: [
        ("quietzone read a.png | xargs -0 quietzone explain # words", [["read", "a.png"], ["explain", "x"]]),
        ("sudo HOME=/x quietzone cameras 2>/dev/null && echo quietzone", [["cameras"]]),
        (#"quietzone explain "$(quietzone read 'a b.png')" > "out file""#, [["read", "a b.png"], ["explain", "x"]]),
        ("for f in *; do quietzone read \"$f\" >> x; done", [["read", "$f"]]),
        ("quietzone-x read", []),
        ("quietzone make 'it''s' --text \"a \\\"b\\\"\"", [["make", "its", "--text", "a \"b\""]]),
    ])
    func commandsAreFoundInLinesOfAShell(line: String, arguments: [[String]]) {
        #expect(ShellLines.quietzoneArguments(line) == arguments)
    }

    @Test(arguments: ["histroy list", "read --jsn x.png", "history lst", "make -s", "watch extra"])
    func wrongCommandsDoNotParse(line: String) {
        #expect(Self.problem(line.split(separator: " ").map(String.init)) != nil)
    }

    /// What the parser reports; nil if it takes the arguments.
    private static func problem(_ arguments: [String]) -> String? {
        var arguments = arguments
        // A picture to scan need not be there.
        if let first = arguments.first, !Quietzone.commandNames.contains(first), first.contains("."),
            !first.contains("/"),
            !first.hasPrefix("-")
        {
            arguments[0] = "./" + first
        }
        do {
            _ = try Quietzone.parseAsRoot(arguments)
            return nil
        } catch {
            return Quietzone.exitCode(for: error) == .success ? nil : Quietzone.message(for: error)
        }
    }

    /// The lines of the blocks, those with continuations joined.
    private static func lines() throws -> [Line] {
        let root = ReferenceTests.root
        let names = FileManager.default.enumerator(atPath: root.appendingPathComponent("docs").path)?
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }.sorted()
        return try (["README.md"] + (names ?? [])).flatMap { name in
            lines(of: try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8), in: name)
        }
    }

    private static func lines(of text: String, in name: String) -> [Line] {
        var lines: [Line] = []
        var language: String?
        var open: Line?
        var heredoc: String?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("```") {
                language = language == nil ? String(line.dropFirst(3)) : nil
                (open, heredoc) = (nil, nil)
                continue
            }
            guard language == "sh" || language == "console" else { continue }
            if let end = heredoc {
                if line == end { heredoc = nil }
                continue
            }
            if language == "console", open == nil {
                guard line.hasPrefix("$ ") else { continue }
                line.removeFirst(2)
            } else if language == "console", line.hasPrefix("> ") {
                line.removeFirst(2)
            }
            var whole =
                open.map { Line(place: $0.place, text: $0.text + " " + line) }
                ?? Line(place: "\(name):\(index + 1)", text: line)
            if whole.text.hasSuffix("\\") {
                whole = Line(place: whole.place, text: String(whole.text.dropLast()))
                open = whole
            } else {
                open = nil
                heredoc = whole.text.firstMatch(of: #/<<-?\s*['"]?(\w+)/#).map { String($0.1) }
                lines.append(whole)
            }
        }
        return lines
    }
}

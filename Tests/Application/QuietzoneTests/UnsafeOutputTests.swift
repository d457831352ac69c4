import Foundation
import History
import Symbols
import Testing
import UnsafeText

/// What the program writes on a terminal holds no character of a symbol, a name or a setting that could steer it.
@Suite struct UnsafeOutputTests {
    private let program: Program
    /// Every unsafe character but NUL, which no argument can hold.
    private static let text = UnsafeText.texts(of: 10_000, excluding: ["\0"])[0]
    /// As many as a file's name has room for.
    private static let names = UnsafeText.texts(of: 40, excluding: ["\0"])

    init() throws { program = try Program() }

    /// Runs the program on a terminal, and looks at each byte of what it writes: nothing but text and line ends.
    @discardableResult
    private func expectSafe(
        _ arguments: [String], has wanted: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let terminal = try BareTerminal(program, arguments)
        terminal.read()
        #expect(!terminal.process.isRunning, sourceLocation: sourceLocation)
        let shown = String(decoding: terminal.output, as: UTF8.self)
        let found = UnsafeText.found(in: shown, allowed: ["\r", "\n", "\t"])
        #expect(
            found.isEmpty && !shown.isEmpty, "\(arguments.prefix(2)): \(Set(found).sorted().prefix(20))",
            sourceLocation: sourceLocation)
        if let wanted { #expect(shown.contains(wanted), "\(shown.suffix(300))", sourceLocation: sourceLocation) }
        return shown
    }

    @Test func whatASymbolSays() throws {
        for contents in [
            Self.text, "https://example.org/\(Self.names[0])", "WIFI:S:\(Self.names[1]);T:WPA;P:\(Self.names[2]);;",
        ] {
            for options in [[], ["--json"], ["--secrets"]] { try expectSafe(["explain"] + options + [contents]) }
        }
        for options in [[], ["--json"]] {
            try expectSafe(["gs1"] + options + ["(10)\(Self.names[0])", "(21)\(Self.names[3])"])
        }
        // A picture of it, and one whose name holds them, too.
        for (index, name) in Self.names.prefix(4).enumerated() {
            let path = try program.picture(name.replacing("/", with: "") + ".png", Self.names[index])
            let plain = try program.picture("plain.png", Self.names[index])
            for options in [[], ["--json"], ["--multiline"], ["--null"], ["--verbose"]] {
                try expectSafe(["read"] + options + [path, plain])
            }
            for options in [[], ["--json"], ["--keep"]] { try expectSafe(["watch", "--source", path] + options) }
        }
        try expectSafe(["history", "list"])
    }

    @Test func whatTheHistoryHolds() throws {
        let history = try HistoryStore.open(at: program.folder.path + "/data/quietzone/history.sqlite")
        let corner = Point(x: 0, y: 0)
        let corners = Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)
        for (index, text) in (Self.names + [Self.text, "\0\(Self.text)"]).enumerated() {
            let symbol = Symbol(content: SymbolContent(symbology: .qrCode, text: text), corners: corners)
            let id = try history.add(Scan(time: Date() + Double(index), source: text, symbol: symbol)).id
            try history.setPicture("/tmp/\(Self.names[0]).png", ofScans: [id])
        }
        history.close()
        for options in [
            ["list"], ["list", "--json"], ["export"], ["export", "--format", "csv"], ["export", "--format", "json"],
        ] {
            try expectSafe(["history"] + options)
        }
    }

    @Test func whatACollectionHolds() async throws {
        let items = try (Self.names + [Self.text]).enumerated().map { index, text in
            let value = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
            return """
                {"code":"\(index) "}
                {"code":\(value),"values":{"name":\(value),"place":\(value),"page":\(value),"genre":\(value)}}
                """
        }
        let file = try program.file("items.json", Array(items.joined(separator: "\n").utf8))
        #expect(try await program.run(["collection", "import", "stock", file]).status == 0)
        let name = Self.names[0].filter { $0.isLetter }
        for arguments in [
            ["list"], ["list", "--json"], ["show", "stock"], ["show", "stock", "--json"], ["show", "stock", "--csv"],
            ["export", "stock"], ["export", "stock", "--format", "json"], ["export", "stock", "--format", "discogs"],
            ["check", "stock", file], ["open", "stock", Self.text], ["set", "stock", Self.text, "note=x"],
            ["add", "stock", Self.text], ["remove", "stock", Self.text], ["show", Self.names[1]],
            ["new", Self.names[1]], ["new", "x\(name)"], ["import", "stock", "/none/" + Self.names[2]],
            ["add", "stock", "x", "--best-before", Self.names[3]], ["set", "stock", "x", Self.names[3]],
        ] { try expectSafe(["collection"] + arguments) }
    }

    @Test func errorsNoticesAndSettings() throws {
        for name in Self.names {
            let path = program.folder.path + "/" + name
            try expectSafe(["read", path], has: "No such file")
            try expectSafe(["explain", "--bytes", path], has: "No such file")
            try expectSafe(["config", "check", path], has: "does not exist")
            try expectSafe(["read", "--verbose", program.folder.path, path])
        }
        for name in Self.names.prefix(3) {
            let path = program.folder.path + "/" + name
            for arguments in [
                ["watch", "--source", path], ["gs1", name], ["--\(name)"], [name], ["read", "--only", name],
                ["explain", "--symbology", name, "x"], ["make", "--symbology", name, "x"],
                ["make", "-s", "ean-13", name],
                ["make", "--level", name, "x"], ["make", "x", "-o", path + "/no-folder/x.png"], ["cameras", name],
                ["print", name], ["print", "x", "--sheet", name, "-o", program.folder.path + "/x.pdf"],
                ["print", "x", "--roll", name, "-o", program.folder.path + "/x.pdf"],
                ["print", "x", "--roll", "62", "--printer", name, "--yes"],
                ["print", name, "--series", "{1..2}{", "--roll", "62", "-o", program.folder.path + "/x.pdf"],
                ["print", "x", "--roll", "62", "--text", name, "-o", program.folder.path + "/x.pdf", "--force"],
                ["print", "x", "--roll", "62", "-o", path + ".pdf"], ["printers", name],
                ["history", "delete", name],
                ["history", "export", "-o", path + "/no-folder/x.csv"], ["history", "export", "--format", name],
            ] { try expectSafe(arguments) }
            let settings =
                "\"\(name.filter { $0 != "\n" && $0 != "\r\n" && $0 != "\r" })\" = 1\n[display]\ntheme = \"\(name)\"\n"
            try expectSafe(["config", "check", try program.file("settings.toml", Array(settings.utf8))])
            try expectSafe(["config", "check", try program.file(name, Array("[display]\ntheme = 1\n".utf8))])
        }
    }

    /// The screen steers the terminal itself; what it was told stays text, and no title is set.
    @Test func theFullScreen() throws {
        for name in Self.names.prefix(4) {
            let path = try program.picture(name + ".png", name)
            let terminal = try BareTerminal(program, ["--source", path])
            _ = terminal.shows("saved")
            terminal.type("l")
            terminal.read(seconds: 1)
            terminal.type("q")
            terminal.read()
            let shown = String(decoding: terminal.output, as: UTF8.self)
            // The program's own sequences are of ASCII.
            let own: Set<Unicode.Scalar> = ["\u{1B}", "\r", "\n", "\t", "\u{8}", "\u{7}", "\u{E}", "\u{F}"]
            let found = UnsafeText.found(in: shown, allowed: own)
            #expect(found.isEmpty, "\(Set(found).sorted().prefix(20))")
            for title in ["\u{1B}]0;", "\u{1B}]1;", "\u{1B}]2;", "\u{1B}k"] { #expect(!terminal.has(title)) }
        }
        let log = program.folder.path + "/state/quietzone/quietzone.log"
        let noted = try String(contentsOfFile: log, encoding: .utf8)
        #expect(UnsafeText.found(in: noted, allowed: ["\n"]).isEmpty)
    }
}

import Foundation
import History
import Symbols
import Testing

/// The history without a screen.
@Suite struct HistoryCommandTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test func aQueryWhoseQuotesTheShellRemovedIsExplained() async throws {
        let path = try program.picture("a.png", "plain")
        #expect(try await program.run(["watch", "--session", "Aisle 4", "--source", path]).status == 0)
        #expect(try await program.run(["history", "list", "session:\"Aisle 4\""]).status == 0)
        for command in [["list"], ["export", "--format", "csv"]] {
            let result = try await program.run(["history"] + command + ["session:Aisle 4"])
            #expect(result.errors.contains("write 'session:\"Aisle 4\"'"), "\(result.errors)")
        }
    }

    @Test func aStartWithoutATerminalMakesNoSession() async throws {
        let result = try await program.run(["--session", "Aisle 4"])
        #expect(result.status == 2 && result.errors.contains("is not a terminal"), "\(result.errors)")
        #expect(try await program.run(["history", "sessions"]).output.isEmpty)
    }

    @Test func keptScansAreListedExportedAndDeleted() async throws {
        let hostile = "=HYPERLINK(\"http://evil.example\";\"x\")"
        for (name, text) in [("a", hostile), ("b", "plain")] {
            let path = try program.picture("\(name).png", text)
            #expect(try await program.run(["watch", "--keep", "--source", path]).status == 0)
        }
        let list = try await program.run(["history", "list"])
        #expect(list.output.split(separator: "\n").count == 2)
        #expect(list.output.split(separator: "\n").first?.contains("plain") == true)
        let csv = try await program.run(["history", "export", "--format", "csv"])
        #expect(csv.output.contains("'=HYPERLINK"))
        #expect(!csv.output.contains(",=HYPERLINK"))
        let lines = try await program.run(["history", "export"])
        #expect(lines.output.split(separator: "\n").count == 2)
        let file = try await program.run(["history", "export", "-o", "out.json"])
        #expect(file.status == 0)
        let array = try JSONSerialization.jsonObject(with: Data(try program.text("out.json").utf8)) as? [[String: Any]]
        #expect(array?.count == 2)
        #expect(array?.first?["text"] as? String == hostile)
        #expect(try await program.run(["history", "export", "-o", "out.json"]).status == 2)
        #expect(try await program.run(["history", "export", "-o", "out.json", "--force"]).status == 0)
        #expect(try await program.run(["history", "delete", "1"]).status == 2)
        let back = "; `quietzone history restore` can bring back deleted scans for 30 days\n"
        #expect(try await program.run(["history", "delete", "1", "--yes"]).output == "1 deleted" + back)
        #expect(try await program.run(["history", "delete", "--all", "--yes"]).output == "1 deleted" + back)
        #expect(try await program.run(["history", "list"]).status == 1)
        #expect(try await program.run(["history", "restore", "1"]).output == "1 restored\n")
        #expect(try await program.run(["history", "list"]).output.hasPrefix("1\t"))
        #expect(try await program.run(["history", "forget", "--all", "--yes"]).output == "2 deleted for good\n")
        #expect(try await program.run(["history", "restore", "--all"]).status == 1)
        // Nothing is asked about nothing.
        #expect(try await program.run(["history", "delete", "7"]).output == "0 deleted\n")
    }

    @Test func numbersAloneMeanScans() async throws {
        for (name, text) in [("a", "first"), ("b", "holds 7777777"), ("c", "last")] {
            let path = try program.picture("\(name).png", text)
            #expect(try await program.run(["watch", "--keep", "--source", path]).status == 0)
        }
        func numbers(_ arguments: [String]) async throws -> [Substring] {
            try await program.run(["history"] + arguments).output.split(separator: "\n").compactMap {
                $0.split(separator: "\t").first
            }
        }
        #expect(try await numbers(["list", "1"]) == ["1"])
        #expect(try await numbers(["list", "1", "3"]) == ["3", "1"])
        #expect(try await numbers(["list", "text:7777777"]) == ["2"])
        #expect(try await numbers(["list", "\"7777777\""]) == ["2"])
        #expect(try await numbers(["list", "--count", "text:7777777"]) == ["1"])
        #expect(try await numbers(["search", "id:2"]) == ["2"])
        let csv = try await program.run(["history", "export", "1", "--format", "csv", "--columns", "id,text"])
        #expect(csv.output == "id,text\r\n1,first\r\n")
        #expect(try await program.run(["history", "stats", "1"]).output.hasPrefix("1 scan, 1 piece\n"))
        #expect(try await program.run(["history", "tag", "1", "--add", "late"]).output == "1 scan changed\n")
        let missing = try await program.run(["history", "list", "7777777"])
        #expect(missing.status == 1 && missing.output.isEmpty)
        #expect(missing.errors.contains("no scan 7777777: write text:7777777 to find a number in a text"))
    }

    @Test func thePicturesOfScansAreKeptWhereThatIsSet() async throws {
        let path = try program.picture("a.png", "with picture")
        #expect(try await program.run(["watch", "--keep", "--source", path]).status == 0)
        #expect(program.pictures.isEmpty)
        _ = try program.file("config/quietzone/config.toml", Array("[pictures]\nkeep-scans = true\n".utf8))
        #expect(try await program.run(["watch", "--keep", "--source", path]).status == 0)
        #expect(try await program.run(["watch", "--source", path]).status == 0)
        #expect(program.pictures.count == 1)
        let saved = try #require(program.pictures.first)
        #expect(try await program.run(["read", saved]).output == "with picture\n")
        let lines = try await program.run(["history", "export"]).output.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(!lines[0].contains("\"picture\":"))
        #expect(lines[1].contains("\"picture\":\"\(saved)\""))
        #expect(try await program.run(["history", "export", "--all-columns"]).output.contains(",\(saved),1,"))
    }

    @Test(arguments: [[], ["--all-columns"]]) func anExportedTableAddsNothingToItsHistory(options: [String])
        async throws
    {
        let path = try program.picture("a.png", "twice")
        for _ in 0..<2 { #expect(try await program.run(["watch", "--keep", "--source", path]).status == 0) }
        #expect(try await program.run(["history", "tag", "1", "--add", "late shift", "--add", "b"]).status == 0)
        let table = program.folder.path + "/scans.csv"
        #expect(try await program.run(["history", "export", "-o", table] + options).status == 0)
        let text = try String(contentsOfFile: table, encoding: .utf8)
        #expect(text.hasPrefix(options.isEmpty ? "time,text,symbology,quantity,session,tags,note\r\n" : "id,time,"))
        #expect(text.contains("\"late shift, b\"") || text.contains("\"b, late shift\""))
        #expect(try await program.run(["history", "import", table]).status == 0)
        #expect(try await program.run(["history", "list", "--count"]).output == "2\n")
        #expect(try await program.run(["history", "list", "--count", "tag:\"late shift\""]).output == "1\n")
    }

    @Test func thePicturesOfScansGoWithThem() async throws {
        _ = try program.file("config/quietzone/config.toml", Array("[pictures]\nkeep-scans = true\n".utf8))
        for name in ["a", "b"] {
            let path = try program.picture("\(name).png", name)
            #expect(try await program.run(["watch", "--keep", "--source", path]).status == 0)
        }
        // Two scans that share a saved picture, and one with a picture outside the program's folder.
        let history = try HistoryStore.open(at: program.folder.path + "/data/quietzone/history.sqlite")
        let shared = try #require(try history.entry(1)?.picture)
        let own = try program.picture("own.png", "own")
        for (text, picture) in [("c", shared), ("d", own)] {
            let id = try history.add(Scan(time: Date(), source: "x", symbol: Self.symbol(text))).id
            try history.setPicture(picture, ofScans: [id])
        }
        history.close()
        #expect(try await program.run(["history", "delete", "3", "--yes"]).status == 0)
        #expect(try await program.run(["history", "forget", "1", "--yes"]).output == "1 deleted for good\n")
        #expect(program.pictures.count == 2, "another scan's, too, which is in the bin")
        #expect(
            try await program.run(["history", "forget", "3", "--yes"]).output == "1 deleted for good, with 1 picture\n")
        #expect(program.pictures.count == 1)
        #expect(!program.pictures.contains(shared))
        let rest = try await program.run(["history", "forget", "--all", "--yes"])
        #expect(rest.status == 2)
        #expect(rest.output == "2 deleted for good, with 1 picture\n")
        #expect(program.pictures.isEmpty)
        #expect(
            rest.errors.contains("the picture \(own) stays: it is not in \(program.folder.path)/pictures/Quietzone"))
        #expect(FileManager.default.fileExists(atPath: own))
    }

    private static func symbol(_ text: String) -> Symbol {
        let place = Point(x: 0, y: 0)
        return Symbol(
            content: SymbolContent(symbology: .qrCode, text: text),
            corners: Quadrilateral(topLeft: place, topRight: place, bottomRight: place, bottomLeft: place))
    }

    @Test func theHistoryIsForItsOwnerOnly() async throws {
        let path = try program.picture("a.png", "secret")
        _ = try await program.run(["watch", "--keep", "--source", path])
        let folder = program.folder.path + "/data/quietzone"
        func mode(_ path: String) throws -> Int {
            try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
        }
        #expect(try mode(folder) == 0o700)
        #expect(try mode(folder + "/history.sqlite") == 0o600)
    }
}

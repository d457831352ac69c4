import Foundation
import LoopbackServers
import Testing

/// `collection`, as scripts use it.
@Suite struct CollectionCommandTests {
    let program: Program

    init() throws { program = try Program() }

    private func run(_ arguments: String..., input: String = "") async throws -> Program.Result {
        try await program.run(["collection"] + arguments, input: Array(input.utf8))
    }

    private func importList(_ text: String) async throws {
        let path = try program.file("list.csv", Array(text.utf8))
        #expect(try await program.run(["products", "import", path]).status == 0)
    }

    @Test func aPantryFromTheFirstScanToWhatExpires() async throws {
        try await importList("gtin,name,brand\n4006381333931,Marker,Stabilo\n")
        #expect(try await run("list").status == 1)
        #expect(try await run("new", "pantry").status == 0)
        let added = try await run(
            "add", "pantry", "-", input: "4006381333931\r\n\n(01)04006381333931(17)200131(10)A7\n4006381333931\nS-1\n")
        #expect(added.status == 0, "\(added.errors)")
        #expect(
            added.output == """
                added\t4006381333931\t1\tStabilo Marker
                added\t4006381333931\t1\tStabilo Marker
                raised\t4006381333931\t2\tStabilo Marker
                added\tS-1\t1\t

                """)
        #expect(try await run("list").output == "pantry\tpantry\t3\t4\n")
        let shown = try await run("show", "pantry")
        #expect(shown.status == 0)
        #expect(
            shown.output == """
                4006381333931\t1\t2020-01-31\tStabilo Marker
                4006381333931\t2\t\tStabilo Marker
                S-1\t1\t\t

                """)
        #expect(
            try await run("show", "pantry", "--within", "7").output == "4006381333931\t1\t2020-01-31\tStabilo Marker\n")
        #expect(try await run("show", "pantry", "lot:A7", "stabilo").output.hasPrefix("4006381333931\t1\t2020"))
        let none = try await run("show", "pantry", "cheese")
        #expect((none.status, none.output) == (1, ""))
        let json = try await run("show", "pantry", "--expiring", "--json").output
        #expect(json.contains(#""best-before":"2020-01-31","values":{"lot":"A7"},"facts":{"name":"Marker""#))
    }

    @Test func ofARecordOneIsEnough() async throws {
        _ = try await run("new", "Records", "--template", "music", "--sections", "genre,artist")
        let added = try await run(
            "add", "records", "0042284583626", "--name", "Pink Moon", "--set", "artist=Nick Drake", "--set",
            "genre=Folk", "--condition", "NM", "--place", "Shelf 1")
        #expect(added.output == "added\t0042284583626\t1\tNick Drake – Pink Moon\n")
        let again = try await run("add", "Records", "042284583626")
        #expect(again.status == 1)
        #expect(again.output == "already there\t0042284583626\t1\tNick Drake – Pink Moon\n")
        #expect(try await run("set", "Records", "--again", "count", "--order", "year").status == 0)
        #expect(try await run("add", "Records", "042284583626").output.hasPrefix("raised\t0042284583626\t2\t"))
        let changed = try await run("set", "Records", "042284583626", "year=1972", "quantity=1", "place=")
        #expect(changed.output == "changed\t0042284583626\t1\tNick Drake – Pink Moon (1972)\n")
        let csv = try await run("show", "Records", "--csv").output
        #expect(csv.hasPrefix("code,quantity,best-before,name,creator,genre,year,format,place,condition,added\r\n"))
        #expect(csv.contains("\r\n0042284583626,1,,Pink Moon,Nick Drake,Folk,1972,,,NM,20"))
        #expect(try await run("remove", "Records", "042284583626").output.hasPrefix("removed\t0042284583626\t0\t"))
        #expect(try await run("show", "Records").status == 1)
    }

    @Test func fieldsThatNobodyAnnouncedAreFound() async throws {
        _ = try await run("new", "stock")
        _ = try await run("add", "stock", "S-1", "--set", "colour=Dark blue")
        #expect(try await run("show", "stock", "colour:blue").output == "S-1\t1\t\t\n")
        #expect(try await run("show", "stock", "colour:red").status == 1)
    }

    @Test func nobodyIsAskedUnlessAProviderIsOn() async throws {
        let server = try AnswerServer { _ in
            .json(
                #"{"product":{"product_name":"Mar\u001b[31mker"},"result":{"id":"product_found"}}"#)
        }
        let settings = "[provider.open-food-facts]\naddress = \"\(server.address)\"\n"
        _ = try program.file("config/quietzone/config.toml", Array(settings.utf8))
        _ = try await run("new", "stock")
        #expect(try await run("add", "stock", "4006381333931").output == "added\t4006381333931\t1\t\n")
        #expect(server.requests.isEmpty)
        let on = "[lookup]\nproviders = [\"open-food-facts\"]\n" + settings
        _ = try program.file("config/quietzone/config.toml", Array(on.utf8))
        #expect(try await run("add", "stock", "4006381333931", "--offline").output.hasPrefix("raised"))
        #expect(server.requests.isEmpty)
        #expect(try await run("add", "stock", "4006381333931").output == "raised\t4006381333931\t3\tMar [31mker\n")
        #expect(try await run("add", "stock", "4006381333931").status == 0)
        #expect(server.requests.count == 1)
    }

    /// A name that comes later is shown, though nobody adds the item again.
    @Test func namesThatBecomeKnownAreShown() async throws {
        _ = try await run("new", "stock")
        _ = try await run("add", "stock", "4006381333931")
        try await importList("gtin,name,url\n4006381333931,Marker,https://example.org/m\n")
        #expect(try await run("show", "stock").output == "4006381333931\t1\t\tMarker\n")
        let page = try await run("open", "stock", "4006381333931")
        #expect((page.status, page.output) == (0, "https://example.org/m\n"))
        _ = try await run("add", "stock", "S-1")
        #expect(try await run("open", "stock", "S-1").status == 1)
        #expect(try await run("open", "stock", "S-2").status == 2)
    }

    @Test func aCheckListIsCompared() async throws {
        _ = try await run("new", "stock")
        _ = try await run("add", "stock", "4006381333931", "-n", "2")
        _ = try await run("add", "stock", "S-9", "--name", "\u{1B}[31m")
        let list = try program.file("expected.csv", Array("code,quantity,name\n4006381333931,3,Pens\nS-1,1,\n".utf8))
        let result = try await run("check", "stock", list)
        #expect(result.status == 1)
        #expect(
            result.output == """
                missing\t3\t2\t4006381333931\tPens
                missing\t1\t0\tS-1\t
                surplus\t0\t1\tS-9\t[31m

                """)
        let whole = try program.file("whole.csv", Array("04006381333931,2\n".utf8))
        #expect(try await run("check", "stock", whole, "--json").status == 0)
        #expect(try await run("check", "stock", "-", "--csv", input: "S-9\n").output.hasPrefix("text,name,expected"))
        #expect(try await run("check", "stock", program.folder.path + "/none").status == 2)
    }

    @Test(arguments: ["csv", "json", "discogs", "goodreads", "librarything", "openlibrary"])
    func whatIsExportedComesBack(format: String) async throws {
        _ = try await run("new", "Books", "--template", "books")
        _ = try await run(
            "add", "Books", "0-306-40615-2", "S-1", "--name", "=1+1, \"quoted\"", "--set", "author=@x;=2")
        let file = "books.\(format)"
        let export = try await run("export", "Books", "--format", format, "-o", file)
        #expect(export.status == 0, "\(export.errors)")
        #expect(export.output == "2 items written to \(file)\n")
        if format != "json" { #expect(try program.text(file).contains("\"'=1+1, \"\"quoted\"\"\"")) }
        #expect(try await run("export", "Books", "--format", format, "-o", file).status == 2)
        #expect(try await run("export", "Books", "--format", format, "-o", file, "--force").status == 0)
        let other = try await run("import", "Other", file)
        #expect(other.status == 0, "\(other.errors)")
        #expect(other.output == "“Other”: 2 added (\(format))\n")
        #expect(try await run("import", "Other", file).output == "“Other”: 0 added, 2 already there (\(format))\n")
        #expect(try await run("show", "Other").output == run("show", "Books").output)
        let items = try await run("show", "Other", "--json").output
        #expect(items.contains(#""creator":"@x;=2","name":"=1+1, \"quoted\"""#), "\(items)")
    }

    @Test func aFileWithoutItemsMakesNoCollection() async throws {
        for text in ["code,name\n", "code,quantity\nA,many\n"] {
            let result = try await run("import", "Nothing", try program.file("nothing.csv", Array(text.utf8)))
            #expect(result.status == 2)
            #expect(result.errors.contains("nothing.csv has no items"))
        }
        #expect(!(try await run("list").output.contains("Nothing")))
    }

    @Test func rowsThatCannotBeReadAreNamed() async throws {
        let file = try program.file("bad.csv", Array("code,quantity\nA,1\nB,\u{1B}[31m\n,2\n".utf8))
        let result = try await run("import", "stock", file)
        #expect(result.status == 1)
        #expect(result.output == "“stock”: 1 added (csv)\n")
        #expect(result.errors.contains("bad.csv, line 3: “�[31m” is not a quantity"))
        #expect(result.errors.contains("line 4: no code"))
        #expect(result.errors.contains("2 rows could not be read"))
        #expect(try await run("import", "stock", "--format", "discgs", file).errors.contains("Did you mean discogs?"))
        let other = try program.file("other.csv", Array("gtin,name\n4006381333931,x\n".utf8))
        let discogs = try await run("import", "stock", "--format", "discogs", other)
        #expect(discogs.status == 2)
        #expect(discogs.errors.contains("the file is not an export of Discogs"))
        #expect(try await run("import", "stock", program.folder.path + "/none").status == 2)
    }

    @Test func labelsArePrintedFromTheExport() async throws {
        _ = try await run("new", "stock")
        _ = try await run("add", "stock", "S-1", "--name", "Lamp")
        let csv = try await run("export", "stock")
        let made = try await program.run(
            ["make", "--csv", "-", "-o", "label-{}.png", "{code}"], input: csv.bytes)
        #expect(made.status == 0, "\(made.errors)")
        #expect(try await program.run(["read", "label-1.png"]).output == "S-1\n")
    }

    @Test func aCollectionIsDeletedAfterAYes() async throws {
        _ = try await run("new", "stock")
        _ = try await run("add", "stock", "S-1")
        let asked = try await run("delete", "stock")
        #expect(asked.status == 2)
        #expect(asked.errors.contains("needs confirmation: use --yes"))
        #expect(try await run("delete", "--yes", "Stock").output == "“stock” deleted, 1 item\n")
        #expect(try await run("list").status == 1)
    }

    @Test func collectionsStayWhenTheHistoryIsCleared() async throws {
        _ = try await run("new", "stock")
        _ = try await run("add", "stock", "S-1")
        _ = try await program.run(["history", "forget", "--all", "--yes"])
        #expect(try await run("show", "stock").output == "S-1\t1\t\t\n")
    }

    @Test func mistakesAreOneLine() async throws {
        _ = try await run("new", "stock")
        for (arguments, words) in [
            (["show", "stok"], "Did you mean stock?"), (["add", "stock", "4.00638E+12"], "spreadsheet has shortened"),
            (["add", "stock", "A", "--best-before", "01/02/2027"], "is not a date: use 2027-01-31"),
            (["add", "stock", "A", "--set", "note"], "write field=value"),
            (["set", "stock", "A", "place=x"], "“A” is not in “stock”"),
            (["set", "stock", "A", "code=B"], "code cannot be changed"),
            (["new", "stock"], "the collection “stock” already exists"), (["new", " "], "a collection's name has"),
            (["show", "stock", "--sort", "a=b"], "is not a field name"),
            (["remove", "stock", "A", "--quantity", "0"], "--quantity must be a number"),
        ] {
            let result = try await program.run(["collection"] + arguments)
            #expect(result.status == 2, "\(arguments)")
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").filter { $0.hasPrefix("quietzone: ") }.count == 1)
        }
    }

    @Test func aDamagedFileIsOneLine() async throws {
        _ = try program.file("data/quietzone/collections.sqlite", Array(String(repeating: "nonsense", count: 100).utf8))
        for arguments in [["list"], ["show", "stock"], ["add", "stock", "A"], ["new", "stock"]] {
            let result = try await program.run(["collection"] + arguments)
            #expect(result.status == 2)
            #expect(result.errors.contains("collections.sqlite cannot be used (file is not a database)"))
            #expect(result.errors.split(separator: "\n").count == 1)
        }
    }

    @Test func programsThatAddAtOnceLoseNothing() async throws {
        _ = try await run("new", "stock")
        let program = program
        try await withThrowingTaskGroup(of: Program.Result.self) { group in
            for number in 0..<4 {
                let input = (0..<20).map { "own-\(number)-\($0)\nshared\n" }.joined()
                group.addTask { try await program.run(["collection", "add", "stock", "-"], input: Array(input.utf8)) }
            }
            for try await result in group { #expect(result.status == 0, "\(result.errors)") }
        }
        #expect(try await run("list").output == "stock\tstock\t81\t160\n")
    }

    @Test func helpFitsOneScreen() async throws {
        for command in [
            "", "list", "new", "show", "add", "set", "remove", "check", "open", "export", "import", "delete",
        ] {
            let arguments = ["collection", command].filter { !$0.isEmpty }
            let help = try await program.run(arguments + ["--help"], extra: ["COLUMNS": "100"]).output
            #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 45, "\(command)")
        }
    }
}

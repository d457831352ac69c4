import Foundation
import Testing

/// `quietzone print` and `quietzone printers`.
@Suite struct PrintCommandTests {
    let program: Program

    init() throws { program = try Program() }

    private func bytes(_ name: String) -> [UInt8] {
        (try? Data(contentsOf: program.folder.appendingPathComponent(name))).map { [UInt8]($0) } ?? []
    }

    private func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: program.folder.path + "/" + name)
    }

    @Test func aSeriesIsPrintedOnASheet() async throws {
        let arguments = ["print", "--series", "S-{0001…0250}", "--sheet", "L7160", "--text", "{code}", "--dpi", "600"]
        let made = try await program.run(arguments + ["-o", "sheet.pdf"])
        #expect(made.status == 0)
        #expect(made.output.hasPrefix("250 labels on 12 sheets of Avery L7160; "))
        #expect(bytes("sheet.pdf").starts(with: Array("%PDF-1.4\n".utf8)))
        #expect(try await program.run(arguments + ["-o", "-"]).bytes == bytes("sheet.pdf"))
        let again = try await program.run(arguments + ["-o", "sheet.pdf"])
        #expect(again.status == 2 && again.errors.contains("--force"))
    }

    @Test func rowsAndLinesAreTemplates() async throws {
        let table = try program.file("rows.csv", Array("sku,name\n4711,Tea\n4712,\"Coffee, black\"\n".utf8))
        let made = try await program.run([
            "print", "https://x.example/{sku}", "--csv", table, "--sheet", "5160", "--text", "{name}", "-o", "-",
        ])
        let text = String(decoding: made.bytes, as: UTF8.self)
        #expect(text.contains("(Tea) Tj") && text.contains("(Coffee, black) Tj"))
        let lines = try await program.run(
            ["print", "--lines", "-", "--sheet", "3474", "--text-above", "({line})", "-o", "-"],
            input: Array("one\ntwo\n".utf8))
        #expect(String(decoding: lines.bytes, as: UTF8.self).contains("(\\(two\\)) Tj"))
    }

    @Test func whatCannotBePrintedIsOneLineAndNoFile() async throws {
        let table = try program.file("rows.csv", Array("sku,name\n4711,漢\n".utf8))
        for (arguments, told) in [
            (["x", "-o", "a.pdf"], "labels are needed"),
            (["--sheet", "3474", "-o", "a.pdf"], "nothing to print"),
            (["x", "--sheet", "nonesuch", "-o", "a.pdf"], "--list-sheets"),
            (["x", "--sheet", "3474", "--start", "25", "-o", "a.pdf"], "has 24 labels"),
            (["{x}", "--csv", table, "--sheet", "3474", "-o", "a.pdf"], "there are {sku}, {name}"),
            (["x", "--sheet", "3474", "-o", "a.zpl"], "ZPL is for rolls"),
            (["x", "--roll", "62", "-o", "a.doc"], "--format"),
            (["x", "--roll", "62", "-o", "missing/a.pdf"], "Create its folder first"),
            (["x", "--roll", "62", "--printer", "socket://127.0.0.1:1"], "--yes"),
            (
                ["x", "--sheet", "3474", "--printer", "socket://127.0.0.1:1", "--format", "pdf", "--yes"],
                "zpl, epl or escpos"
            ),
            (["--series", "{1..9}", "--sheet", "3474", "--module-width", "9", "-o", "a.pdf"], "label 1: its code is"),
            (["--csv", "missing.csv", "--sheet", "3474", "-o", "a.pdf"], "cannot be read"),
        ] {
            let failed = try await program.run(["print"] + arguments)
            #expect(failed.status == 2, "\(arguments)")
            #expect(failed.errors.contains(told), "\(failed.errors)")
            #expect(failed.errors.split(separator: "\n").count == 1, "\(failed.errors)")
        }
        #expect(!isThere("a.pdf") && !isThere("a.zpl"))
        let chinese = try await program.run(
            ["print", "--csv", table, "--sheet", "3474", "--text", "{name}", "-o", "b.pdf"])
        #expect(chinese.status == 0, "\(chinese.errors)")
        #expect(String(decoding: bytes("b.pdf"), as: UTF8.self).contains("/ActualText <feff6f22>"))
        let empty = try await program.run(
            ["print", "--csv", "-", "--sheet", "3474", "-o", "a.pdf"], input: Array("sku\n".utf8))
        #expect(empty.status == 1 && !isThere("a.pdf"))
    }

    @Test func ownSheetsAreInTheSettings() async throws {
        let settings = """
            [label.pantry]
            columns = 2
            rows = 3
            label = "90x80"
            gutter-x = 5
            """
        let folder = program.folder.appendingPathComponent("config/quietzone")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(settings.utf8).write(to: folder.appendingPathComponent("config.toml"))
        let made = try await program.run(["print", "x", "--count", "7", "--sheet", "pantry", "-o", "own.pdf"])
        #expect(made.output.hasPrefix("7 labels on 2 sheets of pantry"), "\(made.errors)")
        #expect(try await program.run(["print", "--list-sheets"]).output.contains("pantry\tA4\t2 × 3"))
    }

    @Test func aPageIsShown() async throws {
        let shown = try await program.run(["print", "hello", "--roll", "62x29", "--preview"])
        #expect(shown.status == 0)
        #expect(shown.output.contains("█"))
    }

    @Test func aFullDiskLeavesNothing() async throws {
        // A limit of the size of files stands for a full disk: the write fails as it does there.
        let line =
            "ulimit -f 20; exec \"$0\" print --series '{1..500}' --sheet L7651 -o full.pdf 2>errors"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", line, Program.executable]
        process.currentDirectoryURL = program.folder
        try process.run()
        process.waitUntilExit()
        let errors = String(decoding: bytes("errors"), as: UTF8.self)
        #expect(process.terminationStatus == 2)
        #expect(errors.split(separator: "\n").count == 1 && errors.contains("Free some space"), "\(errors)")
        #expect(!isThere("full.pdf"))
    }

    @Test func labelsFollowATemplate() async throws {
        let table = try program.file(
            "prices.csv", Array("ean,name,price,qty\n4006381333931,Tea,2.99,2\n4006381333948,Oats,1.49,0\n".utf8))
        let made = try await program.run([
            "print", "--template", "price", "--csv", table, "--count", "{qty}", "-o", "-",
        ])
        let text = String(decoding: made.bytes, as: UTF8.self)
        #expect(made.status == 0, "\(made.errors)")
        #expect(text.matches(of: #/\(2\.99\) Tj/#).count == 2 && !text.contains("1.49"))
        let shown = try await program.run(["print", "--show-template", "shelf"])
        let own = try program.file("own.toml", shown.bytes + Array("[[text]]\ntext = \"{nonesuch}\"\n".utf8))
        for (arguments, told) in [
            (["--template", own, "--csv", table, "-o", "a.pdf"], "no row has a field “{nonesuch}”"),
            (["--template", "prise", "--csv", table, "-o", "a.pdf"], "did you mean price?"),
            (
                ["--template", "price", "--csv", table, "--count", "{name}", "-o", "a.pdf"],
                "is not a whole number from 0"
            ),
            (["--template", "price", "--csv", table, "--offset", "-60,0", "-o", "a.pdf"], "is not an offset"),
            (["--collection", "nonesuch", "--roll", "62x29", "-o", "a.pdf"], "there is no collection"),
        ] {
            let failed = try await program.run(["print"] + arguments)
            #expect(failed.status == 2 && failed.errors.contains(told), "\(failed.errors)")
            #expect(failed.errors.split(separator: "\n").count == 1, "\(failed.errors)")
        }
        #expect(!isThere("a.pdf"))
    }

    @Test func itemsOfACollectionArePrinted() async throws {
        #expect(try await program.run(["collection", "new", "Shop", "--template", "stock"]).status == 0)
        let added = try await program.run(
            ["collection", "add", "Shop", "4006381333931", "--name", "Tea", "--price", "2.99"])
        #expect(added.status == 0, "\(added.errors)")
        let made = try await program.run(["print", "--template", "price", "--collection", "Shop", "-o", "-"])
        #expect(made.status == 0, "\(made.errors)")
        #expect(String(decoding: made.bytes, as: UTF8.self).contains("(2.99) Tj"))
    }
}

import Foundation
import Symbols
import Testing

/// `quietzone read`, files in place of a source, and what shells complete.
@Suite struct ReadCommandTests {
    private let program: Program

    init() throws { program = try Program() }

    @Test func aSymbolIsOneLineUnlessItsLinesAreWanted() async throws {
        let path = try program.picture("event.png", "BEGIN:VEVENT\r\nSUMMARY:Tea\nEND:VEVENT")
        let marked = try await program.run(["read", path])
        #expect(marked.output == "BEGIN:VEVENT␍␊SUMMARY:Tea␊END:VEVENT\n")
        let whole = try await program.run(["read", "--multiline", path])
        #expect(whole.output == "BEGIN:VEVENT\r\nSUMMARY:Tea\nEND:VEVENT\n")
        let json = try await program.run(["read", "--json", path])
        #expect(json.output.contains("BEGIN:VEVENT\\r\\nSUMMARY"))
    }

    @Test func nulsEndExactContents() async throws {
        let event = try program.picture("event.png", "BEGIN:VEVENT\r\nSUMMARY:Tea\n")
        let other = try program.picture("other.png", "a: b")
        for option in ["-0", "--null"] {
            #expect(try await program.run(["read", option, event]).output == "BEGIN:VEVENT\r\nSUMMARY:Tea\n\0")
        }
        let both = try await program.run(["read", "-0", event, other])
        #expect(both.output == "\(event)\0BEGIN:VEVENT\r\nSUMMARY:Tea\n\0\(other)\0a: b\0")
        let inside = try await program.run(["read", "-0", try program.picture("nul.png", "a\0b")])
        #expect(inside.output == "a␀b\0")
        #expect(inside.errors.contains("contains a NUL, shown as ␀"))
        for other in ["--json", "--multiline"] {
            let refused = try await program.run(["read", "-0", other, event])
            #expect(refused.status != 0 && refused.errors.contains("use either"))
        }
        for shell in ["bash", "zsh", "fish"] {
            #expect(try await program.run(["--generate-completion-script", shell]).output.contains("null"), "\(shell)")
        }
    }

    @Test func picturesThatGaveNothingAreNamedAndFoldersWalked() async throws {
        let blank = Array("P5 64 64 255\n".utf8) + [UInt8](repeating: 255, count: 4096)
        let first = try program.picture("tree/b/2.png", "two")
        let second = try program.picture("tree/b/10.png", "ten")
        let empty = try program.file("tree/a.pgm", blank)
        _ = try program.file("tree/notes.txt", Array("no picture\n".utf8))
        _ = try program.picture("tree/.hidden.png", "hidden")
        let folder = program.folder.path + "/tree"
        let read = try await program.run(["read", "--verbose", folder])
        #expect(read.status == 0)
        #expect(read.output == "\(first): two\n\(second): ten\n")
        #expect(read.errors.contains("\(empty): no code found"))
        #expect(read.errors.contains("\(folder)/notes.txt: not a picture"))
        #expect(!read.errors.contains("hidden"))
        #expect(try await program.run(["read", "--quiet", folder]).errors.isEmpty)
        #expect(
            try await program.run(["read", folder]).errors.hasSuffix(
                "skipped \(folder)/notes.txt, which is not a picture\n"))
        _ = try program.file("tree/b/more.txt", [])
        let counted = try await program.run(["read", folder])
        #expect(counted.errors.hasSuffix("skipped 2 files that are not pictures: --verbose names them\n"))
        #expect(counted.errors.split(separator: "\n").count == 2, "\(counted.errors)")
        let nothing = try await program.run(["read", empty, "-"], input: blank)
        #expect(nothing.status == 1)
        #expect(nothing.errors.split(separator: "\n").count == 2, "\(nothing.errors)")
        #expect(nothing.errors.contains("standard input: no code found"))
    }

    @Test func aNameOfSeveralLinesTakesOne() async throws {
        let odd = try program.picture("two\nlines\u{1B}.png", "says")
        let plain = try program.picture("plain.png", "this")
        let folder = program.folder.path
        let read = try await program.run(["read", odd, plain])
        #expect(read.output == "\(folder)/two␊lines␛.png: says\n\(plain): this\n")
        #expect(try await program.run(["read", "--multiline", odd, plain]).output == read.output)
        // Exact where it cannot be mistaken.
        #expect(try await program.run(["read", "-0", odd, plain]).output == "\(odd)\0says\0\(plain)\0this\0")
        let blank = Array("P5 64 64 255\n".utf8) + [UInt8](repeating: 255, count: 4096)
        let nothing = try await program.run(["read", try program.file("a\nb.pgm", blank)])
        #expect(nothing.errors == "quietzone: \(folder)/a␊b.pgm: no code found\n")
    }

    @Test func symbologiesAreNamedTogetherAndOneByOne() async throws {
        let path = try program.picture("a.png", "a")
        for only in [["qr-code,ean-13"], ["ean-13", "--only", "qr-code"], ["ean-13", "--only", "itf,qr-code"]] {
            #expect(try await program.run(["read", "--only"] + only + [path]).output == "a\n", "\(only)")
        }
        #expect(try await program.run(["read", "--only", "ean-13", "--only", "itf", path]).status == 1)
    }

    @Test func filesAreSourcesToo() async throws {
        let path = try program.picture("a.png", "a")
        for arguments in [[path], [path, path], [program.folder.path]] {
            let result = try await program.run(arguments, extra: ["TERM": "xterm"])
            #expect(result.errors.contains("quietzone watch"), "a terminal is wanted next: \(result.errors)")
        }
        let wrong = try await program.run(["nonsense"])
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("neither a command nor a file"), "\(wrong.errors)")
        #expect(try await program.run(["--source", "demo", path]).errors.contains("use either"))
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func filesAndValuesAreCompleted(_ shell: String) async throws {
        let script = try await program.run(["--generate-completion-script", shell])
        #expect(script.status == 0)
        let files = ["bash": "__quietzone_add_completions -f", "zsh": ":PATH:_files", "fish": "' -rF"][shell] ?? "?"
        #expect(script.output.contains(files), "no files")
        // Of the command that need not be named, too.
        let added =
            ["bash": "        _quietzone_scan\n        ;;", "zsh": "_files && ret=0", "fish": "-eq 1' -F"][shell] ?? "?"
        #expect(script.output.contains(added), "no files without a command")
        for value in ["photo", "---completion read -- --only", "thorough", "ndjson", "windows-1251"] {
            #expect(script.output.contains(value), "\(value)")
        }
    }

    @Test func readPrintsWhatEachPictureSays() async throws {
        let web = try program.picture("web.png", "https://example.org/a?b=1")
        let one = try await program.run(["read", web])
        #expect(one.status == 0)
        #expect(one.output == "https://example.org/a?b=1\n")
        #expect(one.errors.isEmpty)
        let product = try program.picture("product.png", "9781617292156", as: .ean13)
        let two = try await program.run(["read", web, product])
        #expect(two.output == "\(web): https://example.org/a?b=1\n\(product): 9781617292156\n")
    }

    @Test func readPrintsManyPicturesInTheOrderGiven() async throws {
        var paths: [String] = []
        for number in 1...9 { paths.append(try program.picture("label\(number).png", "LOT-\(number)", as: .code128)) }
        paths.insert("/nowhere/x.png", at: 4)
        let result = try await program.run(["read"] + paths)
        #expect(result.status == 2)
        #expect(result.errors.contains("/nowhere/x.png"))
        #expect(result.output == (1...9).map { "\(program.folder.path)/label\($0).png: LOT-\($0)\n" }.joined())
    }

    @Test func anAddOnStandsBehindItsNumber() async throws {
        let path = try program.picture("book.png", "9781617292156+51299", as: .ean13)
        #expect(try await program.run(["read", path]).output == "9781617292156 +51299\n")
        #expect(try await program.run(["read", "--json", path]).output.contains("\"addOn\":\"51299\""))
    }
}

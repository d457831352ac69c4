import Encoding
import Foundation
import History
import Testing

/// `quietzone make`.
@Suite struct MakeCommandTests {
    let program: Program

    init() throws { program = try Program() }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: program.folder.path + "/" + name)
    }

    @Test(arguments: ["qr-code", "aztec", "data-matrix", "pdf417", "code-128", "maxicode"])
    func whatIsMadeIsRead(kind: String) async throws {
        let made = try await program.run(["make", "--symbology", kind, "QZ 0815"])
        #expect(made.status == 0)
        #expect(made.bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
        #expect(try await program.run(["read", "--effort", "thorough", "-"], input: made.bytes).output == "QZ 0815\n")
        #expect(try await program.run(["make", "-s", kind, "QZ 0815"]).bytes == made.bytes)
    }

    @Test func bytesAreHeldAsTheyAre() async throws {
        for bytes in [Array("a\nb\r\n\u{0}c é 漢\n".utf8), (0...255).map { UInt8($0) }] {
            let made = try await program.run(["make", "-"], input: bytes)
            let read = try await program.run(["read", "--json", "-"], input: made.bytes)
            #expect(read.output.contains("\"bytes\":\"\(Data(bytes).base64EncodedString())\""))
        }
        let path = try program.file("content.bin", [0xE9, 0x00, 0xFF])
        let made = try await program.run(["make", "-s", "data-matrix", "--bytes", path])
        #expect(
            try await program.run(["read", "--json", "-"], input: made.bytes).output.contains("\"bytes\":\"6QD/\""))
    }

    @Test func aFilesEndingSaysHow() async throws {
        let beginnings = [
            "png": "\u{89}PNG", "svg": "<?xml", "pdf": "%PDF-1.4", "eps": "%!PS", "txt": " ", "ascii": " ",
        ]
        for (ending, beginning) in beginnings {
            #expect(try await program.run(["make", "hello", "-o", "code.\(ending)"]).status == 0)
            let bytes = try Data(contentsOf: program.folder.appendingPathComponent("code.\(ending)"))
            #expect(bytes.starts(with: beginning.unicodeScalars.map { UInt8($0.value) }), "\(ending)")
        }
        let again = try await program.run(["make", "other", "-o", "code.png"])
        #expect(again.status == 2)
        #expect(again.errors.contains("--force"))
        #expect(try await program.run(["make", "other", "-o", "code.png", "--force"]).status == 0)
        #expect(try await program.run(["read", "code.png"]).output == "other\n")
        #expect(try await program.run(["make", "x", "-o", "code.jpg"]).errors.contains("use --format"))
        let text = try await program.run(["make", "x", "--format", "text"])
        #expect(text.output.contains("█▀▀▀▀▀█"))
    }

    @Test func aRefusalIsOneLineAndLeavesNothing() async throws {
        for (arguments, told) in [
            (["-s", "ean-13", "4012345678900"], "the check digit should be 1"),
            (["-s", "ean-13", "ABCDEFGHIJKLMNOPQRSTU"], "Code 39 and Code 93 can encode it"),
            (["--size", "1", String(repeating: "x", count: 99)], "QR Code cannot"),
            (["--mask", "9", "x"], "its mask is one of"), (["-s", "maxicode", "x", "--format", "text"], "hexagons"),
            ([String(repeating: "x", count: 100_000)], "100000 bytes"), ([""], "it is empty"),
        ] {
            let result = try await program.run(["make", "-o", "no.png"] + arguments)
            #expect(result.status == 2)
            #expect(result.errors.hasPrefix("quietzone: ") && result.errors.contains(told), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1)
            #expect(!exists("no.png"))
        }
        let large = try await program.run(["make", "-"], input: [UInt8](repeating: 0, count: 1 << 20))
        #expect(large.status == 2)
        #expect(large.errors.contains("1048576 bytes"))
        for arguments in [
            ["-s", "nothing", "x"], ["--part", "x", "y"], ["--check-given", "x"], ["--dark", "x", "y"], [],
        ] {
            #expect(try await program.run(["make"] + arguments).status == 2)
        }
    }

    @Test func aLineIsACode() async throws {
        let lines = Array("one\r\ntwo\n\u{0}\nfour".utf8)
        let made = try await program.run(["make", "-s", "code-128", "--lines", "-", "-o", "l-{}.png"], input: lines)
        #expect(made.status == 0)
        #expect(try await program.run(["read", "l-1.png"]).output == "one\n")
        #expect(try await program.run(["read", "l-4.png"]).output == "four\n")
        let wrong = try await program.run(
            ["make", "-s", "ean-8", "--lines", "-", "-o", "e-{}.png"], input: Array("96385074\nno\n".utf8))
        #expect(wrong.status == 2)
        #expect(wrong.errors.hasPrefix("quietzone: line 2: EAN-8 cannot encode this text"))
        #expect(exists("e-1.png") && !exists("e-2.png"))
        #expect(try await program.run(["make", "--lines", "-", "-o", "e.png"]).status == 2)
        _ = try program.file("lines.txt", Array("A-1\n\nB-2\n".utf8))
        let named = try await program.run([
            "make", "--lines", "lines.txt", "https://example.org/{line}/{n}", "-o", "n-{}.png",
        ])
        #expect(named.status == 0 && named.errors.isEmpty)
        #expect(try await program.run(["read", "n-2.png"]).output == "https://example.org/B-2/2\n")
        #expect(!exists("n-3.png"))
        // The option says the same in both commands.
        func help(_ command: String) async throws -> [Substring] {
            let words = try await program.run([command, "--help"]).output.split(whereSeparator: \.isWhitespace)
            let start = try #require(
                words.indices.dropLast().first { words[$0] == "--lines" && words[$0 + 1] == "<FILE>" })
            return Array(words[start...].prefix(18))
        }
        #expect(try await help("make") == help("print"))
    }

    @Test func eachRowOfATableIsACode() async throws {
        let table = Array("sku,name\r\nA-1,\"one, two\"\r\nB-2,three\r\n".utf8)
        _ = try program.file("stock.csv", table)
        let made = try await program.run([
            "make", "--csv", "stock.csv", "-o", "c-{}.png", "https://example.org/{sku}/{n}",
        ])
        #expect(made.status == 0)
        #expect(try await program.run(["read", "c-2.png"]).output == "https://example.org/B-2/2\n")
        let first = try await program.run(["make", "-s", "code-128", "--csv", "-", "-o", "f-{}.png"], input: table)
        #expect(first.status == 0)
        #expect(try await program.run(["read", "f-1.png"]).output == "A-1\n")
        let unknown = try await program.run(["make", "--csv", "stock.csv", "-o", "u-{}.png", "{price}"])
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("no row has a field “{price}”") && !exists("u-1.png"))
        let wrong = try await program.run(["make", "-s", "ean-8", "--csv", "stock.csv", "-o", "w-{}.png"])
        #expect(wrong.status == 2)
        #expect(wrong.errors.hasPrefix("quietzone: row on line 2: EAN-8 cannot encode this text"))
    }

    @Test func whatWasMadeBeforeIsListedMadeAgainAndForgotten() async throws {
        let history = try HistoryStore.open(at: program.file("data/quietzone/history.sqlite", []))
        try history.keep(
            MadeCode(kind: "data-matrix", bytes: Array("made before".utf8), isText: true, summary: "made before"))
        history.close()
        let listed = try await program.run(["make", "--made"])
        #expect(listed.output.hasSuffix("\tdata-matrix\tmade before\n") && listed.output.hasPrefix("1\t"))
        #expect(try await program.run(["make", "--again", "1", "-o", "again.png"]).status == 0)
        #expect(try await program.run(["read", "again.png"]).output == "made before\n")
        #expect(try await program.run(["make", "--forget", "1"]).status == 0)
        #expect(try await program.run(["make", "--made"]).output.isEmpty)
        let gone = try await program.run(["make", "--again", "1"])
        #expect(gone.status == 2 && gone.errors.contains("no made code has the number 1"))
    }

    @Test func jsonAndTheListTellOfIt() async throws {
        let json = try await program.run(["make", "--level", "H", "--size", "5", "--mask", "2", "hello", "--json"])
        #expect(
            json.output
                == #"{"kind":"qr-code","title":"QR Code","symbology":"qr-code","bytes":5,"width":37,"height":37,"quietZone":[4,4],"version":"5","level":"H","mask":2,"byteCapacity":44,"capacity":44,"capacityUnit":"characters"}"#
                + "\n")
        let list = try await program.run(["make", "--list"]).output
        for kind in SymbolKind.all { #expect(list.contains("\(kind.name) ")) }
        #expect(list.contains("    --level L M Q H\n"))
        #expect(list.contains("    --carrier POSTCODE/COUNTRY/CLASS\n") && list.contains("    --bearer bars box\n"))
    }

    @Test func aTerminalShowsTheCodeInBlackOnWhite() throws {
        let terminal = try BareTerminal(program, ["make", "hi"])
        terminal.read()
        let lines = String(decoding: terminal.output, as: UTF8.self).split(separator: "\r\n")
        #expect(lines.count == 15)
        #expect(lines.allSatisfy { $0.hasPrefix("\u{1B}[38;5;16;48;5;231m") && $0.hasSuffix("\u{1B}[0m") })
    }

    @Test func barsThatAreTooWideAreDrawnInHalvesOfCells() throws {
        let halves = try BareTerminal(program, ["make", "-s", "ean-13", "4012345678901"], columns: 80)
        halves.read()
        #expect(halves.has("▐") && halves.has("012345"))
        let narrow = try BareTerminal(
            program, ["make", "-s", "qr-code", String(repeating: "x", count: 300)], columns: 40)
        narrow.read { $0.has("the terminal 40") }
        #expect(narrow.has("characters wide, but the terminal only 40: make it wider, or write a file with -o"))
        #expect(!narrow.has("█"))
    }

    @Test func whatDoesNotReadBackIsTold() async throws {
        let plain = try await program.run(["make", "-s", "code-39", "+A+B", "-o", "plus.png"])
        #expect(plain.status == 0)
        #expect(plain.errors.contains("quietzone: it does not read back: it reads as 2 bytes instead of 4"))
        #expect(plain.errors.contains("read +A as “a”"))
        let unchecked = try await program.run(["make", "-s", "code-39", "+A+B", "-o", "plus2.png", "--no-check"])
        #expect(!unchecked.errors.contains("read back"))
        #expect(try await program.run(["make", "hello", "-o", "h.png"]).errors.isEmpty)
    }

    @Test func compositesAndCarrierMessagesAreMade() async throws {
        let made = try await program.run(["make", "-s", "ean-13-composite", "4012345678901|(10)AB", "-o", "c.png"])
        #expect(made.status == 0 && made.errors.isEmpty)
        #expect(try await program.run(["read", "c.png"]).output.contains("4012345678901"))
        let wrong = try await program.run(["make", "-s", "ean-13-composite", "4012345678901", "-o", "d.png"])
        #expect(wrong.status == 2 && wrong.errors.contains("no | between") && !exists("d.png"))
        let parcel = try await program.run(
            ["make", "-s", "maxicode", "--carrier", "152382802/840/001", "hello", "-o", "m.png"])
        #expect(parcel.status == 0 && parcel.errors.isEmpty)
        let text = try await program.run(["read", "m.png"]).output
        #expect(text.contains("152382802") && text.contains("840") && text.hasSuffix("hello\n"))
        let box = try await program.run(["make", "-s", "itf-14", "--bearer", "box", "15400141288763", "-o", "i.png"])
        #expect(box.status == 0)
        #expect(try await program.run(["read", "i.png"]).output == "15400141288763\n")
    }

    @Test func coloursThatReadersDoNotTellApartAreNamed() async throws {
        let made = try await program.run(["make", "--dark", "#ddd", "x"])
        #expect(made.status == 0)
        #expect(made.errors.contains("scanners need at least 40 %"))
        let dots = try await program.run(["make", "--dpi", "203", "x", "-o", program.folder.path + "/x.pdf"])
        #expect(dots.errors.contains("3 dots per module at 203 dpi"))
    }
}

import Encoding
import Foundation
import SeededRandomness
import Testing

/// Compares modules with what zint's own command makes, for all kinds: those above all that nobody here reads.
@Suite(.enabled(if: ZintCommand.isInstalled, "the program zint is not installed: apt install zint"))
struct ZintCommandTests {
    /// libzint's numbers of the kinds, as its manual has them, and what its command needs besides.
    static let kinds: [(name: String, number: Int, arguments: [String])] = [
        ("ean-13", 13, []), ("ean-8", 13, []), ("upc-a", 34, []), ("upc-e", 37, []), ("isbn", 69, []),
        ("ean-5", 13, []),
        ("ean-2", 13, []), ("code-128", 20, []), ("code-39", 8, []), ("code-39-extended", 9, []), ("code-93", 25, []),
        ("code-11", 1, ["--vers=2"]), ("itf", 3, []), ("itf-14", 89, []), ("standard-2-of-5", 2, []),
        ("industrial-2-of-5", 7, []), ("iata-2-of-5", 4, []), ("data-logic-2-of-5", 6, []), ("msi", 47, []),
        ("codabar", 18, []), ("telepen", 32, []), ("telepen-numeric", 87, []), ("pharmacode", 51, []),
        ("pharmacode-two-track", 53, []), ("fim", 49, []), ("gs1-128", 16, ["--gs1parens"]), ("databar", 29, []),
        ("databar-truncated", 29, []), ("databar-limited", 30, []), ("databar-expanded", 31, ["--gs1parens"]),
        ("databar-stacked-omnidirectional", 80, []), ("gs1-qr-code", 58, ["--gs1", "--gs1parens"]),
        ("micro-qr-code", 97, []), ("gs1-rmqr-code", 145, ["--gs1", "--gs1parens"]),
        ("data-matrix", 71, ["--square"]),
        ("gs1-data-matrix", 71, ["--gs1", "--gs1parens", "--square"]), ("aztec", 92, []),
        ("gs1-aztec", 92, ["--gs1", "--gs1parens"]), ("aztec-rune", 128, []), ("maxicode", 57, ["--mode=4"]),
        ("dotcode", 115, []),
        ("gs1-dotcode", 115, ["--gs1", "--gs1parens"]), ("han-xin", 116, []), ("pdf417", 55, []),
        ("compact-pdf417", 56, []),
        ("micro-pdf417", 84, []), ("plessey", 86, []), ("channel-code", 140, []), ("bc412", 146, []),
        ("flattermarken", 28, []), ("usps-imb", 85, []), ("postnet", 40, []), ("planet", 82, []), ("rm4scc", 70, []),
        ("kix", 90, []), ("mailmark", 121, []), ("australia-post", 63, []), ("australia-post-reply-paid", 66, []),
        ("australia-post-routing", 67, []), ("australia-post-redirection", 68, []), ("japan-post", 76, []),
        ("cepnet", 54, []), ("daft", 93, []), ("korea-post", 77, []), ("dp-leitcode", 21, []), ("dp-identcode", 22, []),
        ("dpd", 96, []), ("ean-14", 72, []), ("sscc-18", 75, []), ("pzn", 52, []), ("code-32", 129, []),
        ("logmars", 50, []), ("vin", 73, []), ("hibc-code-128", 98, []), ("hibc-code-39", 99, []),
        ("hibc-qr-code", 104, []), ("hibc-data-matrix", 102, ["--square"]), ("hibc-aztec", 112, []),
        ("hibc-pdf417", 106, []), ("hibc-micro-pdf417", 108, []), ("upnqr", 143, []), ("code-one", 141, []),
        ("grid-matrix", 142, []),
    ]

    /// Kinds that are compared elsewhere: by `choicesAreThoseOfTheCommand`, and what older commands do not make.
    private static let others: Set = [
        "qr-code", "rmqr-code", "dx-film-edge", "databar-stacked", "databar-expanded-stacked", "issn", "ismn",
        "codablock-f", "hibc-codablock-f", "code-16k", "code-49",
    ]

    @Test func everyKindIsCompared() {
        let compared = Set(Self.kinds.map(\.name)).union(Self.composites.map(\.name)).union(Self.others)
        for kind in SymbolKind.all { #expect(compared.contains(kind.name), "\(kind.name)") }
    }

    /// Composites, with their linear part as the command wants it.
    static let composites: [(name: String, number: Int, linear: String)] = [
        ("ean-13-composite", 130, "211234567890"), ("ean-8-composite", 130, "0234567"),
        ("upc-a-composite", 135, "41600033610"), ("upc-e-composite", 136, "0012345"),
        ("gs1-128-composite", 131, "[01]03812345678908"), ("databar-composite", 132, "0361234567890"),
        ("databar-limited-composite", 133, "0351234567890"),
        ("databar-expanded-composite", 134, "[01]93712345678904[3103]001234"),
        ("databar-stacked-composite", 137, "0341234567890"),
        ("databar-stacked-omnidirectional-composite", 138, "0361234567890"),
        ("databar-expanded-stacked-composite", 139, "[01]00012345678905[10]ABCDEF"),
    ]

    @Test(arguments: composites.map(\.name), [nil, "CC-A", "CC-B", "CC-C"] as [String?])
    func compositesAreThoseOfTheCommand(name: String, level: String?) throws {
        let kind = try #require(SymbolKind.named(name))
        guard level.map({ level in kind.choices.levels.contains { $0.name == level } }) ?? true else { return }
        let row = try #require(Self.composites.first { $0.name == name })
        let text = try #require(ExampleContents.all[name])
        var options = MakeOptions()
        options.level = level
        let made = try SymbolEncoder().make(.text(text), as: kind, options)
        let component = text.split(separator: "|")[1].replacing("(", with: "[").replacing(")", with: "]")
        let mode = kind.choices.levels.firstIndex { $0.name == level }.map { ["--mode=\($0 + 1)"] } ?? []
        let lines = try ZintCommand.lines(
            row.number, String(component), ["--primary=\(row.linear)"] + mode, width: made.grid.width)
        #expect(made.grid.lines == lines)
    }

    @Test func stackedDataBarIsThatOfTheCommand() throws {
        for (name, number, text, plain) in [
            ("databar-stacked", 79, "0104012345678901", "0401234567890"),
            ("databar-expanded-stacked", 81, "(01)04012345678901(10)AB", "[01]04012345678901[10]AB"),
        ] {
            let made = try SymbolEncoder().make(.text(text), as: try #require(SymbolKind.named(name)))
            #expect(made.grid.lines == (try ZintCommand.lines(number, plain, [], width: made.grid.width)), "\(name)")
        }
    }

    @Test(arguments: kinds.map(\.name))
    func modulesAreThoseOfTheCommand(name: String) throws {
        guard let kind = SymbolKind.named(name) else { return }
        let row = try #require(Self.kinds.first { $0.name == name })
        let text = try #require(ExampleContents.all[name])
        let made = try SymbolEncoder().make(.text(text), as: kind)
        // The command takes eight digits for the beginning of an EAN-13, and no hyphens in an ISBN.
        let plain =
            [
                "ean-8": "9638507", "isbn": "0306406152", "dpd": "%" + text,
            ][name] ?? text
        #expect(made.grid.lines == (try ZintCommand.lines(row.number, plain, row.arguments, width: made.grid.width)))
    }

    /// The command draws the lines between rows only into pictures.
    @Test(arguments: [
        ("codablock-f", 74, "CODABLOCK F"), ("hibc-codablock-f", 110, "A123BJC5D6E71"),
        ("code-16k", 23, "ab0123456789"),
        ("code-49", 24, "MULTIPLE ROWS IN CODE 49"),
    ])
    func rowsBetweenLinesAreThoseOfTheCommand(name: String, number: Int, text: String) throws {
        let made = try SymbolEncoder().make(.text(text), as: try #require(SymbolKind.named(name)))
        let lines = made.grid.lines
        #expect(made.grid.rowHeights.enumerated().allSatisfy { $0 % 2 == 0 ? $1 == 1 : $1 == made.kind.minimumHeight })
        #expect(lines[0].allSatisfy { $0 == "1" } && lines[lines.count - 1].allSatisfy { $0 == "1" })
        let rows = stride(from: 1, to: lines.count, by: 2).map { lines[$0] }
        #expect(rows == (try ZintCommand.lines(number, text, [], width: made.grid.width)))
    }

    @Test func theNumbersOfISSNAndISMNAreThoseOfTheCommand() throws {
        for (name, text, number) in [
            ("issn", "0317-8471", "977031784700"), ("issn", "9770317847001", "977031784700"),
            ("ismn", "M-2306-7118-7", "979023067118"), ("ismn", "979-0-2306-7118-7", "979023067118"),
        ] {
            let made = try SymbolEncoder().make(.text(text), as: try #require(SymbolKind.named(name)))
            #expect(made.grid.lines == (try ZintCommand.lines(13, number, [], width: made.grid.width)), "\(text)")
        }
    }

    /// Seeded contents of the kinds that no reader here knows.
    @Test(arguments: [
        ("code-11", 1, "0123456789-", 60, ["--vers=2"]), ("msi", 47, "0123456789", 60, []),
        ("standard-2-of-5", 2, "0123456789", 60, []), ("industrial-2-of-5", 7, "0123456789", 40, []),
        ("iata-2-of-5", 4, "0123456789", 40, []), ("data-logic-2-of-5", 6, "0123456789", 60, []),
        ("han-xin", 116, "ABC abc019.,", 200, []), ("dotcode", 115, "ABC abc019.,", 90, []),
        ("compact-pdf417", 56, "ABC abc019.,", 90, []),
    ])
    func kindsWithoutAReaderAreThoseOfTheCommand(
        name: String, number: Int, characters: String, most: Int, arguments: [String]
    ) throws {
        let kind = try #require(SymbolKind.named(name))
        var noise = SplitMix(state: UInt64(number))
        for round in 0..<12 {
            let count = round == 0 ? 1 : round == 1 ? most : Int.random(in: 1...most, using: &noise)
            let text = String((0..<count).compactMap { _ in characters.randomElement(using: &noise) })
            let made = try SymbolEncoder().make(.text(text), as: kind)
            #expect(
                made.grid.lines == (try ZintCommand.lines(number, text, arguments, width: made.grid.width)), "\(text)")
        }
    }

    /// The command's check characters are libzint's arithmetic, ours is our own.
    @Test(arguments: [
        ("code-39", "mod43", 8, "0123456789ABC-. $/+%", ["--vers=1"]),
        ("code-39-extended", "mod43", 9, "012ABCabcxyz{}@!&;:[", ["--vers=1"]),
        ("itf", "mod10", 3, "0123456789", ["--vers=1"]),
        ("code-11", "one", 1, "0123456789-", ["--vers=1"]), ("code-11", "two", 1, "0123456789-", ["--vers=0"]),
        ("msi", "mod10", 47, "0123456789", ["--vers=1"]), ("msi", "mod10-mod10", 47, "0123456789", ["--vers=2"]),
        ("msi", "mod11", 47, "0123456789", ["--vers=3"]), ("msi", "mod11-mod10", 47, "0123456789", ["--vers=4"]),
        ("standard-2-of-5", "mod10", 2, "0123456789", ["--vers=1"]),
        ("industrial-2-of-5", "mod10", 7, "0123456789", ["--vers=1"]),
        ("iata-2-of-5", "mod10", 4, "0123456789", ["--vers=1"]),
        ("data-logic-2-of-5", "mod10", 6, "0123456789", ["--vers=1"]),
    ])
    func checkCharactersAreThoseOfTheCommand(
        name: String, scheme: String, number: Int, characters: String, arguments: [String]
    ) throws {
        let kind = try #require(SymbolKind.named(name))
        var noise = SplitMix(state: UInt64(number) + 77)
        var options = MakeOptions()
        options.check = .init(scheme)
        for _ in 0..<12 {
            // ITF takes an odd number of digits before its check digit.
            let count = Int.random(in: 1...12, using: &noise) * 2 + (name == "itf" ? 1 : 0)
            let text = String((0..<count).compactMap { _ in characters.randomElement(using: &noise) })
            // A remainder of ten, which has no digit: the command makes two of it.
            guard let made = try? SymbolEncoder().make(.text(text), as: kind, options) else {
                #expect(scheme.hasPrefix("mod11"))
                continue
            }
            #expect(
                made.grid.lines == (try ZintCommand.lines(number, text, arguments, width: made.grid.width)), "\(text)")
        }
    }

    @Test func codabarsCheckCharacterIsThatOfTheCommand() throws {
        let kind = try #require(SymbolKind.named("codabar"))
        var options = MakeOptions()
        options.check = .init("mod16")
        for text in ["A1234B", "D$99:/.+C", "B0-0B"] {
            let made = try SymbolEncoder().make(.text(text), as: kind, options)
            #expect(made.grid.lines == (try ZintCommand.lines(18, text, ["--vers=1"], width: made.grid.width)))
        }
    }

    @Test(
        arguments: [
            ("qr-code", 58, "H", "10", 3, ["--secure=4", "--vers=10", "--mask=3"]),
            ("micro-qr-code", 97, "L", "M4", 2, ["--secure=1", "--vers=4", "--mask=2"]),
            ("rmqr-code", 145, "H", "R13x77", nil, ["--secure=4", "--vers=20"]),
            ("han-xin", 116, "L3", "20", 1, ["--secure=3", "--vers=20", "--mask=1"]),
            ("aztec", 92, nil, "full-7", nil, ["--vers=11"]), ("aztec", 92, "50%", nil, nil, ["--secure=4"]),
            ("data-matrix", 71, nil, "8x32", nil, ["--vers=26"]), ("data-matrix", 71, nil, "any", nil, []),
            ("data-matrix", 71, nil, "any-dmre", nil, ["--dmre"]), ("pdf417", 55, "6", nil, nil, ["--secure=6"]),
        ] as [(String, Int, String?, String?, Int?, [String])])
    func choicesAreThoseOfTheCommand(
        name: String, number: Int, level: String?, size: String?, mask: Int?, arguments: [String]
    ) throws {
        let kind = try #require(SymbolKind.named(name))
        var options = MakeOptions()
        (options.level, options.size, options.mask) = (level, size, mask)
        let made = try SymbolEncoder().make(.text("QZ-1234"), as: kind, options)
        #expect(made.grid.lines == (try ZintCommand.lines(number, "QZ-1234", arguments, width: made.grid.width)))
    }

    @Test(arguments: [
        ("qr-code", 58, "123"), ("data-matrix", 71, "001002"), ("aztec", 92, "AB"), ("pdf417", 55, "017053"),
    ])
    func partsAreThoseOfTheCommand(name: String, number: Int, sequence: String) throws {
        let kind = try #require(SymbolKind.named(name))
        var options = MakeOptions()
        options.part = .init(2, of: 3, sequence: sequence)
        let made = try SymbolEncoder().make(.text("QZ-1234"), as: kind, options)
        let plain = ["data-matrix": ["--square"]][name] ?? []
        let arguments = plain + ["--structapp=2,3,\(sequence)"]
        #expect(made.grid.lines == (try ZintCommand.lines(number, "QZ-1234", arguments, width: made.grid.width)))
    }
}

extension ModuleGrid {
    /// Each row as 0 and 1.
    fileprivate var lines: [String] {
        (0..<rows).map { row in String((0..<width).map { isDark($0, row: row) ? "1" : "0" }) }
    }
}

/// zint's command.
private enum ZintCommand {
    static let path = "/usr/bin/zint"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// The rows of modules that it makes of `text`.
    static func lines(_ number: Int, _ text: String, _ arguments: [String], width: Int) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-b", String(number), "-d", text, "--dump"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
            let bits = line.compactMap(\.hexDigitValue).flatMap { value in (0..<4).map { value >> (3 - $0) & 1 } }
            return bits.prefix(width).map(String.init).joined()
        }
    }
}

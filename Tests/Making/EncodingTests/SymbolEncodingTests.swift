import Encoding
import Symbols
import Testing

@Suite struct SymbolEncodingTests {
    private func kind(_ name: String) throws -> SymbolKind { try #require(SymbolKind.named(name), "\(name)") }

    private func refusal(_ source: SymbolSource, _ name: String, _ options: MakeOptions = MakeOptions()) throws
        -> String
    {
        let kind = try kind(name)
        let error = #expect(throws: EncodingError.self) { try SymbolEncoder().make(source, as: kind, options) }
        let line = error?.description ?? ""
        #expect(line.hasPrefix(kind.title))
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
        #expect(line.utf8.count < 400)
        return line
    }

    @Test func everyKindIsMade() throws {
        #expect(Set(SymbolKind.all.map(\.name)).isSubset(of: ExampleContents.all.keys))
        #expect(Set(SymbolKind.all.map(\.name)).count == SymbolKind.all.count)
        for kind in SymbolKind.all {
            let text = try #require(ExampleContents.all[kind.name], "\(kind.name)")
            let made = try SymbolEncoder().make(.text(text), as: kind)
            #expect(made.grid.width > 0)
            #expect((0..<made.grid.rows).contains { !made.grid.runs(row: $0).isEmpty }, "\(kind.name)")
            #expect(made.horizontalQuietZone == kind.quietZone)
            #expect(kind.layout == .bars || made.texts.isEmpty)
            let again = try SymbolEncoder().make(made.source, as: made.kind, made.options)
            #expect(again.grid == made.grid)
        }
    }

    @Test func kindsThatAreReadHaveTheirReadersNames() {
        for kind in SymbolKind.all where Symbology(rawValue: kind.name) != nil {
            #expect(kind.symbology?.rawValue == kind.name)
            #expect(kind.title == kind.symbology?.traits.title)
        }
    }

    @Test func aRefusalSaysWhyAndWhatHoldsIt() throws {
        let letters = try refusal(.text("ABCDEFGHIJKLMNOPQRSTU"), "ean-13")
        #expect(letters.contains("“A” is not one of its characters"))
        #expect(letters.hasSuffix("; Code 39 and Code 93 can encode it"))
        let digits = try refusal(.text("123456789012345678901"), "ean-13")
        #expect(digits.contains("it has 21 characters: use 12 digits, or 13 with the check digit"))
        #expect(digits.hasSuffix("Code 39 and Code 93 can encode it"))
        #expect(try refusal(.text("4012345678900"), "ean-13").hasSuffix("the check digit should be 1"))
        #expect(try refusal(.text("0306406153"), "isbn").contains("the check digit should be 2"))
        #expect(try refusal(.text("lower"), "code-39").contains("“l” is not one"))
        #expect(try refusal(.text("123"), "itf").contains("put a 0 in front"))
        #expect(try refusal(.text("131071"), "pharmacode").contains("a number from 3 to 131070"))
        #expect(try refusal(.text("9401234567890"), "databar-limited").contains("use DataBar"))
        #expect(try refusal(.text("A12"), "codabar").contains("begin and end"))
        #expect(try refusal(.text("漢字"), "code-128").hasSuffix("Data Matrix and QR Code can encode it"))
        #expect(try refusal(.text(""), "qr-code").contains("it is empty"))
    }

    @Test func whatOnlyWarnsLibzintIsRefused() throws {
        #expect(try refusal(.text("(01)09501101530004"), "gs1-128").contains("can encode it") == false)
        _ = try refusal(.text("(17)991332"), "gs1-data-matrix")
        _ = try refusal(.text("(9999)1"), "gs1-qr-code")
    }

    @Test func textIsHeldInTheCharsetOfItsECI() throws {
        var options = MakeOptions()
        options.eci = 3
        for name in ["qr-code", "data-matrix", "aztec", "pdf417"] {
            let kind = try kind(name)
            let latin = try SymbolEncoder().make(.text("é"), as: kind, options)
            #expect(try SymbolEncoder().make(.bytes([0xE9]), as: kind, options).grid == latin.grid)
            _ = try refusal(.text("漢"), name, options)
        }
    }

    @Test func aChoiceThatAKindDoesNotHaveIsRefused() throws {
        var options = MakeOptions()
        options.level = "X"
        #expect(try refusal(.text("a"), "qr-code", options).contains("its error correction is one of L, M, Q, H"))
        options = MakeOptions()
        options.mask = 8
        #expect(try refusal(.text("a"), "qr-code", options).contains("0, 1, 2"))
        options = MakeOptions()
        options.size = "12x12"
        #expect(try refusal(.text("a"), "aztec", options).contains("compact-1"))
        #expect(try refusal(.text("1"), "msi", options).contains("it has no choice of size"))
        options = MakeOptions()
        options.part = .init(3, of: 2)
        #expect(try refusal(.text("a"), "qr-code", options).contains("2 to 16 parts"))
        options = MakeOptions()
        options.height = 0
        #expect(try refusal(.text("a"), "code-128", options).contains("modules high"))
        options.height = 9
        #expect(try refusal(.text("a"), "qr-code", options).contains("it has no choice of height"))
        options = MakeOptions()
        options.eci = 1_000_000
        #expect(try refusal(.text("a"), "qr-code", options).contains("0 to 999999"))
        options = MakeOptions()
        options.bearer = .box
        #expect(
            try refusal(.text("a"), "qr-code", options).hasSuffix(": it has no bearer bars: only ITF and ITF-14 do"))
        options = MakeOptions()
        options.quietZone = -1
        #expect(try refusal(.text("a"), "qr-code", options).contains("quiet zone"))
        options = MakeOptions()
        options.size = "1"
        #expect(try refusal(.text(String(repeating: "a", count: 100)), "qr-code", options).isEmpty == false)
    }

    @Test func everySizeThatIsOfferedIsMade() throws {
        for (name, text) in [
            ("qr-code", "1"), ("micro-qr-code", "1"), ("rmqr-code", "1"), ("aztec", "1"), ("han-xin", "1"),
        ] {
            let kind = try kind(name)
            for size in kind.choices.sizes {
                var options = MakeOptions()
                options.size = size.name
                let made = try SymbolEncoder().make(.text(text), as: kind, options)
                switch name {
                case "qr-code": #expect(made.grid.width == 17 + 4 * (Int(size.name) ?? 0))
                case "micro-qr-code": #expect(made.grid.width == 9 + 2 * (Int(size.name.dropFirst()) ?? 0))
                case "rmqr-code": #expect("R\(made.grid.rows)x\(made.grid.width)" == size.name)
                case "han-xin": #expect(made.grid.width == 21 + 2 * (Int(size.name) ?? 0))
                default: #expect(made.grid.width == made.grid.rows)
                }
            }
        }
        let dataMatrix = try kind("data-matrix")
        for size in dataMatrix.choices.sizes where size.name.contains("x") {
            var options = MakeOptions()
            options.size = size.name
            let made = try SymbolEncoder().make(.text("1"), as: dataMatrix, options)
            #expect("\(made.grid.rows)x\(made.grid.width)" == size.name)
        }
    }

    @Test func checkCharactersAreAddedComparedAndHidden() throws {
        let code39 = try kind("code-39")
        var options = MakeOptions()
        options.check = .init("mod43")
        // 12 + 24 + 13 + 14 + 3 + 9 is 75, and 75 modulo 43 is 32: W.
        let added = try SymbolEncoder().make(.text("CODE39"), as: code39, options)
        #expect(added.texts.map(\.text) == ["CODE39W"])
        #expect(try SymbolEncoder().make(.text("CODE39W"), as: code39).grid == added.grid)
        options.check = .init("mod43", isGiven: true, isShown: false)
        let given = try SymbolEncoder().make(.text("CODE39W"), as: code39, options)
        #expect(given.grid == added.grid)
        #expect(given.texts.map(\.text) == ["CODE39"])
        #expect(try refusal(.text("CODE39X"), "code-39", options).contains("should make it CODE39W"))
        options.check = .init("mod10")
        #expect(try refusal(.text("CODE"), "code-39", options).contains("one of mod43"))
    }

    @Test func textStandsWhereItsStandardSays() throws {
        let made = try SymbolEncoder().make(.text("4012345678901+12"), as: try kind("ean-13"))
        #expect(made.texts.map(\.text) == ["4", "012345", "678901", "12"])
        #expect(made.texts.map(\.isAbove) == [false, false, false, true])
        #expect(made.texts[3].x == made.grid.width - 20)
        #expect(
            try SymbolEncoder().make(.text("01234565"), as: try kind("upc-e")).texts.map(\.text) == [
                "0", "123456", "5",
            ])
        #expect(
            try SymbolEncoder().make(.text("96385074"), as: try kind("ean-8")).texts.map(\.text) == ["9638", "5074"])
        #expect(
            try SymbolEncoder().make(.text("036000291452"), as: try kind("upc-a")).texts.map(\.text)
                == ["0", "36000", "29145", "2"])
        #expect(try SymbolEncoder().make(.text("a\u{1}b"), as: try kind("code-128")).texts.map(\.text) == ["a b"])
        var options = MakeOptions()
        options.showsText = false
        #expect(try SymbolEncoder().make(.text("ABC"), as: try kind("code-39"), options).texts.isEmpty)
    }

    @Test func whatIsHostileIsRefusedOrHeld() throws {
        let large = [UInt8](repeating: 0x41, count: 1 << 20)
        let contents: [[UInt8]] = [
            large, [0], [0, 0x31, 0], [0xFF, 0xFE, 0x80], Array("[01]((((".utf8), Array("(01)(01)(01)".utf8),
            Array(repeating: 0x28, count: 4000), Array(repeating: 0x5B, count: 8192),
            Array(repeating: 0x31, count: 8192),
            Array(repeating: 0xE9, count: 8192), Array("[]1".utf8), Array("+++++++++++++".utf8), [0x1D],
            [0x1D, 0x1D, 0x1D, 0x1D],
        ]
        // What libzint may die of is tried in a confined process, by ZintProcessTests.
        for kind in SymbolKind.all where !kind.needsConfinement {
            for content in contents {
                let text = String(validating: content, as: UTF8.self)
                for source in [.bytes(content), text.map(SymbolSource.text)].compactMap({ $0 }) {
                    do throws(EncodingError) {
                        let made = try SymbolEncoder().make(source, as: kind)
                        #expect(content.count <= SymbolEncoder.maximumBytes)
                        #expect(made.grid.width > 0)
                    } catch {
                        #expect(error.description.utf8.count < 400)
                        #expect(!error.description.contains("\n"))
                    }
                }
            }
        }
    }
}

import Encoding
import Printing
import Services
import Testing

/// GS1 elements in codes that are made: read and checked as those of scans.
@Suite struct GS1ElementReaderTests {
    private let encoder = SymbolEncoder(elements: GS1ElementReader())

    /// The kinds that hold any elements.
    private static let kinds = [
        "gs1-128", "databar-expanded", "databar-expanded-stacked", "gs1-qr-code", "gs1-rmqr-code", "gs1-data-matrix",
        "gs1-aztec", "gs1-dotcode",
    ]

    private func made(_ text: String, _ kind: String) throws -> MadeSymbol {
        try encoder.make(.text(text), as: try #require(SymbolKind.named(kind), "\(kind)"))
    }

    private func refusal(_ text: String, _ kind: String) -> String {
        let error = #expect(throws: EncodingError.self, "\(kind) \(text)") { try made(text, kind) }
        let line = error?.description ?? ""
        #expect(!line.contains("libzint") && !line.contains("\n"), "\(line)")
        return line
    }

    @Test(arguments: kinds) func elementsAreTakenInEveryFormThatIsRead(kind: String) throws {
        guard SymbolKind.named(kind) != nil else { return }
        let symbol = try made("(01)09521234543213(10)ABC(21)7", kind)
        for text in [
            "[01]09521234543213[10]ABC[21]7", "010952123454321310ABC\u{1D}217", "]C1010952123454321310ABC\u{1D}217",
            "]d2010952123454321310ABC\u{1D}217", "010952123454321310ABC^217",
            "https://id.gs1.org/01/09521234543213/10/ABC/21/7", "https://example.com/x/01/9521234543213/10/ABC/21/7",
        ] {
            #expect(try made(text, kind).grid == symbol.grid, "\(text)")
        }
        #expect(symbol.source == .text("010952123454321310ABC\u{1D}217"))
    }

    /// GS1 Barcode Syntax Dictionary: what an element needs, and what must not stand beside it.
    @Test(arguments: kinds) func elementsThatDoNotBelongTogetherAreRefused(kind: String) throws {
        guard SymbolKind.named(kind) != nil else { return }
        #expect(refusal("(37)12", kind).contains("needs (00) with (02) or (00) with (8026) with it"))
        #expect(refusal("(02)09521234543213", kind).contains("needs (37) with it"))
        #expect(refusal("(02)09521234543213(37)12", kind).contains("needs (00) with (02)"))
        #expect(refusal("(3103)000750", kind).contains("needs (01) or (02) with it"))
        #expect(refusal("(8020)A1", kind).contains("needs (415) with it"))
        #expect(refusal("(01)09521234543213(3103)000750(3102)000750", kind).contains("must not be combined with"))
        #expect(refusal("(01)09521234543213(21)A(235)B", kind).contains("must not be combined with"))
        #expect(refusal("(01)09521234543214", kind).contains("check digit"))
        #expect(refusal("(9999)1", kind).contains("no GS1 elements"))
        #expect(refusal("hello", kind).contains("begin with (01)"))
        _ = try made("(00)395212345432100011(02)09521234543213(37)12", kind)
    }

    @Test func whatAnElementOfAComponentNeedsMayBeTheLinearPart() throws {
        for (kind, text) in [
            ("ean-13-composite", "4012345678901|(10)AB"), ("upc-e-composite", "01234565|(10)AB"),
            ("databar-composite", "0361234567890|(10)AB"), ("gs1-128-composite", "(01)03812345678908|(10)ABCD"),
        ] {
            _ = try made(text, kind)
            #expect(refusal(text + "(37)12", kind).contains("GTIN (01) must not be combined with (37)"))
            #expect(refusal(text + "(8020)A1", kind).contains("needs (415) with it"))
        }
        #expect(refusal("(00)395212345432100011|(10)AB", "gs1-128-composite").contains("needs (01)"))
        #expect(refusal("4012345678902|(10)AB", "ean-13-composite").contains("check digit should be 1"))
    }

    @Test func dataBarTakesTheNumberOfALink() throws {
        let symbol = try made("09521234543213", "databar")
        for text in ["https://id.gs1.org/01/09521234543213", "]e00109521234543213", "(01)09521234543213"] {
            #expect(try made(text, "databar").grid == symbol.grid, "\(text)")
        }
        _ = refusal("https://id.gs1.org/01/09521234543213/10/A", "databar")
    }

    @Test func labelsAreCheckedAsCodesAre() throws {
        var job = PrintJob(
            kind: try #require(SymbolKind.named("gs1-128")),
            layout: try .sheet("L7160", own: []))
        job.encoder = encoder
        let error = #expect(throws: (any Error).self) { try job.write(.one(.text("(37)12")), as: .pdf) { _ in } }
        #expect(error.map { "\($0)" }?.contains("needs (00) with (02)") == true)
        #expect(try job.write(.one(.text("https://id.gs1.org/01/09521234543213")), as: .pdf) { _ in }.labels == 1)
    }
}

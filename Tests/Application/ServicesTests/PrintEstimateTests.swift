import Artwork
import Encoding
import Grading
import Printing
import Testing

@testable import Services

/// What is printed in few dots, or without a quiet zone, gets a lower grade.
@Suite struct PrintEstimateTests {
    private func symbol(_ kind: String, _ text: String, quietZone: Int? = nil) throws -> MadeSymbol {
        var options = MakeOptions()
        options.quietZone = quietZone
        return try SymbolEncoder().make(.text(text), as: try #require(SymbolKind.named(kind)), options)
    }

    private func estimate(_ symbol: MadeSymbol, dots: Double, dpi: Int = 203) throws -> PrintEstimate {
        try #require(PrintEstimate(of: symbol, on: PrinterModel(dotsPerInch: dpi), dotsPerModule: dots))
    }

    private static let samples = [
        ("qr-code", "https://example.org/a"), ("micro-qr-code", "12345"), ("rmqr-code", "Quietzone"),
        ("pdf417", "Quietzone 15415"), ("data-matrix", "Quietzone 15415"),
        ("aztec", "Quietzone 15415"), ("ean-13", "401234567890"), ("ean-8", "9638507"), ("upc-a", "01234567890"),
        ("upc-e", "0123456"), ("code-128", "Quietzone"), ("gs1-128", "(01)04012345678901"), ("code-93", "QUIET 93"),
        ("code-39", "QUIET-39"), ("itf", "0123456789"), ("itf-14", "0401234567890"), ("codabar", "A12345B"),
    ]

    @Test(arguments: samples) func manyDotsAreGoodAndOneIsBad(kind: String, text: String) throws {
        let symbol = try symbol(kind, text)
        let good = try estimate(symbol, dots: 4)
        #expect(good.grade.letter >= .b, "\(good.words)")
        #expect(!good.isBad)
        let bad = try estimate(symbol, dots: 1)
        #expect(bad.grade <= good.grade)
        // Those that are decoded by distances between similar edges, or correct many errors, bear one dot.
        guard !["micro-qr-code", "aztec", "pdf417", "code-93", "itf", "itf-14"].contains(kind) else { return }
        #expect(bad.grade < good.grade)
        #expect(
            bad.words.contains("(modules of 1 dot, dark parts too wide by 0.05 mm): use modules of"), "\(bad.words)")
    }

    @Test(arguments: samples) func aMissingQuietZoneIsBad(kind: String, text: String) throws {
        // Aztec needs none by its standard.
        guard kind != "aztec" else { return }
        let estimate = try estimate(try symbol(kind, text, quietZone: 0), dots: 4)
        #expect(estimate.isBad, "\(estimate.words)")
        #expect(estimate.words.contains("light modules around it"))
    }

    @Test func modulesOfNoWholeDotsAreUneven() throws {
        let symbol = try symbol("code-128", "Quietzone")
        let (uneven, even) = (try estimate(symbol, dots: 1.6), try estimate(symbol, dots: 2))
        #expect(uneven.grade < even.grade, "\(uneven.words), \(even.words)")
    }

    @Test func paleColoursAreBad() throws {
        var style = ArtworkStyle()
        style.dark = try #require(Ink("#d0d0d0"))
        style.moduleMillimetres = 25.4 / 300 * 4
        let estimate = try #require(PrintEstimate(of: try symbol("qr-code", "pale"), style, dotsPerInch: 300))
        #expect(estimate.isBad)
        #expect(estimate.words.hasSuffix("use a darker and a lighter colour"))
    }

    @Test func aJobHasTheEstimateOfItsSmallestCode() throws {
        var job = PrintJob(kind: try #require(SymbolKind.named("qr-code")), layout: try .roll("62x29"))
        job.dotsPerInch = 203
        job.moduleWidth = 0.125
        let made = try job.write(.one(.text("small")), as: .pdf) { _ in }
        let estimate = try #require(PrintEstimate(of: made, job))
        #expect(estimate.words.hasPrefix("Estimated print quality at 203 dpi: "))
        #expect(estimate.words.contains("modules of 1 dot"))
    }

    @Test func whatIsNotGradedHasNone() throws {
        let symbol = try symbol("maxicode", "text")
        #expect(PrintEstimate(of: symbol, on: PrinterModel(dotsPerInch: 203), dotsPerModule: 1) == nil)
    }
}

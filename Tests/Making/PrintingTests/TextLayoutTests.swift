import Artwork
import Encoding
import Files
import Testing

@testable import Printing

/// Whether Pango is installed.
private let isThere =
    (try? TextLayout("Ł").line(sizes: 10...20, room: 100, isBitmap: false) { _ in UserError("") }) != nil

/// Text that the fonts of every printer lack.
@Suite(.enabled(if: isThere, "Pango is not installed (libpangocairo-1.0-0)"))
struct TextLayoutTests {
    /// No font has a character for private use at the end of Unicode.
    private static let unknown = "\u{10FFFD}"

    private func job(_ layout: PageLayout, below: String = "{line}") throws -> PrintJob {
        var job = PrintJob(kind: try #require(SymbolKind.named("qr-code")), layout: layout)
        job.template.code = try FieldTemplate("{n}")
        job.template.below = [try FieldTemplate(below)]
        return job
    }

    private func rows(_ lines: [String]) -> LabelSource {
        LabelSource(fields: ["line"]) { take in
            for line in lines { try take(LabelRow(code: .text(line)) { $0 == "line" ? line : nil }) }
        }
    }

    private func line(
        _ text: String, sizes: ClosedRange<Double> = 10...40, room: Double = 1000, isBitmap: Bool = false
    ) throws -> LabelDrawing.Line {
        try TextLayout(text).line(sizes: sizes, room: room, isBitmap: isBitmap) { UserError("too long: \($0 > 0)") }
    }

    @Test(arguments: [
        "Łukasz", "Привет", "Ελληνικά", "日本語", "한국어", "مرحبا", "שלום", "नमस्ते", "สวัสดี", "Việt", "🎫",
    ])
    func textOfEveryScriptIsOnPagesAndInDots(text: String) throws {
        var pdf: [UInt8] = []
        let made = try job(LabelSheet.named("L7160").layout).write(rows([text]), as: .pdf) { pdf += $0 }
        #expect((made.labels, made.pages) == (1, 1))
        let units = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        let page = String(decoding: pdf, as: UTF8.self)
        #expect(page.contains("f Q /Span << /ActualText <feff\(units.joined())> >> BDC q 3 Tr\n"))
        guard case .dots(let dots, _) = try line(text, isBitmap: true).letters else {
            Issue.record("no dots")
            return
        }
        #expect(dots.bytes.count { $0 != 0 } > 0)
    }

    @Test func aLabelPrinterGetsLettersThatItsOwnFontLacks() throws {
        func label(_ text: String) throws -> [UInt8] {
            var bytes: [UInt8] = []
            _ = try job(.roll("62x29")).write(rows([text]), as: .raw(.zpl)) { bytes += $0 }
            return bytes
        }
        let (umlaut, polish) = (try label("Müller"), try label("Łukasz"))
        #expect(umlaut.starts(with: Array("^XA\n".utf8)) && polish.starts(with: Array("^XA\n".utf8)))
        #expect(umlaut != polish)
        #expect(try label("Müller") == umlaut)
    }

    @Test func oneNameDoesNotEndAJobOfHundreds() throws {
        var names = (1...500).map { "Guest \($0)" }
        names[250] = "Łukasz \(Self.unknown)"
        var count = 0
        let made = try job(LabelSheet.named("L7160").layout).write(rows(names), as: .pdf) { count += $0.count }
        #expect((made.labels, made.pages) == (500, 24))
        #expect(made.missing == ["\u{10FFFD}"])
        let warning = try #require(made.warning)
        #expect(warning.hasPrefix("no font has ") && warning.contains(" (U+10FFFD): it is drawn as a box. "))
        #expect(warning.split(whereSeparator: \.isNewline).count == 1)
    }

    @Test func nothingIsWarnedOfWhereFontsHaveEverything() throws {
        let made = try job(LabelSheet.named("L7160").layout).write(rows(["Anna", "Łukasz"]), as: .pdf) { _ in }
        #expect(made.missing.isEmpty && made.warning == nil)
    }

    @Test func westernEuropeanTextStaysInTheFontOfPDF() throws {
        var pdf: [UInt8] = []
        _ = try job(LabelSheet.named("L7160").layout).write(rows(["Café"]), as: .pdf) { pdf += $0 }
        #expect(pdf.firstRange(of: Array("Tm (Caf".utf8) + [0xE9] + Array(") Tj ET".utf8)) != nil)
        #expect(pdf.firstRange(of: Array("ActualText".utf8)) == nil)
    }

    @Test(arguments: [false, true])
    func longTextIsSmallerAndTooLongTextIsRefused(isBitmap: Bool) throws {
        let short = try line("Łukasz", isBitmap: isBitmap)
        #expect(short.size == 40)
        let long = try line(String(repeating: "Łukasz ", count: 9), isBitmap: isBitmap)
        #expect(long.size < 40 && long.size >= 10 && long.width <= 1000)
        for count in [100, 2000, 100_000] {
            let error = #expect(throws: UserError.self) {
                try line(String(repeating: "Ł", count: 2 * count), isBitmap: isBitmap)
            }
            #expect(error?.description == "too long: true")
        }
    }

    /// Marks above and below letters make them smaller, and never the line higher.
    @Test(arguments: [false, true])
    func noTextIsHigherThanOthers(isBitmap: Bool) throws {
        for text in ["Ł", "Ź̧", "ภู่", "क्षत्रिय", "日", "Z" + String(repeating: "\u{0301}\u{0323}", count: 400)] {
            let line = try line(text, isBitmap: isBitmap)
            #expect(line.height <= 40 && line.size >= 10, "\(text)")
            #expect(line.baseline >= 0.75 * line.size - 1, "\(text)")
        }
    }

    /// One name with marks does not change the codes of a job.
    @Test func allCodesOfAJobAreAsLarge() throws {
        for form in [PrintJob.Form.pdf, .raw(.zpl)] {
            var job = try job(.roll("50x25"))
            job.dotsPerInch = 203
            let plain = try job.write(rows(["Anna"]), as: form) { _ in }
            let made = try job.write(rows(["Anna", "Łukasz", "ภู่", "Ệ"]), as: form) { _ in }
            #expect(made.labels == 4 && made.dots == plain.dots)
        }
    }

    @Test func controlCharactersAreReplaced() throws {
        guard case .outline(let outline) = try line("Ł\u{0}\u{1B}[2J").letters else {
            Issue.record("no outline")
            return
        }
        #expect(outline.text == "Ł\u{FFFD}\u{FFFD}[2J")
    }

    /// Every letter of a long line is drawn.
    @Test func longLinesAreWhole() throws {
        func parts(_ text: String) throws -> Int {
            var content = PDFContent()
            guard case .outline(let outline) = try line(text, room: 100_000).letters else { return 0 }
            content.fill(outline, size: 1000, x: 0, y: 0)
            return String(decoding: content.bytes, as: UTF8.self).ranges(of: "h\n").count
        }
        let one = try parts("Ł")
        #expect(one > 0)
        #expect(try parts(String(repeating: "Ł", count: 300)) == 300 * one)
    }

    /// The first letter of a word that is written from right to left is at its right end.
    @Test func textIsInTheOrderOfItsScript() throws {
        func path(_ text: String) throws -> String {
            var content = PDFContent()
            guard case .outline(let outline) = try line(text).letters else { return "" }
            content.fill(outline, size: 1000, x: 0, y: 0)
            let operators = String(decoding: content.bytes, as: UTF8.self)
            // To the end of the last part that is closed.
            let end = try #require(operators.firstRange(of: "f Q /Span"))
            let last = try #require(operators[..<end.lowerBound].ranges(of: "h\n").last)
            return String(operators[..<last.upperBound])
        }
        // Outlines go from left to right: bet is the left one of alef and bet.
        let (both, first, last) = (try path("אב"), try path("א"), try path("ב"))
        #expect(both.hasPrefix(last) && both.count > last.count)
        #expect(!both.hasPrefix(first))
    }
}

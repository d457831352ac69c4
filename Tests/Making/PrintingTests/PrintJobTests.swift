import Artwork
import Encoding
import Files
import Testing

@testable import Printing

/// What jobs are made into.
@Suite struct PrintJobTests {
    private func job(_ layout: PageLayout, _ kind: String = "qr-code") throws -> PrintJob {
        PrintJob(kind: try #require(SymbolKind.named(kind)), layout: layout)
    }

    private func sheet() throws -> PageLayout { try LabelSheet.named("L7160").layout }

    private func bytes(_ job: PrintJob, _ source: LabelSource, _ form: PrintJob.Form = .pdf) throws -> (
        [UInt8], PrintJob.Made
    ) {
        var bytes: [UInt8] = []
        let made = try job.write(source, as: form) { bytes += $0 }
        return (bytes, made)
    }

    private func series(_ text: String) throws -> LabelSource { .series(try LabelSeries(text)) }

    @Test func pagesAreCountedAndTheSameEachTime() throws {
        var job = try self.job(sheet())
        job.start = 20
        let (first, made) = try bytes(job, series("S-{001..030}"))
        // Two on the first sheet, 21 on the second, seven on the third.
        #expect((made.labels, made.pages) == (30, 3))
        #expect(try bytes(job, series("S-{001..030}")).0 == first)
        let text = String(decoding: first, as: UTF8.self)
        #expect(text.contains("/Count 3"))
        #expect(text.matches(of: #/ cm\n/#).count == 30)
    }

    /// Each object begins where the table says.
    @Test func theTableOfObjectsIsRight() throws {
        let (pdf, _) = try bytes(try job(sheet()), series("{1..50}"))
        let lines = String(decoding: pdf, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let table = try #require(lines.firstIndex(of: "xref"))
        let count = try #require(Int(lines[table + 1].split(separator: " ")[1]))
        #expect(count == 3 + 3 * 2 + 1)
        for number in 1..<count {
            let offset = try #require(Int(lines[table + 2 + number].prefix(10)))
            #expect(pdf[offset...].starts(with: Array("\(number) 0 obj".utf8)))
        }
        let start = try #require(lines.dropLast(2).last.flatMap { Int($0) })
        #expect(pdf[start...].starts(with: Array("xref".utf8)))
    }

    @Test func modulesTakeWholeDotsAndThatIsSaid() throws {
        var job = try self.job(sheet())
        job.moduleWidth = 0.5
        job.dotsPerInch = 203
        let (_, made) = try bytes(job, series("{1..3}"))
        #expect(made.dots == 4...4)
        #expect(made.words(job) == "3 labels on 1 sheet of Avery L7160; 4 dots per module at 203 dpi (0.5 mm)")
        job.moduleWidth = 0.4
        #expect(
            try bytes(job, series("{1..1}")).1.words(job).hasSuffix(
                "3 dots per module at 203 dpi (0.38 mm instead of 0.4 mm)"))
    }

    @Test func whatDoesNotFitIsRefusedWithItsLabel() throws {
        var job = try self.job(sheet(), "code-128")
        let long = String(repeating: "Ab", count: 28)
        job.template.code = try FieldTemplate("{n}" + long)
        let error = #expect(throws: UserError.self) { try bytes(job, series("{1..9}")) }
        #expect(error?.description.hasPrefix("label 1: its code is ") == true)
        #expect(error?.description.contains("has room for only 60.") == true)
        job = try self.job(sheet())
        job.moduleWidth = 3
        #expect(throws: UserError.self) { try bytes(job, series("{1..1}")) }
        job.moduleWidth = nil
        job.template.below = [try FieldTemplate(String(repeating: "x", count: 200))]
        #expect(throws: UserError.self) { try bytes(job, series("{1..1}")) }
    }

    @Test func barsAreLowerWhereTheLabelIsLow() throws {
        let layout = try PageLayout.roll("62x12")
        let (_, made) = try bytes(try job(layout, "code-128"), series("{100000..100001}"))
        #expect(made.labels == 2)
        #expect(throws: UserError.self) {
            try bytes(try job(try .roll("62x6"), "code-128"), series("{100000..100001}"))
        }
    }

    @Test func rollsHavePagesOfTheirLabels() throws {
        let (fixed, made) = try bytes(try job(try .roll("62x29")), series("{1..3}"))
        #expect((made.labels, made.pages) == (3, 3))
        #expect(String(decoding: fixed, as: UTF8.self).contains("/MediaBox [0 0 175.748 82.2047]"))
        let (cut, _) = try bytes(try job(try .roll("62")), series("{1..1}"))
        // A QR Code of 29 modules with its quiet zone, 1 mm at most each, and 1.5 mm above and below.
        let text = String(decoding: cut, as: UTF8.self)
        let height = try #require(text.firstMatch(of: #/MediaBox \[0 0 175\.748 ([0-9.]+)\]/#)).output.1
        let points = try #require(Double(height))
        let expected: Double = Double(29 * 11) * 25.4 / 300 + 3
        #expect(abs(points / 72 * 25.4 - expected) < 0.1)
    }

    @Test func labelLanguagesTakeRollsAlone() throws {
        let zpl = LabelLanguage.zpl
        let (bytes, made) = try bytes(try job(try .roll("50x25")), series("{1..4}"), .raw(zpl))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(made.labels == 4)
        #expect(text.matches(of: #/\^XA/#).count == 4)
        #expect(throws: UserError.self) { try self.bytes(try job(sheet()), series("{1..4}"), .raw(zpl)) }
    }

    @Test func fieldsOfTheirOwnAreCheckedAtTheEnd() throws {
        var job = try self.job(sheet())
        job.template.code = try FieldTemplate("{a}{b}")
        let rows = LabelSource(fields: nil) { take in
            try take(LabelRow(code: .text("x")) { $0 == "a" ? "1" : nil })
            try take(LabelRow(code: .text("y")) { $0 == "a" ? "2" : nil })
        }
        let error = #expect(throws: UserError.self) { try bytes(job, rows) }
        #expect(error?.description.contains("“{b}”") == true)
        job.template.code = try FieldTemplate("{a}")
        #expect(try bytes(job, rows).1.labels == 2)
        job.template.code = try FieldTemplate("{b}")
        let empty = #expect(throws: UserError.self) { try bytes(job, rows) }
        #expect(empty?.description == "label 1: it has no field “{b}” for its code")
    }

    @Test func cutMarksStandBesideLabels() throws {
        let layout = try PageLayout.plain(
            .a4, name: "A4", label: PaperSize(width: 60, height: 30), margin: 15, gutter: 0)
        let marks = CutMarks.lines(layout, height: 297)
        // Three columns and eight rows, two edges each, a mark at both ends.
        #expect(marks.count == 2 * 2 * (3 + 8))
        for mark in marks {
            let isBeside =
                mark.start.x < 15 && mark.end.x < 15 || mark.start.x > 195 || mark.end.y < 15 || mark.start.y > 255
            #expect(isBeside)
        }
        var job = try self.job(try LabelSheet.named("3474").layout)
        job.hasCutMarks = true
        #expect(throws: UserError.self) { try bytes(job, series("{1..2}")) }
        job.layout = try .roll("62")
        #expect(String(decoding: try bytes(job, series("{1..2}")).0, as: UTF8.self).matches(of: #/l S\n/#).count == 4)
    }

    @Test func nothingIsMadeOfNoRows() throws {
        let (pdf, made) = try bytes(try job(sheet()), LabelSource(fields: []) { _ in })
        #expect(pdf.isEmpty)
        #expect((made.labels, made.pages) == (0, 0))
    }

    @Test func aPageIsShownInCells() throws {
        let preview = try job(sheet()).preview(series("{1..100}"), columns: 100, rows: 200)
        #expect((preview.width, preview.height) == (100, 142))
        #expect(preview.lines.count == 71)
        #expect(preview.lines.joined().contains("█"))
    }

    @Test func bytesComeInPiecesOfAPage() throws {
        let layout = try PageLayout.plain(
            .a4, name: "A4", label: PaperSize(width: 90, height: 20), margin: 10, gutter: 0)
        let job = try self.job(layout, "code-39")
        var most = 0
        var count = 0
        // Pieces stay small, and nothing of them is kept.
        let made = try job.write(series("{100000..101999}"), as: .pdf) { bytes in
            most = max(most, bytes.count)
            count += bytes.count
        }
        #expect(made.labels == 2000)
        #expect(most < 100_000)
        #expect(count > 1_000_000)
    }
}

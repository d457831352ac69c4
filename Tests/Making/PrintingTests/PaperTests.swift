import Decoding
import Encoding
import Foundation
import Frames
import Symbols
import Testing

@testable import Printing

/// Sheets as paper would have them: their PDF turned into pixels by poppler, every label read, and its place measured.
@Suite struct PaperTests {
    private static let pdftoppm = "/usr/bin/pdftoppm"
    private static let isThere = FileManager.default.isExecutableFile(atPath: pdftoppm)

    /// The pages of a PDF as planes of luma.
    private func planes(_ pdf: [UInt8], dotsPerInch: Int) throws -> [(luma: [UInt8], width: Int, height: Int)] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("paper-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("sheet.pdf")
        try Data(pdf).write(to: path)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.pdftoppm)
        process.arguments = ["-gray", "-r", String(dotsPerInch), path.path, folder.path + "/page"]
        try process.run()
        process.waitUntilExit()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".pgm") }
        return try names.sorted().map { name in
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            let head = String(decoding: bytes.prefix(32), as: UTF8.self).split { $0 == "\n" || $0 == " " }
            let (width, height) = (try #require(Int(head[1])), try #require(Int(head[2])))
            return (Array(bytes.suffix(width * height)), width, height)
        }
    }

    /// What is dark of each label's code by the composer, in dots from the label's corner.
    private static func boxes(
        _ series: LabelSeries, _ job: PrintJob
    ) throws -> [(left: Double, right: Double, top: Double, bottom: Double)] {
        let composer = try LabelComposer(job, isBitmap: false)
        var boxes: [(left: Double, right: Double, top: Double, bottom: Double)] = []
        try LabelSource.series(series).forEach { row in
            let label = try composer.drawing(of: job.template.content(of: row, number: boxes.count + 1))
            let drawing = try #require(label.codes.first)
            var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)
            for case .rectangle(let x, let y, let width, let height) in drawing.outline.marks {
                (left, right) = (min(left, x), max(right, x + width))
                (top, bottom) = (min(top, y), max(bottom, y + height))
            }
            func dots(_ modules: Int, from start: Int) -> Double { Double(start + modules * drawing.dotsPerModule) }
            boxes.append(
                (
                    dots(left, from: drawing.x), dots(right, from: drawing.x), dots(top, from: drawing.y),
                    dots(bottom, from: drawing.y)
                ))
        }
        return boxes
    }

    @Test(
        .enabled(if: isThere, "pdftoppm is not installed (poppler-utils)"),
        arguments: [
            (203, "L7160", "qr-code"), (300, "5160", "code-128"), (600, "3474", "data-matrix"),
            (300, "L7651", "qr-code"),
        ])
    func everyLabelIsReadInItsPlace(dotsPerInch: Int, sheet: String, kind: String) throws {
        let layout = try LabelSheet.named(sheet).layout
        var job = PrintJob(kind: try #require(SymbolKind.named(kind)), layout: layout)
        job.dotsPerInch = dotsPerInch
        // Letters are smoothed, modules must not be.
        job.options.showsText = false
        let count = layout.capacity
        let series = try LabelSeries("QZ{1001..\(1000 + count)}")
        var pdf: [UInt8] = []
        let made = try job.write(.series(series), as: .pdf) { pdf += $0 }
        #expect((made.labels, made.pages) == (count, 1))
        let page = try #require(try planes(pdf, dotsPerInch: dotsPerInch).first)
        let dot = 25.4 / Double(dotsPerInch)
        let boxes = try Self.boxes(series, job)
        #expect(abs(Double(page.width) * dot - layout.page.width) < 2 * dot)
        for place in 0..<count {
            let origin = layout.origin(of: place)
            // The label alone: what is read there is there.
            let (left, top) = (Int((origin.x / dot).rounded()), Int((origin.y / dot).rounded()))
            let (right, bottom) = (
                min(page.width, left + Int(layout.label.width / dot)),
                min(page.height, top + Int(layout.label.height / dot))
            )
            let (width, height) = (right - left, bottom - top)
            let luma = (top..<bottom).flatMap { page.luma[$0 * page.width + left..<$0 * page.width + right] }
            let symbols = SymbolReader().read(luma: luma.span, width: width, height: height, effort: .thorough).symbols
            #expect(symbols.map(\.content.text) == [series.text(place)], "label \(place + 1)")
            // Dark pixels lie in the middle of the label from side to side, as far as whole dots let them.
            let columns = (0..<width).filter { x in (0..<height).contains { luma[$0 * width + x] < 128 } }
            let first = try #require(columns.first)
            let last = try #require(columns.last)
            let middle = (Double(first + last + 1) / 2 + Double(left)) * dot
            #expect(abs(middle - (origin.x + layout.label.width / 2)) < 0.1 + dot, "label \(place + 1)")
            // And where the composer has put it, from above and from below.
            let rows = (0..<height).filter { y in luma[y * width..<(y + 1) * width].contains { $0 < 128 } }
            let (highest, lowest) = (try #require(rows.first), try #require(rows.last))
            let box = boxes[place]
            for (measured, wanted, side) in [
                (Double(first + left), origin.x / dot + box.left, "left"),
                (Double(last + 1 + left), origin.x / dot + box.right, "right"),
                (Double(highest + top), origin.y / dot + box.top, "top"),
                (Double(lowest + 1 + top), origin.y / dot + box.bottom, "bottom"),
            ] {
                #expect(abs(measured - wanted) * dot < 0.1 + dot, "label \(place + 1), \(side)")
            }
            // Modules are whole dots: no pixel is grey.
            #expect(luma.allSatisfy { $0 == 0 || $0 == 255 }, "label \(place + 1)")
        }
    }
}

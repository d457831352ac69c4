import Encoding
import Files
import SeededRandomness
import Testing

@testable import Printing

/// Noise for everything that takes texts of people and bytes of files: an answer or one line, and no crash.
@Suite struct HostileTextTests {
    private static let pieces = [
        "{", "}", "{{", "..", "…", "0001", "99999999999999999999", "-", ":", "[", "]", "socket://", "ipp://", "x", "×",
        "1e9",
        "\u{0}", "\n", "\"", ",", ";", "\u{FEFF}", "é", "漢", "🎫", "٣", " ", "/", "%",
    ]

    @Test func noiseIsTakenOrRefusedInALine() {
        var noise = SplitMix(state: 15)
        func expectLine(_ work: () throws -> Void) {
            do {
                try work()
            } catch {
                let line = String(describing: error)
                #expect(error is UserError)
                #expect(!line.isEmpty && line.utf8.count < 1000 && !line.contains(where: \.isNewline), "\(line)")
            }
        }
        for _ in 0..<3000 {
            let text = (0..<Int.random(in: 0...8, using: &noise))
                .compactMap { _ in Self.pieces.randomElement(using: &noise) }.joined()
            expectLine { _ = try FieldTemplate(text) }
            expectLine {
                let series = try LabelSeries(text, check: "mod10")
                _ = series.text(series.count - 1)
            }
            expectLine { _ = try Printer(text) }
            expectLine { _ = try PaperSize(text) }
            expectLine { _ = try PageLayout.roll(text) }
            expectLine { _ = try LabelSheet.named(text) }
            expectLine {
                _ = try TextLayout(text + "Ł").line(sizes: 10...20, room: 200, isBitmap: text.utf8.count % 2 == 0) {
                    _ in
                    UserError("too long")
                }
            }
        }
    }

    @Test func noiseInTablesIsRowsOrOneLine() throws {
        var noise = SplitMix(state: 16)
        var job = PrintJob(
            kind: try #require(SymbolKind.named("qr-code")),
            layout: try .plain(.a4, name: "A4", label: PaperSize(width: 60, height: 40), margin: 10, gutter: 0))
        job.template.code = try FieldTemplate("{a}{n}")
        for _ in 0..<200 {
            let rows = (0..<Int.random(in: 1...60, using: &noise))
                .compactMap { _ in Self.pieces.randomElement(using: &noise) }.joined()
            var rest = Array(("a,b\n" + rows).utf8)[...]
            let size = Int.random(in: 1...20, using: &noise)
            do {
                let source = try LabelSource.csv {
                    defer { rest = rest.dropFirst(size) }
                    return rest.isEmpty ? nil : Array(rest.prefix(size))
                }
                _ = try job.write(source, as: .pdf) { _ in }
            } catch {
                let line = String(describing: error)
                #expect(error is UserError && !line.contains(where: \.isNewline), "\(line)")
            }
        }
    }
}

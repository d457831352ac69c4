import Artwork
import ArgumentParser
import Encoding
import Foundation
import Verification

/// Milliseconds to make and draw a code of each kind, beside what the commands zint and qrencode take for the same.
struct MakingBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "making",
        abstract: "Milliseconds to make and draw each kind beside zint and qrencode, and a keystroke to its preview."
    )

    @Argument(help: "How many runs.")
    var runs = 41

    @OptionGroup var tested: TestedProgram

    /// Kinds with a content and libzint's number, as the command zint wants them.
    private static let rows: [(kind: String, text: String, arguments: [String])] = [
        ("ean-13", "401234567890", ["-b", "13"]), ("code-128", "QZ-0815 Quiet Zone", ["-b", "20"]),
        ("code-39", "QZ 4711", ["-b", "8"]), ("code-93", "QZ-0815", ["-b", "25"]), ("itf", "12345678", ["-b", "3"]),
        ("codabar", "A123456B", ["-b", "18"]), ("gs1-128", "[01]04012345678901[10]AB", ["-b", "16"]),
        ("databar", "0401234567890", ["-b", "29"]),
        ("databar-expanded", "[01]04012345678901[10]AB", ["-b", "31"]),
        ("qr-code", "https://example.org/quiet/zone?id=0815", ["-b", "58"]),
        ("micro-qr-code", "HELLO", ["-b", "97"]), ("rmqr-code", "hello", ["-b", "145"]),
        ("data-matrix", "https://example.org/quiet/zone?id=0815", ["-b", "71", "--square"]),
        ("aztec", "https://example.org/quiet/zone?id=0815", ["-b", "92"]),
        ("pdf417", "https://example.org/quiet/zone?id=0815", ["-b", "55"]), ("micro-pdf417", "hello", ["-b", "84"]),
        ("maxicode", "hello maxicode", ["-b", "57", "--mode=4"]), ("dotcode", "hello", ["-b", "115"]),
        ("han-xin", "hello", ["-b", "116"]),
    ]

    mutating func validate() { runs = max(3, runs) }

    func run() throws {
        try withTemporaryFolder { folder in
            try codes(in: folder)
            try sheet(in: folder)
            try BatchComparison(program: tested.path, folder: folder).run()
        }
        try preview()
    }

    private func codes(in folder: String) throws {
        let file = folder + "/code.png"
        print("milliseconds for a code as PNG, the median of \(runs); × is how many times as long as ours")
        print("".column(24) + "  make  +draw | quietzone make           zint    ×       qrencode    ×")
        for row in Self.rows {
            guard let kind = SymbolKind.named(row.kind) else { continue }
            let made = try SymbolEncoder().make(.text(row.text), as: kind)
            let making = try Times(of: runs) { _ = try SymbolEncoder().make(.text(row.text), as: kind) }.median
            let drawing = try Times(of: runs) { _ = try ArtworkFormat.named("png")?.draw(made) }.median
            let ours = try command(
                tested.path, ["make", "-s", row.kind, "--no-check", "--force", "-o", file, row.text])
            let zint = try command("/usr/bin/zint", row.arguments + ["-o", file, "-d", row.text])
            let qrencode =
                row.kind == "qr-code" ? try command("/usr/bin/qrencode", ["-8", "-o", file, row.text]) : nil
            print(
                row.kind.column(24) + String(format: "%6.3f%7.3f |", making, making + drawing)
                    + Self.column(ours, nil) + Self.column(zint, ours) + Self.column(qrencode, ours))
        }
    }

    /// A thousand codes on sheets of labels, beside the same codes alone, made by one call of zint.
    private func sheet(in folder: String) throws {
        let lines = folder + "/lines.txt"
        let texts = (0..<1000).map { String(format: "https://example.org/quiet/zone?id=%04d", $0) }
        try Data((texts.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: lines))
        let ours = try command(
            tested.path,
            ["print", "--sheet", "L7160", "--lines", lines, "--force", "-o", folder + "/sheets.pdf"])
        let zint = try command("/usr/bin/zint", ["-b", "58", "--batch", "-i", lines, "-o", folder + "/~~~~.png"])
        print("\n1000 QR Codes, milliseconds            sheets as PDF   zint --batch, PNG    ×")
        print("".column(34) + String(format: "%15.0f", ours ?? 0) + Self.column(zint, ours))
    }

    /// What a keystroke costs on a screen that shows the code: made, read back, drawn in cells.
    private func preview() throws {
        guard let kind = SymbolKind.named("qr-code") else { return }
        print("\na keystroke to the preview of a QR Code, milliseconds     make  read back  cells  together (p95)")
        for count in [30, 100, 300, 1000] {
            let text = String(String(repeating: "Quiet zone, 0815: ä漢. ", count: count / 20).prefix(count * 9 / 10))
            let made = try SymbolEncoder().make(.text(text), as: kind)
            guard ReadBack.of(made) == .yes else { throw BenchError("a QR Code of \(count) bytes does not read back") }
            let making = try Times(of: runs) { _ = try SymbolEncoder().make(.text(text), as: kind) }.median
            let reading = Times(of: runs) { _ = ReadBack.of(made) }.median
            let drawing = try Times(of: runs) { _ = try TextBlocks(made).terminalLines }.median
            let all = try Times(of: runs) {
                let symbol = try SymbolEncoder().make(.text(text), as: kind)
                _ = ReadBack.of(symbol)
                _ = SymbolFacts(symbol)
                _ = try TextBlocks(symbol).terminalLines
            }
            print(
                "  \(text.utf8.count) bytes, version \(made.version ?? "")".column(56)
                    + String(format: "%6.2f%11.2f%7.2f", making, reading, drawing)
                    + String(format: "%10.2f (%.2f)", all.median, all.percentile(0.95)))
        }
        print("\nread back, milliseconds")
        for row in Self.rows {
            guard let kind = SymbolKind.named(row.kind) else { continue }
            let made = try SymbolEncoder().make(.text(row.text), as: kind)
            let time = Times(of: runs) { _ = ReadBack.of(made) }.median
            print("  \(row.kind)".column(30) + String(format: "%7.2f  ", time) + ReadBack.of(made).words)
        }
    }

    /// The median of a command's whole run; nil if it is not installed.
    private func command(_ path: String, _ arguments: [String]) throws -> Double? {
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        let runs = try (0..<min(runs, 15)).map { _ in
            try MeasuredProcess(path, arguments, dropsErrors: true).seconds * 1000
        }
        return Times(runs).median
    }

    private static func column(_ time: Double?, _ ours: Double?) -> String {
        guard let time else { return "".column(15) + "-" }
        guard let ours else { return String(format: "%15.1f", time) }
        return String(format: "%15.1f%5.2f", time, time / ours)
    }
}

import Artwork
import ArgumentParser
import Encoding
import Foundation
import Verification

/// Milliseconds to make and draw a code of each kind, beside what the commands zint and qrencode take for the same.
struct MakingBench {
    /// The path of `quietzone`.
    let program: String
    let runs: Int

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

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "quietzone-making-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("code.png").path
        print("milliseconds for a code as PNG, the median of \(runs); × is how many times as long as ours")
        print(Self.padded("", 24) + "  make  +draw | quietzone make           zint    ×       qrencode    ×")
        for row in Self.rows {
            guard let kind = SymbolKind.named(row.kind) else { continue }
            let made = try SymbolMaker.make(.text(row.text), as: kind)
            let making = try median { _ = try SymbolMaker.make(.text(row.text), as: kind) }
            let drawing = try median { _ = try ArtworkFormat.named("png")?.draw(made) }
            let ours = try command(program, ["make", "-s", row.kind, "--no-check", "--force", "-o", file, row.text])
            let zint = try command("/usr/bin/zint", row.arguments + ["-o", file, "-d", row.text])
            let qrencode =
                row.kind == "qr-code" ? try command("/usr/bin/qrencode", ["-8", "-o", file, row.text]) : nil
            print(
                Self.padded(row.kind, 24) + String(format: "%6.3f%7.3f |", making, making + drawing)
                    + Self.column(ours, nil) + Self.column(zint, ours) + Self.column(qrencode, ours))
        }
        try sheet(in: folder)
        try preview()
    }

    /// A thousand codes on sheets of labels, beside the same codes alone, made by one call of zint.
    private func sheet(in folder: URL) throws {
        let lines = folder.appendingPathComponent("lines.txt").path
        let texts = (0..<1000).map { String(format: "https://example.org/quiet/zone?id=%04d", $0) }
        try Data((texts.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: lines))
        let pdf = folder.appendingPathComponent("sheets.pdf").path
        let ours = try command(program, ["print", "--sheet", "L7160", "--lines", lines, "--force", "-o", pdf])
        let zint = try command(
            "/usr/bin/zint",
            ["-b", "58", "--batch", "-i", lines, "-o", folder.appendingPathComponent("~~~~.png").path])
        print("\n1000 QR Codes, milliseconds            sheets as PDF   zint --batch, PNG    ×")
        print(Self.padded("", 34) + String(format: "%15.0f", ours ?? 0) + Self.column(zint, ours))
    }

    /// What a keystroke costs on a screen that shows the code: made, read back, drawn in cells.
    private func preview() throws {
        guard let kind = SymbolKind.named("qr-code") else { return }
        print("\na keystroke to the preview of a QR Code, milliseconds     make  read back  cells  together (p95)")
        for count in [30, 100, 300, 1000] {
            let text = String(String(repeating: "Quiet zone, 0815: ä漢. ", count: count / 20).prefix(count * 9 / 10))
            let made = try SymbolMaker.make(.text(text), as: kind)
            guard ReadBack.of(made) == .yes else { throw BenchError("a QR Code of \(count) bytes does not read back") }
            let making = try median { _ = try SymbolMaker.make(.text(text), as: kind) }
            let reading = try median { _ = ReadBack.of(made) }
            let drawing = try median { _ = try TextBlocks(made).terminalLines }
            let all = try times {
                let symbol = try SymbolMaker.make(.text(text), as: kind)
                _ = ReadBack.of(symbol)
                _ = SymbolFacts(symbol)
                _ = try TextBlocks(symbol).terminalLines
            }
            print(
                Self.padded("  \(text.utf8.count) bytes, version \(made.version ?? "")", 56)
                    + String(format: "%6.2f%11.2f%7.2f", making, reading, drawing)
                    + String(format: "%10.2f (%.2f)", all[all.count / 2], all[all.count * 95 / 100]))
        }
        print("\nread back, milliseconds")
        for row in Self.rows {
            guard let kind = SymbolKind.named(row.kind) else { continue }
            let made = try SymbolMaker.make(.text(row.text), as: kind)
            let time = try median { _ = ReadBack.of(made) }
            print(Self.padded("  \(row.kind)", 30) + String(format: "%7.2f  ", time) + ReadBack.of(made).words)
        }
    }

    private func times(_ body: () throws -> Void) throws -> [Double] {
        try (0..<runs).map { _ in
            let start = ContinuousClock.now
            try body()
            return start.duration(to: .now) / .milliseconds(1)
        }.sorted()
    }

    private func median(_ body: () throws -> Void) throws -> Double { try times(body)[runs / 2] }

    /// The median of a command's whole run; nil where it is not installed.
    private func command(_ path: String, _ arguments: [String]) throws -> Double? {
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        let all = try (0..<min(runs, 15)).map { _ in
            let start = ContinuousClock.now
            guard try Self.status(path, arguments) == 0 else { throw BenchError("\(path) \(arguments) failed") }
            return start.duration(to: .now) / .milliseconds(1)
        }.sorted()
        return all[all.count / 2]
    }

    /// Runs a command and waits for it: Foundation's `Process` notices an end only after some 50 ms.
    private static func status(_ path: String, _ arguments: [String]) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for number in 1...2 { posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_WRONLY, 0) }
        let words = ([path] + arguments).map { strdup($0) }
        let environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") }
        defer { (words + environment).forEach { free($0) } }
        var child = pid_t()
        guard posix_spawn(&child, path, &actions, nil, words + [nil], environment + [nil]) == 0 else {
            throw BenchError("\(path) cannot be started")
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return status
    }

    private static func column(_ time: Double?, _ ours: Double?) -> String {
        guard let time else { return Self.padded("", 15) + "-" }
        guard let ours else { return String(format: "%15.1f", time) }
        return String(format: "%15.1f%5.2f", time, time / ours)
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text.padding(toLength: width, withPad: " ", startingAt: 0)
    }
}

struct MakingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "making",
        abstract: "Milliseconds to make and draw each kind beside zint and qrencode, and a keystroke to its preview.")

    @Argument(help: "How many runs.")
    var runs = 41

    @Option(help: "The program; by default that beside this one.")
    var program: String?

    func run() throws {
        let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("quietzone").path
        try MakingBench(program: program ?? beside, runs: max(3, runs)).run()
    }
}

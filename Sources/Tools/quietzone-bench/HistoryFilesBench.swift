import ArgumentParser
import Foundation

struct HistoryFilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history-files",
        abstract:
            "Importing a table of many scans and exporting them, each by a program of its own: seconds and memory.")

    @Argument(help: "How many scans; a tenth of them is measured, too, as memory must not grow with them.")
    var rows = 1_000_000

    @Option(help: "The program; default the one beside this one.")
    var program: String?

    func run() throws {
        try HistoryFilesBench(program: program ?? TerminalProgram.beside, rows: max(1000, rows)).run()
    }
}

/// What `history import` and `history export` take for many scans, beside `sqlite3 -csv .import`.
struct HistoryFilesBench {
    /// The path of `quietzone`.
    let program: String
    let rows: Int

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/quietzone-files-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        print("                                                     seconds    rows/s  MiB resident")
        for count in [rows / 10, rows] {
            try importing(count, in: folder)
            try exporting(count, in: folder)
            try FileManager.default.removeItem(atPath: Self.home(folder))
        }
    }

    private static func home(_ folder: String) -> String { folder + "/home" }

    private func quietzone(_ arguments: [String], _ folder: String) throws -> MeasuredProcess {
        var environment: [String: String] = [:]
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
            environment[name] = Self.home(folder)
        }
        return try MeasuredProcess(program, ["history"] + arguments, environment: environment)
    }

    private func report(_ what: String, _ count: Int, _ run: MeasuredProcess) {
        print(
            "\(count) scans: \(what)".padding(toLength: 50, withPad: " ", startingAt: 0)
                + String(
                    format: "%10.2f%10.0f%14d", run.seconds, Double(count) / run.seconds, run.residentMemory >> 20))
    }

    private func importing(_ count: Int, in folder: String) throws {
        let file = folder + "/scans.csv"
        try write(count, to: file)
        let first = try quietzone(["import", file], folder)
        report("import of CSV", count, first)
        report("the same once more, which adds none", count, try quietzone(["import", file], folder))
        let plain = try MeasuredProcess(
            "/usr/bin/sqlite3", ["-csv", folder + "/plain.sqlite", ".import \(file) scan"])
        report("sqlite3 -csv .import", count, plain)
        print(String(format: "the import takes %.1f times as long as sqlite3's", first.seconds / plain.seconds))
        for name in [file, folder + "/plain.sqlite"] { try FileManager.default.removeItem(atPath: name) }
    }

    private func exporting(_ count: Int, in folder: String) throws {
        for ending in ["csv", "ndjson", "xlsx", "html"] {
            let file = folder + "/export." + ending
            report("export of \(ending.uppercased())", count, try quietzone(["export", "--output", file], folder))
            try FileManager.default.removeItem(atPath: file)
        }
    }

    /// A table as another program might make it: a scan a second, of products, serial numbers, addresses and networks.
    private func write(_ count: Int, to path: String) throws {
        guard let file = fopen(path, "w") else { throw BenchError("\(path) cannot be written") }
        defer { fclose(file) }
        fputs("time,symbology,text\r\n", file)
        for number in 0..<count {
            let row: String
            switch number % 20 {
            case 0..<8: row = "ean-13,\(4_000_000_000_000 + number * 7919 % 900_000_000)"
            case 8..<14: row = "code-128,SN-\(String(number * 2_654_435_761 % 4_294_967_296, radix: 16))"
            case 14..<19: row = "qr-code,https://shop.example/\(number % 1000)/item/\(number)"
            default: row = "qr-code,\"WIFI:T:WPA;S:Guest \(number);P:password\(number);;\""
            }
            let (hour, minute, second) = (number / 3600 % 24, number / 60 % 60, number % 60)
            let day = String(
                format: "%04d-%02d-%02dT%02d:%02d:%02dZ", 2024, 1 + number / 86_400 / 28 % 12, 1 + number / 86_400 % 28,
                hour, minute, second)
            fputs("\(day),\(row)\r\n", file)
        }
        guard ferror(file) == 0 else { throw BenchError("\(path) cannot be written") }
    }
}

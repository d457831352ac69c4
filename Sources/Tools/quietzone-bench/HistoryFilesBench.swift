import ArgumentParser
import Foundation

/// What `history import` and `history export` take for many scans, beside what sqlite3 takes for the same.
struct HistoryFilesBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history-files",
        abstract:
            "Importing a table of many scans and exporting them, each by a program of its own: seconds and memory.")

    @Argument(help: "How many scans; a tenth of them is measured, too, as memory must not grow with them.")
    var rows = 1_000_000

    @OptionGroup var tested: TestedProgram

    mutating func validate() { rows = max(1000, rows) }

    func run() throws {
        print("                                                     seconds    rows/s  MiB resident")
        for count in [rows / 10, rows] {
            try withTemporaryFolder { folder in
                try importing(count, in: folder)
                try exporting(count, in: folder)
            }
        }
    }

    private func quietzone(_ arguments: [String], _ folder: String) throws -> MeasuredProcess {
        try MeasuredProcess(
            tested.path, ["history"] + arguments, environment: TestedProgram.folders(in: folder + "/home"))
    }

    private func report(_ what: String, _ count: Int, _ run: MeasuredProcess) {
        print(
            "\(count) scans: \(what)".column(50)
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
        try FileManager.default.removeItem(atPath: file)
    }

    private func exporting(_ count: Int, in folder: String) throws {
        for ending in ["csv", "ndjson", "xlsx", "html"] {
            let file = folder + "/export." + ending
            report("export of \(ending.uppercased())", count, try quietzone(["export", "--output", file], folder))
            try FileManager.default.removeItem(atPath: file)
        }
        let plain = try MeasuredProcess(
            "/usr/bin/sqlite3", ["-readonly", "-csv", folder + "/plain.sqlite", "SELECT * FROM scan"])
        report("sqlite3 -csv of the table it has imported", count, plain)
    }

    /// A table as another program might make it: a scan a second, of products, serial numbers, addresses and networks.
    private func write(_ count: Int, to path: String) throws {
        guard let file = fopen(path, "w") else { throw BenchError("\(path) cannot be written") }
        defer { fclose(file) }
        fputs("time,symbology,text\r\n", file)
        for number in 0..<count {
            let (symbology, text) = HistoryBench.content(number)
            let (hour, minute, second) = (number / 3600 % 24, number / 60 % 60, number % 60)
            let day = String(
                format: "%04d-%02d-%02dT%02d:%02d:%02dZ", 2024, 1 + number / 86_400 / 28 % 12, 1 + number / 86_400 % 28,
                hour, minute, second)
            fputs("\(day),\(symbology.rawValue),\(text.contains(" ") ? "\"\(text)\"" : text)\r\n", file)
        }
        guard ferror(file) == 0 else { throw BenchError("\(path) cannot be written") }
    }
}

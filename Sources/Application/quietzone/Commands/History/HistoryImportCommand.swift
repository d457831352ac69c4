import Services
import ArgumentParser
import Foundation
import History

struct HistoryImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import scans from files of quietzone and other scanners, without duplicates.",
        discussion: """
            Reads exports of quietzone (CSV, TSV, JSON, NDJSON, SQLite), scans that it could not save, and exports of \
            BinaryEye (CSV, JSON, SQLite) and of ZXing's Barcode Scanner (CSV). The format is detected from the file's \
            beginning. Skipped entries are reported with their line numbers.
            """)

    @Argument(help: ArgumentHelp("Files; - for standard input.", valueName: "FILE"), completion: .file())
    var files: [String]

    @Flag(help: "Print a JSON object for each file.")
    var json = false

    func run() throws {
        let history = try HistoryStore.open(at: Paths.history)
        try MergeReporting(json: json).takeIn(files) { file in
            try ExportProgress.during("scans checked") { progress in
                try history.importFile(at: file) { progress.show($0) }
            }
        }
    }
}

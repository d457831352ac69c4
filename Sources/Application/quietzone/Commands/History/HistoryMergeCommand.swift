import Services
import ArgumentParser
import Files
import Formats
import Foundation
import History

struct HistoryMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Merge other histories, such as another machine's, without duplicates.")

    @Argument(help: ArgumentHelp("Files of histories (history.sqlite).", valueName: "FILE"), completion: .file())
    var files: [String]

    @Flag(help: "Print a JSON object for each file.")
    var json = false

    func run() throws {
        let history = try HistoryStore.open(at: Paths.history)
        try MergeReporting(json: json).takeIn(files) { file in
            guard Folder.contains(file) else { throw UserError("\(file.withVisibleBytes) does not exist") }
            return try history.merge(historyAt: file)
        }
    }
}

/// Takes files in, and shows what came of each.
struct MergeReporting {
    let json: Bool

    /// - Throws: `ExitCode.trouble` where something was left out, after all of them.
    func takeIn(_ files: [String], _ merge: (String) throws -> MergeReport) throws {
        var hasSkipped = false
        for file in files {
            let outcome = try merge(file)
            report(outcome, of: file)
            hasSkipped = hasSkipped || outcome.skipped > 0
        }
        if hasSkipped { throw ExitCode.trouble }
    }

    private func report(_ report: MergeReport, of file: String) {
        for problem in report.problems { Output.complain(problem) }
        if report.skipped > report.problems.count {
            Output.complain("and \(report.skipped - report.problems.count) more were left out")
        }
        guard json else {
            let skipped = report.skipped > 0 ? ", \(report.skipped) left out" : ""
            return Output.line(
                fromSymbol: "\(file.withVisibleBytes): \(report.added) added, \(report.known) already there\(skipped)")
        }
        let object: JSONValue = .object([
            .init("path", .string(file.withVisibleBytes)), .init("added", .integer(Int64(report.added))),
            .init("known", .integer(Int64(report.known))), .init("skipped", .integer(Int64(report.skipped))),
        ])
        Output.line(object.text)
    }
}

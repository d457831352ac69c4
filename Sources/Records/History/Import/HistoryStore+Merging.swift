import Files
import Foundation
import GRDB
import Symbols

/// What came of scans that were taken in from elsewhere.
package struct MergeReport: Sendable, Hashable {
    package var added = 0
    package var known = 0
    /// What was left out, scans and single values of them, and why, a line each; at most `mostProblems`.
    package private(set) var problems: [String] = []
    package private(set) var skipped = 0

    /// Lines that are kept of `problems`.
    package static let mostProblems = 1000

    /// Nothing taken in.
    package init() {}

    /// Something was left out.
    package mutating func skip(_ problem: String) {
        skipped += 1
        note(problem)
    }

    /// A value was left out of something that was taken in.
    mutating func note(_ problem: String) {
        if problems.count < Self.mostProblems { problems.append(problem) }
    }
}

extension HistoryStore {
    /// Entries are taken in by so many in a transaction.
    static let mergeBatch = 1000

    /// Takes in those of `entries` that are not there yet, kept or in the bin, by their identities; all or none.
    ///
    /// - Parameter report: counts them.
    package func merge(_ entries: [HistoryEntry], into report: inout MergeReport) throws(HistoryError) {
        let added = try writing { db in try entries.count { try HistoryInsertion.insertMissing($0, db).isNew } }
        report.added += added
        report.known += entries.count - added
    }

    /// Takes in the scans of another history that are not there yet. That history is only read.
    ///
    /// - Parameter path: of its file; one of an earlier version, too.
    /// - Throws: `HistoryError` also when it is no history.
    package func merge(historyAt path: String) throws(HistoryError) -> MergeReport {
        var report = MergeReport()
        let image = try Self.image(path)
        var last: HistoryEntry?
        while true {
            let (rows, problems) = try Self.page(of: image, after: last, path)
            for problem in problems { report.skip(problem) }
            guard let end = rows.last else { return report }
            try merge(rows, into: &report)
            last = end
        }
    }

    private static func image(_ path: String) throws(HistoryError) -> HistoryImage {
        do { return try HistoryImage(path) } catch { throw HistoryError(error, path: path).ofOther(path) }
    }

    /// What is wrong with the other history is no damage of this one.
    private static func page(
        of image: HistoryImage, after: HistoryEntry?, _ path: String
    ) throws(HistoryError) -> ([HistoryEntry], [String]) {
        do {
            return try image.queue.read { try page(after: after, $0, path) }
        } catch { throw HistoryError(error, path: path).ofOther(path) }
    }

    private static func page(after: HistoryEntry?, _ db: Database, _ path: String) throws -> ([HistoryEntry], [String])
    {
        let query = HistoryQuery(isDescending: false, limit: mergeBatch, after: after?.position).statement(
            HistoryEntry.columns)
        var entries: [HistoryEntry] = []
        var problems: [String] = []
        for row in try Row.fetchAll(db, SQLRequest(literal: query)) {
            do { entries.append(try HistoryEntry(row: row, path: path)) } catch { problems.append("\(error)") }
        }
        return (entries, problems)
    }

    /// The numbers of the entries of `selection`.
    package func ids(of selection: HistorySelection) throws(HistoryError) -> [Int64] {
        try reading { try Self.ids(of: selection, $0) }
    }
}

extension HistoryError {
    /// The same of a history that is not in use here but to be merged: moving it away or making it writable would help nobody.
    fileprivate func ofOther(_ path: String) -> HistoryError {
        let name = path.withVisibleBytes
        switch reason {
        case .notAHistory:
            return HistoryError(
                reason,
                "\(name) is no history of quietzone. `quietzone history import` takes in what else it exports, and other scanners' files."
            )
        case .damaged:
            return HistoryError(
                reason, "\(name) is damaged. Run `quietzone history recover` where it is in use, and merge it then.")
        case .newerSchema:
            return HistoryError(reason, "\(name) was written by a newer version. Update quietzone to merge it.")
        case .notWritable, .cannotOpen, .diskFull:
            if access(path.fileSystemPath, R_OK) != 0 {
                return HistoryError(.cannotOpen, UserError(path: path, errno: errno).description)
            }
            guard HistoryImage.Stamp(path).size > HistoryImage.largest else { return self }
            return HistoryError(
                .cannotOpen,
                "\(name) is larger than \(HistoryImage.largest >> 30) GiB. Export it as NDJSON where it is in use, and import that."
            )
        case .busy, .other: return self
        }
    }
}

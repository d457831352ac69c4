import Files
import Foundation
import GRDB
import Payloads
import Symbols

/// What came of scans that were taken in from elsewhere.
package struct MergeReport: Sendable, Hashable {
    package var added = 0
    package var known = 0
    /// What was left out, scans and single values of them, and why, a line each; at most `maximumProblems`.
    package private(set) var problems: [String] = []
    package private(set) var skipped = 0

    /// Lines that are kept of `problems`.
    package static let maximumProblems = 1000

    /// Nothing taken in.
    package init() {}

    /// Something was left out.
    package mutating func skip(_ problem: String) {
        skipped += 1
        note(problem)
    }

    /// A value was left out of something that was taken in.
    mutating func note(_ problem: String) {
        if problems.count < Self.maximumProblems { problems.append(problem) }
    }
}

/// An entry and what it is found by, which is made before the history is locked for writing.
struct FoundEntry: Sendable {
    var entry: HistoryEntry
    let searchText: SearchText
    /// Which one it is of the scans of its file that hold the same, from 0; nil for one with an identity of its own.
    var twin: Int?

    init(_ entry: HistoryEntry) { (self.entry, searchText) = (entry, entry.searchText) }
}

extension HistoryStore {
    /// Entries are taken in by so many in a transaction.
    static let mergeBatch = 1000
    /// Bytes of them in a transaction: a few large scans make one.
    static let mergeBytes = 4 << 20

    /// Takes in those of `entries` that are not there yet, kept or in the bin, by their identities, or by what they hold where they
    /// have none; all or none.
    ///
    /// - Parameter report: counts them.
    package func merge(_ entries: [HistoryEntry], into report: inout MergeReport) throws(HistoryError) {
        let added = try merge(entries.map { FoundEntry($0) })
        report.added += added
        report.known += entries.count - added
    }

    /// The same.
    ///
    /// - Returns: how many were not there.
    func merge(_ entries: [FoundEntry]) throws(HistoryError) -> Int {
        try writing { db in
            var insertion = try HistoryInsertion(db)
            return try entries.count {
                try insertion.insertMissing($0.entry, searchText: $0.searchText, twin: $0.twin).isNew
            }
        }
    }

    /// Takes in the scans of another history that are not there yet. That history is only read.
    ///
    /// - Parameter path: of its file; one of an earlier version, too.
    /// - Throws: `HistoryError` also when it is not a history.
    package func merge(historyAt path: String) throws(HistoryError) -> MergeReport {
        var report = MergeReport()
        let image = try Self.image(path)
        var position: Int64?
        while true {
            let page = try Self.page(of: image, after: position, path)
            for problem in page.problems { report.skip(problem) }
            try merge(page.entries, into: &report)
            guard !page.isLast, let last = page.lastPosition else { return report }
            position = last
        }
    }

    private static func image(_ path: String) throws(HistoryError) -> HistoryImage {
        do { return try HistoryImage(path) } catch { throw HistoryError(error, path: path).ofOther(path) }
    }

    /// Some of the scans of another history, and why others cannot be taken in.
    private struct MergePage {
        var entries: [HistoryEntry] = []
        var problems: [String] = []
        /// Of the last row; nil behind the end.
        var lastPosition: Int64?
        /// Whether nothing behind it can be taken in.
        var isLast = false
        /// Bytes of contents and notes.
        var size = 0
    }

    /// What is wrong with the other history is not damage of this one.
    private static func page(
        of image: HistoryImage, after position: Int64?, _ path: String
    ) throws(HistoryError) -> MergePage {
        do {
            return try image.queue.read { try page(after: position, $0, path) }
        } catch { throw HistoryError(error, path: path).ofOther(path) }
    }

    private static func page(after position: Int64?, _ db: Database, _ path: String) throws -> MergePage {
        let query = HistoryQuery(isDescending: false, limit: mergeBatch, after: position).statement(
            HistoryEntry.columns)
        var page = MergePage()
        let rows = try Row.fetchCursor(db, SQLRequest(literal: query))
        while page.size < mergeBytes, let row = try rows.next() {
            let entry = try HistoryEntry(row: row, path: path)
            guard entry.position > page.lastPosition ?? position ?? .min else {
                page.problems.append(
                    "\(path.withVisibleBytes): scan \(entry.id) and those after it have no order and were left out")
                page.isLast = true
                return page
            }
            if entry.flaws.isEmpty {
                page.entries.append(entry)
            } else {
                page.problems.append("\(path.withVisibleBytes): scan \(entry.id): \(entry.problem ?? "")")
            }
            page.lastPosition = entry.position
            page.size += entry.size
        }
        return page
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
                "\(name) is not a quietzone history. `quietzone history import` reads its other exports, and other scanners' files."
            )
        case .damaged:
            return HistoryError(
                reason, "\(name) is damaged. Run `quietzone history recover` where it is in use, then merge it.")
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

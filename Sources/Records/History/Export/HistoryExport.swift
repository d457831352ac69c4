import GRDB
import Symbols

/// What an export has written.
package struct ExportReport: Hashable, Sendable {
    package internal(set) var count = 0
    /// How many the form has no place for.
    package internal(set) var skipped = 0
    /// The number of the entry that was kept last, for `HistorySelection.after`; nil for none.
    package internal(set) var lastID: Int64?

    /// Counts an entry, and tells now and then how many were written.
    mutating func add(_ id: Int64, isWritten: Bool = true, _ progress: (@Sendable (Int) -> Void)?) {
        if isWritten { count += 1 } else { skipped += 1 }
        lastID = max(lastID ?? id, id)
        if count % HistoryExport.progressInterval == 0 { progress?(count) }
    }
}

/// Writing entries in a form, piece by piece: no more than about 64 KiB and one entry are in memory.
package enum HistoryExport {
    /// Takes the next bytes; the buffer is valid during the call alone.
    package typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    /// Progress is reported each time this many were written.
    static let progressInterval = 4096
}

/// Bytes on their way to a sink.
struct ExportBuffer {
    private static let pieceSize = 65_536

    private let sink: HistoryExport.Sink
    private(set) var bytes: [UInt8] = []

    init(_ sink: @escaping HistoryExport.Sink) {
        self.sink = sink
        bytes.reserveCapacity(Self.pieceSize * 2)
    }

    /// Appends what `body` does, and hands on what is enough.
    mutating func write<Result>(_ body: (inout [UInt8]) throws -> Result) throws -> Result {
        let result = try body(&bytes)
        if bytes.count >= Self.pieceSize { try flush() }
        return result
    }

    /// Hands on what is left.
    mutating func flush() throws {
        guard !bytes.isEmpty else { return }
        // SAFETY: the sink sees the array's own bytes, during the call, as its type says.
        try bytes.withUnsafeBytes { try sink($0) }
        bytes.removeAll(keepingCapacity: true)
    }
}

extension HistoryStore {
    /// Writes the entries of one moment to `sink`, oldest first by default.
    ///
    /// - Parameters:
    ///   - options: default the usual columns, local times.
    ///   - newestFirst: the order; default false.
    ///   - selection: only these; default all.
    /// - Returns: what was written.
    /// - Throws: `HistoryError`, `ExportError` for more than the form can hold, or what the sink throws.
    @discardableResult
    package func export(
        _ format: ExportFormat, _ options: ExportOptions = ExportOptions(), newestFirst: Bool = false,
        of selection: HistorySelection = .all, to sink: @escaping HistoryExport.Sink
    ) throws -> ExportReport {
        switch format.body {
        case .table(let make):
            try export(by: make(options), options, newestFirst: newestFirst, of: selection, to: sink)
        case .entries(let make):
            try export(by: make(options), options, newestFirst: newestFirst, of: selection, to: sink)
        case .workbook: try Workbook(options).export(self, newestFirst: newestFirst, of: selection, to: sink)
        case .database: try exportDatabase(options, of: selection, to: sink)
        }
    }

    /// The columns of a table for which none are chosen: the usual ones, and the names of products and grades where there are any.
    func usualColumns() throws(HistoryError) -> [ExportColumn] {
        func exists(_ condition: String) throws(HistoryError) -> Bool {
            try reading { db in
                try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM scan WHERE \(condition))") == true
            }
        }
        let hasNames = try exists("product IS NOT NULL")
        let hasGrades = try exists("fields LIKE '%\"\(ScanGrade.valueField)\":%'")
        return ExportColumn.usual + (hasNames ? [.product] : []) + (hasGrades ? [.grade, .gradeValue] : [])
    }

    private func export(
        by writer: some TableWriter, _ options: ExportOptions, newestFirst: Bool,
        of selection: HistorySelection, to sink: @escaping HistoryExport.Sink
    ) throws -> ExportReport {
        var writer = writer
        let columns = try options.columns ?? usualColumns()
        var report = ExportReport()
        var cells = ExportCells(columns, options.times)
        var buffer = ExportBuffer(sink)
        try buffer.write { writer.begin(columns, into: &$0) }
        try withRows(of: selection, newestFirst: newestFirst, fields: cells.fields + writer.fields) { rows in
            try rows.forEach { row in
                cells.fill(from: row)
                try buffer.write { writer.write(cells, into: &$0) }
                report.add(row.integer(.id) ?? 0, options.progress)
            }
        }
        try buffer.write { writer.end(into: &$0) }
        try buffer.flush()
        return report
    }

    private func export(
        by writer: some EntryWriter, _ options: ExportOptions, newestFirst: Bool,
        of selection: HistorySelection, to sink: @escaping HistoryExport.Sink
    ) throws -> ExportReport {
        var writer = writer
        var report = ExportReport()
        var buffer = ExportBuffer(sink)
        try forEachEntry(newestFirst: newestFirst, of: selection) { entry in
            let isWritten = try buffer.write { writer.write(entry, into: &$0) }
            report.add(entry.id, isWritten: isWritten, options.progress)
        }
        try buffer.write { writer.end(into: &$0) }
        try buffer.flush()
        return report
    }
}

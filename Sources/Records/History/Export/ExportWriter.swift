/// Writes the entries of a history in one form, piece by piece: what it appends to the buffer is handed on.
///
/// Each form is one file with a writer and its row of `ExportFormat`, which is listed in `ExportFormat.all`.
protocol ExportWriter {
    /// Appends what ends the form; default nothing.
    mutating func end(into buffer: inout [UInt8])
}

extension ExportWriter {
    mutating func end(into buffer: inout [UInt8]) {}
}

/// A form of rows and columns, made of the rows as SQLite has them.
protocol TableWriter: ExportWriter {
    /// What it reads of each row besides the columns.
    var fields: [HistoryEntry.Column] { get }
    /// Appends what stands before the rows.
    mutating func begin(_ columns: [ExportColumn], into buffer: inout [UInt8])
    /// Appends a row.
    mutating func write(_ cells: ExportCells, into buffer: inout [UInt8])
}

extension TableWriter {
    var fields: [HistoryEntry.Column] { [] }
}

/// A form that tells more than columns can.
protocol EntryWriter: ExportWriter {
    /// Appends an entry, or nothing where the form has no place for it.
    ///
    /// - Returns: whether it was written.
    mutating func write(_ entry: HistoryEntry, into buffer: inout [UInt8]) -> Bool
}

/// The cells of one row, in UTF-8.
struct ExportCells {
    /// What they tell of, in their order.
    let columns: [ExportColumn]
    private let columnFields: [[HistoryEntry.Column]]
    private let times: ExportTimes
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// The row itself; nil for none yet.
    private(set) var row: ScanRow?

    init(_ columns: [ExportColumn], _ times: ExportTimes) {
        (self.columns, self.times) = (columns, times)
        columnFields = columns.map(\.fields)
    }

    /// What is read of each row for them, and its number.
    var fields: [HistoryEntry.Column] { [.id] + columnFields.joined() }

    /// The cells' places.
    var indices: Range<Int> { ends.indices }

    /// Takes the place of the row before.
    mutating func fill(from row: ScanRow) {
        self.row = row
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        for (column, fields) in zip(columns, columnFields) {
            column.write(row, fields[0], times, into: &bytes)
            ends.append(bytes.count)
        }
    }

    /// Calls `body` with the bytes of a cell, which are valid during the call alone.
    func withCell<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes {
            try body(UnsafeRawBufferPointer(rebasing: $0[(index == 0 ? 0 : ends[index - 1])..<ends[index]]))
        }
    }

    /// The text of a cell.
    func text(_ index: Int) -> String { withCell(index) { String(decoding: $0, as: UTF8.self) } }
}

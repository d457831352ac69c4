/// Writes entries in a format, piece by piece: no more than about 64 KiB and one entry are in memory.
public struct HistoryExport: ~Copyable {
    /// Takes the next bytes; the buffer is valid during the call alone.
    public typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    private static let pieceSize = 65_536

    private let format: ExportFormat
    private let sink: Sink
    private var buffer: [UInt8] = []
    /// How many entries were written.
    public private(set) var count = 0

    /// An export in `format` to `sink`; nothing is written yet.
    public init(_ format: ExportFormat, to sink: @escaping Sink) {
        self.format = format
        self.sink = sink
    }

    /// Writes an entry.
    /// - Throws: what the sink throws.
    public mutating func append(_ entry: HistoryEntry) throws {
        switch format {
        case .csv:
            if count == 0 { CSVWriter.writeHeader(into: &buffer) }
            CSVWriter.write(entry, into: &buffer)
        case .json:
            buffer.append(contentsOf: (count == 0 ? "[\n" : ",\n").utf8)
            entry.record.json.write(into: &buffer)
        case .ndjson:
            entry.record.json.write(into: &buffer)
            buffer.append(0x0A)
        }
        count += 1
        if buffer.count >= Self.pieceSize { try flush() }
    }

    /// Writes what ends the format; an export without entries is a header, an empty array or nothing.
    /// - Throws: what the sink throws.
    public consuming func finish() throws {
        switch format {
        case .csv: if count == 0 { CSVWriter.writeHeader(into: &buffer) }
        case .json: buffer.append(contentsOf: (count == 0 ? "[]\n" : "\n]\n").utf8)
        case .ndjson: break
        }
        try flush()
    }

    private mutating func flush() throws {
        guard !buffer.isEmpty else { return }
        // SAFETY: the sink sees the array's own bytes, during the call, as its type says.
        try buffer.withUnsafeBytes { try sink($0) }
        buffer.removeAll(keepingCapacity: true)
    }
}

extension HistoryStore {
    /// Writes the entries of one moment to `sink`, oldest first by default.
    ///
    /// - Parameters:
    ///   - newestFirst: the order; default false.
    ///   - selection: only these; default all.
    /// - Returns: how many entries were written.
    /// - Throws: `HistoryError`, or what the sink throws.
    @discardableResult
    public func export(
        _ format: ExportFormat, newestFirst: Bool = false, of selection: HistorySelection = .all,
        to sink: @escaping HistoryExport.Sink
    ) throws -> Int {
        var export = HistoryExport(format, to: sink)
        try forEachEntry(newestFirst: newestFirst, of: selection) { try export.append($0) }
        let count = export.count
        try export.finish()
        return count
    }
}

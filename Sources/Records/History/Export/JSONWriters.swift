/// One array of objects.
struct JSONWriter: EntryWriter {
    private var isFirst = true

    mutating func write(_ entry: HistoryEntry, into buffer: inout [UInt8]) -> Bool {
        buffer.append(contentsOf: (isFirst ? "[\n" : ",\n").utf8)
        isFirst = false
        entry.record.json.write(into: &buffer)
        return true
    }

    mutating func end(into buffer: inout [UInt8]) {
        buffer.append(contentsOf: (isFirst ? "[]\n" : "\n]\n").utf8)
    }
}

/// One object a line.
struct JSONLinesWriter: EntryWriter {
    mutating func write(_ entry: HistoryEntry, into buffer: inout [UInt8]) -> Bool {
        entry.record.json.write(into: &buffer)
        buffer.append(0x0A)
        return true
    }
}

extension ExportFormat {
    package static let json = ExportFormat("json", endings: ["json"], "JSON", .entries { _ in JSONWriter() })
    package static let ndjson = ExportFormat(
        "ndjson", endings: ["ndjson", "jsonl"], "NDJSON", .entries { _ in JSONLinesWriter() })
}

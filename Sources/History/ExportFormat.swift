/// A format that the history is exported in.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// A table for spreadsheets; see `CSVWriter` for its rules.
    case csv
    /// One array of objects.
    case json
    /// One object a line.
    case ndjson

    /// The format that the ending of a file's name asks for (`.csv`, `.json`, `.ndjson`, `.jsonl`); nil
    /// for any other.
    public init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: "."), !fileName[dot...].contains("/") else { return nil }
        switch fileName[dot...].dropFirst().lowercased() {
        case "csv": self = .csv
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        default: return nil
        }
    }
}

import Files
import Printing

extension LabelSource {
    /// The rows of a file: of a CSV (`.csv`, `.tsv`) whose first row names the fields, else its lines of text. The file is read again
    /// each time the rows are needed.
    ///
    /// - Throws: `UserError` where it cannot be read, or a CSV has no names in its first row.
    package static func file(_ path: String) throws -> LabelSource {
        func rows() throws -> LabelSource {
            let pieces = try UserFile.pieces(of: path, instead: "use `quietzone print --csv`")
            let isTable = [".csv", ".tsv"].contains { path.lowercased().hasSuffix($0) }
            return try isTable ? .csv(pieces) : .lines(pieces)
        }
        let first = try rows()
        return LabelSource(fields: first.fields) { take in try rows().forEach(take) }
    }
}

import ArgumentParser
import Printing
import Services

/// A file whose rows are codes, as `make` and `print` take it.
struct InputRows: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Make a code for each line of a file, the field {line}; - for standard input.", valueName: "FILE"),
        completion: .file())
    var lines: String?

    @Option(
        help: ArgumentHelp(
            "Make a code for each row of a CSV, whose first row names the fields; - for standard input.",
            valueName: "FILE"),
        completion: .file())
    var csv: String?

    /// Whether there is such a file.
    var isGiven: Bool { lines != nil || csv != nil }

    /// The rows; nil if there is no such file.
    ///
    /// - Throws: `UserError` if it cannot be read, or its first row names no fields.
    func source() throws -> LabelSource? {
        if let csv { return try .csv(try InputBytes.pieces(of: csv)) }
        return try lines.map { .lines(try InputBytes.pieces(of: $0)) }
    }
}

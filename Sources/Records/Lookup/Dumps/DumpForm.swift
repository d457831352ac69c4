import Files

/// What one row of a dump is.
enum DumpRow {
    /// Products: facts with the numbers that they are of, and when the source changed them (seconds since 1970).
    case products([ProductNumber], ProductFacts, modified: Int64?)
    /// Nothing to look up, such as a product without a number: not an error.
    case other
    /// No row of this form; why.
    case bad(line: Int, String)
}

/// A form of product data that an index is made of: a file and a row in `DumpForm.all`.
package struct DumpForm: Sendable {
    /// What `--format` calls it, and the name of its index.
    package let name: String
    /// What it is, in a few words.
    package let title: String
    /// The licence of the facts; empty for a list of one's own.
    package let licence: String
    /// Whether several products may have one number: pressings of a record. Else the last row counts.
    let hasSeveralHits: Bool
    /// Whether a file that begins so has this form.
    let recognizes: @Sendable (_ beginning: ArraySlice<UInt8>) -> Bool
    /// Gives each row of the file.
    let read: @Sendable (_ file: DumpSource, _ body: (DumpRow) throws -> Void) throws -> Void

    /// Every form; the first that recognizes a file counts.
    package static let all = [
        PriceListDatabase.form, OpenFoodFactsObjects.form, MusicBrainzReleases.form, OpenLibraryEditions.form,
        OpenFoodFactsTable.form, PriceList.form,
    ]

    /// The form that people call `name`.
    package static func named(_ name: String) -> DumpForm? { all.first { $0.name == name } }

    /// A form whose rows are lines, each by itself.
    static func lines(
        _ name: String, _ title: String, licence: String, hasSeveralHits: Bool = false,
        recognizes: @escaping @Sendable (ArraySlice<UInt8>) -> Bool,
        row: @escaping @Sendable (ArraySlice<UInt8>, _ line: Int) -> DumpRow
    ) -> DumpForm {
        DumpForm(
            name: name, title: title, licence: licence, hasSeveralHits: hasSeveralHits, recognizes: recognizes,
            read: { source, body in
                var lines = DumpLines(source.next)
                while let line = try lines.next() {
                    guard let bytes = line.bytes else {
                        try body(.bad(line: line.number, "longer than \(DumpLines.longest >> 20) MiB"))
                        continue
                    }
                    if !bytes.isEmpty { try body(row(bytes, line.number)) }
                }
            })
    }
}

/// What a form reads.
struct DumpSource {
    /// The path; `-` is standard input.
    let path: String
    /// The next bytes, decompressed; nil at the end.
    let next: () throws -> [UInt8]?
}

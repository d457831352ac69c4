import Files
import Formats
import GRDB
import Glibc

/// Makes an index of a file of products. The file is read once, piece by piece; the former index answers until the new one is whole, and
/// stays where the import fails or is ended.
///
///     let result = try ProductImport(into: folder).run("products.csv.gz", now: now)
///     result.products      // 3,102,442
package struct ProductImport {
    /// What came of it.
    package struct Outcome: Sendable, Hashable {
        /// The name of the index.
        package let index: String
        package let form: String
        /// Products in the index.
        package let products: Int
        /// Rows without a number that all know, or without a name.
        package let skipped: Int
        /// Rows that are none of this form.
        package let bad: Int
        /// The first of these, each with its line, in words.
        package let problems: [String]
    }

    /// The maximum number of problems that are reported one by one.
    static let maximumProblems = 5

    /// The folder of the indexes, which is made where it is missing.
    package let folder: String

    /// Imports into `folder`.
    package init(into folder: String) { self.folder = folder }

    /// Imports a file.
    ///
    /// - Parameters:
    ///   - path: `-` for standard input.
    ///   - form: nil, the default, for what its beginning looks like.
    ///   - name: of the index; by default the file's for lists of one's own, else the form's.
    ///   - progress: called now and then with the bytes that were read of the file, and the rows.
    /// - Throws: `UserError`; the index that was there is still there then.
    package func run(
        _ path: String, form: DumpForm? = nil, name: String? = nil, now: Timestamp,
        progress: (_ bytes: Int, _ rows: Int) -> Void = { _, _ in }
    ) throws -> Outcome {
        let file = try DumpFile(path)
        guard let first = try file.next() else { throw UserError("\(file.name) is empty") }
        guard let form = form ?? DumpForm.all.first(where: { $0.recognizes(first[...]) }) else {
            let forms = DumpForm.all.map(\.name).joined(separator: ", ")
            throw UserError("\(file.name) is in an unknown format: name one with --format (\(forms))")
        }
        let index = name ?? Self.listName(path, form) ?? form.indexName
        guard Self.isName(index) else { throw UserError("an index's name has letters, digits and hyphens only") }
        guard Folder.make(folder) == 0 else {
            throw UserError("\(folder.onOneLine) cannot be created: check its permissions")
        }
        AtomicFile.removeDrafts(in: folder) { $0.hasSuffix(".sqlite") }
        do {
            let writer = try ProductIndexWriter("\(folder)/\(index).sqlite", hasSeveralHits: form.hasSeveralHits)
            var beginning: [UInt8]? = first
            let source = DumpSource(path: path) {
                defer { beginning = nil }
                return try beginning ?? file.next()
            }
            let counts = try Self.fill(writer, form, source) { progress(file.bytesRead, $0) }
            let products = try writer.count()
            guard products > 0 else {
                let reason = counts.problems.first.map { " (\($0))" } ?? ""
                throw UserError("\(file.name) has no product with a number and a name\(reason)")
            }
            var about = Self.about(path, form)
            about["imported"] = String(now.milliseconds)
            about["products"] = String(products)
            about["skipped"] = String(counts.skipped)
            about["bad"] = String(counts.bad)
            try writer.finish(about)
            return Outcome(
                index: index, form: form.name, products: products, skipped: counts.skipped, bad: counts.bad,
                problems: counts.problems)
        } catch let error as DatabaseError {
            throw UserError("the index \(index) cannot be written: \(error.message ?? "SQLite error")")
        }
    }

    private struct Counts {
        var skipped = 0
        var bad = 0
        var problems: [String] = []
    }

    private static func fill(
        _ writer: ProductIndexWriter, _ form: DumpForm, _ source: DumpSource, progress: (Int) -> Void
    ) throws -> Counts {
        var counts = Counts()
        var rows = 0
        try writer.write { add in
            try form.read(source) { row in
                rows += 1
                if rows.isMultiple(of: 10_000) { progress(rows) }
                switch row {
                case .products(let numbers, let facts, let modified): try add(numbers, facts, modified)
                case .other: counts.skipped += 1
                case .bad(let line, let words):
                    counts.bad += 1
                    if counts.problems.count < maximumProblems { counts.problems.append("line \(line): \(words)") }
                }
            }
        }
        return counts
    }

    /// What shows later whether the file has changed.
    private static func about(_ path: String, _ form: DumpForm) -> [String: String] {
        var status = stat()
        let absolute = path == "-" ? path : Folder.resolved(path) ?? path
        let isFile = path != "-" && stat(path.fileSystemPath, &status) == 0
        return [
            "form": form.name, "licence": form.licence, "path": absolute,
            "size": isFile ? String(status.st_size) : "0", "changed": isFile ? String(status.st_mtim.tv_sec) : "0",
        ]
    }

    /// What a list of one's own is called: as its file, `prices` for `prices.csv`; nil for other forms, and where no name is left.
    private static func listName(_ path: String, _ form: DumpForm) -> String? {
        guard form.indexName == PriceList.form.name, path != "-" else { return nil }
        let file = path.split(separator: "/").last?.split(separator: ".").first ?? ""
        let name = String(
            decoding: file.utf8.prefix(60).map { byte in
                ASCII.isLetter(byte) || ASCII.isDigit(byte) ? byte : UInt8(ascii: "-")
            }, as: UTF8.self)
        return name.utf8.contains { $0 != UInt8(ascii: "-") } ? name : nil
    }

    private static func isName(_ name: String) -> Bool {
        1...60 ~= name.utf8.count
            && name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
    }
}

extension DumpForm {
    /// The name of the index that it makes by default: both forms of Open Food Facts, and of lists, make the same.
    var indexName: String {
        switch name {
        case OpenFoodFactsObjects.form.name: OpenFoodFactsTable.form.name
        case PriceListDatabase.form.name: PriceList.form.name
        default: name
        }
    }
}

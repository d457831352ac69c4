import ArgumentParser
import Files
import Foundation
import Formats
import Glibc
import Lookup
import Services

struct ProductsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "products", abstract: "Import product data for offline look-ups.",
        subcommands: [
            ImportCommand.self, UpdateCommand.self, InfoCommand.self, RemoveCommand.self, NameCommand.self,
        ])

    /// `1 product`, `3 products`.
    fileprivate static func count(_ products: Int) -> String { "\(products) \(products == 1 ? "product" : "products")" }

    struct ImportCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Create an index from a file of products.",
            discussion: """
                Reads a CSV or SQLite list of your own, whose columns are gtin (or ean, upc, isbn) and name, brand, \
                quantity, price and others; the CSV or JSONL dump of Open Food Facts; the release dump of MusicBrainz; \
                the editions dump of Open Library. All may be compressed as .gz. An earlier index of the same name is \
                replaced once the file is read.

                  quietzone products import prices.csv
                  quietzone products import en.openfoodfacts.org.products.csv.gz
                  tar -xJOf release.tar.xz mbdump/release | quietzone products import -
                """)

        @Option(
            help: ArgumentHelp(
                "The format of the file: \(DumpForm.all.map(\.name).joined(separator: ", ")). Default: detected.",
                valueName: "FORM"),
            completion: .list(DumpForm.all.map(\.name)))
        var format: String?

        @Option(
            help: ArgumentHelp(
                "The name of the index. Default: the file's name for your own list, else the format's.",
                valueName: "NAME"))
        var name: String?

        @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "FILE"), completion: .file())
        var file: String

        func validate() throws {
            guard let format, DumpForm.named(format) == nil else { return }
            let names = DumpForm.all.map(\.name)
            let hint = NameMatching.closest(to: format, in: names).map { "Did you mean \($0)?" } ?? ""
            throw ValidationError("unknown format \(format): use \(names.joined(separator: ", ")). \(hint)")
        }

        func run() throws {
            let isComplete = try ProductImporting.run(file, form: format.flatMap(DumpForm.named), name: name)
            if !isComplete { throw ExitCode.nothingRead }
        }
    }

    struct UpdateCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "update", abstract: "Re-import files that have changed.",
            discussion: "Files are read from their original paths. Nothing is fetched.")

        @Argument(help: ArgumentHelp("The indexes. Default: all.", valueName: "NAME"))
        var names: [String] = []

        func run() throws {
            let products = OfflineProducts(in: Paths.products)
            products.problems.forEach { Output.complain($0) }
            for name in names where !products.indexes.contains(where: { $0.name == name }) {
                throw UserError("there is no index \(UserError.quoted(name)): `quietzone products info` lists them")
            }
            var hasFailed = !products.problems.isEmpty
            for index in products.indexes where names.isEmpty || names.contains(index.name) {
                switch index.isOutdated {
                case nil:
                    Output.line("\(index.name): its file no longer exists: import another one")
                case false?: Output.line("\(index.name): its file has not changed")
                case true?:
                    do {
                        _ = try ProductImporting.run(
                            index.about.path, form: DumpForm.named(index.about.form), name: index.name)
                    } catch let error as UserError {
                        Output.complain(error.description)
                        hasFailed = true
                    }
                }
            }
            if hasFailed { throw ExitCode.trouble }
        }
    }

    struct RemoveCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an index; its source file is kept.")

        @Argument(help: ArgumentHelp("The index.", valueName: "NAME"))
        var name: String

        func run() throws {
            let products = OfflineProducts(in: Paths.products)
            guard products.indexes.contains(where: { $0.name == name }) else {
                throw UserError("there is no index \(UserError.quoted(name)): `quietzone products info` lists them")
            }
            let path = "\(Paths.products)/\(name).sqlite"
            guard unlink(path.fileSystemPath) == 0 else {
                throw UserError("\(path.onOneMarkedLine): \(String(cString: strerror(errno)))")
            }
            Output.line("\(name) is removed")
        }
    }

    struct InfoCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "info", abstract: "List the indexes, in the order in which they are asked.")

        @Flag(help: "Print a JSON object for each index.")
        var json = false

        func run() throws {
            let products = OfflineProducts(in: Paths.products)
            products.problems.forEach { Output.complain($0) }
            for index in products.indexes {
                if json {
                    Output.line(fromSymbol: index.json.text)
                } else {
                    let about = index.about
                    let licence = about.licence.isEmpty ? "" : ", \(about.licence)"
                    let from = about.path == "-" ? "standard input" : about.path.onOneMarkedLine
                    let state = index.isOutdated == true ? "; the file has changed: `quietzone products update`" : ""
                    Output.row(fromSymbol: [
                        index.name,
                        "\(ProductsCommand.count(about.products))\(licence), imported \(about.imported.day) from \(from)\(state)",
                    ])
                }
            }
            if products.indexes.isEmpty, !json {
                Output.line("no indexes: `quietzone products import FILE` creates one")
            }
            if !products.problems.isEmpty { throw ExitCode.trouble }
            if products.indexes.isEmpty { throw ExitCode.nothingRead }
        }
    }
}

/// An import with its lines on the terminal.
private enum ProductImporting {
    /// - Returns: whether every row could be read.
    static func run(_ file: String, form: DumpForm?, name: String?) throws -> Bool {
        let outcome = try ExportProgress.during("rows read") { progress in
            try ProductImport(into: Paths.products).run(
                file, form: form, name: name, now: Timestamp(Date()), progress: { _, rows in progress.show(rows) })
        }
        let skipped = outcome.skipped > 0 ? ", \(outcome.skipped) rows without a number or name skipped" : ""
        Output.line("\(outcome.index): \(ProductsCommand.count(outcome.products))\(skipped)")
        guard outcome.bad > 0 else { return true }
        for problem in outcome.problems { Output.complain("\(file.onOneMarkedLine), \(problem)") }
        let more = outcome.bad - outcome.problems.count
        Output.complain(
            "\(outcome.bad) \(outcome.bad == 1 ? "row" : "rows") could not be read\(more > 0 ? ", \(more) of them not listed" : "")"
        )
        return false
    }
}

extension ProductIndex {
    /// One object: name, form, products, skipped and bad rows, licence, path, time of the import, whether the file has changed.
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "form": .string(about.form), "products": .integer(Int64(about.products)),
            "skipped": .integer(Int64(about.skipped)), "bad": .integer(Int64(about.bad)),
            "licence": .string(about.licence), "path": .string(about.path),
            "imported": .string(about.imported.description),
            "outdated": isOutdated.map { .bool($0) } ?? .null,
        ]
    }
}

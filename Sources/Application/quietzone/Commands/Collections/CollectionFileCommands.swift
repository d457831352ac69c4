import ArgumentParser
import Collections
import Files
import Formats
import Foundation
import Services

/// The format of a file of a collection.
struct CollectionFormat: ParsableArguments {
    @Option(
        help: ArgumentHelp("\(ItemFile.formats.joined(separator: ", ")).", valueName: "FORMAT"),
        completion: .list(ItemFile.formats))
    var format: String?

    func validate() throws {
        guard let format, !ItemFile.formats.contains(format) else { return }
        let hint = NameMatching.closest(to: format, in: ItemFile.formats).map { "Did you mean \($0)?" } ?? ""
        throw ValidationError("--format must be one of \(ItemFile.formats.joined(separator: ", ")). \(hint)")
    }
}

struct CollectionExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a collection to a file.",
        discussion: """
            Formats are CSV, JSON and the tables of Discogs, Goodreads, LibraryThing and Open Library. JSON holds \
            everything and restores the collection. A CSV cell that a spreadsheet would treat as a formula begins with \
            an apostrophe. `quietzone print --collection` prints labels.

              quietzone collection export Records -o records.csv
              quietzone print --collection stock --template shelf -o labels.pdf
            """)

    @OptionGroup var collection: CollectionArgument

    @OptionGroup var form: CollectionFormat

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file. Default: -, standard output.", valueName: "FILE"),
        completion: .file())
    var output: String?

    @OptionGroup var overwriting: OverwritingOption

    func run() throws {
        let store = try collection.readStore
        let shown = try store.collection(collection.name)
        let items = ItemOrder(shown.sections + shown.order).sorted(
            ItemNaming.named(try store.items(of: shown.name)))
        let file = output == "-" ? nil : output
        let format = form.format ?? (file?.lowercased().hasSuffix(".json") == true ? "json" : "csv")
        let rows = ItemForm.named(format)?.rows(for: items, of: shown)
        if let file {
            try overwriting.write(rows.map(CollectionText.bytes) ?? Self.json(items, of: shown), to: file)
            Output.line("\(items.count.items) written to \(SafeText.visible(file.withVisibleBytes))")
        } else if let rows {
            CollectionText.print(rows)
        } else {
            CollectionText.write(Self.json(items, of: shown))
        }
        let left = ItemForm.named(format)?.leftOut(of: items) ?? []
        if !left.isEmpty { Output.complain("\(format) has no column for \(left.joined(separator: ", ")): left out") }
    }

    /// An object of the collection and its items, an item on each line.
    private static func json(_ items: [Item], of collection: ItemCollection) -> [UInt8] {
        let lines = items.map(\.json.text).joined(separator: ",\n")
        return Array("{\"collection\":\(collection.json.text),\"items\":[\n\(lines)\n]}\n".utf8)
    }
}

struct CollectionImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Add the items of a file, without duplicates.",
        discussion: """
            Reads CSV whose first row names its columns, such as code, name and quantity; JSON of `collection export`, \
            `lookup` and `read`; and the exports of Discogs, Goodreads, LibraryThing and Open Library. Unknown columns \
            become custom fields. An existing item gets only what it lacks. A missing collection is created.

            Exit status: 0 all rows were read, 1 some were skipped and reported with their lines, 2 an error occurred.
            """)

    @OptionGroup var collection: CollectionArgument

    @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "FILE"), completion: .file())
    var file: String

    @OptionGroup var form: CollectionFormat

    @Flag(help: "Print a JSON object with what was done.")
    var json = false

    func run() throws {
        let bytes = try InputBytes.read(file, most: ItemFile.longest, what: "split it")
        let read: ItemFile
        do { read = try ItemFile(bytes, format: form.format, now: Timestamp(Date())) } catch {
            throw UserError("\(file.onOneMarkedLine): \(error)")
        }
        let store = try collection.store
        if try !store.contains(collection.name) {
            // A wrong file must not leave an empty collection behind; an empty one that was exported may.
            guard !read.items.isEmpty || read.bad == 0 && read.shape != nil else {
                throw UserError("\(file.onOneMarkedLine) has no items\(read.bad > 0 ? " that can be read" : "")")
            }
            try store.make(try newCollection(read))
        }
        let additions = try store.add(read.items, to: collection.name, isImport: true)
        let own = read.ownFields
        if !own.isEmpty {
            try store.change(collection.name) { collection in
                let new = own.filter { !collection.fields.contains($0) }
                collection.fields = Array((collection.fields + new).prefix(ItemField.maximumCount))
            }
        }
        report(additions, read)
        for problem in read.problems { Output.complain("\(file.onOneMarkedLine), \(problem)") }
        guard read.bad > 0 else { return }
        let more = read.bad - read.problems.count
        let rows = read.bad == 1 ? "1 row" : "\(read.bad) rows"
        Output.complain("\(rows) could not be read\(more > 0 ? ", \(more) of them not listed" : "")")
        throw ExitCode.nothingRead
    }

    private func newCollection(_ read: ItemFile) throws -> ItemCollection {
        if let shape = read.shape { return try ItemCollection(collection.name, shape) }
        let template = CollectionTemplate(rawValue: collection.name.lowercased()) ?? read.template
        return try ItemCollection(collection.name, template: template)
    }

    private func report(_ additions: [Addition], _ read: ItemFile) {
        func count(_ outcome: Addition.Outcome) -> Int { additions.count { $0.outcome == outcome } }
        let (added, completed, there) = (count(.added), count(.completed), count(.alreadyThere))
        if json {
            let object: JSONValue = [
                "format": .string(read.format), "added": .integer(Int64(added)),
                "completed": .integer(Int64(completed)),
                "alreadyThere": .integer(Int64(there)), "bad": .integer(Int64(read.bad)),
            ]
            return Output.line(object.text)
        }
        let parts = [(added, "added"), (completed, "completed"), (there, "already there")]
            .filter { $0.0 > 0 || $0.1 == "added" }.map { "\($0.0) \($0.1)" }
        Output.line(fromSymbol: "“\(collection.name)”: \(parts.joined(separator: ", ")) (\(read.format))")
    }
}

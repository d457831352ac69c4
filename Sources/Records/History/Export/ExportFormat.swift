import Symbols

/// A form that the history is exported in. Each is a file with its writer and its row.
package struct ExportFormat: Hashable, Sendable {
    /// How it is written.
    enum Body: Sendable {
        case table(@Sendable (ExportOptions) -> any TableWriter)
        case entries(@Sendable (ExportOptions) -> any EntryWriter)
        /// As a workbook, whose parts say how long they are before they begin.
        case workbook
        /// As a database, which is made as a file.
        case database
    }

    /// Every form, in the order that help lists them.
    package static let all = [
        csv, tsv, json, ndjson, markdown, html, xlsx, vCard, iCalendar, list, sqlite,
    ]

    /// What options call it: `csv`.
    package let name: String
    /// What files of it end with, without the dot; the first is the usual one.
    package let endings: [String]
    /// What people call it: `CSV`.
    package let title: String
    let body: Body

    init(_ name: String, endings: [String], _ title: String, _ body: Body) {
        (self.name, self.endings, self.title, self.body) = (name, endings, title, body)
    }

    /// The form called `name`; nil when there is none.
    package init?(name: String) {
        guard let format = Self.all.first(where: { $0.name == name.lowercased() }) else { return nil }
        self = format
    }

    /// The form that the ending of a file's name asks for; nil for any other.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: "."), !fileName[dot...].contains("/") else { return nil }
        let ending = fileName[dot...].dropFirst().lowercased()
        guard let format = Self.all.first(where: { $0.endings.contains(ending) }) else { return nil }
        self = format
    }

    /// The endings that are known: `.csv, .tsv, … or .sqlite`.
    package static var knownEndings: String {
        let endings = all.map { ".\($0.endings[0])" }
        return endings.dropLast().joined(separator: ", ") + " or " + (endings.last ?? "")
    }

    /// Whether columns can be chosen.
    package var hasColumns: Bool {
        switch body {
        case .table, .workbook: self != .list
        case .entries, .database: false
        }
    }

    /// Whether it is text, which a terminal can show.
    package var isText: Bool {
        switch body {
        case .table, .entries: true
        case .workbook, .database: false
        }
    }

    /// Two are equal that have one name.
    package static func == (a: Self, b: Self) -> Bool { a.name == b.name }
    /// Hashes the name.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What can be chosen of an export.
package struct ExportOptions: Sendable {
    /// A symbol as it is drawn: dark modules on light ones, its quiet zone around it.
    package struct Drawing: Sendable {
        package let width: Int
        package let height: Int
        /// Row by row; true is dark.
        package let modules: [Bool]

        /// - Parameter modules: `width` times `height` of them.
        package init(width: Int, height: Int, modules: [Bool]) {
            precondition(modules.count == width * height)
            (self.width, self.height, self.modules) = (width, height, modules)
        }
    }

    /// The columns of a table; nil, the default, for those of `ExportColumn.usual`.
    package var columns: [ExportColumn]?
    /// How a table shows times; default local.
    package var times = ExportTimes.local
    /// Whether CSV and TSV begin with a byte order mark, without which some spreadsheets take UTF-8 for another charset; default no.
    package var byteOrderMark = false
    /// Draws what a symbol says as that symbol; nil, the default, draws none.
    package var draw: (@Sendable (SymbolContent) -> Drawing?)?
    /// Called with the number of entries that were written, now and then; default nothing.
    package var progress: (@Sendable (Int) -> Void)?

    /// The defaults.
    package init() {}
}

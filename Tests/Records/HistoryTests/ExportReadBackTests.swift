import Foundation
import Testing

@testable import History

/// Exports read by other programs: Python's csv, json and sqlite3, openpyxl and vobject where they are installed
/// (`QUIETZONE_PYTHON` names another Python that has them), and LibreOffice.
@Suite(.enabled(if: Tools.python != nil, "there is no python3")) struct ExportReadBackTests {
    let folder: TemporaryFolder
    let store: HistoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = try HistoryStore.open(at: folder.file("history.sqlite"))
        try ExportSamples.fill(store)
    }

    func export(_ format: ExportFormat, _ change: (inout ExportOptions) -> Void = { _ in }) throws -> String {
        let path = folder.file("out-\(format.name).\(format.endings[0])")
        var options = ExportOptions.exact
        change(&options)
        _ = try ExportFile.write(to: path, overwrite: true) { try store.export(format, options, to: $0) }
        return path
    }

    /// What `script` prints as JSON: it finds the file as `path`.
    func read<Value: Decodable>(_ script: String, _ path: String, as type: Value.Type) throws -> Value {
        let python = try #require(Tools.python)
        let head = "import sys, json, io\npath = sys.argv[1]\n"
        let (status, output) = try Tools.run([python, "-c", head + script, path])
        #expect(status == 0)
        return try JSONDecoder().decode(type, from: output)
    }

    var texts: [String?] {
        get throws { try store.entries(newestFirst: false, limit: -1).map(\.scan.symbol.content.text) }
    }
    var bytes: [String] {
        get throws {
            try store.entries(newestFirst: false, limit: -1).map {
                Data($0.scan.symbol.content.bytes).base64EncodedString()
            }
        }
    }

    /// A cell as a table has it.
    static func cell(_ text: String?) -> String {
        FormulaGuard.guarded((text ?? "").replacing("\0", with: "\u{FFFD}"))
    }

    @Test(arguments: [ExportFormat.csv, .tsv]) func tablesAreReadByPython(format: ExportFormat) throws {
        let rows = try read(
            """
            rows = list(csv.reader(open(path, encoding='utf-8', newline=''), strict=True, delimiter=\(format == .csv ? "','" : "'\\t'")))
            print(json.dumps(rows))
            """.replacing("rows = list", with: "import csv\nrows = list"), export(format), as: [[String]].self)
        #expect(rows[0] == (ExportOptions.exact.columns ?? []).map(\.rawValue))
        #expect(Set(rows.map(\.count)) == [ExportOptions.exact.columns?.count])
        #expect(try rows.dropFirst().map { $0[7] } == texts.map(Self.cell))
        #expect(try rows.dropFirst().map { String($0[9].drop { $0 == "'" }) } == bytes)
        for row in rows.dropFirst() {
            for cell in row { #expect(!FormulaGuard.mayBeFormula(cell) || cell.hasPrefix("'")) }
        }
    }

    @Test func objectsAreReadByPython() throws {
        for (format, script) in [
            (ExportFormat.json, "rows = json.load(open(path, encoding='utf-8'))\n"),
            (.ndjson, "rows = [json.loads(l) for l in open(path, encoding='utf-8', newline='\\n')]\n"),
        ] {
            let rows = try read(
                script + "print(json.dumps([[r['text'], r['bytes'], r['identity']] for r in rows]))", export(format),
                as: [[String?]].self)
            #expect(try rows.map { $0[0] } == texts)
            #expect(try rows.map { $0[1] } == bytes)
            #expect(try rows.map { $0[2] } == store.entries(newestFirst: false, limit: -1).map(\.identity.description))
        }
    }

    @Test func aCopyIsReadByPython() throws {
        let rows = try read(
            """
            import sqlite3, base64
            db = sqlite3.connect(path)
            assert db.execute('pragma integrity_check').fetchall() == [('ok',)]
            db.text_factory = lambda b: b.decode('utf-8')
            print(json.dumps([[t, base64.b64encode(b).decode()] for t, b in db.execute('select text, bytes from scan order by position')]))
            """, export(.sqlite), as: [[String?]].self)
        #expect(try rows.map { $0[0] } == texts)
        #expect(try rows.map { $0[1] } == bytes)
    }

    @Test(.enabled(if: Tools.has("openpyxl"), "openpyxl is not installed"))
    func aWorkbookIsReadByOpenpyxl() throws {
        let rows = try read(
            """
            import openpyxl, zipfile
            from openpyxl.utils.escape import unescape
            assert zipfile.ZipFile(path).testzip() is None
            sheet = openpyxl.load_workbook(path)['Scans']
            assert all(c.data_type in 'sn' or c.value is None or c.data_type == 'inlineStr' for r in sheet.iter_rows() for c in r), \
            set(c.data_type for r in sheet.iter_rows() for c in r)
            print(json.dumps([[None if c is None else unescape(str(c)) for c in r] for r in sheet.iter_rows(values_only=True)]))
            """, export(.xlsx), as: [[String?]].self)
        #expect(rows[0] == (ExportOptions.exact.columns ?? []).map(\.rawValue))
        #expect(try rows.dropFirst().map { $0[7] ?? "" } == texts.map { $0 ?? "" })
        #expect(try rows.dropFirst().map { $0[9] ?? "" } == bytes)
    }

    @Test(.enabled(if: Tools.has("vobject"), "vobject is not installed"))
    func contactsAndEventsAreReadByVobject() throws {
        let script =
            "import vobject\nitems = list(vobject.readComponents(open(path, encoding='utf-8', newline='').read()))\n"
        let names = try read(
            script + "print(json.dumps([[i.fn.value, i.n.value.family] for i in items]))", export(.vCard),
            as: [[String]].self)
        #expect(names == [["Zoë Müller", "Müller"]])
        let events = try read(
            script + "print(json.dumps([i.vevent.summary.value for i in items]))", export(.iCalendar), as: [String].self
        )
        #expect(events == ["Fair"])
    }

    @Test func htmlIsWellFormed() throws {
        let counts = try read(
            """
            from html.parser import HTMLParser
            class P(HTMLParser):
                def __init__(self): super().__init__(convert_charrefs=True); self.tags = {}; self.cells = []; self.inside = False
                def handle_starttag(self, tag, attrs):
                    self.tags[tag] = self.tags.get(tag, 0) + 1
                    if tag == 'td': self.inside = True; self.cells.append('')
                def handle_endtag(self, tag):
                    if tag == 'td': self.inside = False
                def handle_data(self, data):
                    if self.inside: self.cells[-1] += data
            p = P(); p.feed(open(path, encoding='utf-8', newline='').read())
            assert set(p.tags) <= set('html head meta title style body table thead tbody tr th td'.split()), p.tags
            print(json.dumps(p.cells))
            """, export(.html) { $0.columns = [.text] }, as: [String].self)
        let shown = try texts.map { text in
            String(
                String.UnicodeScalarView(
                    (text ?? "").unicodeScalars.map {
                        $0.properties.generalCategory == .control && !"\n\r\t".unicodeScalars.contains($0)
                            ? "\u{FFFD}" : $0
                    }))
        }
        #expect(counts == shown)
    }

    /// How LibreOffice opens a file, and what its cells say then.
    struct Opening: CustomTestStringConvertible, Sendable {
        let format: ExportFormat
        /// Its filter, with its options: nil for what it chooses by itself.
        var filter: String?
        /// What a cell says for a text; nil where the file is read with other separators than it has, and nothing can be expected.
        var cell: (@Sendable (String) -> String)?
        var testDescription: String { "\(format.name) \(filter ?? "")" }

        /// Text in UTF-8, numbers recognised, formulas evaluated.
        private static func separated(by separators: String) -> String {
            "CSV:\(separators),34,76,1,,0,false,true,false,false,false,0,true"
        }

        static let all = [
            Opening(format: .csv, filter: separated(by: "44"), cell: { guarded($0) }),
            Opening(format: .csv, filter: separated(by: "44/59/9"), cell: { guarded($0) }),
            Opening(format: .csv), Opening(format: .csv, filter: separated(by: "59")),
            Opening(format: .csv, filter: separated(by: "9")),
            Opening(format: .tsv, filter: separated(by: "9"), cell: { guarded($0) }),
            Opening(format: .tsv), Opening(format: .tsv, filter: separated(by: "44")),
            Opening(format: .tsv, filter: separated(by: "59")),
            Opening(format: .xlsx, cell: { $0.replacing("\r\n", with: "\n") }),
            Opening(
                format: .html, filter: "HTML (StarCalc)",
                cell: { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }),
        ]

        private static func guarded(_ text: String) -> String { onLines(FormulaGuard.guarded(text)) }
        /// Each end of a line begins a paragraph.
        private static func onLines(_ text: String) -> String {
            text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        }
    }

    /// Opened in whatever way, no cell is a formula, and each is the text.
    @Test(.enabled(if: Tools.office != nil, "LibreOffice is not installed"), arguments: Opening.all)
    func formulasAreInertInLibreOffice(opening: Opening) throws {
        let store = try HistoryStore.inMemory(called: "injections")
        for (index, text) in ExportSamples.injections.enumerated() {
            _ = try store.add(scan(text, at: Double(index), source: text))
        }
        let name = "out.\(opening.format.endings[0])"
        var options = ExportOptions()
        options.columns = [.symbology, .text, .source, .identifier]
        _ = try ExportFile.write(to: folder.file(name), overwrite: true) {
            try store.export(opening.format, options, to: $0)
        }
        var arguments = [
            try #require(Tools.office), "-env:UserInstallation=file://" + folder.file("office"), "--headless",
        ]
        if let filter = opening.filter { arguments.append("--infilter=" + filter) }
        _ = try Tools.run(
            arguments + ["--convert-to", "fods", "--outdir", folder.file("opened"), folder.file(name)])
        let cells = try read(Self.cellsOfSheet, folder.file("opened/out.fods"), as: Cells.self)
        #expect(cells.rows.count >= ExportSamples.injections.count)
        #expect(cells.formulas == [])
        guard let cell = opening.cell else { return }
        let wanted = ExportSamples.injections.map { ["qr-code", cell($0), cell($0), "]Q1"] }
        for (found, wanted) in zip(cells.rows.dropFirst(), wanted) { #expect(found == wanted) }
        #expect(cells.rows.count == wanted.count + 1)
    }

    private struct Cells: Decodable {
        let rows: [[String]]
        let formulas: [String]
    }

    /// The cells of a flat OpenDocument sheet, and those of them that are formulas.
    private static let cellsOfSheet = """
        import xml.etree.ElementTree as tree
        table, text = '{urn:oasis:names:tc:opendocument:xmlns:table:1.0}', '{urn:oasis:names:tc:opendocument:xmlns:text:1.0}'
        def words(node):
            if node.tag == text + 'tab': result = '\\t'
            elif node.tag == text + 's': result = ' ' * int(node.get(text + 'c', '1'))
            elif node.tag == text + 'line-break': result = '\\n'
            else: result = (node.text or '') + ''.join(words(child) for child in node)
            return result + ('' if node.tag == text + 'p' else node.tail or '')
        sheet = tree.parse(path)
        rows = [['\\n'.join(words(p) for p in c.iter(text + 'p')) for c in row.iter(table + 'table-cell')
                 for _ in range(int(c.get(table + 'number-columns-repeated', '1')) if len(c) else 0)]
                for row in sheet.iter(table + 'table-row')]
        rows = [row for row in rows if row]
        formulas = [c.get(table + 'formula') for c in sheet.iter(table + 'table-cell') if c.get(table + 'formula')]
        print(json.dumps({'rows': rows, 'formulas': formulas}))
        """
}

/// Programs that read exports.
private enum Tools {
    static let python: String? = {
        let named = ProcessInfo.processInfo.environment["QUIETZONE_PYTHON"]
        return ([named].compactMap { $0 } + ["/usr/bin/python3"]).first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }()

    static func has(_ module: String) -> Bool {
        guard let python else { return false }
        return (try? run([python, "-c", "import \(module)"]).status) == 0
    }

    static let office = ["/usr/bin/soffice", "/usr/bin/libreoffice"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static func run(_ arguments: [String]) throws -> (status: Int32, output: Data) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: arguments[0])
        process.arguments = Array(arguments.dropFirst())
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, output)
    }
}

import Files
import Formats
import Foundation
import GRDB
import Symbols
import Testing

@testable import History

/// Taking in what the program and others have exported.
@Suite struct ImportTests {
    let folder: TemporaryFolder
    let store: HistoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = try HistoryStore.open(at: folder.file("new.sqlite"))
    }

    func file(_ name: String, _ bytes: [UInt8]) -> String {
        _ = FileManager.default.createFile(atPath: folder.file(name), contents: Data(bytes))
        return folder.file(name)
    }

    func file(_ name: String, _ text: String) -> String { file(name, Array(text.utf8)) }

    /// All entries, the oldest first.
    var entries: [HistoryEntry] { get throws { try store.entries(newestFirst: false, limit: -1) } }

    @Test(arguments: [ExportFormat.csv, .tsv, .json, .ndjson, .sqlite], [false, true])
    func whatWasExportedComesBackWhole(format: ExportFormat, hasMark: Bool) throws {
        let old = try HistoryStore.open(at: folder.file("old.sqlite"))
        try ExportSamples.fill(old)
        var options = ExportOptions()
        options.columns = ExportColumn.allCases
        (options.times, options.byteOrderMark) = (.utc, hasMark)
        var bytes: [UInt8] = []
        try old.export(format, options) { bytes.append(contentsOf: $0) }
        let path = file("export.\(format.endings[0])", bytes)
        let count = try old.count()
        let report = try store.importFile(at: path)
        #expect(report.problems == [])
        #expect(report.added == count)
        let wanted = try old.entries(newestFirst: false, limit: -1)
        let found = try entries
        // Names that are no UTF-8 come back whole from JSON alone.
        func facts(_ entry: HistoryEntry) -> [String] {
            ExportSamples.facts(entry).map { format == .csv || format == .tsv ? $0.withVisibleBytes : $0 }
        }
        for (a, b) in zip(found, wanted) { #expect(facts(a) == facts(b)) }
        #expect(found.map(facts) == wanted.map(facts))
        let again = try store.importFile(at: path)
        #expect(again.added == 0)
        #expect(again.known == count)
        #expect(try store.count() == count)
    }

    @Test func aTableNeedsNoMoreThanTimeSymbologyAndText() throws {
        let path = file(
            "short.csv",
            "Text;Time;SYMBOLOGY\n'=1+1;2026-11-21 11:52:18Z;ean-13\nx;2026-11-21T11:52:18.5+02:00;qr-code\n")
        #expect(try store.importFile(at: path).added == 2)
        let found = try entries
        #expect(found.map(\.scan.symbol.content.text) == ["x", "=1+1"])
        #expect(found[0].scan.utcOffset == 7200)
        #expect(found[1].scan.symbol.content.identifier == "]E0")
        #expect(try store.importFile(at: path).known == 2)
    }

    @Test func whatIsWrongIsToldWithItsLine() throws {
        let table = """
            time,symbology,text,bytes,quantity,tags,session,identity
            2026-11-21T11:52:18Z,qr-code,"two
            lines",,1,,,
            2026-02-30T11:52:18Z,qr-code,a,,1,,,
            2026-11-21T11:52:18Z,pigeon,a,,1,,,

            2026-11-21T11:52:18Z,qr-code,a,####,1,,,
            2026-11-21T11:52:18Z,qr-code,b,,-7,"a,""b"" c","\u{1}",nonsense
            2026-11-21T11:52:18Z,qr-code
            """
        let report = try store.importFile(at: file("a.csv", table))
        #expect(report.added == 3)
        #expect(report.skipped == 3)
        #expect(
            report.problems == [
                "line 4: “2026-02-30T11:52:18Z” is not a time", "line 5: “pigeon” is not a symbology",
                "line 7: the bytes are not valid Base64", "line 8: quantity “-7” is invalid and is left out",
                "line 8: session “\u{1}” is invalid and is left out",
                "line 8: tags “\"b\" c” is invalid and is left out",
                "line 8: identity “nonsense” is invalid and is left out",
            ])
    }

    @Test func objectsAreFoundBetweenWhatIsNone() throws {
        let good = #"{"time":"2026-11-21T11:52:18Z","symbology":"qr-code","text":"TEXT"}"#
        func object(_ text: String) -> String { good.replacing("TEXT", with: text) }
        let lines = [
            object("a"), "garbage", #"{"time":"2026-11-21T11:52:18Z","symb"#, object("b"), #"{"x":{"y":[1,2]"#,
            object("c"),
            "[" + object("d") + ",",
            "{\n \"time\" : \"2026-11-21T11:52:18Z\",\n\"symbology\":\"aztec\", \"text\": \"{\\\"}\" }]",
            #"{"hello":1}"#, "{\"a\":\u{1}}",
        ]
        let report = try store.importFile(at: file("a.json", lines.joined(separator: "\n")))
        #expect(Set(try entries.compactMap(\.scan.symbol.content.text)) == ["a", "b", "c", "d", "{\"}"])
        #expect(
            report.problems == [
                "line 2: not a JSON object", "line 3: JSON that is not closed", "line 5: JSON that is not closed",
                "line 11: not a known form of scan", "line 12: not valid JSON",
            ])
    }

    @Test func scansThatCouldNotBeKeptAreTakenIn() throws {
        var part = scan("part", at: 1_795_261_938.042)
        part.symbol.content.part = SequencePart(index: 0, count: 2, id: "x")
        let scans = [scan("a", at: 1_795_261_938.042), part, scan(bytes: [0, 255])]
        let path = file("unkept", Array(ScanLines.text(of: scans.map { UnkeptScan($0) })))
        #expect(try store.importFile(at: path) == store.importFile(at: path).swapped)
        #expect(Set(try entries.map(\.scan.symbol)) == Set(scans.map(\.symbol)))
        #expect(try entries.last?.scan.time == Timestamp(scans[0].time).date)
    }

    @Test func numbersThatASpreadsheetHasShortenedAreToldWithTheirLine() throws {
        let csv = """
            datetime;format;content
            2021-03-04 05:06:07;EAN_13;9.7802E+12
            2021-03-04 05:06:08;CODE_39;9.7802E+12
            2021-03-04 05:06:09;EAN_13;9780201379624
            """
        let report = try store.importFile(at: file("be.csv", csv))
        #expect(report.problems.count == 1)
        #expect(report.problems.first?.hasPrefix("line 2: “9.7802E+12” is a number that a spreadsheet has") == true)
        #expect(Set(try entries.compactMap(\.scan.symbol.content.text)) == ["9.7802E+12", "9780201379624"])
    }

    /// The exact bytes beside a text that was saved again by a spreadsheet.
    @Test func exactBytesAreTakenForAShortenedNumber() throws {
        let bytes = Data("9780201379624".utf8).base64EncodedString()
        let csv = "sep=;\ntime; symbology ;text;bytes\n2021-03-04T05:06:07Z;ean-13;9.7802E+12;\(bytes)\n"
        #expect(try store.importFile(at: file("a.csv", csv)).problems == [])
        #expect(try entries.map(\.scan.symbol.content.text) == ["9780201379624"])
    }

    @Test(arguments: [
        "4006381333931", "00112233445566778899", "DEADBEEF00112233", "0F1E2D3C4B5A69780F1E2D3C4B5A6978",
        "41424344454647484950", "1d303130393532313233343534333231333130", "1D30", "",
        "1D3031303935323132333435343332313",
        "D7A8FBB307D7809469CA9ABCB0082E4F8D5651E46D3CDB762D02D0BF37C9E592",
    ])
    func whatMayBeATextStaysOne(content: String) {
        #expect(BinaryEye.HexadecimalContent.bytes(content) == nil)
    }

    @Test func exportsOfZXingAreTakenIn() throws {
        let csv = #"""
            "https://example.com","https://example.com","QR_CODE","1614834367000","04.03.2021 05:06:07",""\#r
            "4006381333931","4006381333931","EAN_13","1614834368000","04.03.2021 05:06:08","Highlighter"\#r
            "x","x","QR_CODE","soon","",""\#r
            """#
        let report = try store.importFile(at: file("zxing.csv", csv))
        #expect(report.added == 2)
        #expect(report.problems == ["line 3: there is no time"])
        #expect(try entries.map { Timestamp($0.scan.time).milliseconds } == [1_614_834_367_000, 1_614_834_368_000])
        #expect(try entries.last?.remarks.note == "Highlighter")
    }

    @Test(arguments: ["", "\u{FEFF}\n\n", "hello world\n", "a,b,c\n1,2,3\n", "\0\0\0", "%PDF-1.4"])
    func whatIsNoExportIsRefused(text: String) {
        #expect(throws: UserError.self) { try store.importFile(at: file("x", text)) }
    }

    @Test func foldersAndMissingFilesAreRefused() {
        #expect(throws: UserError.self) { try store.importFile(at: folder.path) }
        #expect(throws: UserError.self) { try store.importFile(at: folder.file("none")) }
    }

    @Test func anotherDatabaseIsRefused() throws {
        let queue = try DatabaseQueue(path: folder.file("other.db"))
        try queue.write { try $0.execute(sql: "CREATE TABLE x (a)") }
        try queue.close()
        let error = #expect(throws: UserError.self) { try store.importFile(at: folder.file("other.db")) }
        #expect(error?.description.contains("neither a history of quietzone nor one of BinaryEye") == true)
    }

    @Test func whatCannotBeMergedIsToldAsSuch() throws {
        func message(_ path: String) -> String {
            do throws(HistoryError) {
                _ = try store.merge(historyAt: path)
                return ""
            } catch { return error.description }
        }
        let letter = file("letter", String(repeating: "This is a letter. ", count: 100))
        #expect(
            message(letter)
                == "\(letter) is not a quietzone history. `quietzone history import` reads its other exports, and other scanners' files."
        )
        #expect(message(folder.path).hasPrefix("\(folder.path) is not a quietzone history."))
        let other = try HistoryStore.open(at: folder.file("other.sqlite"))
        for number in 0..<500 { _ = try other.add(scan("\(number)", at: Double(number))) }
        other.close()
        // The root of the table of scans and more: the copy is damaged, this history is not.
        let handle = try #require(FileHandle(forUpdatingAtPath: folder.file("other.sqlite")))
        try handle.seek(toOffset: 4096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 1 << 16))
        try handle.close()
        #expect(
            message(folder.file("other.sqlite")).contains(
                "is damaged. Run `quietzone history recover` where it is in use"))
        #expect(!store.hasMetDamage)
    }

    @Test func rowsOfManyCellsAreLeftOut() throws {
        let text =
            "time,symbology,text\n" + String(repeating: ",", count: 100_000) + "\n2026-11-21T11:52:18Z,qr-code,a\n"
        let report = try store.importFile(at: file("wide.csv", text))
        #expect(report.problems == ["line 2: more than 1000 cells"])
        #expect(report.added == 1)
    }

    /// Each piece of the file may end anywhere in a row.
    @Test(arguments: [1, 2, 3, 7]) func piecesMayEndAnywhere(length: Int) throws {
        let text = "a,b\r\n\"x,\"\"y\"\"\r\nz\",\r\n\r\nlast,\"\"\"\"\n\"open"
        var rest = Array(text.utf8)[...]
        var reader = try CSVReader {
            defer { rest = rest.dropFirst(length) }
            return rest.isEmpty ? nil : Array(rest.prefix(length))
        }
        var lines: [CSVReader.Line] = []
        while let line = try reader.nextLine() { lines.append(line) }
        #expect(lines.map(\.cells) == [["a", "b"], ["x,\"y\"\r\nz", ""], [""], ["last", "\""], ["open"]])
        #expect(lines.map(\.line) == [1, 2, 4, 5, 6])
    }

    @Test func hostileTablesEnd() throws {
        let head = Array("time,symbology,text\n2026-11-21T11:52:18Z,qr-code,".utf8)
        // A row that is too long, one with NUL and bytes that are no text, and a quotation mark that is not closed.
        let long =
            head + [UInt8](repeating: 0x61, count: CSVReader.longestRow + 10) + [0x0A]
            + Array("2026-11-21T11:52:18Z,qr-code,".utf8) + [0, 0xFF, 0xC0, 0x0A]
            + Array("2026-11-21T11:52:18Z,qr-code,\"open\n\n".utf8)
        let report = try store.importFile(at: file("long.csv", long))
        #expect(report.problems == ["line 2: longer than 1 MiB"])
        #expect(try entries.map(\.scan.symbol.content.text) == ["\0\u{FFFD}\u{FFFD}", "open\n\n"])
        let deep = Array(String(repeating: "{\"a\":", count: 100_000).utf8)
        #expect(try store.importFile(at: file("deep.json", deep)).skipped == 1)
        let closed = deep + [0x31] + Array(String(repeating: "}", count: 100_000).utf8)
        #expect(try store.importFile(at: file("closed.json", closed)).skipped == 1)
    }

    @Test(arguments: [
        ("2026-11-21T11:52:18.042Z", 1_795_261_938_042), ("2026-11-21 12:52:18,042+01:00", 1_795_261_938_042),
        ("2026-11-21T11:52:18.0429999Z", 1_795_261_938_042), ("2026-11-21T06:22:18-0530", 1_795_261_938_000),
        ("2026-11-21T11:52Z", 1_795_261_920_000), ("1969-12-31T23:59:59Z", -1000),
    ])
    func timesAreRead(text: String, milliseconds: Int64) { #expect(ImportedTime(text)?.milliseconds == milliseconds) }

    @Test(arguments: [
        "", "2026", "2026-13-01T00:00:00Z", "2026-11-21", "2026-11-21T24:00:00Z", "2026-11-21T11:60:00Z",
        "21.11.2026 11:52",
        "2026-11-21T11:52:18.Z", "2026-11-21T11:52:18Zx", "2026-11-21T11:52:18+25:00", "１０２６-11-21T11:52:18Z",
        "-026-11-21T11:52:18Z",
    ])
    func otherTimesAreNone(text: String) { #expect(ImportedTime(text) == nil) }
}

extension MergeReport {
    /// What the same file comes to the next time.
    fileprivate var swapped: MergeReport {
        var report = MergeReport()
        (report.added, report.known) = (known, added)
        return report
    }
}

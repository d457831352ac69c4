import Formats
import Foundation
import Glibc
import Symbols
import Testing

@testable import History

/// Each form of export, and what can be chosen of it.
@Suite struct ExportFormsTests {
    let folder: TemporaryFolder
    let store: HistoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = try HistoryStore.open(at: folder.file("history.sqlite"))
    }

    func export(
        _ format: ExportFormat, _ selection: HistorySelection = .all, _ change: (inout ExportOptions) -> Void = { _ in }
    ) throws -> [UInt8] {
        var options = ExportOptions.exact
        change(&options)
        var bytes: [UInt8] = []
        try store.export(format, options, of: selection) { bytes.append(contentsOf: $0) }
        return bytes
    }

    func text(
        _ format: ExportFormat, _ selection: HistorySelection = .all, _ change: (inout ExportOptions) -> Void = { _ in }
    ) throws -> String {
        String(decoding: try export(format, selection, change), as: UTF8.self)
    }

    @Test func aFormIsKnownByTheNameOfItsFile() {
        for format in ExportFormat.all {
            #expect(ExportFormat(name: format.name) == format)
            for ending in format.endings { #expect(ExportFormat(fileName: "a.b/x.\(ending.uppercased())") == format) }
        }
        #expect(ExportFormat(fileName: "x.csv/y") == nil)
        #expect(ExportFormat(fileName: "csv") == nil)
        #expect(ExportFormat(fileName: "x.pdf") == nil)
        #expect(Set(ExportFormat.all.flatMap(\.endings)).count == ExportFormat.all.flatMap(\.endings).count)
    }

    @Test func columnsAreChosenByTheirNames() throws {
        #expect(try ExportColumn.list("time, TEXT,quantity,text") == [.time, .text, .quantity])
        #expect(try ExportColumn.list("all").count == ExportColumn.allCases.count)
        #expect(throws: ExportError.self) { try ExportColumn.list("time,colour") }
        _ = try store.add(scan("a", at: 1_795_261_938))
        let csv = try text(.csv) { $0.columns = [.text, .quantity, .corners] }
        #expect(csv == "text,quantity,corners\r\na,1,\"[[1,2],[3.5,2],[3.5,4.125],[1,-4]]\"\r\n")
        #expect(try text(.tsv) { $0.columns = [.text, .quantity] } == "text\tquantity\r\na\t1\r\n")
    }

    @Test func theUsualTableIsWhatPeopleLookFor() throws {
        var scan = scan("4006381333931", at: 1_795_303_800.25)
        scan.symbol.content.symbology = .ean13
        _ = try store.add(scan)
        let formatter = DateFormatter()
        (formatter.locale, formatter.dateFormat) = (Locale(identifier: "en_US_POSIX"), "yyyy-MM-dd HH:mm:ss")
        let time = formatter.string(from: scan.time)
        #expect(
            try text(.csv) { $0 = ExportOptions() }
                == "time,text,symbology,quantity,session,tags,note\r\n\(time),4006381333931,ean-13,1,,,\r\n")
    }

    @Test func aByteOrderMarkIsWrittenWhereAsked() throws {
        #expect(try export(.csv) { $0.byteOrderMark = true }.starts(with: [0xEF, 0xBB, 0xBF, UInt8(ascii: "i")]))
        #expect(try export(.csv).first == UInt8(ascii: "i"))
    }

    @Test func numbersAreWrittenAsJSONWritesThem() throws {
        let values = [0, -0.0, 1.5, -2.25, 0.001, 0.0004, -0.0004, 1234.5678, 1e8 + 0.5, 3e9, 1e300, .infinity]
        for value in values {
            var corners = testCorners
            corners.topLeft = Point(x: value, y: -value)
            var bytes = [UInt8]()
            for number in corners.corners.flatMap({ [$0.x, $0.y] }) {
                withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
            }
            var written: [UInt8] = []
            bytes.withUnsafeBytes { written.append(corners: $0) }
            #expect(String(decoding: written, as: UTF8.self) == corners.json.text)
        }
        for time: Int64 in [0, -1, 951_782_400_123, 253_402_300_799_999, -62_167_219_200_000, .max, .min] {
            var written: [UInt8] = []
            written.append(time: time)
            #expect(String(decoding: written, as: UTF8.self) == Timestamp(milliseconds: time).description)
        }
        for number: Int64 in [0, 9, 10, 99, 100, -1, .max, .min] {
            var written: [UInt8] = []
            written.append(decimal: number)
            #expect(String(decoding: written, as: UTF8.self) == "\(number)")
        }
        for count in 0..<40 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
            var written: [UInt8] = []
            bytes.withUnsafeBytes { written.append(base64: $0) }
            #expect(String(decoding: written, as: UTF8.self) == Data(bytes).base64EncodedString())
        }
    }

    @Test func markdownIsATableWhateverItHolds() throws {
        _ = try store.add(scan("a|b `c` <b> *d*\r\nnext\u{1B}[1m", at: 1_795_261_938))
        #expect(
            try text(.markdown) { $0.columns = [.id, .text] } == #"""
                | id | text |
                | ---: | --- |
                | 1 | a\|b \`c\` \<b\> \*d\*<br>next␛\[1m |

                """#)
    }

    @Test func htmlShowsTheCodesAndNoMarkupOfASymbol() throws {
        try ExportSamples.fill(store)
        let html = try text(.html) { options in
            options.columns = [.text]
            options.draw = { content in
                content.symbology == .qrCode
                    ? ExportOptions.Drawing(width: 3, height: 2, modules: [true, true, false, true, true, false]) : nil
            }
        }
        #expect(html.contains("<path d=\"M0 0h2v2h-2z\"/></svg>"))
        #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"))
        #expect(!html.contains("<script"))
        #expect(html.contains("default-src 'none'"))
        let controls = html.unicodeScalars.filter {
            $0.properties.generalCategory == .control && !"\n\r\t".unicodeScalars.contains($0)
        }
        #expect(controls.isEmpty)
    }

    @Test func aListIsALineForEachScan() throws {
        _ = try store.add(scan("one\r\ntwo", at: 1))
        _ = try store.add(scan(bytes: [0xF8, 0, 0xFF]))
        _ = try store.add(scan("three", at: 2))
        #expect(try text(.list) == "F8 00 FF\none␍␊two\nthree\n")
    }

    @Test func contactsAndEventsAreExportedAsSuch() throws {
        try ExportSamples.fill(store)
        let cards = try text(.vCard)
        #expect(cards.hasPrefix("BEGIN:VCARD"))
        #expect(cards.components(separatedBy: "BEGIN:VCARD").count == 2)
        let events = try text(.iCalendar)
        #expect(events.components(separatedBy: "BEGIN:VCALENDAR").count == 2)
        #expect(events.contains("DTSTAMP:20261121T000000Z") || events.contains("DTSTAMP:20261122T000000Z"))
        var bytes = 0
        let report = try store.export(.vCard) { bytes += $0.count }
        #expect(report.count == 1)
        #expect(report.skipped == (try store.count()) - 1)
    }

    @Test(arguments: ExportFormat.all) func theSameScansGiveTheSameBytes(format: ExportFormat) throws {
        try ExportSamples.fill(store)
        #expect(try self.export(format) == self.export(format))
        #expect(try self.export(format, .session(1)) == self.export(format, .session(1)))
    }

    @Test(arguments: ExportFormat.all) func anEmptyExportIsOfItsForm(format: ExportFormat) throws {
        let report = try store.export(format, of: .ids([])) { _ in }
        #expect(report == ExportReport())
    }

    @Test func aCopyIsAHistoryWithoutWhatWasDeleted() throws {
        try ExportSamples.fill(store)
        try store.expect([ExpectedItem(text: "plain", quantity: 2)], in: 1)
        _ = try store.delete(.ids([3]))
        for selection in [HistorySelection.all, .session(1)] {
            let path = folder.file("copy-\(UUID().uuidString).sqlite")
            try Data(try export(.sqlite, selection)).write(to: URL(fileURLWithPath: path))
            let copy = try HistoryStore.open(at: path)
            let wanted = try store.entries(of: selection, limit: -1)
            let found = try copy.entries(limit: -1)
            #expect(found.map(\.id) == wanted.map(\.id))
            #expect(found.map(ExportSamples.facts) == wanted.map(ExportSamples.facts))
            #expect(try copy.binned().isEmpty)
            #expect(try copy.session(called: "Aisle 4, left")?.scans == 10)
            #expect(try copy.checkList(of: 1)?.expected == 2)
            #expect(try copy.count(of: .matching("日本語")) == store.count(of: .both(selection, .matching("日本語"))))
            copy.close()
        }
    }

    @Test func onlyWhatIsNewIsExported() throws {
        let mark = ExportMark()
        #expect(try store.position(of: mark) == 0)
        _ = try store.add(scan("a"))
        let first = try store.export(.csv, of: .after(id: try store.position(of: mark))) { _ in }
        #expect(first.count == 1)
        try store.advance(mark, to: try #require(first.lastID))
        #expect(try store.export(.csv, of: .after(id: try store.position(of: mark))) { _ in }.count == 0)
        // Kept later, of an earlier time.
        let id = try store.add(scan("b", at: -5)).id
        #expect(try store.export(.csv, of: .after(id: try store.position(of: mark))) { _ in }.lastID == id)
        try store.advance(mark, to: 0)
        #expect(try store.position(of: mark) == 1)
        #expect(try store.position(of: ExportMark(query: "kind:wifi")) == 0)
    }

    @Test func selectionsAreJoined() throws {
        try ExportSamples.fill(store)
        let both = HistorySelection.both(.matching("plain"), .both(.session(1), .after(id: 0)))
        #expect(try store.count(of: both) == store.entries(limit: -1).filter(both.holds).count)
        #expect(try store.count(of: .both(.matching("日本"), .matching("🙂"))) == 1)
        #expect(try store.count(of: .both(.matching("日本"), .session(99))) == 0)
    }
}

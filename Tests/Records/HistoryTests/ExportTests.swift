import Foundation
import Glibc
import Symbols
import Testing

@testable import History

@Suite struct ExportTests {
    let folder: TemporaryFolder
    let store: HistoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = try HistoryStore.open(at: folder.file("history.sqlite"))
    }

    /// The export of the store as text, with visible line ends.
    func export(_ format: ExportFormat) throws -> String {
        var bytes: [UInt8] = []
        try store.export(format, .exact) { bytes.append(contentsOf: $0) }
        let text = try #require(String(validating: bytes, as: UTF8.self))
        return text.replacingOccurrences(of: "\r\n", with: "⏎\n")
    }

    func fill() throws {
        _ = try store.add(scan("http://example.com/a", at: 1_795_261_938.042))
        _ = try store.add(scan("=HYPERLINK(\"http://evil\",\"x\")", at: 1_795_261_939, source: "a, b.png"))
        _ = try store.add(scan("line 1\nline 2; \"quoted\"", at: 1_795_261_940))
        _ = try store.add(scan("日本語 🙂 nul\0", at: 1_795_261_941))
        let plus = SymbolContent(symbology: .dataMatrix, bytes: [0xF8, 0, 0xFF], text: nil, charset: nil)
        _ = try store.add(
            Scan(
                time: Date(timeIntervalSince1970: 1_795_261_942), source: "demo",
                symbol: Symbol(content: plus, corners: testCorners)))
    }

    @Test func csv() throws {
        try fill()
        #expect(
            try export(.csv).replacing(/[-0-9a-f]{36}/, with: "IDENTITY") == """
                id,time,source,symbology,identifier,kind,summary,text,charset,bytes,corners,addOn,picture,\
                quantity,session,tags,note,lastSeen,identity⏎
                1,2026-11-21T11:52:18.042Z,demo,qr-code,]Q1,url,example.com/a,http://example.com/a,UTF-8,\
                aHR0cDovL2V4YW1wbGUuY29tL2E=,"[[1,2],[3.5,2],[3.5,4.125],[1,-4]]",,,1,,,,,IDENTITY⏎
                2,2026-11-21T11:52:19.000Z,"a, b.png",qr-code,]Q1,text,"'=HYPERLINK(""http://evil"",""x"")",\
                "'=HYPERLINK(""http://evil"",""x"")",UTF-8,PUhZUEVSTElOSygiaHR0cDovL2V2aWwiLCJ4Iik=,\
                "[[1,2],[3.5,2],[3.5,4.125],[1,-4]]",,,1,,,,,IDENTITY⏎
                3,2026-11-21T11:52:20.000Z,demo,qr-code,]Q1,text,"line 1 ⏎ line 2; ""quoted\""","line 1
                line 2; ""quoted\""",UTF-8,bGluZSAxCmxpbmUgMjsgInF1b3RlZCI=,"[[1,2],[3.5,2],[3.5,4.125],[1,-4]]",,,1,,,,,IDENTITY⏎
                4,2026-11-21T11:52:21.000Z,demo,qr-code,]Q1,text,日本語 🙂 nul␀,日本語 🙂 nul\u{FFFD},UTF-8,\
                5pel5pys6KqeIPCfmYIgbnVsAA==,"[[1,2],[3.5,2],[3.5,4.125],[1,-4]]",,,1,,,,,IDENTITY⏎
                5,2026-11-21T11:52:22.000Z,demo,data-matrix,]d1,bytes,3 bytes: F8 00 FF,,,'+AD/,\
                "[[1,2],[3.5,2],[3.5,4.125],[1,-4]]",,,1,,,,,IDENTITY⏎

                """)
    }

    @Test func thePictureOfAScanIsAColumnAndAKey() throws {
        let id = try store.add(scan("x")).id
        _ = try store.add(scan("y", at: 1))
        try store.setPicture("/pictures/a, b.jpg", ofScans: [id, 999])
        let lines = try export(.csv).split(separator: "\n")
        #expect(lines[1].contains(#","/pictures/a, b.jpg",1,"#))
        #expect(lines[2].contains(",,,1,,,,,"))
        let objects = try export(.ndjson).split(separator: "\n")
        #expect(objects[0].contains(#","picture":"/pictures/a, b.jpg","identity":"#))
        #expect(!objects[1].contains("picture"))
        #expect(try store.entries().map(\.picture) == [nil, "/pictures/a, b.jpg"])
    }

    @Test func addOnsAreExportedInEveryFormat() throws {
        var book = scan("9780201379624", at: 1_795_261_938)
        book.symbol.content.addOn = "51995"
        _ = try store.add(book)
        #expect(try export(.csv).contains(",51995,,1,"))
        #expect(try export(.ndjson).contains(#""addOn":"51995""#))
        #expect(try export(.json).contains(#""addOn":"51995""#))
    }

    @Test func ndjson() throws {
        try fill()
        #expect(
            try export(.ndjson).replacing(/,"identity":"[-0-9a-f]{36}"/, with: "") == #"""
                {"id":1,"source":"demo","time":"2026-11-21T11:52:18.042Z","symbology":"qr-code","identifier":"]Q1",\#
                "text":"http://example.com/a","bytes":"aHR0cDovL2V4YW1wbGUuY29tL2E=","charset":"UTF-8",\#
                "corners":[[1,2],[3.5,2],[3.5,4.125],[1,-4]],"payload":{"kind":"url","url":"http://example.com/a",\#
                "scheme":"http","host":"example.com","path":"/a"}}
                {"id":2,"source":"a, b.png","time":"2026-11-21T11:52:19.000Z","symbology":"qr-code",\#
                "identifier":"]Q1","text":"=HYPERLINK(\"http://evil\",\"x\")","bytes":"PUhZUEVSTElOSygiaHR0cDovL2V2aWwiLCJ4Iik=",\#
                "charset":"UTF-8","corners":[[1,2],[3.5,2],[3.5,4.125],[1,-4]],"payload":{"kind":"text",\#
                "text":"=HYPERLINK(\"http://evil\",\"x\")","links":["http://evil"]}}
                {"id":3,"source":"demo","time":"2026-11-21T11:52:20.000Z","symbology":"qr-code","identifier":"]Q1",\#
                "text":"line 1\nline 2; \"quoted\"","bytes":"bGluZSAxCmxpbmUgMjsgInF1b3RlZCI=","charset":"UTF-8",\#
                "corners":[[1,2],[3.5,2],[3.5,4.125],[1,-4]],"payload":{"kind":"text",\#
                "text":"line 1\nline 2; \"quoted\""}}
                {"id":4,"source":"demo","time":"2026-11-21T11:52:21.000Z","symbology":"qr-code","identifier":"]Q1",\#
                "text":"日本語 🙂 nul\u0000","bytes":"5pel5pys6KqeIPCfmYIgbnVsAA==","charset":"UTF-8",\#
                "corners":[[1,2],[3.5,2],[3.5,4.125],[1,-4]],"payload":{"kind":"text","text":"日本語 🙂 nul\u0000",\#
                "notes":{"text":"holds NUL (U+0000)"}}}
                {"id":5,"source":"demo","time":"2026-11-21T11:52:22.000Z","symbology":"data-matrix",\#
                "identifier":"]d1","text":null,"bytes":"+AD/","charset":null,"corners":[[1,2],[3.5,2],[3.5,4.125],[1,-4]],\#
                "payload":{"kind":"bytes","length":3,"hex":"F8 00 FF"}}

                """#)
    }

    @Test func jsonIsTheSameObjectsInAnArray() throws {
        try fill()
        let lines = try export(.ndjson).split(separator: "\n")
        #expect(try export(.json) == "[\n" + lines.joined(separator: ",\n") + "\n]\n")
        let array = try JSONSerialization.jsonObject(with: Data(try export(.json).utf8)) as? [[String: Any]]
        #expect(array?.count == 5)
    }

    @Test func anEmptyHistoryIsStillOfItsFormat() throws {
        #expect(
            try export(.csv)
                == "\((ExportOptions.exact.columns ?? []).map(\.rawValue).joined(separator: ","))⏎\n"
        )
        #expect(try export(.json) == "[]\n")
        #expect(try export(.ndjson) == "")
    }

    @Test func bytesOfEveryValueComeBackFromEveryFormat() throws {
        for value in 0...255 { _ = try store.add(scan(bytes: [UInt8(value), 0xFF, 0])) }
        let lines = try export(.ndjson).split(separator: "\n")
        let table = try export(.csv).split(separator: "⏎\n").dropFirst()
        for (value, (line, row)) in zip(lines, table).enumerated() {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let cell = row.split(separator: ",", omittingEmptySubsequences: false)[9].drop { $0 == "'" }
            for base64 in [object?["bytes"] as? String ?? "", String(cell)] {
                #expect(Data(base64Encoded: base64) == Data([UInt8(value), 0xFF, 0]))
            }
        }
        #expect(lines.count == 256)
        #expect(table.count == 256)
    }

    @Test(arguments: [
        "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠x", "\"=1", "'=1", "''\"=1", " =1",
        "\u{FEFF}=1", "\u{200B}=1", "\u{A0}-1", "\0=1", "“=1", "\tx",
    ])
    func formulasGetAnApostrophe(cell: String) {
        var bytes: [UInt8] = []
        Array(cell.utf8).withUnsafeBytes { CSVWriter.write($0, into: &bytes) }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("'") || text.hasPrefix("\"'"))
    }

    @Test(arguments: [
        ("a=1", "a=1"), ("1-2", "1-2"), ("", ""), ("a,b", "\"a,b\""), (" a", "\" a\""), ("'a", "'a"), ("#x", "#x"),
    ])
    func otherCellsStayAsTheyAre(cell: String, written: String) {
        var bytes: [UInt8] = []
        Array(cell.utf8).withUnsafeBytes { CSVWriter.write($0, into: &bytes) }
        #expect(String(decoding: bytes, as: UTF8.self) == written)
    }

    @Test func piecesAreBounded() throws {
        for _ in 0..<40 { _ = try store.add(scan(String(repeating: "x", count: 5000))) }
        var pieces: [Int] = []
        #expect(try store.export(.ndjson) { pieces.append($0.count) }.count == 40)
        #expect(pieces.count > 5)
        #expect(pieces.max()! < 65_536 + 40_000)
    }

    @Test func aFormatIsKnownByTheNameOfItsFile() {
        #expect(ExportFormat(fileName: "a/b.CSV") == .csv)
        #expect(ExportFormat(fileName: "x.json") == .json)
        #expect(ExportFormat(fileName: "x.jsonl") == .ndjson)
        #expect(ExportFormat(fileName: "x.csv/y") == nil)
        #expect(ExportFormat(fileName: "csv") == nil)
    }
}

import Files
import Formats
import Foundation
import GRDB
import Symbols
import Testing

@testable import History

extension ImportTests {
    @Test func exportsOfBinaryEyeAreTakenIn() throws {
        let csv = #"""
            _datetime,format,content,error_correction_level,issue_number,orientation,other_meta_data,pdf417_extra_metadata,possible_country,suggested_price,upc_ean_extension
            "2021-03-04 05:06:07","QR_CODE","say ""hi""","L","0","0","","","","",
            "2021-03-04 05:06:07","QR_CODE","say ""hi""","L","0","0","","","","",
            "2021-03-04 05:06:08","EAN_13","9780201379624",,,,,,"US",,"51995",
            "2021-03-04 05:06:09","PIGEON","x",,,,,,,,
            """#
        let report = try store.importFile(at: file("be.csv", csv))
        #expect(report.added == 3)
        #expect(report.problems == ["line 5: “PIGEON” is not a known symbology"])
        #expect(try store.importFile(at: folder.file("be.csv")).known == 3)
        let found = try entries
        #expect(found.map(\.scan.symbol.content.text) == ["say \"hi\"", "say \"hi\"", "9780201379624"])
        #expect(found.map(\.scan.symbol.content.symbology) == [.qrCode, .qrCode, .ean13])
        #expect(found.last?.scan.symbol.content.addOn == "51995")
        #expect(ImportedTime("2021-03-04 05:06:08")?.date == found.last?.scan.time)
        // The same scan in the other form is no other scan.
        let json =
            #"[{"_datetime":"2021-03-04 05:06:08","format":"EAN_13","content":"9780201379624","upc_ean_extension":"51995"}]"#
        #expect(try store.importFile(at: file("be.json", json)).known == 1)
    }

    /// What has control characters is exported in hexadecimal.
    @Test func bytesOfBinaryEyeAreTakenInAsSuch() throws {
        let gs1 = "1D3031303935323132333435343332313331304142"
        let binary = (0..<80).map { String(format: "%02X", $0 * 3 & 0xFF) }.joined()
        let csv = """
            _datetime;format;content;gtin_add_on
            "2021-03-04 05:06:07";"DATA_MATRIX";"\(gs1)";
            "2021-03-04 05:06:08";"AZTEC";"\(binary)";
            """
        #expect(try store.importFile(at: file("be.csv", csv)).problems == [])
        let found = try entries.map(\.scan.symbol.content)
        let bytes: [UInt8] = (0..<80).map { UInt8($0 * 3 & 0xFF) }
        #expect(found.map(\.bytes) == [Array("\u{1D}010952123454321310AB".utf8), bytes])
        #expect(found.map(\.text) == ["\u{1D}010952123454321310AB", nil])
        // The same symbol in JSON and in the database is the same scan.
        let json = #"[{"_datetime":"2021-03-04 05:06:07","format":"DATA_MATRIX","content":"\#(gs1)"}]"#
        #expect(try store.importFile(at: file("be.json", json)).known == 1)
    }

    @Test func theDatabaseOfBinaryEyeIsTakenIn() throws {
        let path = folder.file("history.db")
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE scans (_id INTEGER PRIMARY KEY AUTOINCREMENT, _datetime DATETIME NOT NULL, name TEXT,
                        content TEXT NOT NULL, raw BLOB, format TEXT NOT NULL, upc_ean_extension TEXT);
                    INSERT INTO scans (_datetime, name, content, raw, format) VALUES
                        ('2021-03-04 05:06:07', 'my shop', 'https://example.com', NULL, 'QR_CODE'),
                        ('2021-03-04 05:06:08', NULL, '', x'00FF10', 'DATA_MATRIX'),
                        ('yesterday', NULL, 'x', NULL, 'QR_CODE');
                    """)
        }
        try queue.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let report = try store.importFile(at: path)
        #expect(report.added == 2)
        #expect(report.problems == ["row 3: “yesterday” is not a time"])
        #expect(try entries.map(\.scan.symbol.content.bytes) == [Array("https://example.com".utf8), [0, 0xFF, 0x10]])
        #expect(try entries.first?.remarks.note == "my shop")
        #expect(try store.importFile(at: path).known == 2)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }
}

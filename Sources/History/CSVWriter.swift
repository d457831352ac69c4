import Files
import Foundation
import Payloads
import Symbols

/// The table for spreadsheets: RFC 4180 with a header, CRLF and UTF-8.
///
/// A cell that a spreadsheet could take for a formula gets an apostrophe before it (OWASP, "CSV
/// Injection"): one that begins with `=`, `+`, `-`, `@`, tab, return or newline, or their full-width
/// forms, also behind quotes, apostrophes, spaces and invisible characters. NUL becomes U+FFFD, as many
/// readers end a line there. The exact content is in `bytes`, in Base64; an apostrophe before that is no
/// Base64, so it can be dropped. A missing text, charset,
/// add-on or picture is an empty cell.
enum CSVWriter {
    static func writeHeader(into buffer: inout [UInt8]) {
        let names = "id,time,source,symbology,identifier,kind,summary,text,charset,bytes,corners,addOn,picture"
        buffer.append(contentsOf: names.utf8)
        buffer.append(contentsOf: [0x0D, 0x0A])
    }

    static func write(_ entry: HistoryEntry, into buffer: inout [UInt8]) {
        let content = entry.scan.symbol.content
        let payload = entry.payload
        let cells = [
            String(entry.id), Timestamp(entry.scan.time).description, entry.scan.source.withVisibleBytes,
            content.symbology.rawValue,
            content.identifier, payload.kind.rawValue, payload.summary, content.text ?? "", content.charset ?? "",
            Data(content.bytes).base64EncodedString(), entry.scan.symbol.corners.json.text, content.addOn ?? "",
            entry.picture?.withVisibleBytes ?? "",
        ]
        for (index, cell) in cells.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            write(cell, into: &buffer)
        }
        buffer.append(contentsOf: [0x0D, 0x0A])
    }

    static func write(_ cell: String, into buffer: inout [UInt8]) {
        // Semicolon and tab separate cells too where a spreadsheet's locale says so.
        let needsQuotes = cell.utf8.contains { byte in
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: ";"), 0x09, 0x0A, 0x0D: true
            default: false
            }
        }
        let needsQuotesForSpace = cell.utf8.first == 0x20 || cell.utf8.last == 0x20
        let quoted = needsQuotes || needsQuotesForSpace
        if quoted { buffer.append(UInt8(ascii: "\"")) }
        if mayBeFormula(cell) { buffer.append(UInt8(ascii: "'")) }
        for byte in cell.utf8 {
            switch byte {
            case 0: buffer.append(contentsOf: "\u{FFFD}".utf8)
            case UInt8(ascii: "\""): buffer.append(contentsOf: "\"\"".utf8)
            default: buffer.append(byte)
            }
        }
        if quoted { buffer.append(UInt8(ascii: "\"")) }
    }

    private static func mayBeFormula(_ cell: String) -> Bool {
        for scalar in cell.unicodeScalars {
            switch scalar {
            case "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "−", "﹢", "﹣", "﹦", "﹫": return true
            case "\"", "'", "“", "”", "‘", "’", "＂", "＇", "\0": continue
            default:
                if scalar.properties.isWhitespace || scalar.properties.generalCategory == .format { continue }
                return false
            }
        }
        return false
    }
}

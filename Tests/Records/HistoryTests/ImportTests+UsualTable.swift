import Foundation
import Symbols
import Testing

@testable import History

/// The table that people get without choosing columns: it has no identities, and scans are known by what they hold.
extension ImportTests {
    @Test(arguments: [ExportFormat.csv, .tsv]) func theUsualTableAddsNothingToItsHistory(format: ExportFormat) throws {
        try ExportSamples.fill(store)
        // Two of one second are two.
        for _ in 0..<2 { _ = try store.add(scan("twice", at: 1_795_261_938.5)) }
        _ = try store.add(scan("binned", at: 1_795_261_938.5))
        let count = try store.count()
        var bytes: [UInt8] = []
        try store.export(format) { bytes.append(contentsOf: $0) }
        _ = try store.delete(.filter(HistoryFilter("binned")))
        let path = file("export.\(format.endings[0])", bytes)
        let report = try store.importFile(at: path)
        #expect(report.problems == [])
        // Cells hold neither bytes nor NUL: such scans cannot be compared.
        let incomparable = try entries.count {
            $0.scan.symbol.content.text?.contains("\0") ?? !$0.scan.symbol.content.bytes.isEmpty
        }
        #expect(report.known + report.added == count)
        #expect(report.added <= incomparable)
    }

    @Test func theUsualTableHoldsWhatMatters() throws {
        let old = try HistoryStore.open(at: folder.file("old.sqlite"))
        try ExportSamples.fill(old)
        var bytes: [UInt8] = []
        try old.export(.csv) { bytes.append(contentsOf: $0) }
        let path = file("export.csv", bytes)
        #expect(try store.importFile(at: path).problems == [])
        #expect(try store.importFile(at: path).added == 0)
        func facts(_ entry: HistoryEntry) -> [String] {
            let text = (entry.scan.symbol.content.text ?? "").replacing("\0", with: "\u{FFFD}")
            return [
                "\(Int(entry.scan.time.timeIntervalSince1970.rounded(.down)))", text,
                entry.scan.symbol.content.symbology.rawValue, "\(entry.tally.quantity)", entry.session?.name ?? "",
                "\(entry.remarks.tags)", entry.remarks.note ?? "",
            ]
        }
        #expect(try Set(entries.map(facts)) == Set(old.entries(newestFirst: false, limit: -1).map(facts)))
    }
}

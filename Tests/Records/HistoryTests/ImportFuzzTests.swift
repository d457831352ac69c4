import Files
import Foundation
import SeededRandomness
import Testing

@testable import History

/// Files that are damaged at random: each is taken in as far as it goes, and what was taken in can be exported.
@Suite struct ImportFuzzTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [ExportFormat.csv, .tsv, .json, .ndjson])
    func damagedExportsAreTakenInAsFarAsTheyGo(format: ExportFormat) throws {
        let old = try HistoryStore.inMemory(called: "old")
        try ExportSamples.fill(old)
        var options = ExportOptions()
        options.columns = ExportColumn.allCases
        var whole: [UInt8] = []
        try old.export(format, options) { whole.append(contentsOf: $0) }
        var random = SplitMix(state: 14)
        // What means something to a parser is put in more often than any byte.
        let telling = Array("\"',;\t\n\r{}[]:\\0-+eT\u{FEFF}".utf8) + [0, 0xFF, 0xC0]
        for _ in 0..<25 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = telling.randomElement(using: &random)!
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(telling.randomElement(using: &random)!, at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...300, using: &random)))
                }
            }
            let path = folder.file("damaged")
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let new = try HistoryStore.inMemory(called: "new")
            do {
                let report = try new.importFile(at: path)
                #expect(try new.count() == report.added)
                #expect(try new.importFile(at: path).added == 0)
            } catch is UserError {}
            for form in [ExportFormat.csv, .json] { try new.export(form) { _ in } }
        }
    }
}

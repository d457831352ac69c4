import Foundation
import Symbols
import Testing

@testable import History

/// Scans of one moment, such as those of a file without times: each has a place of its own.
@Suite struct ScanPositionTests {
    private let folder: TemporaryFolder
    private let store: HistoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = try HistoryStore.open(at: folder.file("history.sqlite"))
    }

    private func add(_ numbers: Range<Int>, at seconds: Double = 0) throws {
        let entries = numbers.map { number in
            let scan = scan("content \(number)", at: seconds)
            return HistoryEntry(new: scan, identity: .derived(from: scan))
        }
        var report = MergeReport()
        try store.merge(entries, into: &report)
        #expect(report.added == numbers.count)
    }

    private var positions: [Int64] { get throws { try store.entries(newestFirst: false).map(\.position) } }

    @Test(arguments: [20, 600]) func scansOfOneMomentStandInTheirOrder(count: Int) throws {
        try add(0..<count)
        #expect(try positions == (0..<Int64(count)).map { $0 })
        let texts = try store.entries(newestFirst: false).map(\.scan.symbol.content.text)
        #expect(texts == (0..<count).map { "content \($0)" })
    }

    @Test(arguments: [1, 10, 300, 599, 600]) func scansAreTakenInAfterTheNewestWereDeleted(deleted: Int) throws {
        try add(0..<600)
        try store.delete(.ids((600 - deleted..<600).map { Int64($0 + 1) }))
        try add(600..<650)
        #expect(try store.count() == 650 - deleted)
        #expect(try store.restore() == deleted)
        #expect(try store.count() == 650)
        #expect(try Set(positions).count == 650)
    }

    @Test func scansAreTakenInWhereSomeInTheMiddleWereDeleted() throws {
        try add(0..<600)
        try store.delete(.ids(Array(100..<500)))
        _ = try store.emptyBin()
        try add(600..<1200)
        #expect(try store.count() == 800)
        #expect(try Set(positions).count == 800)
        // Those of the next second stay behind.
        try add(2000..<2001, at: 1_000_000)
        #expect(try store.entries(limit: 1).first?.scan.symbol.content.text == "content 2000")
    }
}

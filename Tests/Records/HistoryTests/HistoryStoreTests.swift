import Foundation
import GRDB
import Payloads
import Symbols
import Testing

@testable import History

@Suite struct HistoryStoreTests {
    let folder: TemporaryFolder
    let store: HistoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = try HistoryStore.open(at: folder.file("a/b/history.sqlite"))
    }

    @Test func makesFolderAndFilesForTheOwnerAlone() throws {
        _ = try store.add(scan("x"))
        #expect(mode(folder.file("a")) == 0o700)
        #expect(mode(folder.file("a/b")) == 0o700)
        for name in ["history.sqlite", "history.sqlite-wal", "history.sqlite-shm"] {
            #expect(mode(folder.file("a/b/" + name)) == 0o600, "\(name)")
        }
    }

    @Test func whatIsAddedIsReadBackExactly() throws {
        var all = SymbolContent(symbology: .aztec, bytes: Array(0...255) + [0], text: nil, charset: nil)
        all.identifier = "]z9"
        let contents = [
            all, SymbolContent(symbology: .qrCode, text: "nul \0 inside\0"),
            SymbolContent(symbology: .code128, text: ""),
            SymbolContent(symbology: .qrCode, bytes: [0x93, 0xFA], text: "日", charset: "Shift_JIS"),
            SymbolContent(symbology: .maxiCode, bytes: [], text: nil, charset: nil),
            SymbolContent(symbology: .qrCode, text: "WIFI:T:WPA;S:net;P:password;;"),
            SymbolContent(
                symbology: .ean13, bytes: Array("9780201379624".utf8), text: "9780201379624", charset: "UTF-8",
                addOn: "51995"),
            SymbolContent(
                symbology: .qrCode, bytes: [0x61], text: "a", charset: "UTF-8",
                part: SequencePart(index: 1, count: 3, id: "nul \0 inside")),
            SymbolContent(
                symbology: .pdf417, bytes: [0x61], text: "a", charset: "UTF-8",
                part: SequencePart(index: 15, count: nil, id: "")),
            SymbolContent(symbology: .qrCode, text: "'; DROP TABLE scan; -- \u{202E}e\u{301}🙂"),
        ]
        for content in contents {
            let scan = Scan(
                time: Date(timeIntervalSince1970: 1_795_261_938.0425), source: "pic\u{1F4F7}/ä.png",
                symbol: Symbol(content: content, corners: testCorners))
            let added = try store.add(scan)
            let again = try #require(try HistoryStore.open(at: store.path).entry(added.id))
            #expect(again == added)
            #expect(again.scan.symbol == scan.symbol)
            #expect(again.scan.source == scan.source)
            #expect(Array((again.scan.symbol.content.text ?? "").utf8) == Array((content.text ?? "").utf8))
            #expect(abs(again.scan.time.timeIntervalSince(scan.time)) <= 0.000_501)
            #expect(again.payload == Payload.parse(content))
            #expect(again.kind == again.payload.kind)
            #expect(again.summary == again.payload.summary)
        }
        #expect(try store.count() == contents.count)
    }

    @Test func anyCornersSurvive() throws {
        var strange = scan("x")
        strange.symbol.corners.topLeft = Point(x: .infinity, y: -0.0)
        strange.symbol.corners.topRight = Point(x: .greatestFiniteMagnitude, y: .leastNonzeroMagnitude)
        let id = try store.add(strange).id
        #expect(try store.entry(id)?.scan.symbol.corners == strange.symbol.corners)
    }

    @Test func aConnectionThatWritesWaitsForTheDisk() throws {
        let settings = try store.pool.writeWithoutTransaction { db in
            try ["journal_mode", "synchronous", "secure_delete"].map {
                try String.fetchOne(db, sql: "PRAGMA \($0)") ?? ""
            }
        }
        // synchronous 2 is FULL.
        #expect(settings == ["wal", "2", "1"])
    }

    @Test func listsNewestFirstByTimeNotByNumber() throws {
        for seconds in [2.0, 1, 3, 3] { _ = try store.add(scan("at \(seconds)", at: seconds)) }
        #expect(try store.entries().map(\.id) == [4, 3, 1, 2])
        #expect(try store.entries(newestFirst: false).map(\.id) == [2, 1, 3, 4])
        #expect(try store.entries(limit: 2, offset: 1).map(\.id) == [3, 1])
        #expect(try store.entries(limit: 0).isEmpty)
        #expect(try store.entries(limit: -1, offset: -5).count == 4)
    }

    @Test func pagesStayRightWhileScansComeAndGo() throws {
        for index in 0..<10 { _ = try store.add(scan("\(index)", at: Double(index / 2))) }
        var seen: [Int64] = []
        var last: HistoryEntry?
        repeat {
            let page = try store.entries(limit: 3, after: last?.position)
            seen += page.map(\.id)
            last = page.last
            _ = try store.add(scan("later", at: 100))
            if let last { try store.delete(.ids([last.id])) }
        } while last != nil
        #expect(seen == Array((1...10).reversed()))
        let middle = try #require(try store.entries(newestFirst: false, limit: 1).first)
        #expect(try store.entries(newestFirst: false, after: middle.position).first?.id == middle.id + 1)
    }

    @Test func deletes() throws {
        for index in 0..<6 { _ = try store.add(scan("\(index)", at: Double(index))) }
        #expect(try store.delete(.ids([1, 99, 3])).count == 2)
        #expect(try store.delete(.ids([])).count == 0)
        #expect(try store.delete(.olderThan(Date(timeIntervalSince1970: 4))).count == 2)
        #expect(try store.entries().map(\.id) == [6, 5])
        #expect(try store.entry(1) == nil)
        #expect(try store.delete(.all).count == 2)
        #expect(try store.count() == 0)
        #expect(try store.add(scan("x")).id == 7)
    }

    @Test func unlinkedPicturesAreReturned() throws {
        for index in 0..<6 { _ = try store.add(scan("\(index)", at: Double(index))) }
        #expect(try store.setPicture("/p/both.jpg", ofScans: [1, 4]) == 2)
        #expect(try store.setPicture("/p/b.jpg", ofScans: [2]) == 1)
        #expect(try store.setPicture("/p/a\u{0} 'x'.jpg", ofScans: [3]) == 1)
        #expect(try store.setPicture("/p/gone.jpg", ofScans: [99]) == 0)
        #expect(try store.pictures(onlyOf: .all) == ["/p/a\u{0} 'x'.jpg", "/p/b.jpg", "/p/both.jpg"])
        #expect(try store.pictures(onlyOf: .ids([1, 2])) == ["/p/b.jpg"])
        #expect(try store.forget(.ids([1, 2])) == HistoryDeletion(count: 2, pictures: ["/p/b.jpg"]))
        #expect(
            try store.forget(.olderThan(Date(timeIntervalSince1970: 3)))
                == HistoryDeletion(count: 1, pictures: ["/p/a\u{0} 'x'.jpg"]))
        // A picture is another's still while that one is in the bin.
        try store.delete(.ids([4]))
        #expect(try store.forget(.ids([5, 6])).pictures.isEmpty)
        #expect(try store.emptyBin() == HistoryDeletion(count: 1, pictures: ["/p/both.jpg"]))
    }

    @Test func whatIsDeletedIsGoneFromTheFiles() throws {
        _ = try store.add(scan("keep"))
        _ = try store.add(scan("WIFI:T:WPA;S:net;P:sesame-4711;;"))
        func traces() throws -> Int {
            try ["", "-wal"].filter { suffix in
                let url = URL(fileURLWithPath: store.path + suffix)
                return try Data(contentsOf: url).range(of: Data("sesame-4711".utf8)) != nil
            }.count
        }
        #expect(try traces() > 0)
        try store.delete(.ids([2]))
        #expect(try traces() > 0)
        #expect(try store.emptyBin(before: Date(timeIntervalSinceNow: -60)).count == 0)
        #expect(try store.emptyBin().count == 1)
        #expect(try traces() == 0)
        #expect(try store.restore() == 0)
    }

    @Test func whatIsForgottenLeavesNoWordsInTheIndex() throws {
        for number in 0..<200 { _ = try store.add(scan("shelf \(number) quixotry", at: Double(number))) }
        _ = try store.add(scan("harmless"))
        #expect(try store.forget(.matching("quixotry")).count == 200)
        store.close()
        // A trigram of the index as it is written.
        #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)).range(of: Data("uix".utf8)) == nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)).range(of: Data("harmless".utf8)) != nil)
    }

    @Test func whatIsForgottenLeavesNoWordsInALargeIndex() throws {
        func add(_ count: Int, _ word: String, from first: Int) throws {
            var report = MergeReport()
            let entries = (first..<first + count).map { number -> HistoryEntry in
                let scan = scan("\(word) \(number)", at: Double(number))
                return HistoryEntry(new: scan, identity: .derived(from: scan))
            }
            try store.merge(entries, into: &report)
            #expect(report.added == count)
        }
        // Levels of the index that are empty in the end: all its parts are on the first one.
        try add(1200, "harmless", from: 0)
        for round in 0..<2 {
            try add(50, "passing", from: 2000 + 100 * round)
            #expect(try store.forget(.matching("passing")).count == 50)
        }
        try add(300, "quixotry", from: 3000)
        try add(2500, "blameless", from: 4000)
        #expect(try store.forget(.matching("quixotry")).count == 300)
        #expect(try store.entries(of: .matching("blameless")).count == 2500)
        #expect(try store.entries(of: .matching("harmless 777")).count == 1)
        store.close()
        for trigram in ["uix", "xot"] {
            let file = try Data(contentsOf: URL(fileURLWithPath: store.path))
            #expect(file.range(of: Data(trigram.utf8)) == nil, "\(trigram)")
        }
        #expect(try HistoryStore.check(at: store.path) == [])
    }

    @Test func anIndexOfManyLevelsIsMadeAnew() throws {
        var report = MergeReport()
        let entries = (0..<1100).map { number -> HistoryEntry in
            let scan = scan("harmless \(number)", at: Double(number))
            return HistoryEntry(new: scan, identity: .derived(from: scan))
        }
        try store.merge(entries, into: &report)
        func levels() throws -> Data? {
            try store.pool.read {
                try Data.fetchOne($0, sql: "SELECT substr(block, 5, 2) FROM scan_search_data WHERE id = 10")
            }
        }
        // The number of levels, and after it that of parts.
        #expect(try levels() == Data([1, 1]))
        // 128 levels, as after many deletions: the part is on the first one, and the others are empty.
        try store.pool.write { db in
            try db.execute(
                sql: """
                    UPDATE scan_search_data SET block = CAST(substr(block, 1, 4) || x'8100' || substr(block, 6)
                        || zeroblob(254) AS BLOB) WHERE id = 10
                    """)
        }
        _ = try store.add(scan("quixotry", at: 5000))
        #expect(try levels()?.first == 0x81)
        #expect(try store.forget(.matching("quixotry")).count == 1)
        #expect(try levels() == Data([1, 1]))
        #expect(try store.entries(of: .matching("harmless 777")).count == 1)
    }

    @Test func anExportSeesOneMomentWhileScansAreAdded() throws {
        for index in 0..<5 { _ = try store.add(scan("\(index)", at: Double(index))) }
        var seen: [Int64] = []
        try store.forEachEntry { entry in
            seen.append(entry.id)
            _ = try HistoryStore.open(at: store.path).add(scan("meanwhile", at: 100))
        }
        #expect(seen == [1, 2, 3, 4, 5])
        #expect(try store.count() == 10)
        var some: [Int64] = []
        try store.forEachEntry(newestFirst: true, of: .ids([2, 4, 77])) { some.append($0.id) }
        #expect(some == [4, 2])
    }

    @Test func whatTheBodyThrowsComesThrough() throws {
        struct Enough: Error {}
        _ = try store.add(scan("x"))
        #expect(throws: Enough.self) { try store.forEachEntry { _ in throw Enough() } }
    }

    @Test func twoStoresOnOneFileBothKeepEverything() async throws {
        let path = store.path
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let store = try HistoryStore.open(at: path)
                    for index in 0..<50 { _ = try store.add(scan("\(writer)/\(index)")) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.count() == 200)
        #expect(Set(try store.entries(limit: -1).map { $0.scan.symbol.content.text }).count == 200)
    }

    @Test func manyMayMakeANewFileAtOnce() async throws {
        for round in 0..<5 {
            let path = folder.file("\(round)/history.sqlite")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 { group.addTask { _ = try HistoryStore.open(at: path).add(scan("x")) } }
                try await group.waitForAll()
            }
            #expect(try HistoryStore.open(at: path).count() == 8)
        }
    }

    @Test func waitsForAWriterThatHoldsTheFile() async throws {
        let other = try DatabaseQueue(path: store.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (isHeld, holding) = AsyncStream<Void>.makeStream()
            group.addTask { [store] in
                try other.inTransaction(.immediate) { _ in
                    holding.finish()
                    let end = ContinuousClock.now + .seconds(120)
                    while !store.patience.hasBegun, ContinuousClock.now < end { usleep(1000) }
                    return .commit
                }
            }
            for await _ in isHeld {}
            _ = try store.add(scan("x"))
            try await group.waitForAll()
        }
        #expect(try store.count() == 1)
    }
}

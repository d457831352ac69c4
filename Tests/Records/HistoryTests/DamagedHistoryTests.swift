import Foundation
import GRDB
import Payloads
import SeededRandomness
import Symbols
import Testing

@testable import History

/// Histories whose pages are damaged: what can be read is saved, and nothing is deleted.
@Suite struct DamagedHistoryTests {
    let folder: TemporaryFolder
    var path: String { folder.file("history.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    static let count = 1_000

    /// A history of pages of every kind, made once: it takes a while.
    static let template = Result { try made() }

    func make() throws { try write(Self.template.get()) }

    /// Long and short texts, sessions, tags, a bin, an outbox.
    static func made() throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.file("history.sqlite")
        try fill(path)
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    static func fill(_ path: String) throws {
        let store = try HistoryStore.open(at: path)
        defer { store.close() }
        let aisle = try store.openSession(called: "Aisle 4", repeats: .count, at: Date(timeIntervalSince1970: 1))
        try store.expect([ExpectedItem(text: "4006381333931", label: "Marker", quantity: 3)], in: aisle.id)
        var report = MergeReport()
        let entries = (0..<count).map { number -> HistoryEntry in
            let long = number % 40 == 7 ? String(repeating: "long text ", count: 700) : ""
            let scan = scan("item \(number) \(long)", at: 1_700_000_000 + Double(number))
            var entry = HistoryEntry(new: scan, identity: .derived(from: scan))
            if number % 5 == 0 { entry.session = .init(id: aisle.id, name: "Aisle 4") }
            if number % 7 == 0 { entry.remarks.tags = ["late", "seven"] }
            return entry
        }
        try store.merge(entries, into: &report)
        try store.delete(.ids(Array(100..<120)))
        store.destinations = ["shop"]
        _ = try store.add(scan("delivered later", at: 1_800_000_000))
        store.destinations = []
    }

    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

    func write(_ bytes: [UInt8]) throws {
        for name in folder.names { try FileManager.default.removeItem(atPath: folder.file(name)) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    /// The roots of trees by name.
    func roots() throws -> [String: Int] {
        let queue = try DatabaseQueue(path: path)
        defer { _ = try? queue.close() }
        return try queue.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as String, $0[1] as Int) })
        }
    }

    static func isOwn(_ entry: HistoryEntry) -> Bool {
        let text = entry.scan.symbol.content.text ?? ""
        return text.hasPrefix("item \(entry.id - 1) ") || text == "delivered later"
    }

    @Test(arguments: 0..<20) func damagedPagesNeverCostMoreThanTheirScans(seed: UInt64) throws {
        try make()
        var random = SplitMix(state: seed)
        var file = try bytes()
        let pages = file.count / 4096
        let damagedPages = Int.random(in: 1...4, using: &random)
        for _ in 0..<damagedPages {
            let start = Int.random(in: 0..<pages, using: &random) * 4096
            switch Int.random(in: 0..<3, using: &random) {
            case 0: for index in start..<start + 4096 { file[index] = 0 }
            case 1: for index in start..<start + 4096 { file[index] = .random(in: 0...255, using: &random) }
            default:
                for _ in 0..<8 {
                    file[start + .random(in: 0..<4096, using: &random)] = .random(in: 0...255, using: &random)
                }
            }
        }
        try write(file)
        let store = try HistoryStore.open(at: path, for: .keeping)
        try store.mend()
        _ = try store.add(scan("after", at: 1_900_000_000))
        #expect(try store.entries(of: .matching("after")).count == 1)
        store.close()
        // Wrong words in the index are no damage of pages: who looks for them, or has all of it checked, has it made anew.
        let problems = try HistoryStore.fileProblems(at: path)
        if problems == [HistoryStore.damagedIndex] { #expect(try HistoryStore.repair(at: path) == .index) }
        // A changed letter may leave a row that cannot be read whole.
        let left = try HistoryStore.fileProblems(at: path)
        #expect(left == [], "\(left)")
        let kept = try HistoryStore.open(at: path)
        let entries = try kept.entries(limit: -1)
        // A page holds some twenty scans; those with long texts lie on several.
        let saved = try entries.count + kept.binned().count
        #expect(saved >= Self.count - damagedPages * 60, "\(saved) of \(Self.count)")
        #expect(entries.count { !Self.isOwn($0) } <= 1 + 8 * damagedPages, "others than those that were kept")
        // Where something was damaged, the file as it was is still there.
        let aside = folder.names.filter { $0.contains(".damaged-") && $0.last?.isNumber == true }
        if let name = aside.first {
            #expect(aside.count == 1)
            let left = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file(name))))
            // Opening it in WAL mode writes a page or two.
            let differing = (0..<pages).count { left[$0 * 4096..<($0 + 1) * 4096] != file[$0 * 4096..<($0 + 1) * 4096] }
            #expect(left.count >= file.count && differing <= 3, "\(differing)")
        }
    }

    @Test func aDamagedRootOfTheScansCostsNone() throws {
        try make()
        var file = try bytes()
        let root = try #require(try roots()["scan"])
        for index in (root - 1) * 4096..<root * 4096 { file[index] = 0x5A }
        try write(file)
        let recovery = try #require(try HistoryStore.recover(at: path))
        #expect(recovery.recovered == Self.count + 1)
        #expect(recovery.isPartial)
        let store = try HistoryStore.open(at: path)
        #expect(try store.count() == Self.count + 1 - 20)
        #expect(try store.binned().count == 20)
        #expect(try store.entry(8)?.scan.symbol.content.text?.hasSuffix("long text long text ") == true)
        // What belongs to scans is there, too.
        let session = try #require(try store.session(called: "Aisle 4"))
        #expect(session.repeats == .count && session.scans == Self.count / 5 - 4)
        #expect(try store.checkList(of: session.id)?.expected == 3)
        #expect(try store.entry(8)?.remarks.tags == ["late", "seven"])
        #expect(try store.outbox(for: "shop").count == 1)
        #expect(try store.entries(of: .matching("item 922")).map(\.id) == [923])
    }

    @Test func aByteThatIsNoTextInAReachedOrUnreachedRowCostsNoScan() throws {
        try make()
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            for column in ["kind", "identifier", "charset", "add_on"] {
                try db.execute(sql: "UPDATE scan SET \(column) = CAST(X'F572' AS TEXT) WHERE id = 5")
            }
        }
        try queue.close()
        var file = try bytes()
        let root = try #require(try roots()["scan"])
        for index in (root - 1) * 4096..<root * 4096 { file[index] = 0x5A }
        try write(file)
        #expect(try HistoryStore.recover(at: path)?.recovered == Self.count + 1)
        let entry = try HistoryStore.open(at: path).entry(5)
        #expect(entry?.kind.rawValue == "\u{FFFD}r" && entry?.scan.symbol.content.identifier == "\u{FFFD}r")
    }

    @Test(arguments: [100, 4096]) func aDamagedFirstPageCostsNoScan(length: Int) throws {
        try make()
        var file = try bytes()
        for index in 0..<length { file[index] = 0 }
        try write(file)
        for use in [HistoryStore.Use.reading, .changing] {
            let error = #expect(throws: HistoryError.self) { try HistoryStore.open(at: path, for: use) }
            #expect(error?.reason == .damaged)
            #expect(error?.description.contains("quietzone history recover") == true)
        }
        #expect(try HistoryStore.check(at: path).isEmpty == false)
        let store = try HistoryStore.open(at: path, for: .keeping)
        #expect(store.takeReplacement()?.contains("the history was damaged: \(Self.count + 1) scans saved") == true)
        #expect(try store.count() == Self.count + 1 - 20)
    }

    @Test func aFileThatIsNoHistoryIsLeftAlone() throws {
        let text = Array("something else entirely\n".utf8) + [UInt8](repeating: 7, count: 20_000)
        try write(text)
        let error = #expect(throws: HistoryError.self) { try HistoryStore.open(at: path, for: .keeping) }
        #expect(error?.reason == .notAHistory)
        #expect(try bytes() == text)
        #expect(folder.names == ["history.sqlite"])
    }

    @Test(arguments: [0.1, 0.3, 0.6, 0.9, 0.999]) func ofATruncatedFileWhatIsLeftIsSaved(share: Double) throws {
        try make()
        let file = try bytes()
        try write(Array(file.prefix(Int(Double(file.count) * share))))
        let store = try HistoryStore.open(at: path, for: .keeping)
        try store.mend()
        _ = try store.add(scan("after", at: 1_900_000_000))
        let saved = try store.count() + store.binned().count
        #expect(Double(saved) > Double(Self.count) * (share - 0.15))
        store.close()
        #expect(try HistoryStore.check(at: path) == [])
    }

    @Test func aDamagedLogCostsWhatIsInItAtMost() throws {
        try make()
        let store = try HistoryStore.open(at: path)
        for number in 0..<50 { _ = try store.add(scan("in the log \(number)", at: 1_850_000_000 + Double(number))) }
        // As a program that was killed leaves them.
        let copy = folder.file("copy")
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + ending, toPath: "\(copy)/history.sqlite\(ending)")
        }
        var log = Array(try Data(contentsOf: URL(fileURLWithPath: "\(copy)/history.sqlite-wal")))
        #expect(log.count > 100_000)
        for index in log.count / 2..<log.count / 2 + 200 { log[index] = 0xA5 }
        try Data(log).write(to: URL(fileURLWithPath: "\(copy)/history.sqlite-wal"))
        let other = try HistoryStore.open(at: "\(copy)/history.sqlite", for: .keeping)
        try other.mend()
        #expect(try other.count() >= Self.count + 1 - 20)
        _ = try other.add(scan("after", at: 1_900_000_000))
        other.close()
        #expect(try HistoryStore.check(at: "\(copy)/history.sqlite") == [])
    }

    @Test func aDamagedHistoryOfAnEarlierVersionIsSavedIntoThisOne() throws {
        let queue = try DatabaseQueue(path: path)
        try HistorySchema.migrator.migrate(queue, upTo: "odd networks")
        try queue.write { db in
            for number in 0..<1000 {
                try db.execute(
                    sql: """
                        INSERT INTO scan (time, source, symbology, identifier, bytes, text, charset, corners, kind, summary)
                        VALUES (?, 'camera', 'qr-code', ']Q1', ?, ?, 'UTF-8', zeroblob(64), 'text', ?)
                        """, arguments: [number * 1000, Data("old \(number)".utf8), "old \(number)", "old \(number)"])
            }
        }
        try queue.close()
        let root = try #require(try roots()["scan"])
        var file = try bytes()
        for index in (root - 1) * 4096..<root * 4096 { file[index] = 0 }
        try write(file)
        let store = try HistoryStore.open(at: path, for: .keeping)
        try store.mend()
        #expect(try store.count() == 1000)
        #expect(try store.entry(500)?.scan.symbol.content.text == "old 499")
    }

    @Test func aHistoryInOrderIsNotTouched() throws {
        try make()
        let store = try HistoryStore.open(at: path, for: .keeping)
        #expect(try store.mend() == false)
        store.close()
        #expect(folder.names == ["history.sqlite"])
        #expect(store.takeReplacement() == nil)
    }

    @Test func anotherProgramGoesOnInTheNewFile() throws {
        try make()
        // A page of words, which no program needs to keep scans.
        var file = try bytes()
        let place = try #require(file.firstRange(of: Array("item 500 ".utf8))?.lowerBound)
        for index in place / 4096 * 4096..<(place / 4096 + 1) * 4096 { file[index] = 0x5A }
        try write(file)
        let other = try HistoryStore.open(at: path, for: .keeping)
        _ = try other.add(scan("of the other", at: 1_900_000_000))
        _ = try #require(try HistoryStore.recover(at: path))
        _ = try other.add(scan("of the other, later", at: 1_900_000_001))
        other.close()
        let store = try HistoryStore.open(at: path)
        #expect(try store.entries(of: .matching("of the other")).count == 2)
        #expect(try HistoryStore.check(at: path) == [])
    }

    @Test func aScanIsKeptAlthoughThePageThatItWouldGoToIsDamaged() throws {
        try make()
        let root = try #require(try roots()["scan_by_identity"])
        var file = try bytes()
        for index in (root - 1) * 4096..<root * 4096 { file[index] = 0xFF }
        try write(file)
        let store = try HistoryStore.open(at: path, for: .keeping)
        let id = try store.add(scan("after", at: 1_900_000_000)).id
        #expect(store.takeReplacement()?.contains("the history was damaged") == true)
        #expect(try store.entry(id)?.scan.symbol.content.text == "after")
        #expect(try store.count() == Self.count + 2 - 20)
        store.close()
        #expect(try HistoryStore.check(at: path) == [])
    }
}

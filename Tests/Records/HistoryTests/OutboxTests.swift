import Foundation
import GRDB
import Symbols
import Testing

@testable import History

/// What waits to be delivered: its identities, and what becomes of it when the history or its scans are gone.
@Suite struct OutboxTests {
    private let folder: TemporaryFolder
    private let store: HistoryStore
    private var path: String { folder.file("history.sqlite") }

    init() throws {
        folder = try TemporaryFolder()
        store = try HistoryStore.open(at: folder.file("history.sqlite"))
        store.destinations = ["shop"]
    }

    private func keep(_ numbers: ClosedRange<Int>) throws {
        for number in numbers { _ = try store.add(scan("LOT-\(number)", at: Double(number))) }
    }

    private func removeFiles() {
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
    }

    @Test func eachDeliveryHasAKeyThatARenewedHistoryDoesNotUseAgain() throws {
        try keep(1...3)
        let first = try store.outbox(for: "shop")
        #expect(Set(first.map(\.key)).count == 3)
        try store.removeFromOutbox(first)
        store.close()
        removeFiles()
        let other = try HistoryStore.open(at: path)
        other.destinations = ["shop"]
        for number in 1...3 { _ = try other.add(scan("LOT-\(number)", at: Double(number))) }
        let next = try other.outbox(for: "shop")
        #expect(next.map(\.id) == first.map(\.id))
        #expect(Set(next.map(\.key)).isDisjoint(with: first.map(\.key)))
        other.close()
    }

    @Test func aKeyIsTheSameAfterAFailureAndARestart() throws {
        try keep(1...1)
        let key = try store.outbox(for: "shop").map(\.key)
        try store.noteFailure(store.outbox(for: "shop"), problem: "away", isDead: false)
        store.close()
        let items = try HistoryStore.open(at: path).outbox(for: "shop")
        #expect(items.map(\.key) == key)
        #expect(items.map(\.tries) == [1])
    }

    @Test func deliveriesOfAnEarlierVersionGetKeys() throws {
        let old = folder.file("old.sqlite")
        let queue = try DatabaseQueue(path: old)
        try HistorySchema.migrator.migrate(queue, upTo: "made codes")
        try queue.write { db in
            for number in 1...3 {
                try db.execute(
                    sql: "INSERT INTO outbox (destination, scan, record, queued) VALUES ('shop', ?, '{}', 1000)",
                    arguments: [number])
            }
        }
        try queue.close()
        let items = try HistoryStore.open(at: old).outbox(for: "shop")
        #expect(items.map(\.scan) == [1, 2, 3])
        #expect(Set(items.map(\.key)).count == 3)
        #expect(items.allSatisfy { UUID(uuidString: $0.key) != nil })
    }

    @Test func whatWaitsGoesIntoTheHistoryThatReplacesARemovedOne() throws {
        try keep(1...4)
        let before = try store.outbox(for: "shop")
        try store.removeFromOutbox(Array(before.prefix(2)))
        removeFiles()
        try keep(5...5)
        let after = try store.outbox(for: "shop")
        #expect(Array(after.map(\.key).prefix(2)) == Array(before.map(\.key).suffix(2)))
        #expect(
            try after.map { try store.entry($0.scan)?.scan.symbol.content.text } == ["LOT-3", "LOT-4", "LOT-5"])
        // A delivery that began before ends now: it takes out its own item, not one of the same number.
        try store.removeFromOutbox([before[2]])
        #expect(try store.outbox(for: "shop").map(\.key) == Array(after.map(\.key).suffix(2)))
        store.close()
    }

    @Test func whatIsForgottenIsNotDeliveredAndNotInTheFile() throws {
        let id = try store.add(scan("SECRET-CONTENT", at: 1)).id
        try keep(2...2)
        try store.keep(
            MadeCode(kind: "qr-code", bytes: Array("SECRET-CONTENT".utf8), isText: true, summary: "SECRET-CONTENT"))
        try store.keep(MadeCode(kind: "qr-code", bytes: Array("other".utf8), isText: true, summary: "other"))
        try store.forget(.ids([id]))
        #expect(try store.outbox(for: "shop").map(\.scan) == [id + 1])
        #expect(try store.madeCodes().map(\.summary) == ["other"])
        store.close()
        for name in folder.names {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
            #expect(bytes.range(of: Data("SECRET-CONTENT".utf8)) == nil, "\(name)")
        }
    }

    @Test func whoForgetsEverythingForgetsWhatWaitsOfAnEarlierFile() throws {
        try keep(1...2)
        _ = try store.execute("UPDATE outbox SET scan = 0")
        try store.forget(.ids([1]))
        #expect(try store.outbox(for: "shop").count == 2)
        try store.forget(.all)
        #expect(try store.outboxCounts().isEmpty)
    }

    @Test func allThatIsForADestinationIsDropped() throws {
        store.destinations = ["shop", "gone"]
        try keep(1...3)
        try store.noteFailure(store.outbox(for: "gone", limit: 1), problem: "no", isDead: true)
        #expect(try store.dropOutbox(of: "gone") == 3)
        #expect(try store.outboxCounts().map(\.destination) == ["shop"])
        #expect(try store.outboxCounts().map(\.waiting) == [3])
    }
}

import Foundation
import Symbols
import Testing

@testable import History

/// A history in no file, as the demo has one.
@Suite struct MemoryHistoryTests {
    @Test func itIsAHistoryLikeAnyOther() throws {
        let store = try HistoryStore.inMemory(called: "the demo's history")
        let first = try store.add(scan("one", at: 1))
        _ = try store.add(scan("two", at: 2))
        #expect(store.whyNotKept == nil)
        #expect(try store.count() == 2)
        #expect(try store.entries().map(\.scan.symbol.content.text) == ["two", "one"])
        #expect(try store.entry(first.id)?.summary == "one")
        let collected = Collected()
        try store.export(.ndjson) { collected.bytes += $0 }
        #expect(collected.bytes.split(separator: 0x0A).count == 2)
        #expect(try store.delete(.ids([first.id])).count == 1)
        #expect(try store.count() == 1)
        #expect(store.takeReplacement() == nil)
    }

    @Test func twoOfThemShareNothing() throws {
        let (a, b) = (try HistoryStore.inMemory(called: "a"), try HistoryStore.inMemory(called: "b"))
        _ = try a.add(scan("only here"))
        #expect(try b.count() == 0)
        a.close()
        #expect(throws: HistoryError.self) { try a.count() }
    }

    private final class Collected {
        var bytes: [UInt8] = []
    }
}

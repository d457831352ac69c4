import Foundation
import GRDB
import Payloads
import SeededRandomness
import Symbols
import Testing

@testable import History

extension DamagedHistoryTests {
    @Test func aDamagedIndexOfWordsIsMadeAnewInPlace() throws {
        try make()
        let store = try HistoryStore.open(at: path, for: .keeping)
        // What FTS5 calls malformed, in pages that SQLite finds in order.
        try store.pool.write { try $0.execute(sql: "DELETE FROM scan_search_data WHERE id > 10") }
        #expect(throws: HistoryError.self) { try store.entries(of: .matching("item 922")) }
        #expect(store.hasMetDamage)
        try store.mend()
        #expect(!store.hasMetDamage)
        #expect(store.takeReplacement()?.contains("been rebuilt") == true)
        #expect(try store.entries(of: .matching("item 922")).map(\.id) == [923])
        #expect(folder.names.allSatisfy { !$0.contains("damaged") })
        store.close()
        #expect(try HistoryStore.check(at: path) == [])
    }

    @Test func wordsThatAreNotFoundAnyMoreAreFoundByALookAtAllOfThem() throws {
        try make()
        let store = try HistoryStore.open(at: path)
        try store.pool.write { try $0.execute(sql: "UPDATE scan_search_data SET block = x'00112233' WHERE id > 10") }
        store.close()
        #expect(try HistoryStore.fileProblems(at: path, isQuick: true) == [])
        // The start's quick look sets no file aside for it.
        #expect(try HistoryStore.open(at: path, for: .keeping).mend() == false)
        #expect(try HistoryStore.check(at: path) == ["the search index is damaged"])
        #expect(try HistoryStore.repair(at: path) == .index)
        #expect(try HistoryStore.check(at: path) == [])
        #expect(try HistoryStore.repair(at: path) == .none)
        #expect(try HistoryStore.open(at: path).entries(of: .matching("item 922")).map(\.id) == [923])
    }
}

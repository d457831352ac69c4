import Foundation
import GRDB
import Payloads
import Symbols
import Testing

@testable import History

@Suite struct LatestScanTests {
    @Test func theLatestScanOfAContentIsFoundByItsBytes() throws {
        let folder = try TemporaryFolder()
        let history = try HistoryStore.open(at: folder.file("history.sqlite"))
        let long = String(repeating: "a", count: 40)
        let first = try history.add(scan("one", at: 10))
        _ = try history.add(scan(long + "x", at: 20))
        let second = try history.add(scan("one", at: 30))
        let other = try history.add(scan(long + "y", at: 40))
        #expect(try history.latest(of: second.scan.symbol.content)?.id == second.id)
        #expect(try history.latest(of: second.scan.symbol.content, before: second.id)?.id == first.id)
        #expect(try history.latest(of: second.scan.symbol.content, before: second.id)?.time == first.scan.time)
        #expect(try history.latest(of: first.scan.symbol.content, before: first.id) == nil)
        #expect(try history.latest(of: other.scan.symbol.content, before: other.id) == nil, "the beginning is not all")
        #expect(try history.latest(of: scan(bytes: []).symbol.content) == nil)
        let sql = "EXPLAIN QUERY PLAN SELECT id FROM scan WHERE symbology = 'x' AND substr(bytes, 1, 32) = x'00'"
        let plan = try history.pool.read { try Row.fetchAll($0, sql: sql).map(\.description).joined() }
        #expect(plan.contains("scan_by_content"))
    }
}

import Foundation
import GRDB
import Glibc
import Symbols
import Testing

@testable import History

/// Pipes and links in the place of a history, and a history that another program writes to.
@Suite struct OddPlacesTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("history.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test(.timeLimit(.minutes(10))) func aPipeInItsPlaceIsNeitherCheckedNorMerged() throws {
        #expect(mkfifo(path, 0o600) == 0)
        #expect {
            _ = try HistoryStore.check(at: path)
        } throws: {
            ($0 as? HistoryError)?.description == "\(path) is not a regular file. Move it away."
        }
        #expect(throws: HistoryError.self) { try HistoryStore.repair(at: path) }
        let store = try HistoryStore.open(at: folder.file("other.sqlite"))
        #expect(throws: HistoryError.self) { try store.merge(historyAt: path) }
    }

    @Test(arguments: [HistoryStore.Use.reading, .changing])
    func aLinkThatLeadsNowhereIsNoEmptyHistory(use: HistoryStore.Use) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: folder.file("gone/history.sqlite"))
        #expect {
            _ = try HistoryStore.open(at: path, for: use)
        } throws: {
            ($0 as? HistoryError)?.description
                == "\(path) is a broken link. Correct or remove it."
        }
        let store = try HistoryStore.open(at: folder.file("other.sqlite"))
        #expect(throws: HistoryError.self) { try store.merge(historyAt: path) }
    }

    /// GRDB writes on opening where the log is empty.
    @Test func aHistoryIsReadWhileAnotherProgramHoldsATransaction() throws {
        let store = try HistoryStore.open(at: path)
        _ = try store.add(scan("x"))
        store.close()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try other.unsafeReentrantWrite { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(try HistoryStore.open(at: path, for: .reading).entries().map(\.scan.symbol.content.text) == ["x"])
        try other.unsafeReentrantWrite { try $0.execute(sql: "ROLLBACK") }
        try other.close()
    }
}

import Foundation
import GRDB
import Glibc
import Symbols
import Testing

@testable import History

/// A new history takes the place of a damaged one only when it is whole.
@Suite struct RecoveryTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("history.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    private func fill(_ path: String, count: Int = 200) throws {
        let store = try HistoryStore.open(at: path)
        defer { store.close() }
        for number in 0..<count { _ = try store.add(scan("content \(number)", at: Double(number))) }
    }

    @Test func aHistoryInOrderIsNotReplaced() throws {
        try fill(path)
        let before = try bytes(path)
        #expect(try HistoryStore.recover(at: path) == nil)
        #expect(try bytes(path) == before)
        #expect(folder.names == ["history.sqlite"])
        // What a failed call has noted is no damage yet.
        let store = try HistoryStore.open(at: path)
        store.meet(.file)
        try store.mend()
        #expect(!store.hasMetDamage)
        #expect(store.takeReplacement() == nil)
        #expect(try store.count() == 200)
        store.close()
        #expect(folder.names == ["history.sqlite"])
    }

    @Test func aFailureToReadIsNoDamage() {
        let line = "Tree 5 page 8: unable to get the page. error code="
        // SQLITE_IOERR_READ, SQLITE_IOERR_CORRUPTFS, SQLITE_NOMEM.
        for code: Int32 in [266, 8458, 7] { #expect(HistoryStore.failure(line + "\(code)")?.rawValue == code) }
        #expect(HistoryStore.failure(line + "11") == nil)
        #expect(HistoryStore.failure("wrong # of entries in index scan_by_time") == nil)
        #expect(DatabaseError(resultCode: .SQLITE_CORRUPT).isAboutContent)
        #expect(DatabaseError(resultCode: .SQLITE_NOTADB).isAboutContent)
        #expect(!DatabaseError(resultCode: .SQLITE_IOERR_READ).isAboutContent)
        #expect(!DatabaseError(resultCode: .SQLITE_FULL).isAboutContent)
    }

    @Test func aNewFileIsVerified() throws {
        let run = RecoveryRun(path)
        try fill(run.new)
        try run.verify(200)
        #expect(throws: HistoryError.self, "fewer scans than reported") { try run.verify(201) }
        let whole = try bytes(run.new)
        for missing in [1, 4096, whole.count / 2] {
            try whole.dropLast(missing).write(to: URL(fileURLWithPath: run.new))
            #expect(throws: HistoryError.self, "\(missing) bytes are missing") { try run.verify(200) }
        }
    }

    @Test func aNewFileWhoseScansAreInItsLogIsNotWhole() throws {
        let run = RecoveryRun(path)
        let store = try HistoryStore.open(at: run.new)
        _ = try store.add(scan("x"))
        #expect(throws: HistoryError.self) { try run.verify(1) }
        try store.connection.moveLogIntoFile()
        #expect(HistoryImage.Stamp(run.new + "-wal").size == 0)
        store.close()
        try run.verify(1)
    }

    @Test func whatCannotBeReplacedStaysWithItsLog() throws {
        for (name, text) in [("", "damaged"), ("-wal", "log"), ("-shm", "index")] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path + name))
        }
        let run = RecoveryRun(path)
        #expect(throws: HistoryError.self, "there is no new file") {
            try run.exchange(ifStill: HistoryConnection.Identity(path))
        }
        #expect(folder.names == ["history.sqlite", "history.sqlite-shm", "history.sqlite-wal"])
        #expect(try bytes(path) == Data("damaged".utf8))
        #expect(try bytes(path + "-wal") == Data("log".utf8))
    }

    @Test func whatCannotBeWrittenWholeLeavesTheDamagedFile() throws {
        try fill(path)
        var file = Array(try bytes(path))
        for index in 4096..<3 * 4096 { file[index] = 0x5A }
        try Data(file).write(to: URL(fileURLWithPath: path))
        // A folder in the place of the new history's log: nothing can be written.
        let run = RecoveryRun(path)
        try FileManager.default.createDirectory(atPath: run.new + "-wal", withIntermediateDirectories: false)
        #expect(throws: (any Error).self) { try run.run() }
        #expect(try Array(bytes(path)) == file)
        #expect(folder.names.filter { $0.contains(".damaged-") }.isEmpty)
    }
}

import Files
import Foundation
import GRDB
import Glibc
import Symbols
import Testing

@testable import History

/// Histories that can be read but not written. Tests that need their own disk are in Tests/System/Faults.
@Suite struct HistoryImageTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("history.sqlite")
    }

    private func texts(_ image: HistoryImage) throws -> [String] {
        try image.queue.read { try String.fetchAll($0, sql: "SELECT text FROM scan ORDER BY id") }
    }

    @Test func closingLeavesNoLog() throws {
        let store = try HistoryStore.open(at: path)
        _ = try store.add(scan("a"))
        // Read-only connections are open too.
        #expect(try store.count() == 1)
        store.close()
        #expect(folder.names == ["history.sqlite"])
    }

    @Test func whatIsInTheLogIsReadToo() throws {
        let store = try HistoryStore.open(at: path)
        for number in 0..<200 { _ = try store.add(scan("\(number)")) }
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        let image = try HistoryImage(path)
        #expect(try texts(image) == (0..<200).map(String.init))
        #expect(image.isCurrent)
        _ = try store.add(scan("more"))
        #expect(!image.isCurrent)
        #expect(try texts(HistoryImage(path)).last == "more")
        // After a restart, the log still has older frames after its own.
        try store.pool.writeWithoutTransaction { _ = try $0.checkpoint(.restart) }
        _ = try store.add(scan("anew"))
        #expect(try texts(HistoryImage(path)).suffix(2) == ["more", "anew"])
        store.close()
        #expect(try texts(HistoryImage(path)).count == 202)
    }

    @Test func aFileWhoseEndIsMissingIsNoHistory() throws {
        let store = try HistoryStore.open(at: path)
        for number in 0..<200 { _ = try store.add(scan("\(number)")) }
        store.close()
        let file = try RegularFile.read(path, atMost: .max)
        for missing in [1, 1000, 4096, 9000] {
            try Data(file.dropLast(missing)).write(to: URL(fileURLWithPath: path))
            #expect(throws: (any Error).self, "\(missing) bytes") { try HistoryImage(path) }
        }
    }

    @Test func aTornLogEndsWithItsLastWholeCommit() throws {
        let store = try HistoryStore.open(at: path)
        for number in 0..<6 { _ = try store.add(scan("\(number)")) }
        let file = try RegularFile.read(path, atMost: .max)
        let log = try RegularFile.read(path + "-wal", atMost: .max)
        let copy = folder.file("copy.sqlite")
        try Data(file).write(to: URL(fileURLWithPath: copy))
        for cut in stride(from: 0, through: log.count, by: 1013) {
            try Data(log.prefix(cut)).write(to: URL(fileURLWithPath: copy + "-wal"))
            // Compare with SQLite's own result.
            let mine = try? texts(HistoryImage(copy))
            let judge = try DatabaseQueue(path: copy)
            let theirs = try? judge.read { try String.fetchAll($0, sql: "SELECT text FROM scan ORDER BY id") }
            try judge.close()
            #expect((mine ?? []) == (theirs ?? []), "\(cut)")
            try Data(file).write(to: URL(fileURLWithPath: copy))
            unlink(copy + "-shm")
        }
        var damaged = log
        for at in stride(from: 3, to: log.count, by: 997) {
            damaged[at] ^= 0x41
            var image = file
            WriteAheadLog.apply(damaged, to: &image)
            damaged[at] ^= 0x41
        }
        store.close()
    }

    @Test func anOlderHistoryIsReadAndLeftAsItIs() throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: HistoryFileTests.version1) }
        let before = try RegularFile.read(path, atMost: .max)
        let image = try HistoryImage(path)
        #expect(try texts(image) == ["9781617292156"])
        #expect(try image.queue.read { try String.fetchOne($0, sql: "SELECT add_on FROM scan") } == nil)
        #expect(try RegularFile.read(path, atMost: .max) == before)
    }

    @Test func noneIsAnEmptyOne() throws {
        #expect(try texts(HistoryImage(path)).isEmpty)
        #expect(folder.names.isEmpty)
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(try texts(HistoryImage(path)).isEmpty)
    }

    @Test func whatIsNoHistoryIsRefused() throws {
        try Data("no database, and longer than a header is: that of SQLite has a hundred bytes".utf8)
            .write(to: URL(fileURLWithPath: path))
        #expect(throws: (any Error).self) { try HistoryImage(path) }
        unlink(path)
        _ = try HistoryStore.open(at: path).add(scan("x"))
        try DatabaseQueue(path: path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 from the future')")
        }
        #expect(throws: HistoryError.self) { try HistoryImage(path) }
        #expect(throws: HistoryError.self) { try HistoryStore.open(at: path, for: .reading) }
        #expect(throws: HistoryError.self) { try HistoryStore.open(at: path, for: .keeping) }
    }

    @Test func aHistoryThatCannotBeMadeIsReadAsEmptyAndKeepsLater() throws {
        // A file in place of the folder: not even root can create it.
        let blocker = folder.file("data")
        #expect(FileManager.default.createFile(atPath: blocker, contents: nil))
        let there = blocker + "/history.sqlite"
        #expect(throws: HistoryError.self) { try HistoryStore.open(at: there) }
        #expect(try HistoryStore.open(at: there, for: .reading).count() == 0)
        let store = try HistoryStore.open(at: there, for: .keeping)
        #expect(store.whyNotKept?.description.contains("File exists") == true)
        #expect(throws: HistoryError.self) { try store.add(scan("early")) }
        unlink(blocker)
        _ = try store.add(scan("late"))
        #expect(try store.count() == 1)
        #expect(store.whyNotKept == nil)
        store.close()
    }

    @Test func aLockedHistoryIsReportedWithoutWaiting() throws {
        try HistoryStore.open(at: path).close()
        let other = try DatabaseQueue(path: path)
        // In WAL mode only this lock keeps readers out.
        try other.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK")
        }
        let start = ContinuousClock.now
        let store = try HistoryStore.open(at: path, for: .keeping)
        #expect(store.whyNotKept?.reason == .busy)
        #expect(start.duration(to: .now) < .seconds(60), "as long as a call that waits")
        try other.close()
        _ = try store.add(scan("late"))
        store.close()
    }
}

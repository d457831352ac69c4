import Foundation
import GRDB
import Glibc
import Symbols
import Testing

@testable import History

@Suite struct HistoryFileTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("history.sqlite")
    }

    /// The error that opening `path` throws.
    func failure(at path: String) -> HistoryError? {
        do {
            _ = try HistoryStore.open(at: path)
            return nil
        } catch {
            return error
        }
    }

    @Test func anEmptyFileBecomesAHistory() throws {
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        #expect(try HistoryStore.open(at: path).count() == 0)
    }

    /// How many locks this process holds on the file, as the kernel lists them.
    private func locks(on path: String) throws -> Int {
        var status = stat()
        try #require(stat(path, &status) == 0)
        let table = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
        return table.split(separator: "\n").count { line in
            let words = line.split(separator: " ")
            return words.contains("POSIX") && words.contains("\(getpid())")
                && words.contains { $0.hasSuffix(":\(status.st_ino)") }
        }
    }

    /// Without its lock, another program that closes the history would delete the log that this one still writes to.
    @Test func theLockStaysWhileTheFileIsReadBesideSQLite() throws {
        let store = try HistoryStore.open(at: path)
        #expect(try locks(on: path) == 1)
        try HistoryStore.open(at: path).close()
        #expect(try locks(on: path) == 1)
        #expect(try HistoryStore.check(at: path).isEmpty)
        #expect(try locks(on: path) == 1)
        _ = try HistoryImage.unchecked(path)
        #expect(DamagedHistory.holdsScans(path) == false)
        #expect(try locks(on: path) == 1)
        // Its own file is no other history: what matters is that looking at it keeps the lock.
        _ = try? store.importFile(at: path)
        #expect(try locks(on: path) == 1)
        store.close()
        #expect(try locks(on: path) == 0)
        // Nothing is kept open for it any more.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        #expect(
            !open.contains {
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
            })
    }

    @Test func aRelativePathIsTakenFromTheWorkingFolder() throws {
        let name = "quietzone-test-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(name + suffix) } }
        #expect(try HistoryStore.open(at: name).count() == 0)
    }

    /// The schema of the first version. Do not edit: users have files like this.
    static let version1 = """
        PRAGMA application_id = 1364871241;
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1 scans');
        CREATE TABLE scan (id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, source TEXT NOT NULL,
            symbology TEXT NOT NULL, identifier TEXT NOT NULL, bytes BLOB NOT NULL, text TEXT, charset TEXT,
            corners BLOB NOT NULL, kind TEXT NOT NULL, summary TEXT NOT NULL) STRICT;
        CREATE INDEX scan_by_time ON scan (time, id);
        INSERT INTO scan VALUES (5, 1795261938042, 'demo', 'ean-13', ']E0', X'39373831363137323932313536',
            '9781617292156', 'UTF-8',
            X'000000000000F03F000000000000004000000000000008400000000000001040\
        000000000000144000000000000018400000000000001C400000000000002040',
            'text', '9781617292156');
        """

    @Test func aFileOfVersion1IsKept() throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: Self.version1) }
        let store = try HistoryStore.open(at: path)
        let entry = try #require(try store.entry(5))
        #expect(entry.scan.symbol.content == SymbolContent(symbology: .ean13, text: "9781617292156"))
        #expect(entry.scan.symbol.corners.corners.flatMap { [$0.x, $0.y] } == [1, 2, 3, 4, 5, 6, 7, 8])
        #expect(entry.record.json.text.hasPrefix(#"{"id":5,"source":"demo","time":"2026-11-21T11:52:18.042Z","#))
        #expect(entry.kind == .text)
        #expect(entry.picture == nil)
        // Old scans lack the new columns; new scans have them.
        #expect(entry.scan.symbol.content.addOn == nil)
        #expect(entry.scan.symbol.content.part == nil)
        var scan = entry.scan
        scan.symbol.content.addOn = "12"
        let id = try store.add(scan).id
        #expect(try store.entry(id)?.scan.symbol.content.addOn == "12")
    }

    @Test func aNewerSchemaIsRefusedAndLeftAsItIs() throws {
        _ = try HistoryStore.open(at: path).add(scan("x"))
        try DatabaseQueue(path: path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 from the future')")
        }
        let error = try #require(failure(at: path))
        #expect(error.reason == .newerSchema)
        #expect(error.description == "\(path) was written by a newer version. Update quietzone to use this history.")
        #expect(try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM scan") } == 1)
    }

    @Test func valuesOfAnotherTypeAreNoTrap() throws {
        // A table without STRICT and NOT NULL, in a file with the program's application ID.
        let columns = [
            "id", "time", "source", "symbology", "identifier", "bytes", "text", "charset", "corners", "kind", "summary",
        ]
        let added = [
            "add_on", "part_index", "part_count", "part_id", "picture", "identity", "position", "utc_offset",
            "frame_width", "frame_height", "last_time", "quantity", "session", "tags", "note", "pinned", "fields",
        ]
        try DatabaseQueue(path: path).write { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(HistorySchema.applicationID);
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('1 scans');
                    CREATE TABLE scan (\(columns.joined(separator: ", ")));
                    """)
        }
        let store = try HistoryStore.open(at: path)
        for column in columns + added {
            for value in ["NULL", "'x'", "X'FF00'", "1.5", "-1"] {
                try DatabaseQueue(path: path).write { db in
                    try db.execute(
                        sql: """
                            DELETE FROM scan;
                            INSERT INTO scan (\((columns + added).joined(separator: ", "))) VALUES
                                (1, 1, 's', 'qr-code', ']Q1', X'00', 'x', 'UTF-8', zeroblob(64), 'text', '', NULL,
                                1, 2, '', '/p', zeroblob(16), 1, 0, 1, 1, 2, 1, 1, 'x', 'x', 0, '{}');
                            UPDATE OR IGNORE scan SET \(column) = \(value);
                            """)
                }
                do throws(HistoryError) {
                    #expect(try store.entries().count == 1)
                } catch {
                    #expect(error.reason == .damaged || column == "symbology", "\(column) \(value)")
                }
            }
        }
    }

    @Test func aFileThatIsNoDatabaseIsRefusedAndLeftAsItIs() throws {
        let text = String(repeating: "This is a letter, not a database. ", count: 100)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let error = try #require(failure(at: path))
        #expect(error.reason == .notAHistory)
        #expect(error.description == "\(path) is not an SQLite database. Move it away to start a new history.")
        #expect(try read(path) == text)
        #expect(folder.names == ["history.sqlite"])
    }

    @Test func anotherProgramsDatabaseIsRefusedAndLeftAsItIs() throws {
        let other = try DatabaseQueue(path: path)
        try other.write { try $0.execute(sql: "CREATE TABLE bookmarks (url TEXT)") }
        try other.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let error = try #require(failure(at: path))
        #expect(error.reason == .notAHistory)
        #expect(error.description.contains("another program"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test func aDamagedFileIsSaid() throws {
        do {
            let store = try HistoryStore.open(at: path)
            for index in 0..<200 { _ = try store.add(scan("\(index)" + String(repeating: "x", count: 300))) }
            try store.pool.close()
        }
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(data.count > 40_000)
        for index in 4096..<data.count { data[index] = 0xA5 }
        try data.write(to: URL(fileURLWithPath: path))
        let error: HistoryError?
        do {
            _ = try HistoryStore.open(at: path).entries()
            error = nil
        } catch let thrown {
            error = thrown
        }
        #expect(error?.reason == .damaged)
        #expect(error?.description.contains("\n") == false)
    }

    @Test func aTruncatedFileNeverTraps() throws {
        do {
            let store = try HistoryStore.open(at: path)
            for index in 0..<50 { _ = try store.add(scan("\(index)")) }
            try store.pool.close()
        }
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in stride(from: 0, to: data.count, by: 1777) {
            let part = folder.file("part-\(length).sqlite")
            try data.prefix(length).write(to: URL(fileURLWithPath: part))
            do throws(HistoryError) {
                #expect(try HistoryStore.open(at: part).entries(limit: -1).count <= 50)
            } catch {
                #expect(error.description.contains(part))
            }
        }
    }

    @Test func aFolderInItsPlaceIsRefused() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(failure(at: path)?.reason == .notAHistory)
    }

    @Test func aPipeInItsPlaceIsRefusedWithoutWaiting() {
        #expect(mkfifo(path, 0o600) == 0)
        #expect(failure(at: path)?.reason == .notAHistory)
    }

    @Test func aPathBelowAFileIsRefused() throws {
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let error = try #require(failure(at: path + "/x/history.sqlite"))
        #expect(error.reason == .cannotOpen)
        #expect(error.description.contains("Not a directory"))
    }

    @Test func aFolderThatTheKernelKeepsIsRefused() throws {
        // Not even root can create folders or files there.
        let error = try #require(failure(at: "/proc/quietzone/history.sqlite"))
        #expect(error.description.hasPrefix("/proc/quietzone: "))
        #expect(failure(at: "/proc/history.sqlite") != nil)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func aReadOnlyFolderIsRefused() throws {
        #expect(chmod(folder.path, 0o500) == 0)
        defer { chmod(folder.path, 0o700) }
        let error = try #require(failure(at: path))
        #expect(error.reason == .notWritable)
        #expect(error.description.contains("Permission denied"))
    }

    @Test func errnosBecomeAdvice() {
        #expect(HistoryError(call: "open", path: "/x", errno: EROFS).reason == .notWritable)
        #expect(HistoryError(call: "open", path: "/x", errno: ENOSPC).reason == .diskFull)
        #expect(
            HistoryError(call: "open", path: "/x", errno: EACCES).description
                == "/x: Permission denied. Make it writable, or set XDG_DATA_HOME to another folder.")
    }

    @Test func sqliteCodesBecomeAdvice() {
        let codes: [(ResultCode, HistoryError.Reason)] = [
            (.SQLITE_BUSY, .busy), (.SQLITE_FULL, .diskFull), (.SQLITE_READONLY, .notWritable),
            (.SQLITE_READONLY_DIRECTORY, .notWritable), (.SQLITE_CANTOPEN, .cannotOpen),
            (.SQLITE_IOERR_READ, .cannotOpen),
            (.SQLITE_CORRUPT, .damaged), (.SQLITE_NOTADB, .notAHistory), (.SQLITE_CONSTRAINT, .other),
        ]
        for (code, reason) in codes {
            #expect(HistoryError(DatabaseError(resultCode: code), path: "/x").reason == reason, "\(code)")
        }
    }
}

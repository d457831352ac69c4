import Files
import Foundation
import GRDB
import TestFolders
import Testing

@testable import Collections

/// The file itself: who may read it, what is wrong with it, and several programs at once.
@Suite struct CollectionFileTests {
    let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func aNewFileIsForThisUserOnly() throws {
        let path = folder.path + "/data/quietzone/collections.sqlite"
        _ = try CollectionStore(path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let above = try FileManager.default.attributesOfItem(atPath: folder.path + "/data/quietzone")
        #expect(above[.posixPermissions] as? Int == 0o700)
    }

    @Test func readingMakesNoFile() throws {
        let store = try CollectionStore(folder.file, for: .reading)
        #expect(try store.collections().isEmpty)
        #expect(!Folder.contains(folder.file))
    }

    @Test func everyCommitIsOnTheDisk() throws {
        let store = try CollectionStore.with("Stock", .stock, in: folder)
        #expect(try store.read { db in try Int.fetchOne(db, sql: "PRAGMA synchronous") } == 2)
        #expect(try store.read { db in try String.fetchOne(db, sql: "PRAGMA journal_mode") } == "delete")
    }

    /// Root can write every file, so the connection that others get is opened as well.
    @Test func aFileThatCannotBeWrittenIsRead() throws {
        _ = try CollectionStore.with("Stock", .stock, in: folder).add([.of("A")], to: "Stock")
        chmod(folder.file, 0o400)
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        let store = try CollectionStore(folder.file, for: .reading)
        #expect(try store.items(of: "Stock").map(\.code) == ["A"])
        let readOnly = try CollectionStore(readOnly: folder.file)
        #expect(try readOnly.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM item") } == 1)
        #expect(throws: UserError.self) { try readOnly.write { db in try db.execute(sql: "DELETE FROM item") } }
        guard getuid() != 0 else { return }
        let error = try #require(throws: UserError.self) { try CollectionStore(folder.file) }
        #expect(error.description.contains("Permission denied"))
    }

    @Test func aDamagedFileIsOneLine() throws {
        try Data("this is no database, but long enough to be taken for one".utf8).write(
            to: URL(fileURLWithPath: folder.file))
        for purpose in [CollectionStore.Purpose.reading, .changing] {
            let error = try #require(throws: UserError.self) { try CollectionStore(folder.file, for: purpose) }
            #expect(error.description.contains("collections.sqlite cannot be used (file is not a database)"))
            #expect(error.description.contains("move it away"))
            #expect(!error.description.contains("\n"))
        }
    }

    @Test func damageInTheMiddleIsFound() throws {
        var items: [Item] = []
        for number in 0..<300 { items.append(try .of("S-\(number)", 1, ["note": String(repeating: "x", count: 100)])) }
        _ = try CollectionStore.with("Stock", .stock, in: folder).add(items, to: "Stock")
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file)))
        for index in 8192..<bytes.count { bytes[index] = 0xA5 }
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file))
        let error = try #require(throws: UserError.self) {
            try CollectionStore(folder.file, for: .reading).items(of: "Stock")
        }
        #expect(error.description.contains("it is damaged"))
    }

    @Test func filesOfOtherProgramsAndNewerVersionsAreLeftAlone() throws {
        let other = folder.path + "/other.sqlite"
        try DatabaseQueue(path: other).write { db in try db.execute(sql: "CREATE TABLE a (b)") }
        let error = try #require(throws: UserError.self) { try CollectionStore(other) }
        #expect(error.description.contains("another program"))
        let store = try CollectionStore(folder.file)
        try store.write { db in try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 later')") }
        let newer = try #require(throws: UserError.self) { try CollectionStore(folder.file) }
        #expect(newer.description.contains("newer version"))
    }

    /// Each has a connection of its own, as programs have.
    @Test func severalProgramsLoseNothing() async throws {
        _ = try CollectionStore.with("Stock", .stock, in: folder)
        let file = folder.file
        try await withThrowingTaskGroup(of: Void.self) { group in
            for program in 0..<4 {
                group.addTask {
                    let store = try CollectionStore(file)
                    for number in 0..<25 {
                        _ = try store.add([.of("shared"), .of("own-\(program)-\(number)")], to: "Stock")
                    }
                }
            }
            try await group.waitForAll()
        }
        let store = try CollectionStore(file, for: .reading)
        #expect(try store.items(of: "Stock").count == 101)
        #expect(try store.items(of: "Stock", code: "shared")[0].quantity == 100)
    }
}

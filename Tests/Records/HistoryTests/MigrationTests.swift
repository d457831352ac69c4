import Foundation
import GRDB
import Symbols
import Testing

@testable import History

/// Histories of each earlier version are brought up to this one.
@Suite struct MigrationTests {
    private static let earlier = [
        "1 scans", "add-ons", "parts", "scan pictures", "scans by content", "one-time passwords", "odd networks",
    ]

    private let folder: TemporaryFolder
    private var path: String { folder.file("history.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    /// Makes a history as the version with `migration` as its last made it, with a row for each text.
    private func make(_ migration: String, texts: [String], at times: [Int64]? = nil) throws {
        let queue = try DatabaseQueue(path: path)
        try HistorySchema.migrator.migrate(queue, upTo: migration)
        try queue.write { db in
            for (index, text) in texts.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO scan (time, source, symbology, identifier, bytes, text, charset, corners, kind, summary)
                        VALUES (?, 'camera', 'qr-code', ']Q1', ?, ?, 'UTF-8', zeroblob(64), 'text', ?)
                        """,
                    arguments: [times?[index] ?? Int64(index) * 1000, Data(text.utf8), text, text])
            }
        }
        try queue.close()
    }

    @Test(arguments: earlier) func scansOfEachEarlierVersionAreThereAndFound(version: String) throws {
        try make(version, texts: ["plain one", "https://example.org/two", "three"])
        let store = try HistoryStore.open(at: path)
        #expect(
            try store.entries().map(\.scan.symbol.content.text) == ["three", "https://example.org/two", "plain one"])
        #expect(try store.entries(of: .matching("ampl")).map(\.id) == [2])
        #expect(try store.entries(of: .matching("on")).map(\.id) == [1])
        let entry = try #require(try store.entry(1))
        #expect(entry.tally.quantity == 1 && entry.remarks == .init() && entry.session == nil)
        #expect(entry.lastSeen == entry.scan.time && entry.scan.utcOffset == nil)
        let new = try store.add(scan("four", at: 10))
        #expect(try store.entries().map(\.id) == [new.id, 3, 2, 1])
        try store.delete(.all)
        #expect(try store.restore() == 4)
    }

    @Test func scansOfOneMomentKeepTheirOrderAndGetIdentitiesOfTheirOwn() throws {
        try make("odd networks", texts: ["twin", "twin", "other", "twin"], at: [5000, 5000, 5000, 2000])
        let first = try HistoryStore.open(at: path).entries()
        #expect(first.map(\.id) == [3, 2, 1, 4])
        #expect(Set(first.map(\.identity)).count == 4)
        // A copy of the same history that is brought up elsewhere has the same ones.
        try FileManager.default.removeItem(atPath: path)
        try make("odd networks", texts: ["twin", "twin", "other", "twin"], at: [5000, 5000, 5000, 2000])
        #expect(try HistoryStore.open(at: path).entries().map(\.identity) == first.map(\.identity))
    }

    @Test func shortWordsAreFoundInAHistoryThatHadNoListOfThem() throws {
        let scans = ["one", "two", "three"].enumerated().map { scan($1, at: Double($0)) }
        try HistoryStore.open(at: path).addMissing(scans)
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    DROP TABLE scan_search_terms;
                    DELETE FROM grdb_migrations WHERE identifier = 'short words';
                    """)
        }
        try queue.close()
        #expect(try HistoryStore.open(at: path).entries(of: .matching("tw")).map(\.id) == [2])
    }

    @Test func aHistoryWithoutIndexesOfSourcesAndTheBinGetsThem() throws {
        let scans = ["one", "two", "three"].enumerated().map { number, text in
            scan(text, at: Double(number), source: number == 1 ? "Phone" : "webcam")
        }
        let names = ["bin_by_identity", "bin_by_position", "scan_by_source"]
        try HistoryStore.open(at: path).addMissing(scans)
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            for name in names { try db.execute(sql: "DROP INDEX \(name)") }
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = 'bin and sources by indexes'")
        }
        try queue.close()
        let store = try HistoryStore.open(at: path)
        let found = try store.pool.read { db in
            try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE '%\\_by\\_%' ESCAPE '\\'")
        }
        #expect(names.allSatisfy(found.contains))
        #expect(try store.count(of: .matching("source:phone")) == 1)
        #expect(try store.count(of: .matching("-source:phone")) == 2)
        try store.delete(.ids([2]))
        // What is in the bin is not taken in again.
        #expect(try store.addMissing(scans) == 0)
        #expect(try store.restore() == 1)
    }

    @Test func moreScansThanOneStepTakes() throws {
        let texts = (0..<2_500).map { "item \($0)" }
        try make("odd networks", texts: texts)
        let store = try HistoryStore.open(at: path)
        #expect(try store.count() == 2_500)
        #expect(try store.entries(of: .matching("item 2499")).map(\.id) == [2_500])
    }

    @Test func keysOfOneTimePasswordsKeptAsTextLoseTheirSecretsInLists() throws {
        let key = "otpauth://totp/Example:ada?secret=JBSWY3DPEHPK3PXP"
        try make("scans by content", texts: [key, "otpauth is a word"])
        let store = try HistoryStore.open(at: path)
        let entry = try #require(try store.entry(1))
        #expect(entry.summary == "One-time password Example: ada")
        #expect(entry.kind == .oneTimePassword)
        #expect(entry.scan.symbol.content.text == key)
        #expect(try store.entry(2)?.summary == "otpauth is a word")
        #expect(try store.entries(of: .matching("jbswy")).isEmpty)
    }

    @Test func activationCodesKeptAsTextLoseTheirSecretsInLists() throws {
        let code = "LPA:1$smdp.example$04386-AGYFT-A74Y8-3F815"
        try make("odd networks", texts: [code, "lpa is a word"])
        let queue = try DatabaseQueue(path: path)
        try HistorySchema.migrator.migrate(queue, upTo: "bin and sources by indexes")
        try queue.write { db in
            try db.execute(sql: "UPDATE scan SET tags = 'phone' || char(10) || 'new', note = 'for Ada' WHERE id = 1")
        }
        try queue.close()
        let store = try HistoryStore.open(at: path)
        let entry = try #require(try store.entry(1))
        #expect(entry.kind == .sim)
        #expect(!entry.summary.contains("AGYFT"))
        #expect(entry.scan.symbol.content.text == code)
        #expect(try store.entries(of: .matching("agyft")).isEmpty)
        #expect(try store.entries(of: .matching("ada tag:phone")).map(\.id) == [1])
        #expect(try store.entry(2)?.summary == "lpa is a word")
    }

    @Test func networksKeptAsTextLoseTheirPasswordsInLists() throws {
        try make("one-time passwords", texts: ["wifi:T:WPA\nP:s3cr3t-word\n"])
        let store = try HistoryStore.open(at: path)
        #expect(try store.entry(1)?.summary == "Wi-Fi without a name")
        #expect(try store.entries(of: .matching("s3cr")).isEmpty)
    }

    @Test func aReadOnlyHistoryOfAnEarlierVersionIsRead() throws {
        try make("1 scans", texts: ["still here"])
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        let image = try HistoryImage(path)
        let count = try image.queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM scan_search") }
        #expect(count == 1)
    }
}

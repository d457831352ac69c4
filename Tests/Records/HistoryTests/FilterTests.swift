import Foundation
import GRDB
import SeededRandomness
import Symbols
import Testing

@testable import History

@Suite struct FilterTests {
    private let folder: TemporaryFolder
    private let store: HistoryStore
    private let now = Date(timeIntervalSince1970: 1_795_261_938)

    init() throws {
        folder = try TemporaryFolder()
        store = try HistoryStore.open(at: folder.file("history.sqlite"))
        var aisle = ScanRun()
        (aisle.session, aisle.tags) = ("Aisle 4", ["Late"])
        aisle.fields = ["place": "Cellar", "shelf": "A 4"]
        let hour = 3600.0
        _ = try store.add(scan("https://example.org/milk", at: 1_795_261_938 - 50 * hour, source: "Front Camera"))
        _ = try store.keep(scan("WIFI:T:WPA;S:Cafe;P:s3cr3t;;", at: 1_795_261_938 - 26 * hour), in: aisle)
        _ = try store.add(scan("milk -fresh", at: 1_795_261_938 - 2 * hour))
        _ = try store.keep(scan("bread", at: 1_795_261_938 - 1 * hour), in: aisle)
        try store.change(.ids([3]), .setQuantity(12))
        try store.change(.ids([3]), .setNote("look again"))
        try store.change(.ids([1]), .setPinned(true))
        try store.change(.ids([4]), .addTag("stock"))
    }

    private func filter(_ text: String) -> HistoryFilter {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return HistoryFilter(text, now: now, calendar: calendar)
    }

    @Test(arguments: [
        ("", [4, 3, 2, 1]), ("milk", [3, 1]), ("kind:wifi", [2]), ("kind:url", [1]), ("kind:web", [1]),
        ("-kind:text", [2, 1]),
        ("symbology:qr", [4, 3, 2, 1]), ("symbology:ean", []), ("session:\"Aisle 4\"", [4, 2]),
        ("session:\"aisle 4\"", [4, 2]),
        ("place:cellar", [4, 2]), ("shelf:\"a 4\" place:CELLAR", [4, 2]), ("place:yard", []), ("place:none", [3, 1]),
        ("-place:cellar", [3, 1]), ("shelf:", [3, 1]), ("place:cellar bread", [4]),
        ("session:none", [3, 1]), ("-session:\"Aisle 4\"", [3, 1]), ("tag:late", [4, 2]), ("tag:LATE tag:stock", [4]),
        ("tag:lat", [4, 2]), ("tag:\"lat\"", []), ("-tag:late", [3, 1]), ("tag:sto", [4]), ("tag:tock", []),
        ("tag:mil", []), ("qty>1", [3]), ("qty:12", [3]), ("qty>=12 qty<13", [3]),
        ("qty<2", [4, 2, 1]),
        ("quantity:>11", [3]), ("has:note", [3]), ("again", [3]), ("-has:note milk", [1]), ("is:pinned", [1]),
        ("source:front", [1]), ("source:front milk", [1]), ("-source:front", [4, 3, 2]), ("source:demo -milk", [4, 2]),
        ("source:demo kind:wifi", [2]), ("source:o", [4, 3, 2, 1]), ("source:none", []), ("after:today", [4, 3]),
        ("before:today", [2, 1]), ("on:yesterday", [2]),
        ("after:3h", [4, 3]),
        ("after:2026-11-20 before:2026-11-21", [2]), ("on:2026-11", [4, 3, 2, 1]), ("milk -fresh", [1]),
        ("\"milk -fresh\"", [3, 1]),
        ("-milk", [4, 2]), ("late", [4, 2]), ("s3cr3t", []), ("lk", [3, 1]), ("wi-fi", [2]),
        ("https://example.org", [1]),
        ("kind:wifi session:none", []), ("cafe kind:wifi", [2]), ("id:3", [3]), ("id:4,2,99", [4, 2]),
        ("-id:1", [4, 3, 2]), ("id:3,4 milk", [3]), ("text:milk", [3, 1]), ("text:org", [1]), ("-text:milk", [4, 2]),
        ("since:2026-11-21T09", [4, 3]),
    ]) func conditionsHold(text: String, expected: [Int64]) throws {
        let filter = filter(text)
        #expect(filter.problems.isEmpty, "\(filter.problems)")
        if text.contains("\"milk") { return }
        #expect(try store.entries(of: .filter(filter)).map(\.id) == expected, "\(text)")
        #expect(try store.count(of: .filter(filter)) == expected.count)
        // The same for each entry at hand.
        #expect(try store.entries().filter { filter.holds(for: $0) }.map(\.id) == expected, "\(text)")
    }

    @Test(arguments: [
        ("near:52.52,13.405", [5]), ("near:52.52,13.405/2000", [6, 5]), ("near:52.53,13.405/1200", [6, 5]),
        ("near:0,180/30", [8, 7]), ("near:0,-180/30", [8, 7]), ("-near:52.52,13.405/2000", [9, 8, 7, 4, 3, 2, 1]),
        ("near:-52.52,13.405/100", []), ("near:52.52,13.405/2000 hall", [6, 5]),
    ]) func scansAreFoundByWhereTheyWereMade(text: String, expected: [Int64]) throws {
        let points = [("52.52", "13.405"), ("52.53", "13.405"), ("0.0001", "179.9999"), ("0", "-179.9999"), ("x", "")]
        for (number, point) in points.enumerated() {
            var run = ScanRun()
            run.fields = ["latitude": point.0, "longitude": point.1]
            _ = try store.keep(scan("hall \(number)", at: 1_795_261_938 + Double(number)), in: run)
        }
        let filter = filter(text)
        #expect(filter.problems.isEmpty, "\(filter.problems)")
        #expect(try store.entries(of: .filter(filter)).map(\.id) == expected, "\(text)")
        #expect(try store.entries().filter { filter.holds(for: $0) }.map(\.id) == expected, "\(text)")
    }

    @Test(arguments: ["near:", "near:market", "near:91,0", "near:1,2,3", "near:1,2/", "near:1,2/-5", "near:0x1p3,2"])
    func whatIsNoPositionIsSaid(text: String) {
        #expect(filter(text).problems.first?.contains("use a position, such as near:52.52,13.405") == true)
    }

    /// A tag is found by the beginning of any of its words, in quotation marks only as a whole.
    @Test(arguments: [
        ("tag:late", [6, 5]), ("tag:SHI", [5]), ("tag:s", [5]), ("tag:hift", []), ("tag:\"late shift\"", [5]),
        ("tag:\"late\"", [6]), ("-tag:shift tag:late", [6]),
    ]) func wordsOfTagsAreFoundByTheirBeginning(text: String, expected: [Int64]) throws {
        for (number, tag) in [(1.0, "Late Shift"), (2, "late")] {
            var run = ScanRun()
            run.tags = [tag]
            _ = try store.keep(scan("shift late", at: 1_795_261_938 + number), in: run)
        }
        let filter = filter(text)
        let older: Set<Int64> = [1, 2, 3, 4]
        let found = try store.entries(of: .filter(filter)).map(\.id).filter { !older.contains($0) }
        #expect(found == expected)
        let atHand = try store.entries().filter { filter.holds(for: $0) }.map(\.id).filter { !older.contains($0) }
        #expect(atHand == expected)
    }

    @Test func theValuesOfConditionsAreThoseThatFindSomething() throws {
        #expect(try store.values(ofCondition: "kind") == ["text", "url", "wifi"])
        #expect(try store.values(ofCondition: "symbology") == ["qr-code"])
        #expect(try store.values(ofCondition: "tag") == ["Late", "stock"])
        #expect(try store.values(ofCondition: "session") == ["Aisle 4"])
        #expect(try store.values(ofCondition: "place") == ["Cellar"])
        #expect(try store.values(ofCondition: "shelf") == ["A 4"])
        #expect(try store.values(ofCondition: "on").contains("yesterday"))
        #expect(try store.values(ofCondition: "milk").isEmpty)
        for name in ["kind", "symbology", "tag", "session", "on", "has", "is"] {
            for value in try store.values(ofCondition: name) {
                let filter = filter("\(name):\"\(value)\"")
                #expect(filter.problems.isEmpty && !filter.isEmpty, "\(name):\(value)")
            }
        }
    }

    @Test func scansOfASourceAreCountedFromAnIndexAlone() throws {
        let query = HistoryQuery(selection: .filter(filter("source:front"))).unordered("count(*)")
        let plan = try store.pool.read { db in
            try Row.fetchAll(db, SQLRequest(literal: "EXPLAIN QUERY PLAN \(query)")).map(\.description)
        }
        let rows = plan.filter { $0.contains(" scan ") }
        #expect(!rows.isEmpty && rows.allSatisfy { $0.contains("USING COVERING INDEX scan_by_source") })
        #expect(rows.contains { $0.contains("SEARCH scan") && $0.contains("(source=?)") })
    }

    @Test(arguments: [
        "kind:nothing", "symbology:x9", "after:never", "qty>many", "is:blue", "has:everything", "on:2026-02-30", "tag:",
        "id:x", "id:1,", "id>2", "id:<3", "kind>=wifi", "after>2026-01-01",
    ])
    func whatCannotBeUnderstoodIsSaid(text: String) {
        #expect(filter(text).problems.count == 1)
        #expect(filter(text).isEmpty)
    }

    @Test func whatOnlyLooksLikeAConditionIsAWord() {
        for text in ["https://a.example", "a:b", "12:30", ":x", "=", ">5", "-", "--", "urn:isbn:1"] {
            #expect(filter(text).problems.isEmpty, "\(text)")
        }
    }

    /// Whatever is typed: no trap, no error of SQLite's, and the same answer from the file and from entries at hand.
    @Test func whateverIsTyped() throws {
        var random = SplitMix(state: 14)
        let entries = try store.entries()
        for _ in 0..<400 {
            let text = (0..<random.below(8)).map { _ in Self.pieces[random.below(Self.pieces.count)] }.joined()
            let filter = filter(text)
            let found = try store.entries(of: .filter(filter)).map(\.id)
            #expect(found == entries.filter { filter.holds(for: $0) }.map(\.id), "\(text)")
        }
    }

    /// Letters beyond ASCII: SQL folds the names of sources and sessions as the same does for entries at hand.
    @Test func namesAreFoldedInTheFileAsAtHand() throws {
        let store = try HistoryStore.open(at: folder.file("names.sqlite"))
        let letters = [
            "Ä", "ä", "a\u{308}", "É", "é", "İ", "ı", "ß", "ẞ", "SS", "Σ", "ς", "σ", "Ж", "ж", "Ａ", "ａ", "日", "\u{301}",
            "k", "K",
            " ", "1", "\u{200D}", "\u{10FF80}", "-", "ǅ", "ŉ",
        ]
        var random = SplitMix(state: 14)
        func name() -> String { (0..<1 + random.below(4)).map { _ in letters[random.below(letters.count)] }.joined() }
        for number in 0..<200 {
            var run = ScanRun()
            run.session = HistorySession.obstacle(toName: name()) == nil ? name() : nil
            if let session = run.session, HistorySession.obstacle(toName: session) != nil { run.session = nil }
            _ = try store.keep(scan("text", at: Double(number), source: name()), in: run)
        }
        let entries = try store.entries(limit: -1)
        var found = 0
        for _ in 0..<500 {
            for text in ["source:\"\(name())\"", "-source:\"\(name())\"", "session:\"\(name())\""] {
                let filter = filter(text)
                let ids = try store.entries(of: .filter(filter), limit: -1).map(\.id)
                #expect(ids == entries.filter { filter.holds(for: $0) }.map(\.id), "\(text.debugDescription)")
                found += ids.count
            }
        }
        #expect(found > 1000)
        #expect(try !store.entries(of: .filter(filter("source:ä"))).isEmpty)
        #expect(
            try store.count(of: .filter(filter("source:ä"))) == store.count(of: .filter(filter("source:A\u{308}"))))
    }

    private static let pieces = [
        "milk", "kind:", "wifi", "tag:", "late", "\"", " ", "-", "qty", ">", "1", ":", "after:", "today", "session:",
        "'",
        "%", "*", "é", "🙂", "\u{1}", "\\", "(", ")", " AND ", "NEAR", "\0", "m", "is:pinned", "has:note", "2026", "or",
    ]
}

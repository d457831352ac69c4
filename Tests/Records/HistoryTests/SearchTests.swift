import Foundation
import GRDB
import SeededRandomness
import Symbols
import Testing

@testable import History

@Suite struct SearchTests {
    private let folder: TemporaryFolder
    private let store: HistoryStore

    init() throws {
        folder = try TemporaryFolder()
        store = try HistoryStore.open(at: folder.file("history.sqlite"))
    }

    /// Changing tags and keeping scans run the same statement of SQLite's.
    @Test func aScanThatIsKeptAfterAChangeOfTagsIsFound() throws {
        let first = try store.add(scan("first", at: 1))
        try store.change(.ids([first.id]), .addTag("late"))
        _ = try store.add(scan("second", at: 2))
        #expect(try found("second") == ["second"])
    }

    private func found(_ text: String) throws -> [String] {
        try store.entries(of: .matching(text), newestFirst: false).map { $0.scan.symbol.content.text ?? "" }
    }

    @Test func partsOfTextMeaningSymbologyAndSourceAreFound() throws {
        _ = try store.add(scan("https://example.org/Shop", at: 1, source: "front camera"))
        _ = try store.add(scan("50% off_now", at: 2))
        _ = try store.add(scan("ÄRZTE", at: 3))
        _ = try store.add(scan("WIFI:T:WPA;S:Cafe;P:s3cr3t;;", at: 4))
        #expect(try found("shop") == ["https://example.org/Shop"])
        #expect(try found("ärzte") == ["ÄRZTE"])
        #expect(try found("front").count == 1)
        #expect(try found("QR code").count == 4)
        #expect(try found("shop qr").count == 1)
        // No character stands for others.
        #expect(try found("%") == ["50% off_now"])
        #expect(try found("_") == ["50% off_now"])
        #expect(try found("5_%").isEmpty)
        #expect(try found("'; DROP TABLE scan; --").isEmpty)
        // The network's name, not its password.
        #expect(try found("cafe").count == 1)
        #expect(try found("s3cr3t").isEmpty)
        #expect(try store.count(of: .matching("qr")) == 4)
        #expect(try store.count() == 4)
    }

    @Test func whatIsKeptIsFoundAsItIsWhenItComes() throws {
        let scans = ["https://example.org/Shop", "50% off", "WIFI:T:WPA;S:Cafe;P:s3cr3t;;", "nul \0 inside"]
            .map { scan($0) }
        let entries = try scans.map { try store.add($0) }
        for text in ["", "shop", "%", "s3cr3t", "cafe", "inside", "qr", "demo", "nothing"] {
            let kept = try store.count(of: .matching(text))
            #expect(entries.count { HistorySelection.matching(text).holds(for: $0) } == kept, "\(text)")
        }
    }

    @Test func pagesAndExportsKeepToTheSearch() throws {
        for number in 0..<50 {
            _ = try store.add(scan("\(number % 2 == 0 ? "even" : "odd") \(number)", at: Double(number)))
        }
        let first = try store.entries(of: .matching("even"), limit: 10)
        let next = try store.entries(of: .matching("even"), limit: 100, after: first.last?.position)
        #expect(first.count == 10 && next.count == 15)
        #expect((first + next).map(\.scan.time) == (first + next).map(\.scan.time).sorted(by: >))
        #expect(try store.export(.ndjson, of: .matching("odd 4")) { _ in }.count == 5)
        #expect(try store.export(.csv, of: .since(Date(timeIntervalSince1970: 45))) { _ in }.count == 5)
        #expect(try store.delete(.matching("even")).count == 25)
        #expect(try store.count() == 25)
    }

    @Test func shortWordsAreFoundWhereverTheyStand() throws {
        let alphabet = Array("ab\"*-^ é日😀\u{301}\n\t:")
        var generator = SplitMix(state: 5)
        func text(_ length: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: length, using: &generator)).map { _ in
                    alphabet.randomElement(using: &generator) ?? "a"
                })
        }
        let entries = try (0..<150).map { try store.add(scan(text(1...6), at: Double($0), source: "s")) }
        for _ in 0..<300 {
            let search = text(1...3) + (Bool.random(using: &generator) ? " " + text(2...2) : "")
            let selection = HistorySelection.matching(search)
            let expected = entries.filter { selection.holds(for: $0) }.map(\.id)
            #expect(
                try store.entries(of: selection, newestFirst: false).map(\.id) == expected, "\(search.debugDescription)"
            )
        }
    }

    @Test func searchingManyScansTakesNoTimeToSpeakOf() throws {
        let scans = (0..<3_000).map { scan("https://example.org/item/\($0)?q=Ünicode", at: Double($0)) }
        try store.addMissing(scans)
        let start = ContinuousClock.now
        #expect(try store.count(of: .matching("ITEM/2999")) == 1)
        // 20 ms for 1000 in a debug build; nobody should wait for minutes.
        #expect(start.duration(to: .now) < .seconds(60))
    }

    @Test func whatWasDeletedComesBackUnderItsNumberWithItsPicture() throws {
        let first = try store.add(scan("one", at: 1)).id
        let second = try store.add(scan("two", at: 2)).id
        try store.setPicture("/pictures/q.jpg", ofScans: [first])
        let before = try store.entries()
        let deletion = try store.delete(.ids([first, second]))
        #expect(deletion.count == 2 && deletion.ids.sorted() == [first, second])
        #expect(try store.binned().count == 2)
        #expect(try store.count() == 0)
        let third = try store.add(scan("three", at: 3)).id
        #expect(try store.restore(deletion.ids) == 2)
        #expect(try store.restore(deletion.ids) == 0)
        #expect(try store.entries().filter { $0.id != third } == before)
        // Numbers go on behind all that were given.
        #expect(try store.add(scan("four", at: 4)).id > third)
        #expect(try store.entries(of: .matching("two")).map(\.id) == [second])
    }
}

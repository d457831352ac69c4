import ArgumentParser
import Foundation
import GRDB
import History
import Symbols

/// What a history of many scans takes, beside SQLite alone where there is something to compare.
struct HistoryBench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "A history of many scans: opening, searching, paging, keeping.")

    @Argument(help: "How many scans.")
    var rows = 1_000_000

    @Option(help: "Use the history in this folder, made there if there is none; else one that goes at the end.")
    var folder: String?

    mutating func validate() { rows = max(1000, rows) }

    func run() throws {
        guard let folder else { return try withTemporaryFolder(run(in:)) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try run(in: folder)
    }

    private func run(in place: String) throws {
        let path = place + "/history.sqlite"
        try fill(path)
        try opening(path)
        let history = try HistoryStore.open(at: path)
        try searching(history)
        try paging(history)
        try keeping(history, place)
        history.close()
    }

    private func report(_ what: String, _ times: Times) {
        print(what.column(56) + String(format: "%10.2f%10.2f", times.median, times.percentile(0.99)))
    }

    /// The content of the scan of that number: products, serial numbers, web addresses, networks.
    static func content(_ number: Int) -> (symbology: Symbology, text: String) {
        switch number % 20 {
        case 0..<8: (.ean13, String(4_000_000_000_000 + number * 7919 % 900_000_000))
        case 8..<14: (.code128, "SN-\(String(number * 2_654_435_761 % 4_294_967_296, radix: 16))")
        case 14..<19: (.qrCode, "https://shop.example/\(number % 1000)/item/\(number)")
        default: (.qrCode, "WIFI:T:WPA;S:Guest \(number);P:password\(number);;")
        }
    }

    /// The scan of that number; one a second.
    private func scan(_ number: Int) -> Scan {
        let (symbology, text) = Self.content(number)
        let corner = Point(x: Double(number % 640), y: 100)
        return Scan(
            time: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)), utcOffset: 3600, source: "HD Webcam",
            symbol: Symbol(
                content: SymbolContent(symbology: symbology, text: text),
                corners: Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)),
            frame: .init(width: 1920, height: 1080))
    }

    private func fill(_ path: String) throws {
        let history = try HistoryStore.open(at: path)
        defer { history.close() }
        let there = try history.count()
        guard there < rows else { return }
        let milliseconds = try WallClock.milliseconds {
            for first in stride(from: there, to: rows, by: 10_000) {
                try history.addMissing((first..<min(rows, first + 10_000)).map(scan))
            }
        }
        print(String(format: "%d scans kept in %.0f s, 10,000 a transaction", rows - there, milliseconds / 1000))
    }

    private func opening(_ path: String) throws {
        print("milliseconds, \(rows) scans                                  median       p99")
        var times = Times()
        for _ in 0..<20 {
            let start = ContinuousClock.now
            let history = try HistoryStore.open(at: path)
            let page = try page(of: history, at: .first)
            guard page.entries.count == 300, page.total >= rows else { throw BenchError("a page is missing") }
            times.append(WallClock.milliseconds(since: start))
            history.close()
        }
        report("open to the first page and the count", times)
    }

    private func searching(_ history: HistoryStore) throws {
        let last = rows - 1
        let searches = [
            "shop.example item": 300, "\(last - last % 20 + 14)": nil, "SN-7": 300, "400012": nil, "guest": 300,
            "zzzz": 0, "7x": nil,
            "kind:wifi": 300, "symbology:ean after:2024-01-01": nil, "item/777 qty>0": nil, "kind:wifi item": 0,
            "source:webcam": 300, "source:zzzz": 0,
        ]
        for (text, expected) in searches.sorted(by: { $0.key < $1.key }) {
            let times = try Times(of: 10) {
                let found = try page(of: history, text, at: .first, counts: false).entries.count
                if let expected, found != expected { throw BenchError("\(text): \(found) found") }
            }
            report("search for \(text), first page", times)
            report("\(text), with the count", try Times(of: 1) { _ = try page(of: history, text, at: .first) })
        }
    }

    private func page(
        of history: HistoryStore, _ text: String = "", at place: HistoryPage.Place, counts: Bool = true
    ) throws -> HistoryPage {
        try history.page(of: .matching(text), sort: .time, newestFirst: true, at: place, limit: 300, counts: counts)
    }

    private func paging(_ history: HistoryStore) throws {
        var last = try history.entries(limit: 300).last
        var times = Times()
        while let entry = last, times.count < 300 {
            times.append(
                try WallClock.milliseconds { last = try history.entries(limit: 300, after: entry.position).last })
        }
        report("a page further", times)
        func read(_ place: HistoryPage.Place, _ name: String) throws {
            report(name, try Times(of: 10) { _ = try page(of: history, at: place) })
        }
        try read(.last, "the last page and the count")
        try read(.index(rows / 2), "the page in the middle and the count")
        if let last { try read(.position(last.position, before: 150), "the page around a scan and the count") }
    }

    /// Keeping a scan, each in a transaction that is on the disk, beside a bare table in the same folder.
    private func keeping(_ history: HistoryStore, _ place: String) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
        let bare = try DatabasePool(path: place + "/bare.sqlite", configuration: configuration)
        try bare.writeWithoutTransaction { db in
            try db.execute(
                sql:
                    "PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS scan (id INTEGER PRIMARY KEY, time, bytes, text)"
            )
        }
        var (ours, plain) = (Times(), Times())
        let count = try history.count()
        for number in 0..<1000 {
            let scan = scan(count + number)
            ours.append(try WallClock.milliseconds { _ = try history.add(scan) })
            plain.append(
                try WallClock.milliseconds {
                    try bare.write { db in
                        try db.execute(
                            sql: "INSERT INTO scan (time, bytes, text) VALUES (?, ?, ?)",
                            arguments: [number, Data(scan.symbol.content.bytes), scan.symbol.content.text])
                    }
                })
        }
        report("keep a scan", ours)
        report("insert into a bare table", plain)
    }
}

import Files
import Foundation
import SeededRandomness
import Synchronization
import TestFolders
import Testing
import Web

@testable import Lookup

/// The queue and the limits, with a clock of the test's own.
@Suite struct LookupQueueTests {
    private let folder: TestFolder
    private let clock = ManualClock()

    init() throws { folder = try TestFolder() }

    private static let missing: @Sendable (WebRequest, Int) -> Result<WebAnswer, WebError> = { _, _ in
        .success(.json(SampleAnswers.openFoodFactsMissing, 404))
    }

    /// The number in the path of a request to Open Food Facts.
    private static func number(of request: WebRequest) -> String {
        request.address.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
    }

    @Test func nothingIsSentWhileProvidersAreOff() throws {
        let web = FakeWeb(clock, Self.missing)
        let engine = try LookupEngine.test([], in: folder, clock, web)
        #expect(try engine.answer(for: .test(1)) == .notAsked)
        #expect(try !engine.ask(.test(1)))
        #expect(try engine.step() == .idle)
        #expect(web.requests.isEmpty)
        #expect(engine.providers.all.count == ProductProviders.all.count)
        #expect(engine.providers.on.isEmpty)
    }

    /// 15 reads in any minute, 1 release a second: counted where the requests arrive.
    @Test(arguments: [("open-food-facts", 60.0, 15), ("musicbrainz", 1.0, 1), ("google-books", 86_400.0, 1000)])
    func limitsAreKeptInAnyPeriod(name: String, period: Double, limit: Int) throws {
        let web = FakeWeb(clock) { _, _ in .success(.json("{}", 404)) }
        // Any variable will do for a secret.
        var section = ProviderSettings(name)
        section.secretVariable = "PATH"
        var engine = try LookupEngine.test([name], in: folder, clock, web, sections: [section])
        let numbers = (0..<2000).compactMap { index in
            name == "google-books"
                ? ProductNumber(isbn10: Self.isbn10(index)[...]) : ProductNumber.test(index)
        }
        for number in numbers { try engine.ask(number) }
        let end = clock.now + 10 * period
        let start = clock.now
        var steps = 0
        while clock.now < end {
            switch try engine.step() {
            case .waiting(let seconds): clock.advance(seconds)
            case .asked, .finished: clock.advance(0.001)
            case .idle: clock.advance(period)
            }
            steps += 1
            // The bucket survives a restart: a new program begins with what the former left.
            if steps.isMultiple(of: 7) { engine = try .test([name], in: folder, clock, web, sections: [section]) }
        }
        let times = web.requests.map(\.time)
        for (place, time) in times.enumerated() {
            let within = times[place...].prefix { $0 < time + period }.count
            #expect(within <= limit, "\(within) requests in \(period) s")
            if within > limit { break }
        }
        // As many as the limit lets through, nearly.
        let most = Double(limit) * min(10 * period, clock.now - start) / period
        #expect(Double(times.count) > most * 0.6 || times.count == numbers.count, "\(times.count) of \(most)")
    }

    private static func isbn10(_ index: Int) -> [UInt8] {
        let nine = Array(("030" + String(repeating: "0", count: 6 - String(index).count) + String(index)).utf8)
        return (Array("0123456789X".utf8)).lazy.map { nine + [$0] }.first { ProductNumber(isbn10: $0[...]) != nil }!
    }

    @Test func whatWasAskedWithoutANetworkIsLookedUpInOrderWhenItIsBack() throws {
        let isUp = Mutex(false)
        let web = FakeWeb(clock) { request, count in
            isUp.withLock { $0 } ? Self.missing(request, count) : .failure(.unreachable("Could not resolve host"))
        }
        let engine = try LookupEngine.test(["open-food-facts"], in: folder, clock, web)
        let numbers = (1...20).map(ProductNumber.test)
        for number in numbers { try engine.ask(number) }
        for _ in 0..<51 {
            switch try engine.step() {
            case .waiting(let seconds):
                #expect(seconds <= 60)
                clock.advance(seconds)
            case .asked(let number): #expect(number == numbers[0])
            case .finished, .idle: Issue.record("answered without a network")
            }
        }
        let queue = try engine.queue()
        #expect(queue.map(\.number) == numbers)
        #expect(queue[0].reason == "no answer: Could not resolve host")
        let before = web.requests.count
        isUp.withLock { $0 = true }
        try engine.drain(clock)
        #expect(try engine.queue().isEmpty)
        #expect(web.requests[before...].map { Self.number(of: $0.request) } == numbers.map(\.text))
    }

    /// Programs that end at any moment, without or within a request; networks that come and go.
    @Test func eachNumberIsLookedUpOnceInTheEndAcrossKills() throws {
        var random = SplitMix(state: 7)
        let isUp = Mutex(true)
        let answered = Mutex<[String: Int]>([:])
        let web = FakeWeb(clock) { request, count in
            guard isUp.withLock({ $0 }) else { return .failure(.unreachable("No route to host")) }
            answered.withLock { $0[Self.number(of: request), default: 0] += 1 }
            return Self.missing(request, count)
        }
        let numbers = (0..<500).map(ProductNumber.test)
        var next = 0
        var engine = try LookupEngine.test(["open-food-facts"], in: folder, clock, web)
        var rounds = 0
        while rounds < 20_000 {
            rounds += 1
            if next < numbers.count {
                // Some are scanned twice.
                try engine.ask(numbers[next])
                if Bool.random(using: &random) { try engine.ask(numbers[Int.random(in: 0...next, using: &random)]) }
                next += 1
            }
            switch try engine.step() {
            case .waiting(let seconds): clock.advance(seconds * 0.7)
            case .idle: if next == numbers.count { rounds = .max - 1 }
            case .asked, .finished: break
            }
            if Int.random(in: 0..<10, using: &random) == 0 { isUp.withLock { $0.toggle() } }
            if Int.random(in: 0..<10, using: &random) == 0 {
                engine = try .test(["open-food-facts"], in: folder, clock, web)
            }
            if rounds == .max - 1 { break }
        }
        #expect(try engine.queue().isEmpty)
        let counts = answered.withLock { $0 }
        #expect(counts.count == 500)
        #expect(counts.values.allSatisfy { $0 == 1 })
        for number in numbers { #expect(try engine.answer(for: number) == .notFound(failures: [])) }
    }

    @Test func aClaimOfAProgramThatWasKilledEnds() throws {
        let web = FakeWeb(clock, Self.missing)
        let engine = try LookupEngine.test(["open-food-facts"], in: folder, clock, web)
        try engine.ask(.test(1))
        // As if a program had been killed while it asked.
        let row = try #require(try engine.store.read { db in try LookupStore.rows(after: 0, limit: 1, db).first })
        try engine.store.write { db in try LookupStore.claim(row, for: "open-food-facts", at: clock.now, db) }
        guard case .waiting(let seconds) = try engine.step() else {
            Issue.record("asked twice")
            return
        }
        #expect(seconds == LookupEngine.otherProgramSeconds)
        #expect(try engine.queue().first?.reason == "is being asked")
        clock.advance(LookupStore.claimSeconds - 1)
        guard case .waiting = try engine.step() else {
            Issue.record("asked twice")
            return
        }
        clock.advance(1)
        #expect(try engine.step() == .finished(.test(1)))
        #expect(web.requests.count == 1)
    }

    @Test func twoProgramsShareTheQueue() throws {
        let other = Mutex<LookupEngine?>(nil)
        let web = FakeWeb(clock) { request, count in
            // While one asks, the other finds nothing to do.
            if let engine = other.withLock({ $0 }) {
                let step = try? engine.step()
                if case .waiting? = step {} else { Issue.record("\(String(describing: step))") }
            }
            return Self.missing(request, count)
        }
        let first = try LookupEngine.test(["open-food-facts"], in: folder, clock, web)
        let second = try LookupEngine.test(["open-food-facts"], in: folder, clock, FakeWeb(clock, Self.missing))
        try first.ask(.test(1))
        #expect(try second.ask(.test(1)))
        other.withLock { $0 = second }
        #expect(try first.step() == .finished(.test(1)))
        #expect(try second.step() == .idle)
    }

    @Test func numbersCanBeDroppedAndTriedNow() throws {
        let web = FakeWeb(clock) { _, count in
            count == 1 ? .failure(.unreachable("Timeout was reached")) : Self.missing(WebRequest(address: ""), count)
        }
        let engine = try LookupEngine.test(["open-food-facts"], in: folder, clock, web)
        for index in 1...3 { try engine.ask(.test(index)) }
        #expect(try engine.step() == .asked(.test(1)))
        guard case .waiting = try engine.step() else {
            Issue.record("not put off")
            return
        }
        #expect(try engine.drop([.test(2), .test(9)]) == 1)
        try engine.retryNow()
        #expect(try engine.step() == .finished(.test(1)))
        #expect(try engine.queueCount() == 1)
        #expect(try engine.drop(nil) == 1)
        #expect(try engine.step() == .idle)
    }

    @Test func theNextProviderIsAskedWhereOneDoesNotKnow() throws {
        let web = FakeWeb(clock) { request, _ in
            request.address.contains("musicbrainz")
                ? .success(.json(SampleAnswers.musicBrainz))
                : .success(.json(SampleAnswers.openFoodFactsMissing, 404))
        }
        let engine = try LookupEngine.test(
            ["open-food-facts", "open-library", "musicbrainz"], in: folder, clock, web)
        let record = try #require(ProductNumber(typed: "042284292320"))
        try engine.ask(record)
        try engine.drain(clock)
        guard case .found(let hits) = try engine.answer(for: record) else {
            Issue.record("not found")
            return
        }
        #expect(hits.map(\.source) == ["musicbrainz"])
        // Open Library knows books only.
        #expect(web.requests.count == 2)
        // Only one may be asked.
        let other = ProductNumber.test(5)
        #expect(try engine.ask(other, only: "musicbrainz"))
        try engine.drain(clock)
        #expect(web.requests.count == 3)
        #expect(web.requests.last?.request.address.contains("musicbrainz") == true)
    }

    @Test func aProviderThatIsPutOffDoesNotHoldTheOthers() throws {
        let web = FakeWeb(clock) { request, _ in
            request.address.contains("openlibrary") ? .success(.json("{}")) : .failure(.unreachable("no route"))
        }
        let engine = try LookupEngine.test(["open-food-facts", "open-library"], in: folder, clock, web)
        let book = try #require(ProductNumber(typed: "9780306406157"))
        try engine.ask(.test(1))
        try engine.ask(book)
        #expect(try engine.step() == .asked(.test(1)))
        #expect(try engine.step() == .finished(book))
    }

    @Test func switchingAProviderOffSendsNothingMore() throws {
        let web = FakeWeb(clock, Self.missing)
        try LookupEngine.test(["open-food-facts"], in: folder, clock, web).ask(.test(1))
        let off = try LookupEngine.test([], in: folder, clock, web)
        #expect(try off.step() == .idle)
        let waiting = try #require(try off.queue().first)
        #expect(waiting.reason == "no provider that is on knows it")
        #expect(waiting.provider == nil)
        #expect(web.requests.isEmpty)
        #expect(try LookupEngine.test(["open-food-facts"], in: folder, clock, web).step() == .finished(.test(1)))
    }

    @Test(arguments: [-400 * 86_400.0, 400 * 86_400.0]) func aClockThatIsSetStopsNothing(change: Double) throws {
        let web = FakeWeb(clock) { request, count in
            count == 1 ? .success(.json("", 429, ["retry-after": "86400"])) : Self.missing(request, count)
        }
        let engine = try LookupEngine.test(["open-food-facts"], in: folder, clock, web)
        try engine.ask(.test(1))
        #expect(try engine.step() == .asked(.test(1)))
        clock.advance(change)
        #expect(try engine.step() == .finished(.test(1)))
    }

    @Test func theFileOfLookupsIsThisUsersAndNoOtherPrograms() throws {
        let path = folder.path + "/sub/lookups.sqlite"
        _ = try LookupStore(path)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        let other = try folder.file("other.sqlite", "no data base")
        #expect(throws: UserError.self) { try LookupStore(other) }
        #expect(throws: UserError.self) { try LookupStore("/proc/none/lookups.sqlite") }
    }

    @Test func productsOfAnIndexAreNotAskedFor() throws {
        let list = try folder.file("list.csv", "gtin,name\n\(ProductNumber.test(1).text),Marker\n")
        _ = try ProductImport(into: folder.path + "/products").run(list, now: .init(milliseconds: 0))
        let web = FakeWeb(clock, Self.missing)
        let engine = try LookupEngine.test(["open-food-facts"], in: folder, clock, web)
        guard case .found(let hits) = try engine.answer(for: .test(1)) else {
            Issue.record("not found")
            return
        }
        #expect(hits.map(\.title) == ["Marker"])
    }

    @Test func pausesDoubleAndAreBounded() {
        let pauses = (1...40).map { Backoff.seconds(2, $0, atMost: 60, 1) }
        #expect(pauses.prefix(6) == [2, 4, 8, 16, 32, 60])
        #expect(pauses.allSatisfy { $0 <= 60 })
        #expect(Backoff.seconds(2, 3, atMost: 60, 0) == 4)
    }
}

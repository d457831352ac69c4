import Files
import Foundation
import LoopbackServers
import Synchronization
import TestFolders
import Testing
import Web

@testable import Lookup

/// One provider on a server of this machine.
@Suite(.enabled(if: Libcurl.isThere)) struct LookupEngineTests {
    private let folder: TestFolder
    private let clock = ManualClock()
    private let number = ProductNumber(typed: "3017620422003")!

    init() throws { folder = try TestFolder() }

    private func engine(
        _ server: AnswerServer, _ name: String = "open-food-facts",
        _ change: (inout ProviderSettings) -> Void = { _ in }
    ) throws -> LookupEngine {
        var section = ProviderSettings(name)
        section.address = server.address
        change(&section)
        return try .test([name], in: folder, clock, WebClient(), sections: [section])
    }

    @Test func oneScanIsOneRequest() throws {
        let server = try AnswerServer { _ in .json(SampleAnswers.openFoodFacts, 200, ["ETag: \"a\""]) }
        let engine = try engine(server)
        #expect(try engine.answer(for: number) == .askable)
        for _ in 0..<5 { #expect(try engine.ask(number)) }
        guard case .waiting = try engine.answer(for: number) else { return #expect(Bool(false)) }
        #expect(try engine.step() == .finished(number))
        #expect(try engine.step() == .idle)
        guard case .found(let hits) = try engine.answer(for: number) else { return #expect(Bool(false)) }
        #expect(hits.first?.title == "Nutella, 400 g")
        #expect(hits.first?.licence == "ODbL 1.0")
        #expect(hits.first?.retrieved.milliseconds == 1_800_000_000_000)
        #expect(hits.first?.modified?.milliseconds == 1_700_000_000_000)
        #expect(try !engine.ask(number))
        let requests = server.requests
        #expect(requests.count == 1)
        #expect(
            requests[0].path.hasPrefix("/api/v3/product/3017620422003.json?product_type=all&fields=code,product_name"))
        #expect(requests[0].headers["user-agent"] == "quietzone/0.1.0 (terminal barcode scanner)")
        #expect(requests[0].headers["cookie"] == nil)
    }

    @Test func anOwnNameStaysWhateverProvidersSay() throws {
        let server = try AnswerServer { _ in .json(SampleAnswers.openFoodFacts) }
        let engine = try engine(server)
        try engine.setOwn(number) { ($0.name, $0.note) = ("  Our\nspread ", "shelf 3") }
        guard case .found(let alone) = try engine.answer(for: number) else { return #expect(Bool(false)) }
        #expect(alone.map(\.title) == ["Our spread"] && alone[0].facts[.note] == "shelf 3")
        try engine.ask(number)
        try engine.drain(clock)
        guard case .found(let named) = try engine.answer(for: number) else { return #expect(Bool(false)) }
        #expect(named.map(\.title) == ["Our spread"] && named[0].facts[.quantity] == "400 g")
        // Another program has it, too; without a name the provider's counts.
        let other = try self.engine(server)
        #expect(try other.own(number)?.name == "Our spread")
        try other.setOwn(number) { ($0.name, $0.note) = ("", nil) }
        #expect(try engine.own(number) == nil)
        guard case .found(let found) = try engine.answer(for: number) else { return #expect(Bool(false)) }
        #expect(found.map(\.title) == ["Nutella, 400 g"])
    }

    @Test func ofSeveralProductsOneIsChosenOnce() throws {
        var own = OwnProduct()
        own.choice = "B"
        let hits = ["A", "B"].map { name in
            var facts = ProductFacts()
            facts[.name] = name
            return ProductHit(number, facts, source: "a", licence: "", retrieved: .init(milliseconds: 0))
        }
        #expect(own.completing(.found(hits), for: number) == .found([hits[1]]))
        // One that is no longer found counts no more.
        own.choice = "C"
        #expect(own.completing(.found(hits), for: number) == .found(hits))
        #expect(own.completing(.askable, for: number) == .askable)
    }

    @Test func missesAreRememberedAsLongAsTheSettingsSay() throws {
        let server = try AnswerServer { _ in .json(SampleAnswers.openFoodFactsMissing, 404) }
        let engine = try engine(server)
        try engine.ask(number)
        #expect(try engine.step() == .finished(number))
        #expect(try engine.answer(for: number) == .notFound(failures: []))
        #expect(try !engine.ask(number))
        clock.advance(7 * 86_400 + 1)
        #expect(try engine.answer(for: number) == .askable)
        try engine.ask(number)
        #expect(try engine.step() == .finished(number))
        #expect(server.requests.count == 2)
    }

    @Test func anAnswerThatStillHoldsIsNotSentAgain() throws {
        let server = try AnswerServer { request in
            request.headers["if-none-match"] == "\"a\""
                ? .status(304, headers: [], body: [])
                : .json(SampleAnswers.openFoodFacts, 200, ["ETag: \"a\""])
        }
        let engine = try engine(server)
        try engine.ask(number)
        try engine.drain(clock)
        clock.advance(31 * 86_400)
        // Old facts are shown with their date until there are new ones.
        guard case .found(let old) = try engine.answer(for: number) else { return #expect(Bool(false)) }
        #expect(try engine.ask(number))
        try engine.drain(clock)
        guard case .found(let new) = try engine.answer(for: number) else { return #expect(Bool(false)) }
        #expect(new[0].facts == old[0].facts)
        #expect(new[0].retrieved > old[0].retrieved)
        #expect(server.requests.map { $0.headers["if-none-match"] ?? "" } == ["", "\"a\""])
        #expect(try !engine.ask(number))
    }

    @Test(arguments: [
        (AnswerServer.Answer.json("{\"result\":"), "broken JSON"), (.json("{}"), "unknown form"),
        (
            .status(200, headers: ["Content-Type: text/html"], body: Array("<p>Log in</p>".utf8)),
            "not JSON but text/html"
        ),
        (.status(200, headers: [], body: []), "of no type"), (.endless, "longer than 1 MiB"),
        (.json("{\"a\":\"" + String(repeating: "a", count: 10 << 20) + "\"}"), "longer than 1 MiB"),
        (.json("", 302, ["Location: https://evil.example/"]), "redirects to evil.example"),
        (.json("", 302, ["Location: http://127.0.0.1:1/"]), "redirects to 127.0.0.1"),
        (.json("", 302, ["Location: file:///etc/passwd"]), "redirects to file:///etc/passwd"),
        (.json("", 301, ["Location: /again"]), "redirects too often"), (.json("{}", 400), "answer 400"),
        (.json(String(repeating: "[", count: 100_000)), "broken JSON"),
    ])
    func anAnswerOfAnotherFormIsAFailureOfThatNumber(answer: AnswerServer.Answer, words: String) throws {
        let server = try AnswerServer { _ in answer }
        let engine = try engine(server)
        try engine.ask(number)
        #expect(try engine.step() == .finished(number))
        guard case .notFound(let failures) = try engine.answer(for: number) else { return #expect(Bool(false)) }
        #expect(failures.count == 1)
        #expect(failures.first?.contains(words) == true, "\(failures)")
        // It is not asked again at once; the next day it is.
        #expect(try !engine.ask(number))
        clock.advance(86_401)
        #expect(try engine.ask(number))
        #expect(server.requests.count <= 1 + WebClient.maximumRedirects)
    }

    @Test func redirectsWithinTheProviderAreFollowed() throws {
        let server = try AnswerServer { request in
            request.number == 0 ? .json("", 301, ["Location: /api/v3/other"]) : .json(SampleAnswers.openFoodFacts)
        }
        let engine = try engine(server)
        try engine.ask(number)
        #expect(try engine.step() == .finished(number))
        #expect(server.requests.map(\.path).last == "/api/v3/other")
        guard case .found = try engine.answer(for: number) else { return #expect(Bool(false)) }
    }

    @Test(arguments: [
        (AnswerServer.Answer.json("", 429), "answer 429", 22.0...31.0), (.json("", 503), "answer 503", 22.0...31.0),
        (.json("", 429, ["Retry-After: 120"]), "answer 429", 120.0...155.0),
        (.json("", 429, ["Retry-After: Fri, 15 Jan 2027 08:05:00 GMT"]), "answer 429", 300.0...335.0),
        (.json("", 429, ["Retry-After: soon"]), "answer 429", 22.0...31.0),
        (.json("", 500), "answer 500", 2.0...5.0), (.json("", 403), "access refused", 3600.0...3600.0),
        (.nothing, "no answer", 1.0...2.0), (.cut(body: Array("{".utf8)), "no answer", 1.0...2.0),
    ])
    func aFailureThatPassesIsTriedLater(
        answer: AnswerServer.Answer, words: String, pause: ClosedRange<Double>
    ) throws {
        let server = try AnswerServer { request in request.number == 0 ? answer : .json(SampleAnswers.openFoodFacts) }
        let engine = try engine(server)
        try engine.ask(number)
        #expect(try engine.step() == .asked(number))
        let waiting = try #require(try engine.queue().first)
        #expect(waiting.reason.contains(words), "\(waiting.reason)")
        #expect(waiting.provider == "open-food-facts")
        let due = try #require(waiting.due) - clock.now
        #expect(pause.contains(due), "\(due)")
        guard case .waiting(let seconds) = try engine.step() else { return #expect(Bool(false)) }
        #expect(seconds <= due + 0.001)
        #expect(server.requests.count == 1)
        clock.advance(due - 0.1)
        guard case .waiting = try engine.step() else { return #expect(Bool(false)) }
        #expect(server.requests.count == 1)
        clock.advance(0.2)
        #expect(try engine.step() == .finished(number))
        #expect(server.requests.count == 2)
        #expect(try engine.queue().isEmpty)
    }

    @Test func aServerThatIsSilentIsGivenUp() throws {
        let server = try AnswerServer { request in request.number == 0 ? .silence : .json(SampleAnswers.openFoodFacts) }
        let engine = try engine(server) { $0.seconds = 1 }
        try engine.ask(number)
        #expect(try engine.step() == .asked(number))
        #expect(try engine.queue().first?.reason.contains("no answer") == true)
    }

    @Test func aServerWithErrorsOfItsOwnIsGivenUpForANumber() throws {
        let server = try AnswerServer { _ in .json("", 500) }
        let engine = try engine(server)
        try engine.ask(number)
        try engine.drain(clock)
        #expect(server.requests.count == 8)
        guard case .notFound(let failures) = try engine.answer(for: number) else { return #expect(Bool(false)) }
        #expect(failures.first?.contains("answer 500") == true)
    }

    @Test func theSecretIsSentToItsProviderAlone() throws {
        let server = try AnswerServer { request in
            request.number == 0 ? .json(#"{"results":[]}"#) : .json(SampleAnswers.discogs)
        }
        let path = try folder.file("token", "abc\n")
        let engine = try engine(server, "discogs") { $0.secretFile = path }
        let record = try #require(ProductNumber(typed: "042284292320"))
        try engine.ask(record)
        try engine.drain(clock)
        guard case .found(let hits) = try engine.answer(for: record) else { return #expect(Bool(false)) }
        #expect(hits[0].facts[.creator] == "Nick Drake")
        // Twelve digits first, then thirteen.
        #expect(server.requests.map { $0.path.contains("barcode=0042284292320&") } == [false, true])
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Discogs token=abc" })
    }

    @Test func withoutItsSecretAProviderGetsNothing() throws {
        let server = try AnswerServer { _ in .json("{}") }
        let engine = try engine(server, "discogs")
        let record = try #require(ProductNumber(typed: "042284292320"))
        try engine.ask(record)
        #expect(try engine.step() == .asked(record))
        #expect(try engine.queue().first?.reason.contains("personal access token is missing") == true)
        #expect(server.requests.isEmpty)
    }
}

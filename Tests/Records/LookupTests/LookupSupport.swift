import Files
import Formats
import Foundation
import Synchronization
import TestFolders
import Web

@testable import Lookup

/// A clock that tests move.
final class ManualClock: LookupClock {
    private let time: Mutex<Double>

    init(_ start: Double = 1_800_000_000) { time = Mutex(start) }

    var now: Double { time.withLock { $0 } }

    func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
}

/// Answers in place of the network, by what a test says of each request, and notes when each came.
final class FakeWeb: WebFetching {
    struct Noted: Sendable {
        let request: WebRequest
        let time: Double
    }

    private let noted = Mutex<[Noted]>([])
    private let clock: ManualClock
    private let answer: @Sendable (WebRequest, _ count: Int) -> Result<WebAnswer, WebError>

    init(
        _ clock: ManualClock, _ answer: @escaping @Sendable (WebRequest, Int) -> Result<WebAnswer, WebError>
    ) {
        (self.clock, self.answer) = (clock, answer)
    }

    func fetch(_ request: WebRequest, within reach: WebReach) throws(WebError) -> WebAnswer {
        let count = noted.withLock { noted in
            noted.append(Noted(request: request, time: clock.now))
            return noted.count
        }
        return try answer(request, count).get()
    }

    var requests: [Noted] { noted.withLock { $0 } }
}

extension WebAnswer {
    /// An answer of JSON.
    static func json(_ text: String, _ status: Int = 200, _ headers: [String: String] = [:]) -> WebAnswer {
        WebAnswer(
            status: status, headers: headers.merging(["content-type": "application/json"]) { first, _ in first },
            body: Array(text.utf8))
    }
}

extension LookupEngine {
    /// An engine of tests: providers that are on, a store in `folder`, a clock and a web of the test's own.
    static func test(
        _ providers: [String], in folder: TestFolder, _ clock: ManualClock, _ web: any WebFetching,
        sections: [ProviderSettings] = [], products: OfflineProducts? = nil
    ) throws -> LookupEngine {
        var settings = LookupSettings()
        (settings.providers, settings.sections) = (providers, sections)
        return LookupEngine(
            settings, store: try LookupStore(folder.path + "/lookups.sqlite"),
            products: products ?? OfflineProducts(in: folder.path + "/products"), version: "quietzone 0.1.0",
            clock: clock, web: web, random: { 0.5 })
    }

    /// Steps until nothing is left to do, moving the clock past every pause; at most `limit` steps.
    func drain(_ clock: ManualClock, limit: Int = 10_000) throws {
        for _ in 0..<limit {
            switch try step() {
            case .idle: return
            case .waiting(let seconds): clock.advance(seconds)
            case .asked, .finished: break
            }
        }
    }
}

extension ProductNumber {
    /// The product number with this body of twelve digits, and the right check digit.
    static func test(_ index: Int) -> ProductNumber {
        let body = "400" + String(repeating: "0", count: 9 - String(index).count) + String(index)
        return (0...9).lazy.compactMap { ProductNumber(typed: body + String($0)) }.first!
    }
}

/// The library that sends requests, which the program does without where it is not installed.
enum Libcurl {
    static let isThere: Bool = {
        do throws(WebError) {
            _ = try WebClient().fetch(
                WebRequest(address: "http://127.0.0.1:1/"), within: WebReach(base: WebOrigin("http://127.0.0.1:1")!))
        } catch {
            return error != .noLibrary
        }
        return true
    }()
}

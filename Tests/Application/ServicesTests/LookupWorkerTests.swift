import Foundation
import Lookup
import LoopbackServers
import Synchronization
import Testing

@testable import Services

@Suite struct LookupWorkerTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "quietzone-\(UUID().uuidString)").path

    /// Waits until the worker has told something that fits; as long as it takes.
    private func news(
        _ worker: LookupWorker, _ signal: DispatchSemaphore, until isMet: ([LookupWorker.News]) -> Bool
    ) -> [LookupWorker.News] {
        var all = worker.takeNews()
        while !isMet(all) {
            signal.wait()
            all += worker.takeNews()
        }
        return all
    }

    private func engine(_ address: String?) throws -> LookupEngine {
        var settings = LookupSettings()
        if let address {
            var section = ProviderSettings("open-food-facts")
            section.address = address
            // On a busy machine an answer may take long.
            section.seconds = 600
            (settings.sections, settings.providers) = ([section], ["open-food-facts"])
        }
        return LookupEngine(
            settings, store: try LookupStore(folder + "/lookups.sqlite"),
            products: OfflineProducts(in: folder + "/products"), version: "quietzone 0.1.0")
    }

    private static let product =
        #"{"product":{"product_name":"Marker"},"result":{"id":"product_found"},"status":"success"}"#

    @Test func anAnswerIsToldOnceItIsThere() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try AnswerServer { _ in .json(Self.product) }
        let signal = DispatchSemaphore(value: 0)
        let worker = LookupWorker(onNews: { signal.signal() }) { try engine(server.address) }
        let number = try #require(ProductNumber(typed: "4006381333931"))
        worker.ask(number)
        let told = news(worker, signal) { $0.contains { if case .found = $0.answer { true } else { false } } }
        #expect(told.allSatisfy { $0.number == number })
        guard case .found(let hits)? = told.last?.answer else {
            Issue.record("\(told)")
            return
        }
        #expect(hits.map(\.title) == ["Marker"])
        // Known now: no other request.
        worker.ask(number)
        _ = news(worker, signal) { !$0.isEmpty }
        #expect(server.requests.count == 1)
        worker.stop(atMost: .seconds(60))
    }

    @Test func recallingAsksNobodyAndChangesAreNews() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try AnswerServer { _ in .silence }
        let signal = DispatchSemaphore(value: 0)
        let worker = LookupWorker(onNews: { signal.signal() }) { try engine(server.address) }
        let number = try #require(ProductNumber(typed: "4006381333931"))
        worker.recall(number)
        #expect(news(worker, signal) { !$0.isEmpty }.map(\.answer) == [.askable])
        worker.change(number) { $0.name = "Marker" }
        guard case .found(let hits)? = news(worker, signal, until: { !$0.isEmpty }).last?.answer else {
            Issue.record("no name")
            return
        }
        #expect(hits.map(\.title) == ["Marker"])
        #expect(server.requests.isEmpty)
        worker.stop(atMost: .seconds(60))
    }

    @Test func withoutAProviderNothingIsAsked() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let signal = DispatchSemaphore(value: 0)
        let worker = LookupWorker(onNews: { signal.signal() }) { try engine(nil) }
        worker.ask(try #require(ProductNumber(typed: "4006381333931")))
        #expect(news(worker, signal) { !$0.isEmpty }.map(\.answer) == [.notAsked])
        #expect(worker.queue.isEmpty)
        worker.stop(atMost: .seconds(60))
    }

    @Test func stoppingCutsARequestOffAndTheNextStartSendsItAgain() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let isAsked = DispatchSemaphore(value: 0)
        let server = try AnswerServer { request in
            isAsked.signal()
            return request.number == 0 ? .silence : .json(Self.product)
        }
        let number = try #require(ProductNumber(typed: "4006381333931"))
        let first = LookupWorker { try engine(server.address) }
        first.ask(number)
        isAsked.wait()
        first.stop(atMost: .seconds(60))
        let signal = DispatchSemaphore(value: 0)
        let second = LookupWorker(onNews: { signal.signal() }) { try engine(server.address) }
        let told = news(second, signal) { !$0.isEmpty }
        guard case .found? = told.last?.answer else {
            Issue.record("\(told)")
            return
        }
        #expect(server.requests.count == 2)
        second.stop(atMost: .seconds(60))
    }

    @Test func whatCannotBeUsedIsSaid() {
        let signal = DispatchSemaphore(value: 0)
        let worker = LookupWorker(onNews: { signal.signal() }) {
            _ = try LookupStore("/proc/none/lookups.sqlite")
            return try engine(nil)
        }
        signal.wait()
        #expect(worker.problem?.contains("/proc/none") == true)
        worker.stop(atMost: .seconds(60))
    }
}

import Decoding
import Dispatch
import Frames
import Symbols
import Synchronization
import Testing

@testable import Scanning

/// Records the calls of a session.
private final class NotingConsumer: ScanConsumer {
    enum Call: Hashable, Sendable {
        case begin
        case appeared([String], [ScanFate?])
        case finishFrame(tracks: Int)
    }

    private let noted = Mutex<[Call]>([])

    var calls: [Call] { noted.withLock { $0 } }

    func beginSession() { noted.withLock { $0.append(.begin) } }

    func appeared(_ scans: inout AppearedScans, post: (ScanSession.Event) -> Void) {
        let texts = scans.elements.map { $0.scan.symbol.content.text ?? "" }
        noted.withLock { $0.append(.appeared(texts, scans.elements.map(\.fate))) }
    }

    func finishFrame(tracksInView tracks: [UInt64]) {
        noted.withLock { $0.append(.finishFrame(tracks: tracks.count)) }
    }
}

@Suite struct ScanConsumerTests {
    private struct Full: Error {}
    private let pool: FramePool

    init() throws { pool = try FramePool(slots: 2) }

    private func frame(_ number: Int) throws -> Frame {
        guard let draft = pool.draft(width: 8, height: 8) else { throw Full() }
        return draft.finish(sequence: UInt64(number))
    }

    /// Processes one frame for each of `texts`, the symbols in view.
    private func process(_ texts: [[String]], by consumers: [any ScanConsumer]) throws -> [ScanSession.Event] {
        var options = ScanSession.Options()
        options.consumers = consumers
        var events: [ScanSession.Event] = []
        let reader = ClosureReader { (frame) throws(FrameError) in texts[Int(frame.sequence)] }
        var loop = DecodeLoop(options: options, reader: reader)
        for number in texts.indices {
            _ = loop.process(try frame(number), in: nil, of: "test", isEnding: { false }) { events.append($0) }
        }
        return events
    }

    @Test func laterConsumersSeeWhatWasKept() throws {
        let queue = ScanRetryQueue { scan in
            if scan.symbol.content.text == "b" { throw Full() }
            return .kept(id: 7)
        }
        let consumer = NotingConsumer()
        let events = try process([["a"], ["a", "b"], []], by: [queue, consumer])
        #expect(
            consumer.calls == [
                .begin, .appeared(["a"], [.kept(id: 7)]), .finishFrame(tracks: 1),
                .appeared(["b"], [.waiting(reason: "\(Full())")]), .finishFrame(tracks: 2), .finishFrame(tracks: 2),
            ])
        // Each scan causes one event, regardless of the number of consumers.
        #expect(events.count == 2)
    }

    @Test func consumersBeforeTheHistoryKnowOfNoRecord() throws {
        let consumer = NotingConsumer()
        _ = try process([["a"]], by: [consumer, ScanRetryQueue { _ in .kept(id: 7) }])
        #expect(consumer.calls.contains(.appeared(["a"], [nil])))
    }

    @Test func withoutAHistoryScansAreSeen() throws {
        let consumer = NotingConsumer()
        let events = try process([["a"]], by: [consumer])
        guard case .scan(let scan, .seen) = try #require(events.first) else {
            Issue.record("\(events)")
            return
        }
        #expect(scan.symbol.content.text == "a")
        #expect(consumer.calls.contains(.appeared(["a"], [nil])))
    }

    @Test func aSlowQueuedConsumerHoldsUpNoFrameAndLosesNoScan() throws {
        let gate = DispatchSemaphore(value: 0)
        let delivered = Mutex<[String]>([])
        let consumer = QueuedConsumer(label: "test") { scan in
            gate.wait()
            delivered.withLock { $0.append(scan.symbol.content.text ?? "") }
        }
        let texts = (0..<20).map { "\($0)" }
        let events = try process(texts.map { [$0] }, by: [consumer])
        #expect(events.count == 20)
        #expect(delivered.withLock { $0 }.isEmpty)
        #expect(consumer.finish(atMost: .zero) == 20)
        // Their frames were released: the pool has only two slots.
        _ = try frame(0)
        for _ in texts { gate.signal() }
        #expect(consumer.finish(atMost: .seconds(60)) == 0)
        #expect(delivered.withLock { $0 } == texts)
    }

    @Test func framesHoldTheirOriginalsWhereAConsumerWantsThem() {
        let queue = ScanRetryQueue { _ in .kept(id: 1) }
        #expect(!queue.wantsOriginals)
        #expect(!NotingConsumer().wantsOriginals)
        #expect(ScanSnapshots(of: queue) { _ in nil }.wantsOriginals)
    }
}

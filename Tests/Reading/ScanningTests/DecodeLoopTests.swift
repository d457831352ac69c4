import Decoding
import Frames
import Symbols
import Testing

@testable import Scanning

/// Calls a closure of the test for each frame.
final class ClosureReader: FrameReader {
    private let body: (Frame) throws(FrameError) -> [String]
    private(set) var reads = 0

    init(_ body: @escaping (Frame) throws(FrameError) -> [String]) { self.body = body }

    func read(_ frame: Frame, region: PixelRect?, effort: Effort) throws(FrameError) -> ReadResult {
        reads += 1
        var result = ReadResult()
        result.engines = Set(EngineKind.allCases)
        result.symbols = try body(frame).map { text in
            Symbol(
                content: SymbolContent(symbology: .qrCode, text: text),
                corners: Quadrilateral(
                    topLeft: Point(x: 0, y: 0), topRight: Point(x: 8, y: 0), bottomRight: Point(x: 8, y: 8),
                    bottomLeft: Point(x: 0, y: 8)))
        }
        return result
    }

    func endEarly(at bell: Doorbell) {}
    func forgetting() -> any FrameReader { self }
}

/// Runs the loop's steps on the test's own thread.
@Suite struct DecodeLoopTests {
    private let pool: FramePool

    init() throws { pool = try FramePool(slots: 2) }

    private func frame(_ number: Int, origin: String? = nil) throws -> Frame {
        guard let draft = pool.draft(width: 8, height: 8) else { throw Full() }
        return draft.finish(sequence: UInt64(number), origin: origin)
    }

    private struct Full: Error {}

    private func keeping(by queue: ScanRetryQueue) -> ScanSession.Options {
        var options = ScanSession.Options()
        options.consumers = [queue]
        return options
    }

    @Test func whatAppearsIsKeptOnceAndStaysInView() throws {
        var events: [ScanSession.Event] = []
        let reader = ClosureReader { (_) throws(FrameError) in ["one"] }
        var loop = DecodeLoop(options: keeping(by: ScanRetryQueue { _ in .kept(id: 7) }), reader: reader)
        for number in 0..<5 {
            let outcome = try #require(
                loop.process(try frame(number), in: nil, of: "test", isEnding: { false }) { events.append($0) })
            #expect(outcome.visible.count == 1)
            #expect(!outcome.isLost)
        }
        try #require(events.count == 1)
        guard case .scan(let scan, .kept(let id)) = events[0] else {
            Issue.record("\(events[0])")
            return
        }
        #expect(id == 7)
        #expect(scan.source == "test")
    }

    @Test func whoComesBackToAPictureScansNothingAnew() throws {
        var events: [ScanSession.Event] = []
        let reader = ClosureReader { (frame) throws(FrameError) in [frame.origin ?? ""] }
        var options = keeping(by: ScanRetryQueue { _ in .kept(id: 7) })
        options.readsStills = true
        var loop = DecodeLoop(options: options, reader: reader)
        for (number, origin) in ["a", "a", "b", "a", "b", "b"].enumerated() {
            let outcome = try #require(
                loop.process(try frame(number, origin: origin), in: nil, of: "test", isEnding: { false }) {
                    events.append($0)
                })
            #expect(outcome.visible.map(\.content.text) == [origin])
        }
        #expect(events.count == 2)
        #expect(reader.reads == 4, "once for each stretch of a picture")
        events = []
        _ = loop.process(try frame(9, origin: "b"), in: nil, isThorough: true, of: "test", isEnding: { false }) {
            events.append($0)
        }
        #expect(reader.reads == 5, "again, because that was asked for")
        guard case .readThoroughly(count: 1)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(events.count == 1)
    }

    @Test func aSymbolOfAPictureIsNotTakenForOneOfAnother() throws {
        let reader = ClosureReader { (frame) throws(FrameError) in [frame.origin ?? ""] }
        let queue = ScanRetryQueue { $0.symbol.content.text == "a" ? .kept(id: 1) : .kept(id: 2) }
        var options = keeping(by: queue)
        options.readsStills = true
        var loop = DecodeLoop(options: options, reader: reader)
        var tracks: [UInt64] = []
        let shown: [(origin: String, id: Int64?)] = [("a", 1), ("b", 2), ("a", nil)]
        for (number, (origin, id)) in shown.enumerated() {
            let outcome = try #require(
                loop.process(try frame(number, origin: origin), in: nil, of: "test", isEnding: { false }) { _ in })
            let track = try #require(outcome.visible.first?.id)
            // Back at the first picture its scan is not reported again: the history has it.
            #expect(queue.ids[track] == id)
            tracks.append(track)
        }
        #expect(tracks == [0, 1, 0])
    }

    @Test func whatCannotBeKeptIsReportedAndWaits() throws {
        var events: [ScanSession.Event] = []
        let queue = ScanRetryQueue { _ in throw Full() }
        let reader = ClosureReader { (_) throws(FrameError) in ["one"] }
        var loop = DecodeLoop(options: keeping(by: queue), reader: reader)
        _ = loop.process(try frame(0), in: nil, of: "test", isEnding: { false }) { events.append($0) }
        guard case .scan(_, .waiting) = try #require(events.first) else {
            Issue.record("\(events)")
            return
        }
        #expect(queue.waiting.count == 1)
    }

    @Test func aLostReaderCostsAFrameUnlessTheSessionEnds() throws {
        let reader = ClosureReader { (_) throws(FrameError) in throw FrameError(.died, "gone") }
        var loop = DecodeLoop(options: .init(), reader: reader)
        let lost = loop.process(try frame(0), in: nil, of: "test", isEnding: { false }) { _ in }
        #expect(lost?.isLost == true)
        #expect(loop.process(try frame(1), in: nil, of: "test", isEnding: { true }) { _ in } == nil)
    }

    @Test func aStillIsReadOnceAndAnotherPictureBeginsAnew() throws {
        var options = keeping(by: ScanRetryQueue { _ in .kept(id: 1) })
        options.readsStills = true
        var kept: [String] = []
        let reader = ClosureReader { (frame) throws(FrameError) in ["in \(frame.origin ?? "")"] }
        var loop = DecodeLoop(options: options, reader: reader)
        for (number, origin) in ["a.png", "a.png", "b.png", "b.png"].enumerated() {
            let outcome = loop.process(try frame(number, origin: origin), in: nil, of: "folder", isEnding: { false }) {
                if case .scan(let scan, .kept) = $0 { kept.append(scan.source) }
            }
            #expect((outcome?.decodeTime == nil) == (number % 2 == 1))
        }
        #expect(reader.reads == 2)
        #expect(kept == ["a.png", "b.png"])
    }
}

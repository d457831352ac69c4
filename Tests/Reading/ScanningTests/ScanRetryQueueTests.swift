import Foundation
import Symbols
import Synchronization
import Testing

@testable import Scanning

@Suite struct ScanRetryQueueTests {
    struct DiskFull: Error, CustomStringConvertible { let description = "the disk is full" }

    /// A disk that is full until it is freed.
    final class Disk: Sendable {
        private let state = Mutex((isFull: true, texts: [String]()))

        var texts: [String] { state.withLock { $0.texts } }

        func free() { state.withLock { $0.isFull = false } }

        func keep(_ scan: Scan) throws -> ScanFate {
            try state.withLock { state in
                guard !state.isFull else { throw DiskFull() }
                state.texts.append(scan.symbol.content.text ?? "")
                return .kept(id: Int64(state.texts.count))
            }
        }
    }

    private func scan(_ text: String) -> Scan {
        let zero = Point(x: 0, y: 0)
        let corners = Quadrilateral(topLeft: zero, topRight: zero, bottomRight: zero, bottomLeft: zero)
        return Scan(
            time: Date(timeIntervalSince1970: 1), source: "test",
            symbol: Symbol(content: SymbolContent(symbology: .qrCode, text: text), corners: corners))
    }

    @Test func whatOneSessionCannotKeepTheNextOneDoes() {
        let disk = Disk()
        let queue = ScanRetryQueue(keep: disk.keep)
        let start = ContinuousClock.now
        queue.beginSession()
        for number in 1...13 {
            guard case .waiting = queue.keep(scan("\(number)"), of: UInt64(number), at: start) else {
                Issue.record("kept")
                return
            }
        }
        #expect(queue.retry(at: start + .seconds(3)).isEmpty)
        #expect(queue.waiting.count == 13)
        #expect(queue.unkept.count == 13)
        queue.beginSession()
        #expect(queue.unkept.isEmpty, "tracks of another session have the same numbers")
        disk.free()
        // No retry within two seconds of the last one.
        #expect(queue.retry(at: start + .seconds(4)).isEmpty)
        let events = queue.retry(at: start + .seconds(6))
        #expect(events.count == 13)
        #expect(events.allSatisfy { if case .scan(_, .keptLater) = $0 { true } else { false } })
        #expect(disk.texts == (1...13).map { "\($0)" })
        #expect(queue.waiting.isEmpty)
        #expect(queue.ids.isEmpty)
    }

    @Test func theEndTriesAtOnceAndReturnsWhatIsLeft() {
        let disk = Disk()
        let queue = ScanRetryQueue(keep: disk.keep)
        _ = queue.keep(scan("a"), of: 1, at: .now)
        #expect(queue.finish().map(\.scan.symbol.content.text) == ["a"])
        disk.free()
        #expect(queue.finish().isEmpty)
        #expect(disk.texts == ["a"])
    }

    @Test func aScanKeptLaterBelongsToItsTrackInView() {
        let disk = Disk()
        let queue = ScanRetryQueue(keep: disk.keep)
        queue.beginSession()
        _ = queue.keep(scan("a"), of: 7, at: .now)
        queue.finishFrame(tracksInView: [7])
        disk.free()
        _ = queue.retry(at: nil)
        #expect(queue.ids == [7: 1])
        #expect(queue.unkept.isEmpty)
    }
}

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

        func keep(_ scan: Scan) throws -> Int64? {
            try state.withLock { state in
                guard !state.isFull else { throw DiskFull() }
                state.texts.append(scan.symbol.content.text ?? "")
                return Int64(state.texts.count)
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
        let keeping = ScanRetryQueue(keep: disk.keep)
        let start = ContinuousClock.now
        keeping.beginSession()
        for number in 1...13 {
            guard case .notKept = keeping.keep(scan("\(number)"), of: UInt64(number), at: start) else {
                Issue.record("kept")
                return
            }
        }
        #expect(keeping.retry(at: start + .seconds(3)).isEmpty)
        #expect(keeping.waiting.count == 13 && keeping.unkept.count == 13)
        keeping.beginSession()
        #expect(keeping.unkept.isEmpty, "tracks of another session have the same numbers")
        disk.free()
        // Within two seconds of the last try nothing is tried.
        #expect(keeping.retry(at: start + .seconds(4)).isEmpty)
        let events = keeping.retry(at: start + .seconds(6))
        #expect(events.count == 13)
        #expect(events.allSatisfy { if case .keptLater = $0 { true } else { false } })
        #expect(disk.texts == (1...13).map { "\($0)" } && keeping.waiting.isEmpty)
        #expect(keeping.ids.isEmpty)
    }

    @Test func theEndTriesAtOnceAndTellsWhatIsLeft() {
        let disk = Disk()
        let keeping = ScanRetryQueue(keep: disk.keep)
        _ = keeping.keep(scan("a"), of: 1, at: .now)
        #expect(keeping.finish().map(\.symbol.content.text) == ["a"])
        disk.free()
        #expect(keeping.finish().isEmpty && disk.texts == ["a"])
    }

    @Test func aScanKeptLaterBelongsToItsTrackInView() {
        let disk = Disk()
        let keeping = ScanRetryQueue(keep: disk.keep)
        keeping.beginSession()
        _ = keeping.keep(scan("a"), of: 7, at: .now)
        keeping.forget(allBut: [7])
        disk.free()
        _ = keeping.retry(at: nil)
        #expect(keeping.ids == [7: 1] && keeping.unkept.isEmpty)
    }
}

@testable import Services
import Dispatch
import Symbols
import Synchronization
import Testing

@Suite struct OrderedReportTests {
    private func read(_ text: String) -> PictureReading.Read {
        let corner = Point(x: 0, y: 0)
        return PictureReading.Read(
            symbol: Symbol(
                content: SymbolContent(symbology: .qrCode, text: text),
                corners: Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)))
    }

    /// The reader of the lines may be slow: a full pipe, a pager.
    @Test func whoReadsDoesNotWaitForWhoTakesTheLines() {
        let told = Mutex<[String]>([])
        let (isAtGate, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let report = OrderedReport(count: 4) { _, path in
            if path == "0" {
                isAtGate.signal()
                gate.wait()
            }
            told.withLock { $0.append(path) }
        }
        let first = DispatchGroup()
        DispatchQueue.global().async(group: first) { report.finish(0, "0", .symbols([read("a")])) }
        #expect(isAtGate.wait(timeout: .now() + 60) == .success)
        let others = DispatchGroup()
        for i in [3, 1, 2] {
            DispatchQueue.global().async(group: others) { report.finish(i, "\(i)", .symbols([read("b")])) }
        }
        #expect(others.wait(timeout: .now() + 60) == .success, "they have read on")
        #expect(told.withLock { $0.isEmpty })
        gate.signal()
        #expect(first.wait(timeout: .now() + 60) == .success)
        #expect(told.withLock { $0 } == ["0", "1", "2", "3"])
        #expect(report.outcome.hasFound)
        #expect(!report.outcome.hasFailed)
    }

    @Test func allIsReportedInOrderHoweverItComes() {
        for _ in 0..<20 {
            let told = Mutex<[Int]>([])
            let report = OrderedReport(count: 200) { _, path in told.withLock { $0.append(Int(path) ?? -1) } }
            DispatchQueue.concurrentPerform(iterations: 200) { i in
                report.finish(i, "\(i)", .symbols([read("x")]))
            }
            #expect(told.withLock { $0 } == Array(0..<200))
        }
    }
}

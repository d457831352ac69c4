@testable import Services
import Files
import Foundation
import Symbols
import Synchronization
import Testing

@Suite struct OutputQueueTests {
    private final class Reader: Sendable {
        let lines = Mutex<[[UInt8]]>([])
        let complaints = Mutex<[String]>([])
        let gate = DispatchSemaphore(value: 0)
        /// Signalled for each line that comes to the gate.
        let isAtGate = DispatchSemaphore(value: 0)
    }

    @Test func linesAreWrittenInTheirOrder() {
        let reader = Reader()
        let queue = OutputQueue(
            waits: true, complain: { _ in },
            write: { line in
                reader.lines.withLock { $0.append(line) }
                return true
            })
        for number in 0..<100 { queue.add([UInt8(number)]) }
        #expect(queue.finish(atMost: .seconds(10)) == 0)
        #expect(reader.lines.withLock { $0 } == (0..<100).map { [UInt8($0)] })
    }

    @Test func aSlowReaderOfACameraLosesTheOldestLinesAndIsTold() {
        let reader = Reader()
        let queue = OutputQueue(
            capacity: 5, waits: false, complain: { line in reader.complaints.withLock { $0.append(line) } },
            write: { line in
                reader.isAtGate.signal()
                reader.gate.wait()
                reader.lines.withLock { $0.append(line) }
                return true
            })
        queue.add([0])
        // The first is being written: the others wait after it.
        #expect(reader.isAtGate.wait(timeout: .now() + 60) == .success)
        for number in 1..<20 { queue.add([UInt8(number)]) }
        for _ in 0..<20 { reader.gate.signal() }
        #expect(queue.finish(atMost: .seconds(60)) == 0)
        #expect(reader.lines.withLock { $0 } == [[0]] + (15..<20).map { [UInt8($0)] })
        #expect(reader.complaints.withLock { $0 } == ["14 lines were dropped: the reader is too slow"])
    }

    @Test func aReaderThatHasGoneIsNoticedAndHoldsNothingUp() {
        let gone = Mutex(0)
        let queue = OutputQueue(
            capacity: 2, waits: true, complain: { _ in }, onBroken: { gone.withLock { $0 += 1 } }, write: { _ in false }
        )
        for number in 0..<50 { queue.add([UInt8(number)]) }
        #expect(queue.finish(atMost: .seconds(10)) == 0)
        #expect(queue.isBroken)
        #expect(gone.withLock { $0 } >= 1)
    }

    @Test(arguments: [
        ("{text}", "a b"), (#"{text}\t{symbology}\n"#, "a b\tqr-code\n"), ("{{{text}}}", "{a b}"),
        (#"\\{kept}\0"#, "\\no\0"),
        ("{kind} {quantity} {id}|", "text 1 |"), ("{field:text}", "a b"), ("{bytes}", "YSBi"), ("", ""),
    ]) func aTemplateIsALine(template: String, expected: String) throws {
        let corner = Point(x: 0, y: 0)
        let scan = Scan(
            time: Date(timeIntervalSince1970: 0), source: "test",
            symbol: Symbol(
                content: SymbolContent(symbology: .qrCode, text: "a b"),
                corners: Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)))
        let line = try LineTemplate(template).line(for: WatchedScan(scan: scan))
        #expect(String(decoding: line, as: UTF8.self) == expected)
    }

    @Test(arguments: ["{", "{nothing}", "}", #"\x"#, #"\"#, "{text", "{}", "{field:}"])
    func aWrongTemplateIsSaid(template: String) {
        #expect(throws: UserError.self) { try LineTemplate(template) }
    }
}

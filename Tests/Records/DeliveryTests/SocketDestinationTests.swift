import Foundation
import Glibc
import LoopbackServers
import Synchronization
import Testing

@testable import Delivery

/// Against a listener at a Unix socket.
@Suite struct SocketDestinationTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/s" }

    init() throws { folder = try TemporaryFolder() }

    /// The lines that a listener got, and how many connections it had.
    private final class Heard: Sendable {
        let lines = Mutex<[String]>([])
        let connections = Mutex(0)
    }

    /// A listener that answers each line with what `answer` makes of it; nil hangs up.
    private func listener(
        _ heard: Heard = Heard(), _ answer: @escaping @Sendable (String) -> String?
    ) throws -> LoopbackServer {
        try LoopbackServer(path: path) { connection in
            heard.connections.withLock { $0 += 1 }
            while let line = connection.line() {
                heard.lines.withLock { $0.append(line) }
                guard let answer = answer(line), connection.send(answer) else { return }
            }
        }
    }

    private func destination(_ change: (inout DestinationSettings) -> Void = { _ in }) throws -> SocketDestination {
        try SocketDestination(settings("unix:\(path)", change), DeliveryOrigin("o"))
    }

    @Test func eachScanIsALineAndItsAnswerIsShown() throws {
        let heard = Heard()
        let server = try listener(heard) { _ in "taken\n" }
        let destination = try destination()
        #expect(try destination.deliver([item(1), item(2)]) == "taken")
        #expect(try destination.deliver([item(3)]) == "taken")
        #expect(
            heard.lines.withLock { $0 }
                == (1...3 as ClosedRange<Int64>).map { #"{"text":"\#($0)","delivery":"\#(key($0))"}"# })
        #expect(heard.connections.withLock { $0 } == 1)
        withExtendedLifetime(server) {}
    }

    @Test func anAddressMayBeginAsAWebAddressDoes() throws {
        let server = try listener { _ in "\n" }
        let destination = try SocketDestination(settings("unix://\(path)"), DeliveryOrigin("o"))
        #expect(try destination.deliver([item(1)]) == nil, "an empty line says yes and nothing else")
        withExtendedLifetime(server) {}
    }

    @Test func aTemplateSaysHowALineIs() throws {
        let heard = Heard()
        let server = try listener(heard) { _ in "ok\n" }
        _ = try destination { $0.template = "[{text},{key}]" }.deliver([item(5)])
        #expect(heard.lines.withLock { $0 } == [#"["5","\#(key(5))"]"#])
        withExtendedLifetime(server) {}
    }

    @Test func anErrorIsANoAndTheOthersGo() throws {
        let server = try listener { $0.contains(#""text":"2""#) ? "ERROR unknown article\n" : "ok\n" }
        let destination = try destination()
        #expect(try destination.deliver([item(1)]) == "ok")
        let refused = problem(of: destination, [item(2)])
        #expect(refused == DeliveryError("ERROR unknown article", isPermanent: true))
        #expect(try destination.deliver([item(3)]) == "ok")
        withExtendedLifetime(server) {}
    }

    @Test func aListenerThatHangsUpIsConnectedToAgain() throws {
        let heard = Heard()
        let server = try listener(heard) { _ in heard.connections.withLock { $0 } == 1 ? nil : "ok\n" }
        let destination = try destination()
        let failure = try #require(problem(of: destination, [item(1)]))
        #expect(failure == DeliveryError("\(path) was closed without an answer"))
        #expect(try destination.deliver([item(1)]) == "ok")
        // The same line twice: who listens knows it by its delivery.
        #expect(Set(heard.lines.withLock { $0 }).count == 1)
        #expect(heard.connections.withLock { $0 } == 2)
        withExtendedLifetime(server) {}
    }

    @Test func theRestOfALongAnswerIsNotTheNextOne() throws {
        let server = try listener {
            $0.contains(#""text":"1""#) ? String(repeating: "x", count: 3000) + "\n" : "second\n"
        }
        let destination = try destination()
        #expect(try destination.deliver([item(1)]) == String(repeating: "x", count: 1000))
        #expect(try destination.deliver([item(2)]) == "second")
        withExtendedLifetime(server) {}
    }

    @Test func theLinesAfterAnErrorAreNotTheAnswersToTheNextScans() throws {
        // Sent a byte at a time, so that the rest may come after the answer was read.
        let server = try LoopbackServer(path: path) { connection in
            while connection.line() != nil {
                for byte in Array("error: unknown article\n  in line 1 of the list\n".utf8) {
                    guard connection.send([byte]) else { return }
                }
            }
        }
        let destination = try destination()
        for number in 1...5 {
            #expect(
                problem(of: destination, [item(Int64(number))])
                    == DeliveryError("error: unknown article", isPermanent: true))
        }
        withExtendedLifetime(server) {}
    }

    @Test func whatComesWithAnAnswerIsNotTheNextOne() throws {
        let server = try listener { $0.contains(#""text":"1""#) ? "first\nyes\n" : "ERROR no\n" }
        let destination = try destination()
        #expect(try destination.deliver([item(1)]) == "first")
        #expect(problem(of: destination, [item(2)]) == DeliveryError("ERROR no", isPermanent: true))
        withExtendedLifetime(server) {}
    }

    @Test func oneDeadlineHoldsForAWholeAnswer() throws {
        // Each byte comes in time, the end of the line never does.
        let server = try LoopbackServer(path: path) { connection in
            _ = connection.line()
            while connection.send("x") { usleep(100_000) }
        }
        let destination = try destination { $0.seconds = 1 }
        #expect(problem(of: destination, [item(1)]) == DeliveryError("\(path): no answer"))
        withExtendedLifetime(server) {}
    }

    @Test func aSilentListenerIsNotWaitedForForEver() throws {
        let server = try LoopbackServer(path: path) { $0.waitForEnd() }
        let destination = try destination { $0.seconds = 1 }
        #expect(problem(of: destination, [item(1)]) == DeliveryError("\(path): no answer"))
        withExtendedLifetime(server) {}
    }

    @Test func nobodyThereMayPass() throws {
        let destination = try destination()
        #expect(problem(of: destination, [item(1)]) == DeliveryError("\(path): No such file or directory"))
        _ = try folder.file("s", "no socket")
        #expect(problem(of: destination, [item(1)]) == DeliveryError("\(path): Connection refused"))
    }

    @Test(arguments: ["unix:", "unix:relative", "unix:/" + String(repeating: "x", count: 107)])
    func whatCannotBeASocketIsSaid(address: String) {
        #expect(throws: DeliveryError("unix: needs an absolute path of at most 107 bytes")) {
            try SocketDestination(settings(address), DeliveryOrigin("o"))
        }
    }
}

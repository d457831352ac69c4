import Config
import Foundation
import History
import Symbols
import Synchronization
import Testing

@testable import Delivery

@Suite struct DeliveryServiceTests {
    /// A destination that does as it is told.
    private final class Scripted: Destination {
        let script: Script

        init(_ script: Script) {
            self.script = script
            script.begin()
        }

        var batch: Int { script.batch }

        func deliver(_ items: [OutboxItem]) throws(DeliveryError) -> String? {
            try script.take(items)
            return "taken \(items.count)"
        }
    }

    private final class Script: Sendable {
        let batch: Int
        private let refused: Set<Int64>
        private let state = Mutex((failures: 0, delivered: [Int64](), hasBegun: false))

        init(batch: Int = 1, failures: Int = 0, refused: Set<Int64> = []) {
            (self.batch, self.refused) = (batch, refused)
            state.withLock { $0.failures = failures }
        }

        var delivered: [Int64] { state.withLock(\.delivered) }
        /// Whether a service has its destination, which only that of the program that delivers does.
        var hasBegun: Bool { state.withLock(\.hasBegun) }

        func begin() { state.withLock { $0.hasBegun = true } }

        func take(_ items: [OutboxItem]) throws(DeliveryError) {
            let isAway = state.withLock { state in
                state.failures -= 1
                return state.failures >= 0
            }
            if isAway { throw DeliveryError("away") }
            if items.contains(where: { refused.contains($0.scan) }) {
                throw DeliveryError("refused", isPermanent: true)
            }
            state.withLock { $0.delivered += items.map(\.scan) }
        }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "quietzone-\(UUID().uuidString)").path
    private let history: HistoryStore
    private let settings: [DestinationSettings]

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        history = try HistoryStore.open(at: folder + "/history.sqlite")
        settings =
            Settings.read("[destination.shop]\nto = \"https://shop.example\"\ntries = 3\nshow-answer = true\n")
            .settings.destinations
    }

    private func service(_ script: Script) -> DeliveryService {
        DeliveryService(
            history, to: settings,
            kinds: [DestinationKind(["https"]) { (_, _) throws(DeliveryError) in Scripted(script) }],
            lockFolder: folder)
    }

    private func scan(_ text: String) -> Scan {
        let corner = Point(x: 0, y: 0)
        return Scan(
            time: Date(), source: "test",
            symbol: Symbol(
                content: SymbolContent(symbology: .qrCode, text: text),
                corners: Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner)))
    }

    private func wait(_ seconds: Double = 120, until isDone: () throws -> Bool) throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while try !isDone(), ContinuousClock.now < end { usleep(5000) }
    }

    @Test func whatIsKeptIsDeliveredInItsOrderAndOnce() throws {
        let script = Script(batch: 3)
        let service = service(script)
        service.start()
        let ids = try (0..<20).map { try history.add(scan("\($0)")).id }
        service.wake()
        try wait { script.delivered.count >= 20 }
        service.stop(atMost: .seconds(120))
        #expect(script.delivered == ids)
        #expect(try history.outboxCounts().isEmpty)
        #expect(service.takeNews().count > 0)
    }

    @Test func whatFailsIsTriedAgainAfterAWhile() throws {
        let script = Script(failures: 1)
        let service = service(script)
        let id = try history.add(scan("late")).id
        service.start()
        try wait { script.delivered == [id] }
        #expect(script.delivered == [id])
        try wait { service.states[0].delivered == 1 }
        #expect(service.states[0].problem == nil)
        service.stop(atMost: .seconds(120))
    }

    @Test func whatIsRefusedIsPutAsideAndTheOthersGo() throws {
        let ids = try (0..<5).map { try history.add(scan("\($0)")).id }
        // Before there was a service nothing was to be delivered.
        #expect(try history.outboxCounts().isEmpty)
        let script = Script(batch: 10, refused: [ids[4] + 3])
        let service = service(script)
        let later = try (5..<10).map { try history.add(scan("\($0)")).id }
        service.start()
        try wait { script.delivered.count == 4 }
        try wait { try history.outboxCounts().first?.dead == 1 }
        service.stop(atMost: .seconds(120))
        #expect(script.delivered == later.filter { $0 != ids[4] + 3 })
        let dead = try history.outbox(for: "shop", isDead: true)
        #expect(dead.map(\.scan) == [ids[4] + 3])
        #expect(dead.map(\.problem) == ["refused"])
        #expect(try history.retryDead() == 1)
        #expect(try history.outbox(for: "shop").map(\.tries) == [0])
        #expect(try history.dropDead() == 0)
    }

    @Test func whatIsKeptLastIsDeliveredBeforeTheEnd() throws {
        let script = Script()
        let service = service(script)
        service.start()
        try wait { script.hasBegun }
        let id = try history.add(scan("last")).id
        service.stop(atMost: .seconds(120), drains: true)
        #expect(script.delivered == [id])
        #expect(try history.outboxCounts().isEmpty)
    }

    @Test func whatFailedIsWaitedForWhereThatIsWanted() throws {
        let script = Script(failures: 1)
        let service = service(script)
        let id = try history.add(scan("late")).id
        service.start()
        service.waitUntilDelivered(atMost: .seconds(120))
        #expect(script.delivered == [id])
        #expect(try history.outboxCounts().isEmpty)
        service.stop(atMost: .seconds(120))
    }

    @Test func ofTwoProgramsOneDelivers() throws {
        let (first, second) = (Script(), Script())
        let a = service(first)
        a.start()
        try wait { first.hasBegun }
        let b = service(second)
        b.start()
        try wait { b.states[0].isElsewhere }
        let id = try history.add(scan("once")).id
        a.wake()
        b.wake()
        try wait { first.delivered == [id] }
        #expect(first.delivered == [id] && second.delivered.isEmpty)
        a.stop(atMost: .seconds(120))
        // The other goes on.
        let next = try history.add(scan("again")).id
        try wait { second.delivered == [next] }
        #expect(second.delivered == [next])
        b.stop(atMost: .seconds(120))
    }

    @Test func anOriginIsKept() throws {
        let origin = try history.origin()
        history.close()
        #expect(try HistoryStore.open(at: folder + "/history.sqlite").origin() == origin)
        try FileManager.default.copyItem(atPath: folder + "/history.sqlite", toPath: folder + "/copy.sqlite")
        #expect(try HistoryStore.open(at: folder + "/copy.sqlite").origin() != origin)
    }
}

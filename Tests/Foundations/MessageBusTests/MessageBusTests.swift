import Foundation
import MessageBus
import SeededRandomness
import Synchronization
import Testing

/// Connections to a bus of the test's own.
@Suite(.enabled(if: PrivateBus.isInstalled, "dbus-daemon or libsystemd is not installed: apt install dbus"))
struct MessageBusTests {
    private static let wait = Duration.seconds(60)
    private static let path = "/org/quietzone/test"
    private static let interface = "org.quietzone.Test"

    private let daemon: PrivateBus

    init() throws { daemon = try PrivateBus() }

    private func connect() throws -> MessageBus { try MessageBus(daemon.address, timeout: Self.wait) }

    /// Serves an object on a thread of its own while `body` runs, which gets the name of its connection.
    private func serving(_ object: @escaping @Sendable () -> BusObject, _ body: (String) throws -> Void) throws {
        let address = daemon.address
        let names = Box<String>()
        let ended = Box<Bool>()
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            if let bus = try? MessageBus(address, timeout: Self.wait) {
                bus.export(object(), at: Self.path)
                names.value = bus.name
                while ended.value == nil { _ = try? bus.next(until: .now + .milliseconds(20)) }
            } else {
                names.value = ""
            }
            hasEnded.signal()
        }
        while names.value == nil { Thread.sleep(forTimeInterval: 0.001) }
        defer {
            ended.value = true
            hasEnded.wait()
        }
        try body(names.value ?? "")
    }

    @Test func aConnectionHasANameAndCallsTheBus() throws {
        let bus = try connect()
        #expect(bus.name.hasPrefix(":"))
        let names = try bus.call(BusName.bus, BusName.busPath, BusName.bus, "ListNames", timeout: Self.wait)
        #expect(names.first?.elements?.compactMap(\.string).contains(bus.name) == true)
        #expect(try bus.owner(of: bus.name, timeout: Self.wait) == bus.name)
    }

    @Test func errorsHaveTheirNames() throws {
        let bus = try connect()
        let missing = #expect(throws: BusError.self) {
            try bus.call("org.quietzone.Nobody", "/", "a.b", "C", timeout: Self.wait)
        }
        #expect(missing?.isServiceMissing == true)
        let unknown = #expect(throws: BusError.self) {
            try bus.call(BusName.bus, BusName.busPath, BusName.bus, "NoSuchMethod", timeout: Self.wait)
        }
        #expect(unknown?.name == "org.freedesktop.DBus.Error.UnknownMethod")
        for (path, interface) in [("no path", "a.b"), ("/", "no interface"), ("/", "a")] {
            let invalid = #expect(throws: BusError.self) {
                try bus.call(BusName.bus, path, interface, "X", timeout: Self.wait)
            }
            #expect(invalid?.reason == .invalid)
        }
        let wrong = #expect(throws: BusError.self) {
            try bus.call(BusName.bus, "/", "a.b", "X", [.array([.byte(1)], of: "s")], timeout: Self.wait)
        }
        #expect(wrong?.reason == .invalid)
        #expect(try bus.owner(of: BusName.bus, timeout: Self.wait) == BusName.bus)
    }

    @Test func valuesOfAllTypesComeBackAsTheyWere() throws {
        let values: [BusValue] = [
            .byte(255), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max),
            .bool(true), .double(-1.797e308), .string("Grüße"), .path("/a/b"), .signature("a{sv}"),
            .bytes([0, 1, 255]),
            .bytes([]), .array([], of: "s"), .array([.string("x"), .string("")], of: "s"),
            .array([.array([.int32(1)], of: "i")], of: "ai"), .structure([.bool(false), .structure([.byte(1)])]),
            .options(["a": .variant(.int16(1)), "b": .options([:])]),
            .dictionary([.init(.uint16(76), .variant(.bytes([2, 21])))], key: "q", value: "v"),
            .dictionary([.init(.path("/"), .dictionary([], key: "s", value: "v"))], key: "o", value: "a{sv}"),
        ]
        try serving({
            BusObject(interface: Self.interface, methods: ["Echo": { call throws(BusRefusal) in call.arguments }])
        }) { name in
            let bus = try connect()
            let answer = try bus.call(name, Self.path, Self.interface, "Echo", values, timeout: Self.wait)
            #expect(answer == values)
        }
    }

    @Test func objectsAnswerForTheirPropertiesAndMethods() throws {
        try serving({
            BusObject(
                interface: Self.interface, properties: ["Level": .uint32(8), "Name": .string("x")],
                methods: [
                    "Refuse": { _ throws(BusRefusal) in throw BusRefusal("org.quietzone.No", "because") },
                    "Who": { call throws(BusRefusal) in [.string(call.sender)] },
                ])
        }) { name in
            let bus = try connect()
            let all = try bus.properties(name, Self.path, Self.interface, timeout: Self.wait)
            #expect(all == .options(["Level": .uint32(8), "Name": .string("x")]))
            let level = try bus.call(
                name, Self.path, BusName.properties, "Get", [.string(Self.interface), .string("Level")],
                timeout: Self.wait)
            #expect(level == [.variant(.uint32(8))])
            #expect(
                try bus.call(name, Self.path, Self.interface, "Who", timeout: Self.wait) == [.string(bus.name)])
            let text = try bus.call(
                name, Self.path, "org.freedesktop.DBus.Introspectable", "Introspect", timeout: Self.wait)
            #expect(text.first?.string?.contains("<property name=\"Level\" type=\"u\" access=\"read\"/>") == true)
            for (path, member, error) in [
                (Self.path, "Refuse", "org.quietzone.No"),
                (Self.path, "Nothing", "org.freedesktop.DBus.Error.UnknownMethod"),
                ("/other", "Who", "org.freedesktop.DBus.Error.UnknownObject"),
            ] {
                let refused = #expect(throws: BusError.self) {
                    try bus.call(name, path, Self.interface, member, timeout: Self.wait)
                }
                #expect(refused?.name == error)
            }
        }
    }

    @Test func aCallEndsWithItsTimeOutAndItsLateAnswerIsIgnored() throws {
        try serving({
            BusObject(
                interface: Self.interface,
                methods: [
                    "Sleep": { _ throws(BusRefusal) in
                        Thread.sleep(forTimeInterval: 1)
                        return [.string("late")]
                    },
                    "Echo": { call throws(BusRefusal) in call.arguments },
                ])
        }) { name in
            let bus = try connect()
            let start = ContinuousClock.now
            let error = #expect(throws: BusError.self) {
                try bus.call(name, Self.path, Self.interface, "Sleep", timeout: .milliseconds(100))
            }
            #expect(error?.reason == .timedOut)
            #expect(ContinuousClock.now - start >= .milliseconds(100))
            let answer = try bus.call(
                name, Self.path, Self.interface, "Echo", [.string("next")], timeout: Self.wait)
            #expect(answer == [.string("next")])
        }
    }

    @Test func signalsComeInTheirOrderAlsoThoseDuringACall() throws {
        let (bus, other) = (try connect(), try connect())
        try bus.subscribe(
            "type='signal',sender='\(BusName.bus)',member='NameOwnerChanged'", timeout: Self.wait)
        for number in 0..<20 {
            try other.call(
                BusName.bus, BusName.busPath, BusName.bus, "RequestName",
                [.string("org.quietzone.N\(number)"), .uint32(0)], timeout: Self.wait)
        }
        _ = try bus.owner(of: "org.quietzone.N19", timeout: Self.wait)
        for number in 0..<20 {
            var signal = try #require(try bus.next(until: .now + Self.wait))
            // The bus has greeted this connection before.
            if signal.isSignal(BusName.bus, "NameAcquired") {
                signal = try #require(try bus.next(until: .now + Self.wait))
            }
            #expect(signal.isSignal(BusName.bus, "NameOwnerChanged") && signal.sender == BusName.bus)
            #expect(signal.arguments.map(\.string) == ["org.quietzone.N\(number)", "", other.name])
        }
        #expect(try bus.next(until: .now) == nil)
    }

    @Test func whatIsNestedTooDeepOrTooLargeIsRefused() throws {
        var deep = BusValue.byte(1)
        for _ in 0..<20 { deep = .variant(deep) }
        let nested = deep
        try serving({
            BusObject(
                interface: Self.interface,
                methods: [
                    "Deep": { _ throws(BusRefusal) in [nested] },
                    "Many": { _ throws(BusRefusal) in
                        [.array(Array(repeating: .byte(1), count: 0), of: "y")]
                            + Array(repeating: .bytes(Array(repeating: 0, count: 2 << 20)), count: 3)
                    },
                ])
        }) { name in
            let bus = try connect()
            for member in ["Deep", "Many"] {
                let error = #expect(throws: BusError.self) {
                    try bus.call(name, Self.path, Self.interface, member, timeout: Self.wait)
                }
                #expect(error?.reason == .tooLarge, "\(member)")
            }
            // The connection is still in order.
            #expect(try bus.owner(of: name, timeout: Self.wait) == name)
        }
    }

    @Test func aBusThatEndsIsNoticed() throws {
        let bus = try connect()
        daemon.end()
        let error = #expect(throws: BusError.self) { while try bus.next(until: .now + Self.wait) != nil {} }
        guard case .lost = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

/// A value that two threads share.
private final class Box<Value: Sendable>: Sendable {
    private let stored = Mutex<Value?>(nil)
    var value: Value? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

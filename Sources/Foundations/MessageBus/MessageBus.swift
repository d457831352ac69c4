import CLoaded
import Glibc

/// A connection to a D-Bus message bus, such as the system's (libsystemd, which is opened when it is first needed).
///
///     let bus = try MessageBus(.system, timeout: .seconds(5))
///     let found = try bus.call("org.bluez", "/", BusName.objectManager, "GetManagedObjects", timeout: .seconds(5))
///     try bus.subscribe("type='signal',sender='org.bluez'", timeout: .seconds(5))
///     while let signal = try bus.next(until: .now + .seconds(10)) { … }
///
/// It belongs to one thread at a time, and its calls wait: it is not for an event loop. No call waits for longer than its time-out.
/// A message is at most as large as the bus passes on (32 MiB for that of the system), and `MessageReader` bounds what is read of it.
package final class MessageBus {
    package static var isLibraryThere: Bool { qz_bus_is_there() != 0 }

    /// Signals that wait for `next`; the oldest ones are dropped.
    private static let maximumSignals = 4096

    private let handle: OpaquePointer
    private var signals: [BusSignal] = []
    /// Where in `signals` the next one is.
    private var first = 0
    private var objects: [String: BusObject] = [:]
    /// How many signals were dropped: too many waited, or they were larger than is read.
    package private(set) var droppedSignals = 0

    /// Connects.
    ///
    /// - Parameters:
    ///   - address: the bus; only those on Unix sockets are supported.
    ///   - timeout: how long connecting may take, the bus's greeting included.
    /// - Throws: `BusError` with the reason `noLibrary`, `unreachable` or `silent`.
    package init(_ address: BusAddress, timeout: Duration) throws(BusError) {
        var opened: OpaquePointer?
        let result = qz_bus_open(address.text, Self.milliseconds(timeout), &opened)
        guard result == 0, let opened else {
            switch -result {
            case ENOSYS: throw BusError(.noLibrary)
            case ETIMEDOUT: throw BusError(.silent)
            default: throw BusError(.unreachable(-result))
            }
        }
        handle = opened
    }

    deinit { qz_bus_close(handle) }

    /// The name that the bus has given this connection, such as `:1.42`.
    package var name: String { qz_bus_name(handle).map { String(cString: $0) } ?? "" }

    /// Makes an object callable. It is answered for while a `call` or `next` waits, and not in between.
    package func export(_ object: BusObject, at path: String) { objects[path] = object }

    /// Calls a method and waits for its answer. Calls of our objects are answered meanwhile, and signals kept for `next`.
    ///
    /// - Parameters:
    ///   - startsService: whether the bus starts a program that has the name `destination`, if none runs.
    /// - Returns: the values of the answer.
    /// - Throws: `BusError`.
    @discardableResult
    package func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        timeout: Duration, startsService: Bool = false
    ) throws(BusError) -> [BusValue] {
        let end = ContinuousClock.now + timeout
        let cookie = try send(destination, path, interface, member, arguments, startsService)
        while let message = try receive(until: end) {
            defer { qz_bus_message_release(message) }
            guard qz_bus_message_answered(message) == cookie else {
                handleMessage(message)
                continue
            }
            guard qz_bus_message_kind(message) != Int32(QZ_BUS_ERROR) else { throw Self.error(of: message) }
            guard let values = MessageReader.values(of: message) else { throw BusError(.tooLarge) }
            return values
        }
        throw BusError(.timedOut)
    }

    /// The next signal; nil where none comes until then. Calls of our objects are answered meanwhile.
    ///
    /// - Throws: `BusError` when the connection is lost.
    package func next(until end: ContinuousClock.Instant) throws(BusError) -> BusSignal? {
        while true {
            if let signal = takeSignal() { return signal }
            guard let message = try receive(until: end) else { return nil }
            defer { qz_bus_message_release(message) }
            handleMessage(message)
        }
    }

    private func send(
        _ destination: String, _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue],
        _ startsService: Bool
    ) throws(BusError) -> UInt64 {
        var made: OpaquePointer?
        let result = qz_bus_new_call(handle, destination, path, interface, member, startsService ? 1 : 0, &made)
        guard result == 0, let message = made else {
            throw BusError(result == -EINVAL ? .invalid : .lost(-result))
        }
        defer { qz_bus_message_release(message) }
        guard arguments.allSatisfy({ MessageWriter.append($0, to: message) }) else { throw BusError(.invalid) }
        var cookie: UInt64 = 0
        let sent = qz_bus_send(handle, message, &cookie)
        guard sent == 0 else { throw BusError(.lost(-sent)) }
        return cookie
    }

    /// The next message of any kind, which the caller releases; nil when the time is over.
    private func receive(until end: ContinuousClock.Instant) throws(BusError) -> OpaquePointer? {
        var message: OpaquePointer?
        let result = qz_bus_next(handle, Self.milliseconds(end - .now), &message)
        guard result >= 0 else { throw BusError(.lost(-result)) }
        return message
    }

    /// Keeps a signal, answers a call. An answer that nobody waits for any more is ignored.
    private func handleMessage(_ message: OpaquePointer) {
        switch qz_bus_message_kind(message) {
        case Int32(QZ_BUS_SIGNAL): keepSignal(message)
        case Int32(QZ_BUS_CALL): answer(message)
        default: break
        }
    }

    private func keepSignal(_ message: OpaquePointer) {
        guard let values = MessageReader.values(of: message) else {
            droppedSignals += 1
            return
        }
        signals.append(
            BusSignal(
                sender: Self.text(qz_bus_message_sender(message)), path: Self.text(qz_bus_message_path(message)),
                interface: Self.text(qz_bus_message_interface(message)),
                member: Self.text(qz_bus_message_member(message)), arguments: values))
        if signals.count - first > Self.maximumSignals {
            first += 1
            droppedSignals += 1
        }
        if first > Self.maximumSignals { dropTaken() }
    }

    private func takeSignal() -> BusSignal? {
        guard first < signals.count else {
            signals.removeAll(keepingCapacity: true)
            first = 0
            return nil
        }
        defer { first += 1 }
        return signals[first]
    }

    private func dropTaken() {
        signals.removeFirst(first)
        first = 0
    }

    private func answer(_ call: OpaquePointer) {
        var outcome: Result<[BusValue], BusRefusal>
        if let object = objects[Self.text(qz_bus_message_path(call))] {
            let interface = qz_bus_message_interface(call).map { String(cString: $0) }
            let arguments = MessageReader.values(of: call)
            let asked = BusCall(sender: Self.text(qz_bus_message_sender(call)), arguments: arguments ?? [])
            do throws(BusRefusal) {
                guard arguments != nil else { throw BusObject.error("InvalidArgs", "the call is too large") }
                outcome = .success(try object.answer(interface, Self.text(qz_bus_message_member(call)), asked))
            } catch {
                outcome = .failure(error)
            }
        } else {
            outcome = .failure(BusObject.error("UnknownObject", "there is no such object"))
        }
        guard qz_bus_message_expects_answer(call) != 0 else { return }
        var answer: OpaquePointer?
        defer { if let answer { qz_bus_message_release(answer) } }
        switch outcome {
        case .success(let values):
            guard qz_bus_new_return(call, &answer) == 0, let answer,
                values.allSatisfy({ MessageWriter.append($0, to: answer) })
            else { return }
        case .failure(let refusal):
            guard qz_bus_new_error(call, refusal.name, refusal.text, &answer) == 0 else { return }
        }
        // Where the connection is lost, the next receive says so.
        if let answer { _ = qz_bus_send(handle, answer, nil) }
    }

    private static func error(of message: OpaquePointer) -> BusError {
        let name = text(qz_bus_message_error_name(message))
        // The library answers calls itself where the connection ends, and the bus where the time of the called program is over.
        if name == "org.freedesktop.DBus.Error.NoReply" || name == "org.freedesktop.DBus.Error.Timeout" {
            return BusError(.timedOut)
        }
        return BusError(.refused(name: name, text: text(qz_bus_message_error_text(message))))
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    private static func milliseconds(_ duration: Duration) -> Int32 {
        Int32(clamping: Int(max(0, min(duration / .milliseconds(1), 2e9)).rounded(.up)))
    }
}

import Delivery
import Files
import Formats
import Foundation
import Synchronization
import Web

/// What `InventoryEngine.step` has done.
package enum InventoryProgress: Hashable, Sendable {
    /// An act is finished, one way or another.
    case finished(InventoryAct)
    /// Nothing can be sent for this many seconds.
    case waiting(seconds: Double)
    /// Nothing waits.
    case idle
}

/// Does what waits for a server, one act after the other, each at most once: what may have been done although no answer came is listed as
/// doubtful, and not sent again unless the server recognizes repeated requests.
///
///     let engine = InventoryEngine(server, store: store, lockFolder: folder)
///     let act = try engine.add("consume", code: "4006381333931", quantity: "1", values: [:])
///     while case .finished(let act) = try engine.step() { print(act.outcome) }
///
/// `add` and `undo` do not wait for the network. `step` does; one thread calls it. Of several programs one sends.
package final class InventoryEngine: Sendable {
    package let server: InventoryServer
    package let store: InventoryStore
    let web: any WebFetching
    let now: @Sendable () -> Double
    private let random: @Sendable () -> Double
    let state: Mutex<State>

    struct State {
        let lock: DeliveryLock
        /// Nothing is sent before then, and failures in a row.
        var blockedUntil = 0.0
        var failures = 0
        /// When the next request is allowed by the server's limit.
        var nextRequest = 0.0
    }

    /// - Parameters:
    ///   - lockFolder: where programs agree on who sends.
    ///   - web: default libcurl.
    ///   - now: seconds since 1970; default the machine's clock.
    package convenience init(_ server: InventoryServer, store: InventoryStore, lockFolder: String) {
        self.init(
            server, store: store, lockFolder: lockFolder, web: WebClient(), now: { Date().timeIntervalSince1970 },
            random: { Double.random(in: 0...1) })
    }

    init(
        _ server: InventoryServer, store: InventoryStore, lockFolder: String, web: any WebFetching,
        now: @escaping @Sendable () -> Double, random: @escaping @Sendable () -> Double
    ) {
        (self.server, self.store, self.web, self.now, self.random) = (server, store, web, now, random)
        state = Mutex(
            State(lock: DeliveryLock(folder: lockFolder, name: "inventory-\(server.name)", of: store.path)))
    }

    /// Ends the request that is under way, and every later one; any thread may call it.
    package func stop() { (web as? WebClient)?.stop() }

    // MARK: - Without the network

    /// Asks the server to do something with a code; it is sent by `step`.
    ///
    /// - Parameters:
    ///   - quantity: a decimal number.
    ///   - values: of the action's fields, in place of those of the settings.
    /// - Throws: `UserError` where the action, a field or the code is wrong; nothing waits then.
    package func add(
        _ action: String, code: String, quantity: String, values: [String: String]
    ) throws(UserError) -> InventoryAct {
        let found = try self.action(action)
        guard InventoryServer.isDecimal(quantity), !quantity.hasPrefix("-") else {
            throw UserError("\(UserError.quoted(quantity)) is not a quantity: use a number such as 2 or 0.5")
        }
        guard !code.isEmpty else { throw UserError("the code is empty: scan it again, or type it") }
        _ = try server.fields(of: code, for: found)
        let request = InventoryAct.Request(
            server: server.name, action: action, code: code, quantity: quantity,
            values: try server.values(for: found, values))
        return try store.add(request, at: now())
    }

    /// - Throws: `UserError` that lists the actions there are.
    package func action(_ name: String) throws(UserError) -> InventoryAction {
        if let action = server.profile.action(name) { return action }
        let names = server.profile.actions.map(\.name).joined(separator: ", ")
        throw UserError("\(server.profile.title) has no action \(UserError.quoted(name)): use \(names)")
    }

    /// Takes back an act: one that waits is dropped, one that was done is undone by the server.
    ///
    /// - Returns: the act that takes it back, which waits; nil where the first has only been dropped.
    /// - Throws: `UserError` where it cannot be taken back.
    package func undo(_ id: Int64) throws(UserError) -> InventoryAct? {
        if try store.change(id, from: [.waiting], { $0.state = .dropped }) { return nil }
        guard let act = try store.act(id) else { throw UserError("there is no request \(id)") }
        guard act.state == .done, act.request.undoes == nil else {
            throw UserError("request \(id) cannot be undone: it is \(act.state.rawValue)")
        }
        guard server.profile.action(act.request.action)?.undo != nil else {
            throw UserError("\(server.profile.title) cannot undo \(act.request.action)")
        }
        var request = act.request
        request.undoes = id
        return try store.add(request, at: now())
    }

    /// Sends an act again that failed or is doubtful.
    package func retry(_ id: Int64) throws(UserError) -> Bool {
        state.withLock { ($0.blockedUntil, $0.failures) = (0, 0) }
        return try store.change(id, from: [.failed, .unknown, .doubtful]) { ($0.state, $0.reason) = (.waiting, nil) }
    }

    /// Gives up an act that is not done.
    package func drop(_ id: Int64) throws(UserError) -> Bool {
        try store.change(id, from: [.waiting, .failed, .unknown, .doubtful]) { $0.state = .dropped }
    }

    // MARK: - Sending

    /// Does the first act of the queue, or none where that cannot be sent now.
    package func step() throws(UserError) -> InventoryProgress {
        guard state.withLock({ $0.lock.take() }) else { return .waiting(seconds: Self.otherProgramSeconds) }
        guard let act = try store.next(of: server.name) else { return .idle }
        guard act.state == .waiting else { return try judgeInterrupted(act) }
        let pause = state.withLock { max($0.blockedUntil, $0.nextRequest) } - now()
        if pause > 0 { return .waiting(seconds: pause) }
        if let obstacle = server.obstacle {
            return try postpone(act, reason: obstacle, seconds: Self.refusedSeconds)
        }
        let outcome = try perform(act)
        switch outcome {
        case .later(let reason, let seconds):
            let pause =
                seconds
                ?? state.withLock { state in
                    state.failures += 1
                    return Backoff.seconds(1, state.failures, atMost: 300, random())
                }
            return try postpone(act, reason: reason, seconds: pause)
        case .finished(let final, let reason, let taken):
            state.withLock { ($0.blockedUntil, $0.failures) = (0, 0) }
            let time = now()
            _ = try store.change(act.id, from: [.waiting, .sending]) { act in
                (act.state, act.reason, act.finished) = (final, reason, time)
                act.taken.merge(taken) { $1 }
            }
            return .finished(try store.act(act.id) ?? act)
        }
    }

    private static let otherProgramSeconds = 0.5
    /// How long a server is left alone that lacks a secret or refuses it.
    static let refusedSeconds = 60.0

    /// Lets other programs send.
    package func release() { state.withLock { $0.lock.release() } }

    /// An act that was being sent when a program ended, or whose outcome could not be written, for example to a full disk.
    private func judgeInterrupted(_ act: InventoryAct) throws(UserError) -> InventoryProgress {
        let isKnownAgain = server.profile.idempotencyHeader != nil
        _ = try store.change(act.id, from: [.sending]) { act in
            act.state = isKnownAgain ? .waiting : .doubtful
            if !isKnownAgain {
                act.reason = "its outcome was not recorded: the program ended, or its file could not be written"
            }
        }
        return isKnownAgain ? .waiting(seconds: 0) : .finished(try store.act(act.id) ?? act)
    }

    private func postpone(_ act: InventoryAct, reason: String, seconds: Double) throws(UserError) -> InventoryProgress {
        let until = now() + seconds
        state.withLock { $0.blockedUntil = until }
        _ = try store.change(act.id, from: [.waiting, .sending]) { act in
            (act.state, act.reason) = (.waiting, reason)
            act.tries += 1
        }
        return .waiting(seconds: seconds)
    }
}

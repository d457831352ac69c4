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
    /// Nothing can be sent for so many seconds.
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
    private let web: any WebFetching
    private let now: @Sendable () -> Double
    private let random: @Sendable () -> Double
    private let state: Mutex<State>

    private struct State {
        let lock: DeliveryLock
        var isHeld = false
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
        guard let act = try store.act(id) else { throw UserError("there is no act \(id)") }
        guard act.state == .done, act.request.undoes == nil else {
            throw UserError("act \(id) cannot be undone: it is \(act.state.rawValue)")
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
        guard try hold() else { return .waiting(seconds: Self.otherProgramSeconds) }
        guard let act = try store.next(of: server.name) else { return .idle }
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
    private static let refusedSeconds = 60.0

    /// Whether this program is the one that sends. What another one was sending when it ended is doubtful now.
    private func hold() throws(UserError) -> Bool {
        let (isHeld, isNew) = state.withLock { state in
            guard state.lock.take() else { return (false, false) }
            defer { state.isHeld = true }
            return (true, !state.isHeld)
        }
        guard isHeld else { return false }
        guard isNew else { return true }
        for act in try store.acts([.sending], of: server.name, limit: 1000) {
            let isKnownAgain = server.profile.idempotencyHeader != nil
            _ = try store.change(act.id, from: [.sending]) { act in
                act.state = isKnownAgain ? .waiting : .doubtful
                if !isKnownAgain { act.reason = "the program ended before an answer came" }
            }
        }
        return true
    }

    /// Lets other programs send.
    package func release() {
        state.withLock { state in
            state.lock.release()
            state.isHeld = false
        }
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

    /// What came of an act.
    private enum Outcome {
        case finished(InventoryAct.State, reason: String?, taken: [String: [String]])
        /// The server has not done it, and may be asked again.
        case later(reason: String, seconds: Double?)
    }

    private func perform(_ act: InventoryAct) throws(UserError) -> Outcome {
        guard let action = server.profile.action(act.request.action) else {
            return .finished(.failed, reason: "the profile has no action \(act.request.action)", taken: [:])
        }
        if let undone = act.request.undoes { return try undo(act, undone, action) }
        var run = Run(key: act.key)
        do {
            run.fields = try server.fields(of: act.request.code, for: action).mapValues { [$0] }
        } catch {
            return .finished(.unknown, reason: error.description, taken: [:])
        }
        run.fields.merge(act.request.values.mapValues { [$0] }) { own, _ in own }
        run.fields["quantity"] = [act.request.quantity]
        for step in action.steps {
            if let end = try send(step, act, &run) { return end }
        }
        return .finished(.done, reason: run.taken["message"]?.first, taken: run.taken)
    }

    /// Takes back an act; of several bookings the newest first.
    private func undo(_ act: InventoryAct, _ id: Int64, _ action: InventoryAction) throws(UserError) -> Outcome {
        guard let step = action.undo, let undone = try store.act(id), undone.state == .done else {
            return .finished(.failed, reason: "it cannot be undone any more", taken: [:])
        }
        var run = Run(key: act.key)
        run.fields = undone.taken
        run.fields.merge(act.request.values.mapValues { [$0] }) { own, _ in own }
        (run.fields["code"], run.fields["quantity"]) = ([act.request.code], [act.request.quantity])
        if let form = try? server.fields(of: act.request.code, for: action) {
            run.fields.merge(form.mapValues { [$0] }) { own, _ in own }
        }
        let list = step.fields.first { (run.fields[$0]?.count ?? 0) > 1 }
        let values = list.flatMap { run.fields[$0] }?.reversed().map { Optional($0) } ?? [nil]
        for (place, value) in values.enumerated() {
            if let list, let value { run.fields[list] = [value] }
            guard let end = try send(step, act, &run) else { continue }
            guard place > 0 else { return end }
            return .finished(.doubtful, reason: "only \(place) of \(values.count) bookings are undone", taken: [:])
        }
        return .finished(.done, reason: nil, taken: undone.taken)
    }

    /// What is known while an act is performed.
    private struct Run {
        let key: String
        var fields: [String: [String]] = [:]
        var taken: [String: [String]] = [:]
        /// Whether something was changed on the server.
        var isDone = false

        init(key: String) { self.key = key }
    }

    /// Sends a request.
    ///
    /// - Returns: what came of the act, where the request ends it; nil where it goes on.
    private func send(_ step: InventoryStep, _ act: InventoryAct, _ run: inout Run) throws(UserError) -> Outcome? {
        let request: WebRequest
        do {
            request = try server.request(step, run.fields.compactMapValues(\.first), key: run.key)
        } catch {
            return run.isDone ? nil : .finished(.failed, reason: error.description, taken: run.taken)
        }
        if step.isSent {
            // From here on, a program that ends leaves a doubt behind.
            guard try store.change(act.id, from: [.waiting, .sending], { $0.state = .sending }) else {
                return .finished(.dropped, reason: nil, taken: run.taken)
            }
        }
        state.withLock { state in
            if let limit = server.profile.perMinute { state.nextRequest = now() + 60 / Double(limit) }
        }
        let answer: WebAnswer
        do throws(WebError) {
            answer = try web.fetch(request, within: server.reach)
        } catch {
            return after(error, step, run)
        }
        let json = try? JSONValue(parsing: answer.body)
        if let end = judge(answer, json, step, run) { return end }
        if step.isSent { run.isDone = true }
        for (name, places) in step.takes {
            let values = places.lazy.map { place in
                json.map { place.values(in: $0).compactMap(\.scalarText) } ?? []
            }.first { !$0.isEmpty }
            guard let values else { continue }
            run.taken[name] = values.prefix(50).map { String($0.filter { !$0.isNewline }.prefix(300)) }
            run.fields[name] = run.taken[name]
        }
        return nil
    }

    /// What it means that there is no answer.
    private func after(_ error: WebError, _ step: InventoryStep, _ run: Run) -> Outcome? {
        // What is asked after the act is only for showing.
        if run.isDone { return nil }
        let words: String
        switch error {
        case .notSent(let problem): return .later(reason: "no connection: \(problem)", seconds: nil)
        case .noLibrary:
            return .later(reason: "libcurl is not installed (package libcurl4)", seconds: Self.refusedSeconds)
        case .unreachable(let problem): words = "no answer: \(problem)"
        case .stopped: words = "the program ended before an answer came"
        case .tooLarge: words = "its answer is longer than 1 MiB"
        case .elsewhere, .tooManyRedirects: words = "it redirects elsewhere: use its final address in the settings"
        }
        if !step.isSent {
            if case .tooLarge = error { return .finished(.failed, reason: words, taken: run.taken) }
            return .later(reason: words, seconds: nil)
        }
        if server.profile.idempotencyHeader != nil { return .later(reason: words, seconds: nil) }
        return .finished(.doubtful, reason: words, taken: run.taken)
    }

    /// What an answer means for the act; nil where it goes on.
    private func judge(_ answer: WebAnswer, _ json: JSONValue?, _ step: InventoryStep, _ run: Run) -> Outcome? {
        let profile = server.profile
        func isGood() -> Bool {
            200..<300 ~= answer.status && !(profile.fails?.holds(for: answer, json) ?? false)
        }
        let said = json.flatMap { json in profile.error?.text(in: json) }.map(Self.line)
        if profile.unknown?.holds(for: answer, json) ?? (answer.status == 404), !run.isDone {
            return .finished(.unknown, reason: said, taken: run.taken)
        }
        if isGood() { return nil }
        if run.isDone { return nil }
        let words = "answer \(answer.status)" + (said.map { ": \($0)" } ?? "")
        switch answer.status {
        case 401, 403:
            return .later(
                reason: "\(words): access refused, check the secret of [inventory.\(server.name)]",
                seconds: Self.refusedSeconds)
        case 408, 425, 429, 503: return .later(reason: words, seconds: answer.retryAfter(now: now()))
        case 500... where step.isSent && profile.idempotencyHeader == nil:
            return .finished(.doubtful, reason: words, taken: run.taken)
        case 500...: return .later(reason: words, seconds: nil)
        case 300..<400:
            return .finished(
                .failed, reason: "\(words): it redirects; use its final address in the settings", taken: run.taken)
        default: return .finished(.failed, reason: words, taken: run.taken)
        }
    }

    /// A server's words on one line.
    private static func line(_ text: String) -> String {
        String(text.onOneLine.prefix(200))
    }
}

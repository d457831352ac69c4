import Files
import Formats
import Web

/// The requests of an act, and what their answers mean for it.
extension InventoryEngine {
    /// What came of an act.
    enum Outcome {
        case finished(InventoryAct.State, reason: String?, taken: [String: [String]])
        /// The server has not done it, and may be asked again.
        case later(reason: String, seconds: Double?)
    }

    func perform(_ act: InventoryAct) throws(UserError) -> Outcome {
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
            if let end = try send(step, act, &run, action) { return end }
        }
        return .finished(.done, reason: run.taken["message"]?.first, taken: run.taken)
    }

    /// Where the bookings are noted that were undone, while others of the same act are not.
    private static let undone = "undone"

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
        // What a former try has undone.
        var done = act.taken[Self.undone] ?? []
        for value in values where !done.contains(value ?? "") {
            if let list, let value { run.fields[list] = [value] }
            run.isDone = false
            if let end = try send(step, act, &run, action) {
                guard !done.isEmpty else { return end }
                let words = "only \(done.count) of \(values.count) bookings are undone"
                return .finished(.doubtful, reason: words, taken: [Self.undone: done])
            }
            done.append(value ?? "")
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
    private func send(
        _ step: InventoryStep, _ act: InventoryAct, _ run: inout Run, _ action: InventoryAction
    ) throws(UserError) -> Outcome? {
        let request: WebRequest
        do {
            request = try server.request(
                step, run.fields.compactMapValues(\.first), optional: Set(action.options.keys), key: run.key)
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
            return .later(reason: error.description, seconds: Self.refusedSeconds)
        case .unreachable(let problem): words = "no answer: \(problem)"
        case .stopped: words = "the program ended before an answer came"
        case .tooLarge: words = error.description
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

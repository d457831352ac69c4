import Files
import Inventory
import Synchronization

/// Acts on an inventory server beside its callers; what cannot be sent now stays in the queue, over restarts.
package typealias InventoryWorker = QueueWorker<InventoryWork>

/// What a worker does with the engine of a server.
package final class InventoryWork: QueuedWork {
    /// What callers want.
    package enum Request: Sendable {
        /// Do something with a code, for the scan of this number; nil for none.
        case act(InventoryAct.Request, scan: Int64?)
        /// Take back an act.
        case undo(Int64)
        /// Send an act again that failed or is in doubt, or one that waits, at once.
        case retry(Int64)
        /// Give up an act.
        case drop(Int64)
    }

    /// What became of acts.
    package enum News: Sendable, Hashable {
        /// An act is on the disk, for the scan of this number.
        case added(InventoryAct, scan: Int64?)
        case changed(InventoryAct)
        /// Nothing was done, and why.
        case refused(String, scan: Int64?)
    }

    private let opening: @Sendable () throws(UserError) -> InventoryEngine
    private let opened = Mutex<InventoryEngine?>(nil)

    /// - Parameter opening: makes the engine, when it is first needed; again after a failure, such as a full disk.
    package init(_ opening: @escaping @Sendable () throws(UserError) -> InventoryEngine) { self.opening = opening }

    private var engine: InventoryEngine {
        get throws(UserError) {
            if let engine = opened.withLock({ $0 }) { return engine }
            let engine = try opening()
            opened.withLock { $0 = engine }
            return engine
        }
    }

    /// Puts acts into the queue, in order; one that fails is refused, and the others are still taken.
    package func take(_ requests: [Request]) throws -> [News] { requests.map(answer) }

    /// Does what a request says.
    private func answer(_ request: Request) -> News {
        do throws(UserError) {
            let engine = try engine
            switch request {
            case .act(let act, let scan):
                return .added(
                    try engine.add(act.action, code: act.code, quantity: act.quantity, values: act.values), scan: scan)
            case .undo(let id):
                guard let undoing = try engine.undo(id) else { return try changed(id) }
                return .added(undoing, scan: nil)
            case .retry(let id):
                _ = try engine.retry(id)
                return try changed(id)
            case .drop(let id):
                _ = try engine.drop(id)
                return try changed(id)
            }
        } catch {
            if case .act(_, let scan) = request { return .refused(error.description, scan: scan) }
            return .refused(error.description, scan: nil)
        }
    }

    private func changed(_ id: Int64) throws(UserError) -> News {
        guard let act = try engine.store.act(id) else { throw UserError("there is no request \(id)") }
        return .changed(act)
    }

    /// Sends one act at most.
    package func step() throws -> QueueStep<News> {
        let engine = try engine
        switch try engine.step() {
        case .finished(let act):
            let undone = try act.request.undoes.flatMap { try engine.store.act($0) }
            return .done([.changed(act)] + [undone].compactMap { $0 }.map { .changed($0) })
        case .waiting(let seconds):
            // Other programs may send meanwhile.
            engine.release()
            return .pause(seconds: seconds)
        case .idle:
            engine.release()
            return .pause(seconds: .infinity)
        }
    }

    /// The newest 200 acts that wait, failed, are in doubt or are not known there.
    package func queue() throws -> [InventoryAct] {
        let engine = try engine
        return try engine.store.acts(
            [.waiting, .sending, .doubtful, .failed, .unknown], of: engine.server.name, limit: 200)
    }

    /// Cuts off the request that is under way.
    package func stop() { opened.withLock { $0 }?.stop() }
}

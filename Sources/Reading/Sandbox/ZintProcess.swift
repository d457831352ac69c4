import Decoding
import Encoding
import Synchronization

/// Calls libzint in a child process that has no rights.
///
/// The child is started by the first symbol. One that crashes or hangs costs the symbol that it was making.
package final class ZintProcess: ZintCaller {
    private let policy: ConfinementPolicy
    private let log: @Sendable (String) -> Void
    private let child = Mutex<ConfinedChild?>(nil)

    /// By wall-clock time, for one symbol, which takes milliseconds.
    private static let patience = Duration.seconds(2) * ConfinedChild.slowness
    private static let startPatience = patience * 5

    /// - Parameter log: takes a line for each child that had to be replaced.
    package init(policy: ConfinementPolicy, log: @escaping @Sendable (String) -> Void = { _ in }) {
        (self.policy, self.log) = (policy, log)
    }

    /// Lets the child call libzint.
    package func answer(to call: ZintCall) throws(EncodingError) -> [UInt8] {
        let result = child.withLock { child -> Result<[UInt8], FrameError> in
            let maker =
                child
                ?? ConfinedChild(
                    title: "maker", argument: MakingChild.argument, given: [], setUp: [],
                    patience: .init(start: Self.startPatience, longest: Self.patience), policy: policy, log: log)
            child = maker
            do throws(FrameError) { return .success(try Self.ask(maker, call)) } catch { return .failure(error) }
        }
        switch result {
        case .success(let answer): return answer
        case .failure(let loss): throw EncodingError(line: loss.description)
        }
    }

    private static func ask(_ child: ConfinedChild, _ call: ZintCall) throws(FrameError) -> [UInt8] {
        try child.becomeReady(waits: true)
        do throws(FrameError) {
            let answer = try child.ask(.make, call.bytes, within: patience)
            child.succeeded()
            return answer
        } catch {
            throw child.replaced(after: error)
        }
    }

    #if DEBUG
        /// Has the next request preceded by a test; the child is started if need be. Tests only.
        func setNextTest(_ test: ChildTest) { child.withLock { $0?.nextTest = test } }
    #endif
}

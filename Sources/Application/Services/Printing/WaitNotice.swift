import Dispatch
import Synchronization

/// Does something once where a wait lasts longer than a few seconds, such as showing what is waited for.
///
///     let notice = WaitNotice { Output.complain("waiting for the printer …") }
///     defer { notice.end() }
package final class WaitNotice: Sendable {
    private let isOver = Mutex(false)

    /// - Parameter delay: default 3 seconds.
    package init(after delay: DispatchTimeInterval = .seconds(3), _ show: @escaping @Sendable () -> Void) {
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) { [self] in
            isOver.withLock { if !$0 { show() } }
        }
    }

    /// Shows nothing from now on.
    package func end() { isOver.withLock { $0 = true } }
}

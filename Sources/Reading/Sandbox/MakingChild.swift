import CLinux
import Encoding
import Glibc

/// The child's side of `ConfinedMaking`: drops its rights, then calls libzint until the parent has ended.
package enum MakingChild {
    /// The first argument by which a program knows that it is to call `main`.
    package static let argument = "make-modules"

    /// Memory that a symbol may take beside the program's own.
    private static let memoryGrowth = 256 << 20
    /// Seconds of processor time until the parent first moves the limit on.
    private static let firstSeconds: Int32 = 60

    /// Runs to the end of the process. Exit status 0: the parent has ended; 2: this was not started by a parent.
    package static func main() -> Never {
        guard qz_sandbox_limit(Int32(qz_child_socket), memoryGrowth, firstSeconds) == 0 else { ParentLink.refuse() }
        exit(run())
    }

    private static func run() -> Int32 {
        let parent = ParentLink()
        guard let first = parent.receive() else { ParentLink.refuse() }
        guard first.kind == .setUp, parent.send(.ready, 0, Confinement.seal().bytes) else { return 2 }
        while let message = parent.receive() {
            switch message.kind {
            case .make:
                guard let call = ZintCall(message.payload), parent.send(.result, message.sequence, call.answer()) else {
                    return 2
                }
            #if DEBUG
                case .test: guard ChildTest.run(message.payload) else { return 2 }
            #endif
            default: return 2
            }
        }
        return 0
    }
}

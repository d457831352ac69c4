import CLinux
import Encoding
import Glibc

/// The child's side of `ZintProcess`: drops its rights, then calls libzint until the parent has ended.
package enum MakingChild {
    /// The first argument by which a program knows that it is to call `main`.
    package static let argument = "make-modules"

    /// Memory that a symbol may take beside the program's own.
    private static let memoryGrowth = 256 << 20

    /// Runs to the end of the process. Exit status 0: the parent has ended; 2: this was not started by a parent.
    package static func main() -> Never {
        let parent = ParentLink()
        // The parent first: with the limits set, nothing can be said in a file any more.
        guard ParentLink.hasParent,
            qz_sandbox_limit(Int32(qz_child_socket), memoryGrowth, ParentLink.firstSeconds) == 0,
            parent.setUp() != nil
        else { ParentLink.refuse() }
        exit(parent.serve { $0.kind == .make ? ZintCall($0.payload)?.answer() : nil })
    }
}

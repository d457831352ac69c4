import CLinux
import Glibc

/// Which rights a child has dropped before it reads the first untrusted byte.
package struct Confinement: Hashable, Sendable {
    /// Why system calls are not filtered (an errno); 0 when they are.
    package var filterError: Int32
    /// What came on top, where the kernel has it: the sum of `qz_isolated_…` (qz_sandbox.h).
    package var layers: Int32

    /// Whether system calls are filtered: nothing can be opened, connected or started.
    package var isSealed: Bool { filterError == 0 }

    /// In a child: drops every right that can be dropped.
    static func seal() -> Confinement {
        let layers = qz_sandbox_isolate()
        return Confinement(filterError: -qz_sandbox_seal(), layers: layers)
    }

    /// Why it is not sealed, for a person; nil when it is.
    var weakness: String? { isSealed ? nil : String(cString: strerror(filterError & 0xFFFF)) }
}

extension Confinement {
    var bytes: [UInt8] { Numbers.bytes([Int(filterError), Int(layers)]) }

    /// nil when `bytes` are not a confinement.
    init?(_ bytes: [UInt8]) {
        guard let numbers = Numbers.read(bytes, count: 2) else { return nil }
        self.init(filterError: Int32(numbers[0]), layers: Int32(numbers[1]))
    }
}

import CLinux
import Glibc

/// Which rights a child has dropped before it reads the first untrusted byte.
package struct Confinement: Hashable, Sendable {
    /// What came on top of the filter of system calls, where the kernel has it.
    package struct Layers: OptionSet, Hashable, Sendable {
        /// `qz_isolated_…` of qz_sandbox.h.
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }
        /// User, mount, network, IPC, UTS and pid namespaces.
        package static let namespaces = Layers(rawValue: Int32(qz_isolated_namespaces))
        /// An empty folder in place of all files.
        package static let root = Layers(rawValue: Int32(qz_isolated_root))
        /// No right to open a file, by Landlock.
        package static let landlock = Layers(rawValue: Int32(qz_isolated_landlock))
        /// No capability, and no means to gain one.
        package static let capabilities = Layers(rawValue: Int32(qz_isolated_capabilities))
    }

    /// Why system calls are not filtered (an errno); 0 when they are.
    package var filterError: Int32
    package var layers: Layers

    /// Whether system calls are filtered: nothing can be opened, connected or started.
    package var isSealed: Bool { filterError == 0 }

    /// In a child: drops every right that can be dropped.
    static func seal() -> Confinement {
        let layers = Layers(rawValue: qz_sandbox_isolate())
        return Confinement(filterError: -qz_sandbox_seal(), layers: layers)
    }

    /// Why it is not sealed, for a person; nil when it is.
    var weakness: String? { isSealed ? nil : String(cString: strerror(filterError & 0xFFFF)) }
}

extension Confinement {
    var bytes: [UInt8] { Numbers.bytes([Int(filterError), Int(layers.rawValue)]) }

    /// nil when `bytes` are not a confinement.
    init?(_ bytes: [UInt8]) {
        guard let numbers = Numbers.read(bytes, count: 2) else { return nil }
        self.init(filterError: Int32(numbers[0]), layers: Layers(rawValue: Int32(numbers[1])))
    }
}

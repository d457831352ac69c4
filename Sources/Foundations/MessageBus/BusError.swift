import Glibc

/// Why something on a message bus did not work.
package struct BusError: Error, CustomStringConvertible, Hashable, Sendable {
    /// What went wrong.
    package enum Reason: Hashable, Sendable {
        /// libsystemd is not installed.
        case noLibrary
        /// No bus is reached; the number of errno says why.
        case unreachable(Int32)
        /// The bus accepts the connection and does not answer in time.
        case silent
        /// A call got no answer in time.
        case timedOut
        /// The connection is lost; the number of errno says why.
        case lost(Int32)
        /// The called program or the bus refuses, with the D-Bus name of the error and a text, both foreign.
        case refused(name: String, text: String)
        /// An argument or a name that D-Bus does not allow.
        case invalid
        /// An answer is larger or deeper nested than `MessageReader` reads.
        case tooLarge
    }

    package let reason: Reason

    package init(_ reason: Reason) { self.reason = reason }

    /// The D-Bus name of the error (`org.freedesktop.DBus.Error.AccessDenied`); nil for one of our side.
    package var name: String? {
        guard case .refused(let name, _) = reason else { return nil }
        return name
    }

    /// Whether nobody on the bus has the name that was called.
    package var isServiceMissing: Bool {
        guard let name else { return false }
        let names = ["ServiceUnknown", "NameHasNoOwner", "Spawn.ServiceNotFound", "Spawn.ExecFailed"]
        return names.contains { name == "org.freedesktop.DBus.Error." + $0 }
            || name == "org.freedesktop.systemd1.NoSuchUnit" || name == "org.freedesktop.systemd1.LoadFailed"
    }

    /// Whether this user may not do it: by the bus's policy, by the called program, or by polkit.
    package var isAccessDenied: Bool {
        guard let name else { return false }
        return ["AccessDenied", "NotAuthorized", "NotPermitted", "AuthFailed", "InteractiveAuthorizationRequired"]
            .contains { name.hasSuffix("." + $0) }
    }

    /// One line. Foreign text in it is to be made visible by who shows it.
    package var description: String {
        switch reason {
        case .noLibrary: "libsystemd is not installed (package libsystemd0)"
        case .unreachable(let code): "the message bus cannot be reached: \(String(cString: strerror(code)))"
        case .silent: "the message bus does not answer"
        case .timedOut: "no answer in time"
        case .lost(let code): "the connection to the message bus is lost: \(String(cString: strerror(code)))"
        case .refused(let name, let text): text.isEmpty ? name : text
        case .invalid: "the call is not valid for D-Bus"
        case .tooLarge: "the answer is too large"
        }
    }
}

import Installation
import Files
import Formats
import Payloads

/// Joining Wi-Fi networks by what the system has for it: NetworkManager where it runs, else iwd.
package enum NetworkJoining {
    /// Why no network can be joined here, in a line; nil when one can.
    package static func obstacle() -> String? {
        guard !["nmcli", "iwctl"].contains(where: { Programs.contain($0) }) else { return nil }
        return
            "Neither nmcli (package \(OptionalPart.networkManager.package(on: .current))) nor iwctl (package iwd) is installed: copy the password instead"
    }

    /// Joins `network`. Blocks for as long as it takes: not for the loop's thread.
    ///
    /// - Throws: `UserError` with the reason.
    package static func join(_ network: WiFiNetwork) throws {
        if Programs.contain("nmcli"), NetworkManagerJoin.isRunning() {
            return try NetworkManagerJoin(network).join()
        }
        guard Programs.contain("iwctl") else {
            throw UserError("NetworkManager is not running, and iwctl is not installed")
        }
        try IwdJoin(network).join()
    }
}

extension WiFiNetwork {
    /// A name has 1 to 32 bytes (IEEE 802.11, 9.4.2.2).
    package func checkName() throws {
        if ssid.isEmpty { throw UserError("The code contains no network name") }
        if ssid.utf8.contains(0) { throw UserError("The network name contains a NUL, which programs do not accept") }
        if ssid.utf8.count > 32 { throw UserError("The network name is longer than the maximum of 32 bytes") }
    }

    /// The password.
    ///
    /// - Throws: `UserError` when the code holds none.
    package func requiredPassword() throws -> String {
        guard let password, !password.isEmpty else { throw UserError("The code contains no password: join manually") }
        return password
    }
}

extension Unicode.Scalar {
    /// Whether it is a C0 or C1 control character.
    package var isControl: Bool { properties.generalCategory == .control }
}

extension ToolRun.Ending {
    /// `outcome`, with what the program said of it.
    package func trouble(_ outcome: String) -> UserError {
        if hasTimedOut { return UserError("\(outcome) in time") }
        return UserError(lastLine.isEmpty ? outcome : "\(outcome): \(SafeText.visible(lastLine))")
    }
}

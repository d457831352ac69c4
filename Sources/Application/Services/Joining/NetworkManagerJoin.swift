import Files
import Formats
import Foundation
import Payloads

/// Joining a network with NetworkManager: a profile without its password by `nmcli connection add`, then
/// `nmcli connection up` with the password on standard input, which NetworkManager stores. No password is ever an argument,
/// for any user of the machine sees those.
package struct NetworkManagerJoin {
    /// The settings of the profile, as `nmcli connection add` takes them.
    package let settings: [String]
    /// Lines for `passwd-file`; none for an open network.
    package let secrets: [UInt8]
    private let name: String
    private let program: String

    /// - Parameter program: nmcli, looked up in `PATH` by default.
    /// - Throws: `UserError` when the code has too little to join with.
    package init(_ network: WiFiNetwork, program: String = "nmcli") throws {
        try network.checkName()
        self.program = program
        // Also what the profile is called in lists of others.
        name = SafeText.visible(network.ssid)
        var settings = ["type", "wifi", "con-name", name, "ssid", network.ssid]
        if network.isHidden { settings += ["wifi.hidden", "yes"] }
        let security = try Security(network)
        self.settings = settings + security.settings
        secrets = try security.secret.map { try Self.line($0.key, $0.value) } ?? []
    }

    /// A security type in NetworkManager's words (nm-settings-nmcli(5)).
    private struct Security {
        var settings: [String] = []
        var secret: (key: String, value: String)?

        init(_ network: WiFiNetwork) throws {
            switch network.security {
            case .open: break
            case .wep:
                settings = ["wifi-sec.key-mgmt", "none", "wifi-sec.wep-tx-keyidx", "0"]
                secret = ("802-11-wireless-security.wep-key0", try network.requiredPassword())
            case .wpa, .wpa3:
                // `wpa-psk` is WPA2 and WPA3 alike, as the network has it; `sae` is WPA3 only.
                settings = ["wifi-sec.key-mgmt", network.isWPA3Only ? "sae" : "wpa-psk"]
                secret = ("802-11-wireless-security.psk", try network.requiredPassword())
            case .eap:
                guard let method = network.eapMethod?.lowercased(), !method.isEmpty else {
                    throw UserError("The code names no EAP method: ask the network's administrator")
                }
                guard method != "tls" else {
                    throw UserError(
                        "The network requires a client certificate, which codes cannot contain: set it up manually")
                }
                settings = [
                    "wifi-sec.key-mgmt", "wpa-eap", "802-1x.eap", method, "802-1x.identity", network.identity ?? "",
                ]
                if let name = network.anonymousIdentity { settings += ["802-1x.anonymous-identity", name] }
                if let method = network.phase2Method, !method.isEmpty {
                    settings += ["802-1x.phase2-auth", method.lowercased()]
                }
                secret = ("802-1x.password", try network.requiredPassword())
            case .unknown: throw UserError("Unknown security type “\(SafeText.visible(network.securityName))”")
            }
        }
    }

    /// A line of a passwd-file: a backslash begins an escape there, and blanks at the ends are dropped unless they are escaped
    /// (libnmc-base's nm-client-utils.c, NetworkManager 1.16 and newer).
    private static func line(_ key: String, _ value: String) throws -> [UInt8] {
        guard !value.unicodeScalars.contains(where: { $0.isControl && $0 != "\t" }) else {
            throw UserError("The password contains control characters, which nmcli does not accept")
        }
        var line = key + ":"
        for character in value.unicodeScalars {
            switch character {
            case "\\", " ": line += "\\\(character)"
            case "\t": line += "\\t"
            default: line.unicodeScalars.append(character)
            }
        }
        return Array((line + "\n").utf8)
    }

    /// Joins, by the profile of this name where there is one. Blocks for as long as it takes, at most some 50 s.
    ///
    /// - Throws: `UserError` with what nmcli said; a profile that was made for it is gone again.
    package func join() throws {
        if let known = try knownProfile() { return try bringUp(known) }
        let id = UUID().uuidString.lowercased()
        let made = try ToolRun(
            [program, "connection", "add"] + settings + ["connection.uuid", id], limit: .seconds(15)
        ).run()
        guard made.isSuccess else { throw made.trouble("nmcli created no profile") }
        do {
            try bringUp(id)
        } catch {
            _ = try? ToolRun([program, "connection", "delete", "uuid", id], limit: .seconds(10)).run()
            throw error
        }
    }

    private func bringUp(_ id: String) throws {
        let file = secrets.isEmpty ? [] : ["passwd-file", "/dev/stdin"]
        let ending = try ToolRun(
            [program, "--wait", "30", "connection", "up", "uuid", id] + file, input: .bytes(secrets),
            limit: .seconds(40)
        ).run()
        guard ending.isSuccess else { throw ending.trouble("nmcli could not join") }
    }

    /// The number of the profile of this name, where there is one.
    private func knownProfile() throws -> String? {
        let list = try ToolRun(
            [program, "--terse", "--fields", "UUID,TYPE,NAME", "connection", "show"], limit: .seconds(10)
        ).run()
        let escaped = name.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        for line in list.text.split(separator: "\n") where line.hasSuffix(":802-11-wireless:\(escaped)") {
            if let id = UUID(uuidString: String(line.prefix { $0 != ":" })) { return id.uuidString.lowercased() }
        }
        return nil
    }

    /// Whether NetworkManager runs.
    package static func isRunning() -> Bool {
        let ending = try? ToolRun(["nmcli", "--terse", "--fields", "RUNNING", "general"], limit: .seconds(5)).run()
        return ending?.isSuccess == true && ending?.lastLine == "running"
    }
}

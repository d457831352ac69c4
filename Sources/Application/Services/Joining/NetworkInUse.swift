import Files
import Formats
import Foundation

/// The Wi-Fi network that this machine is in, as NetworkManager or iwd tells it.
///
///     let network = try NetworkInUse.current()
///     network.values                     // ["ssid": "Home", "security": "wpa"]
///     let password = try network.password()
package struct NetworkInUse {
    /// What the form for Wi-Fi networks takes, by its ids; without the password.
    package let values: [String: String]
    private let readPassword: () throws -> String?

    /// The password, asked for only now; nil for a network that has none.
    ///
    /// - Throws: `UserError` where this user may not read it.
    package func password() throws -> String? { try readPassword() }

    /// The network in use. Blocks for some seconds at most.
    ///
    /// - Throws: `UserError` where there is none, or none of both programs.
    package static func current() throws -> NetworkInUse {
        if Programs.contain("nmcli"), NetworkManagerJoin.isRunning() { return try ofNetworkManager() }
        guard Programs.contain("iwctl") else {
            throw UserError(
                "neither NetworkManager (nmcli) nor iwd (iwctl) reports the current network: use --ssid and --password -"
            )
        }
        return try ofIwd()
    }

    private init(_ values: [String: String], readPassword: @escaping () throws -> String?) {
        (self.values, self.readPassword) = (values.filter { !$0.value.isEmpty }, readPassword)
    }

    private static let noNetwork = UserError(
        "this machine is not connected to a Wi-Fi network: use --ssid and --password -")
}

extension NetworkInUse {
    /// - Parameter program: nmcli, looked up in `PATH` by default.
    package static func ofNetworkManager(program: String = "nmcli") throws -> NetworkInUse {
        let profile = try NetworkManagerProfile(program)
        let name = try profile.value("802-11-wireless.ssid")
        var values = ["ssid": name]
        if try profile.value("802-11-wireless.hidden") == "yes" { values["hidden"] = "yes" }
        let secret: String
        switch try profile.value("802-11-wireless-security.key-mgmt") {
        // Enhanced Open (owe) has no password either.
        case "", "owe": return NetworkInUse(values.merging(["security": "none"]) { $1 }) { nil }
        case "none": (values["security"], secret) = ("wep", "802-11-wireless-security.wep-key0")
        case "wpa-psk": (values["security"], secret) = ("wpa", "802-11-wireless-security.psk")
        case "sae": (values["security"], secret) = ("wpa3", "802-11-wireless-security.psk")
        case "wpa-eap":
            (values["security"], secret) = ("eap", "802-1x.password")
            values["eap-method"] = try profile.value("802-1x.eap").uppercased()
            let inner = try profile.value("802-1x.phase2-auth").uppercased()
            values["phase2-method"] = inner.isEmpty ? "none" : inner
            values["identity"] = try profile.value("802-1x.identity")
            values["anonymous-identity"] = try profile.value("802-1x.anonymous-identity")
        case let other:
            throw UserError(
                "\(SafeText.visible(name)): codes cannot describe networks with the security type \(SafeText.visible(other))"
            )
        }
        return NetworkInUse(values) {
            let password = try profile.value(secret, isSecret: true)
            guard !password.isEmpty else {
                throw UserError(
                    "NetworkManager does not give this user the password of \(SafeText.visible(name)): use --password -"
                )
            }
            return password
        }
    }

    /// The profile of NetworkManager that is active on a Wi-Fi device. Nothing of it but its number is ever an argument.
    private struct NetworkManagerProfile {
        let program: String
        let uuid: String

        init(_ program: String) throws {
            self.program = program
            let list = try ToolRun(
                [program, "--terse", "--fields", "UUID,TYPE", "connection", "show", "--active"], limit: .seconds(10)
            ).run()
            guard list.isSuccess else { throw list.trouble("nmcli reports no network") }
            let line = list.text.split(separator: "\n").first { $0.hasSuffix(":802-11-wireless") }
            guard let uuid = line.flatMap({ UUID(uuidString: String($0.prefix { $0 != ":" })) }) else {
                throw noNetwork
            }
            self.uuid = uuid.uuidString.lowercased()
        }

        /// A property by its name, as it is; empty where it has none.
        func value(_ property: String, isSecret: Bool = false) throws -> String {
            let ending = try ToolRun(
                [program] + (isSecret ? ["--show-secrets"] : [])
                    + ["--escape", "no", "--get-values", property, "connection", "show", "uuid", uuid],
                limit: .seconds(10)
            ).run()
            guard ending.isSuccess else { throw ending.trouble("nmcli does not report \(property)") }
            let bytes = ending.output.last == 0x0A ? ending.output.dropLast() : ending.output[...]
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw UserError("\(property) of the current network is not text: use --ssid and --password -")
            }
            return text
        }
    }
}

extension NetworkInUse {
    /// - Parameters:
    ///   - program: iwctl, looked up in `PATH` by default.
    ///   - devices: the folder of network devices in sysfs.
    ///   - profiles: where iwd keeps what it knows of networks (iwd.network(5)).
    package static func ofIwd(
        program: String = "iwctl", devices: String = "/sys/class/net", profiles: String = "/var/lib/iwd"
    ) throws -> NetworkInUse {
        guard let device = IwdJoin.device(in: devices) else { throw UserError("No Wi-Fi device here") }
        let ending = try ToolRun([program, "station", device, "show"], limit: .seconds(10)).run()
        guard ending.isSuccess else { throw ending.trouble("iwctl reports no network") }
        // `            Connected network     Home`, in columns.
        func value(_ name: String) -> String? {
            for line in ending.text.split(whereSeparator: \.isNewline) {
                guard let range = line.firstRange(of: name + "  ") else { continue }
                let value = line[range.upperBound...].drop { $0 == " " }
                let end = value.lastIndex { $0 != " " }.map { value.index(after: $0) } ?? value.startIndex
                return value[..<end].isEmpty ? nil : String(value[..<end])
            }
            return nil
        }
        guard let name = value("Connected network") else { throw noNetwork }
        let security = value("Security") ?? ""
        if security.lowercased().contains("open") { return NetworkInUse(["ssid": name, "security": "none"]) { nil } }
        guard security.hasSuffix("Personal") else {
            throw UserError(
                "\(SafeText.visible(name)): iwd does not report how users authenticate: use --ssid and the other options"
            )
        }
        let values = ["ssid": name, "security": security.hasPrefix("WPA3") ? "wpa3" : "wpa"]
        return NetworkInUse(values) {
            let path = "\(profiles)/\(profileName(name)).psk"
            let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
            guard let line = lines.first(where: { $0.hasPrefix("Passphrase=") }) else {
                throw UserError("iwd keeps the password where only root can read it (\(profiles)): use --password -")
            }
            return String(line.dropFirst("Passphrase=".count))
        }
    }

    /// How iwd calls the file of a network: letters, digits, blanks, `-` and `_` as they are, any other as `=` and hexadecimal digits.
    private static func profileName(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || " -_".utf8.contains($0)
        }
        return isPlain ? name : "=" + name.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

@testable import Services
import Foundation
import Testing

/// Against programs that tell what a script says.
struct NetworkInUseTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func program(_ body: String) throws -> String {
        let path = folder.appendingPathComponent("tool").path
        let script = "#!/bin/sh\necho \"$*\" >> '\(folder.path)/runs'\n\(body)\n"
        // By another process: one that is started meanwhile would have the file open for writing, which cannot be run then.
        let writing = ["/bin/sh", "-c", #"cat > "$1" && chmod 755 "$1""#, "sh", path]
        try #require(try ToolRun(writing, input: .bytes(Array(script.utf8)), limit: .seconds(20)).run().isSuccess)
        return path
    }

    private func nmcli(_ properties: [String: String], active: Bool = true) throws -> String {
        let id = "0d6f1b5c-2b1f-4f0e-9d3a-2f6f0d3a7c11"
        let cases = properties.map { "*\"--get-values \($0.key) \"*) printf '%s\\n' '\($0.value)' ;;" }
        return try program(
            """
            case "$*" in
            *--active*) printf 'x:loopback\\n\(active ? "\(id):802-11-wireless" : "")\\n' ;;
            \(cases.joined(separator: "\n"))
            *) echo ;;
            esac
            """)
    }

    private var runs: String { (try? String(contentsOf: folder.appendingPathComponent("runs"), encoding: .utf8)) ?? "" }

    @Test func thePasswordIsAskedForOnlyWhenItIsWanted() throws {
        let program = try nmcli([
            "802-11-wireless.ssid": "Ho:me \\", "802-11-wireless.hidden": "yes",
            "802-11-wireless-security.key-mgmt": "wpa-psk", "802-11-wireless-security.psk": " pass;word",
        ])
        let network = try NetworkInUse.ofNetworkManager(program: program)
        #expect(network.values == ["ssid": "Ho:me \\", "security": "wpa", "hidden": "yes"])
        #expect(!runs.contains("show-secrets") && !runs.contains("psk"))
        #expect(try network.password() == " pass;word")
        #expect(
            runs.contains(
                "--show-secrets --escape no --get-values 802-11-wireless-security.psk connection show uuid 0d6f"))
        #expect(!runs.contains("pass;word") && !runs.contains("Ho:me"))
    }

    @Test func openNetworksHaveNoPassword() throws {
        let network = try NetworkInUse.ofNetworkManager(program: try nmcli(["802-11-wireless.ssid": "Open"]))
        #expect(network.values == ["ssid": "Open", "security": "none"])
        #expect(try network.password() == nil)
    }

    @Test func accountsAreToldWithTheirMethod() throws {
        let network = try NetworkInUse.ofNetworkManager(
            program: try nmcli([
                "802-11-wireless.ssid": "Uni", "802-11-wireless-security.key-mgmt": "wpa-eap", "802-1x.eap": "ttls",
                "802-1x.identity": "ada",
            ]))
        #expect(
            network.values == [
                "ssid": "Uni", "security": "eap", "eap-method": "TTLS", "phase2-method": "none", "identity": "ada",
            ])
        #expect { try network.password() } throws: { "\($0)".contains("--password -") }
    }

    @Test func whoIsInNoNetworkIsToldSo() throws {
        let program = try nmcli([:], active: false)
        #expect { try NetworkInUse.ofNetworkManager(program: program) } throws: {
            "\($0)".contains("not connected to a Wi-Fi network")
        }
    }

    @Test func iwdTellsInColumnsAndKeepsPasswordsInFiles() throws {
        let program = try program(
            #"printf '\033[90m  Settable  Property   Value\033[0m\n\n            State                 connected\n            Connected network     Ca fé 1\n            Security              WPA2-Personal\n'"#
        )
        let devices = folder.appendingPathComponent("net")
        try FileManager.default.createDirectory(
            at: devices.appendingPathComponent("wlan0/phy80211"), withIntermediateDirectories: true)
        func network() throws -> NetworkInUse {
            try NetworkInUse.ofIwd(program: program, devices: devices.path, profiles: folder.path)
        }
        #expect(try network().values == ["ssid": "Ca fé 1", "security": "wpa"])
        #expect { try network().password() } throws: { "\($0)".contains("only root") }
        try Data("[Security]\nPassphrase=a=b c\n".utf8).write(
            to: folder.appendingPathComponent("=43612066c3a92031.psk"))
        #expect(try network().password() == "a=b c")
    }
}

@testable import Services
import Files
import Foundation
import Payloads
import Symbols
import Testing

/// Against programs that record what they are given: every argument on a line, and standard input.
struct NetworkJoiningTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    /// A program that records its runs and then does `body`.
    private func program(_ body: String) throws -> String {
        let path = folder.appendingPathComponent("tool").path
        let script = """
            #!/bin/sh
            { echo "run"; for word in "$@"; do echo "  $word"; done; } >> '\(folder.path)/runs'
            \(body)
            """
        // By another process: one that is started meanwhile would have the file open for writing, which cannot be run then.
        let writing = ["/bin/sh", "-c", #"cat > "$1" && chmod 755 "$1""#, "sh", path]
        let ending = try ToolRun(writing, input: .bytes(Array(script.utf8)), limit: .seconds(20)).run()
        try #require(ending.isSuccess)
        return path
    }

    private func recorded(_ name: String) -> String {
        (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }

    private func network(_ text: String) throws -> WiFiNetwork {
        let payload = Payload.parse(
            SymbolContent(symbology: .qrCode, identifier: "]Q1", bytes: Array(text.utf8), text: text, charset: nil))
        for action in payload.actions { if case .join(let network) = action.effect { return network } }
        throw UserError("no network in \(text)")
    }

    private let acceptingNmcli = #"""
        case "$*" in
        *"connection show") printf '%s' "$KNOWN" ;;
        *passwd-file*) cat > "$(dirname "$0")/secrets" ;;
        esac
        """#

    @Test func thePasswordIsNoArgument() throws {
        let nmcli = try program(acceptingNmcli)
        try NetworkManagerJoin(network(#"WIFI:T:WPA;S:Cafe\;1;P:se cr\\et\:x;H:true;;"#), program: nmcli).join()
        let runs = recorded("runs")
        #expect(!runs.contains("cr\\et"))
        #expect(!runs.contains("se cr"))
        #expect(
            runs.contains(
                "  con-name\n  Cafe;1\n  ssid\n  Cafe;1\n  wifi.hidden\n  yes\n  wifi-sec.key-mgmt\n  wpa-psk\n"))
        #expect(runs.contains("  --wait\n  30\n  connection\n  up\n  uuid\n"))
        #expect(recorded("secrets") == "802-11-wireless-security.psk:se\\ cr\\\\et:x\n")
    }

    @Test(arguments: [
        ("WIFI:S:open;;", [], ""),
        ("WIFI:T:WEP;S:old;P:abcde;;", ["wifi-sec.key-mgmt", "none", "wifi-sec.wep-tx-keyidx", "0"], "wep-key0:abcde"),
        ("WIFI:T:SAE;S:new;P:abcdefgh;;", ["wifi-sec.key-mgmt", "sae"], "psk:abcdefgh"),
        ("WIFI:T:WPA;R:1;S:new;P:abcdefgh;;", ["wifi-sec.key-mgmt", "sae"], "psk:abcdefgh"),
        ("WIFI:T:WPA;R:0;S:new;P:abcdefgh;;", ["wifi-sec.key-mgmt", "wpa-psk"], "psk:abcdefgh"),
        (
            "WIFI:T:WPA2-EAP;S:work;E:PEAP;PH2:MSCHAPV2;I:ann;A:anon;P:pw;;",
            [
                "wifi-sec.key-mgmt", "wpa-eap", "802-1x.eap", "peap", "802-1x.identity", "ann",
                "802-1x.anonymous-identity", "anon", "802-1x.phase2-auth", "mschapv2",
            ], "802-1x.password:pw"
        ),
    ])
    func securityIsAsTheCodeSays(text: String, settings: [String], secret: String) throws {
        let join = try NetworkManagerJoin(network(text))
        #expect(Array(join.settings.drop { $0 != "ssid" }.dropFirst(2)) == settings)
        let secrets = String(decoding: join.secrets, as: UTF8.self)
        #expect(secret.isEmpty ? secrets.isEmpty : secrets.hasSuffix(secret + "\n"))
        #expect(secrets.filter { $0 == "\n" }.count <= 1)
    }

    @Test(arguments: [
        ("WIFI:T:WPA;S:x;;", "no password"), ("WIFI:T:XYZ;S:x;P:12345678;;", "Unknown security type"),
        ("WIFI:T:WPA2-EAP;S:x;P:12345678;;", "EAP method"), ("WIFI:T:WPA2-EAP;E:TLS;S:x;P:1;;", "certificate"),
        ("WIFI:T:WPA;S:123456789012345678901234567890123;P:12345678;;", "32 bytes"),
        ("WIFI:T:WPA;S:x;P:1234567\n802-1x.password;;", "control characters"),
    ])
    func whatCannotBeJoinedSaysWhy(text: String, reason: String) throws {
        let network = try network(text)
        #expect { try NetworkManagerJoin(network) } throws: { "\($0)".contains(reason) }
    }

    @Test func aNameThatLooksLikeAnOptionIsAValue() throws {
        let join = try NetworkManagerJoin(network("WIFI:S:--ask;;"))
        #expect(join.settings == ["type", "wifi", "con-name", "--ask", "ssid", "--ask"])
    }

    @Test func aProfileOfThatNameIsUsedAgain() throws {
        let id = "31e97f87-66c1-4d92-9358-26e8dde4da36"
        let nmcli = try program(
            "KNOWN='aaaa:802-3-ethernet:a\\:b\n\(id):802-11-wireless:a\\:b\n'\n" + acceptingNmcli)
        try NetworkManagerJoin(network(#"WIFI:T:WPA;S:a\:b;P:12345678;;"#), program: nmcli).join()
        #expect(recorded("runs").contains("  up\n  uuid\n  \(id)\n"))
        #expect(!recorded("runs").contains("  add\n"))
    }

    @Test func aProfileThatDoesNotWorkIsTakenAway() throws {
        let nmcli = try program(
            #"case "$*" in *" up "*) cat >/dev/null; echo "Error: Secrets were required, but not provided." >&2; exit 4;; esac"#
        )
        let join = try NetworkManagerJoin(network("WIFI:T:WPA;S:x;P:12345678;;"), program: nmcli)
        #expect { try join.join() } throws: {
            "\($0)" == "nmcli could not join: Error: Secrets were required, but not provided."
        }
        let runs = recorded("runs").components(separatedBy: "run\n")
        let added = try #require(runs.first { $0.contains("  add\n") })
        let id = try #require(added.split(separator: "\n").last)
        #expect(runs.contains { $0.contains("  delete\n  uuid\n\(id)\n") })
    }

    // MARK: - iwd

    private func devices() throws -> String {
        let path = folder.appendingPathComponent("net")
        for name in ["eth0", "wlan0/phy80211"] {
            try FileManager.default.createDirectory(
                at: path.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        return path.path
    }

    private let askingIwctl = #"""
        case "$*" in
        *connect*)
            printf 'Type the network passphrase for x psk.\nPassphrase: '
            stty -echo; IFS= read -r word; echo "$word" > "$(dirname "$0")/secrets" ;;
        esac
        """#

    @Test func iwdAsksForThePasswordOnATerminal() throws {
        let iwctl = try program(askingIwctl)
        let network = try network(#"WIFI:T:WPA;S:Cafe Nero;P:s3cret\;pass"x;;"#)
        try IwdJoin(network, program: iwctl, devices: devices()).join()
        #expect(recorded("runs") == "run\n  station\n  wlan0\n  connect\n  Cafe Nero\n")
        #expect(recorded("secrets") == "s3cret;pass\"x\n")
    }

    @Test func iwdScansForANetworkThatItHasNotSeen() throws {
        let iwctl = try program(
            #"test -e "$(dirname "$0")/seen" && exit 0; "#
                + #"case "$*" in *scan) touch "$(dirname "$0")/seen";; *) echo "Invalid network name 'x'"; exit 1;; esac"#
        )
        try IwdJoin(network("WIFI:S:x;H:true;;"), program: iwctl, devices: devices()).join()
        let words = recorded("runs").split(separator: "\n").filter { ["  scan", "  connect-hidden"].contains($0) }
        #expect(words == ["  connect-hidden", "  scan", "  connect-hidden"])
    }

    @Test func iwdSaysWhatItCannot() throws {
        let missing = try IwdJoin(network("WIFI:S:x;;"), program: "/nowhere/iwctl", devices: folder.path)
        #expect { try missing.join() } throws: { "\($0)" == "No Wi-Fi device here" }
        let refused = try program("printf '\\033[0;91mOperation failed\\n\\033[0m'; exit 1")
        let join = try IwdJoin(network("WIFI:S:x;;"), program: refused, devices: devices())
        #expect { try join.join() } throws: { "\($0)" == "iwctl could not join: Operation failed" }
        #expect(throws: UserError.self) { try IwdJoin(network("WIFI:T:WPA2-EAP;E:PEAP;S:x;P:1;;")) }
        #expect(throws: UserError.self) { try IwdJoin(network("WIFI:T:WPA;S:-x;P:12345678;;")) }
        #expect(throws: UserError.self) { try IwdJoin(network("WIFI:T:WEP;S:x;P:12345;;")) }
    }
}

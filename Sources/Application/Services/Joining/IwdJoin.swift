import Files
import Formats
import Foundation
import Payloads

/// Joining a network with iwd: `iwctl station DEVICE connect NAME`, which asks for the password on a terminal.
package struct IwdJoin {
    private let ssid: String
    private let isHidden: Bool
    private let password: String?
    private let program: String
    private let devices: String

    /// - Parameters:
    ///   - program: iwctl, looked up in `PATH` by default.
    ///   - devices: the folder of network devices in sysfs.
    /// - Throws: `UserError` when the code has too little to join with, or iwd cannot join such a network without a file of
    ///   the administrator's.
    package init(_ network: WiFiNetwork, program: String = "iwctl", devices: String = "/sys/class/net") throws {
        (self.program, self.devices) = (program, devices)
        try network.checkName()
        // iwctl would take it for an option.
        guard !network.ssid.hasPrefix("-") else {
            throw UserError("iwctl does not accept a name that begins with a dash")
        }
        switch network.security {
        case .open: password = nil
        case .wpa, .wpa3: password = try network.requiredPassword()
        case .wep: throw UserError("iwd does not support WEP networks: WEP is insecure")
        case .eap: throw UserError("iwd can join this network only with a file in /var/lib/iwd: see iwd.network(5)")
        case .unknown: throw UserError("Unknown security type “\(SafeText.visible(network.securityName))”")
        }
        // It is typed into a line editor, which would act on them.
        guard password?.unicodeScalars.contains(where: \.isControl) != true else {
            throw UserError("The password contains control characters, which iwctl does not accept")
        }
        ssid = network.ssid
        isHidden = network.isHidden
    }

    /// Joins. Blocks for as long as it takes, at most some 80 s.
    ///
    /// - Throws: `UserError` with what iwctl said.
    package func join() throws {
        guard let device = Self.device(in: devices) else { throw UserError("No Wi-Fi device here") }
        var ending = try connect(device)
        if !ending.isSuccess, ending.text.contains("Invalid network name") {
            // It was not seen yet.
            _ = try ToolRun([program, "station", device, "scan"], limit: .seconds(10)).run()
            Thread.sleep(forTimeInterval: Self.scanning)
            ending = try connect(device)
        }
        guard ending.isSuccess else { throw ending.trouble("iwctl could not join") }
    }

    /// How long a scan of all channels takes, in seconds.
    private static let scanning = 5.0

    private func connect(_ device: String) throws -> ToolRun.Ending {
        let arguments = [program, "station", device, isHidden ? "connect-hidden" : "connect", ssid]
        guard let password else { return try ToolRun(arguments, limit: .seconds(30)).run() }
        let answer = ToolRun.Input.answer(prompt: "assphrase:", line: Array(password.utf8))
        return try ToolRun(arguments, input: answer, limit: .seconds(30)).run()
    }

    /// The first Wi-Fi device, by its folder in sysfs.
    package static func device(in folder: String) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().first { FileManager.default.fileExists(atPath: "\(folder)/\($0)/phy80211") }
    }
}

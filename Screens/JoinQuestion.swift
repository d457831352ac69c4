import Payloads
import Surface

extension Confirmation {
    /// Asks before a network is joined; its password is not shown.
    static func joining(_ network: WiFiNetwork, warnings: [PayloadWarning]) -> Confirmation {
        var lines = [Line.strong("Network   \(network.ssid)")]
        lines += warnings.map { .warning($0.message) }
        if network.security == .eap {
            lines.append(.warning("Its certificate is not checked: whoever runs it can learn the password."))
        }
        lines.append(.text("Security  \(network.securityTitle)"))
        if network.isHidden { lines.append(.text("It hides its name: the device will call for it from now on.")) }
        return Confirmation(
            title: "Join this network?", lines: lines, yes: [.file(.join(network))],
            weight: warnings.isEmpty ? .light : .grave)
    }
}

import Payloads
import Surface

extension Confirmation {
    /// Asks before an address is opened: first where it really leads, then every warning, then the whole of it.
    ///
    /// - Parameter besides: warnings of the text that the address stands in.
    static func opening(_ target: LinkTarget, besides: [PayloadWarning] = []) -> Confirmation {
        let warnings = target.warnings + besides.filter { !target.warnings.contains($0) }
        let host = target.host
        var lines = [Line.strong("Leads to  \(host.registrableDomain)")]
        lines += warnings.map { .warning($0.message) }
        if host.ascii != host.registrableDomain { lines.append(.text("Host      \(host.ascii)")) }
        if host.unicode != host.ascii { lines.append(.text("Reads as  \(host.unicode)")) }
        lines.append(.text("Address   \(Canvas.fitting(target.url, width: longestAddress))"))
        return Confirmation(
            title: "Open this address?", lines: lines, yes: [.file(.open(address: target.url))],
            weight: warnings.isEmpty ? .light : .grave)
    }

    /// What of an address is shown, in columns: the host has been by then, and the rest may have thousands.
    private static let longestAddress = 400
}

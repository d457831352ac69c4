import Payloads
import Surface

extension Payload {
    /// Where a web address leads; nil for other contents, though addresses may stand in them.
    var linkTarget: LinkTarget? {
        guard kind == .url else { return nil }
        return actions.lazy.compactMap { if case .open(let target) = $0.effect { target } else { nil } }.first
    }
}

extension LinkTarget {
    /// The domain that somebody has registered, as large as a terminal writes: letter by letter, so that `rn` is not taken for `m`.
    var spelledDomain: String { host.registrableDomain.map(String.init).joined(separator: " ") }
}

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

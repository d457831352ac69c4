import Payloads
import Surface
import Widgets

extension Payload {
    /// Where a web address leads; nil for other contents, though addresses may stand in them.
    var linkTarget: LinkTarget? {
        guard kind == .url else { return nil }
        return actions.lazy.compactMap { if case .open(let target) = $0.effect { target } else { nil } }.first
    }

    /// The address that a terminal may open by itself, without a question: one without warnings, whose host is shown as it is.
    var harmlessAddress: String? {
        guard warnings.isEmpty, let url = linkTarget?.url, let address = WebAddress(absolute: Array(url.utf8)[...]),
            address.url == url, address.userinfo == nil, !address.isObscured, address.host.unicode == address.host.ascii
        else { return nil }
        return url
    }

    /// Where a line leads to that begins with the host of a harmless address.
    package func link(in line: String) -> TableLink? {
        guard let url = harmlessAddress, let host = linkTarget?.host.ascii, line.hasPrefix(host) else { return nil }
        return TableLink(url, hostWidth: host.count)
    }
}

extension LinkTarget {
    /// The domain that somebody has registered, as large as a terminal writes: letter by letter, so that `rn` is not taken for `m`.
    var spelledDomain: String { host.registrableDomain.map(String.init).joined(separator: " ") }
}

/// Asked before something is done with a content. Its warnings make it harder to say yes.
extension Confirmation {
    /// What of an address is shown, in columns: it may have thousands.
    private static let longestAddress = 400

    private init(
        _ title: String, _ subject: String, _ warnings: [PayloadWarning], _ others: [Line] = [], yes effect: FileEffect
    ) {
        self.init(
            title: title, lines: [.strong(subject)] + warnings.map { .warning($0.message) } + others,
            yes: [.file(effect)], weight: warnings.isEmpty ? .light : .grave)
    }

    /// Asks before an address is opened: first where it really leads, then every warning, then the whole of it.
    ///
    /// - Parameter besides: warnings of the text that the address stands in.
    static func opening(_ target: LinkTarget, besides: [PayloadWarning] = []) -> Confirmation {
        let warnings = target.warnings + besides.filter { !target.warnings.contains($0) }
        let host = target.host
        var others: [Line] = []
        if host.ascii != host.registrableDomain { others.append(.text("Host      \(host.ascii)")) }
        if host.unicode != host.ascii { others.append(.text("Reads as  \(host.unicode)")) }
        others.append(.text("Address   \(Canvas.fitting(target.url, width: longestAddress))"))
        return Confirmation(
            "Open this address?", "Leads to  \(host.registrableDomain)", warnings, others,
            yes: .open(address: target.url))
    }

    /// Asks before an address such as `mailto:` goes to the desktop's handler.
    static func handingOver(_ address: String, besides: [PayloadWarning]) -> Confirmation {
        Confirmation(
            "Open this with the default program?", Canvas.fitting(address, width: longestAddress), besides,
            yes: .open(address: address))
    }

    /// Asks before a file goes to the desktop's handler for its kind.
    static func handingOver(_ name: String, _ bytes: [UInt8], besides: [PayloadWarning]) -> Confirmation {
        Confirmation(
            "Open this file with the default program?", "\(name), \(bytes.count) bytes", besides,
            yes: .openFile(name: name, bytes: bytes))
    }

    /// Asks before a network is joined; its password is not shown.
    static func joining(_ network: WiFiNetwork, warnings: [PayloadWarning]) -> Confirmation {
        var others: [Line] = []
        if network.security == .eap {
            others.append(.warning("The certificate is not checked: the network's operator can learn the password."))
        }
        others.append(.text("Security  \(network.securityTitle)"))
        if network.isHidden { others.append(.text("Its name is hidden: your device will search for it from now on.")) }
        return Confirmation(
            "Join this network?", "Network   \(network.ssid)", warnings, others, yes: .join(network))
    }
}

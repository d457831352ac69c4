import Files

/// A printer, or what is taken for one.
///
///     let printer = try Printer("socket://192.168.1.20")
///     try printer.check(.raw(zpl), layout)
package enum Printer: Hashable, Sendable {
    /// A printer that speaks IPP: an address, or the name of one that CUPS knows.
    case ipp(String)
    /// A label printer that takes bytes at a port.
    case socket(host: String, port: Int)
    /// A device, such as `/dev/usb/lp0`.
    case device(String)

    /// The port of raw printing (“JetDirect”).
    package static let rawPort = 9100

    /// A printer by `ipp://…`, `ipps://…`, `socket://HOST[:PORT]`, `HOST:PORT`, `file:PATH`, a path, or its name.
    ///
    /// - Throws: `UserError` for what is none of these.
    package init(_ text: String) throws(UserError) {
        guard (1...1000).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw UserError(
                "\(UserError.quoted(text)) is not a printer: use a name that `quietzone printers` lists, ipp://…, socket://HOST or a device path"
            )
        }
        if text.hasPrefix("ipp://") || text.hasPrefix("ipps://") {
            self = .ipp(text)
        } else if text.hasPrefix("file:") {
            self = .device(String(text.dropFirst(text.hasPrefix("file://") ? 7 : 5)))
        } else if text.hasPrefix("/") {
            self = .device(text)
        } else if text.hasPrefix("socket://") {
            let rest = text.dropFirst(9)
            guard let address = Self.address(rest.last == "/" ? rest.dropLast() : rest, needsPort: false) else {
                throw UserError("\(UserError.quoted(text)) is not an address: use socket://HOST or socket://HOST:PORT")
            }
            self = .socket(host: address.host, port: address.port)
        } else if let address = Self.address(text[...], needsPort: true) {
            self = .socket(host: address.host, port: address.port)
        } else if text.contains("://") {
            throw UserError(
                "\(UserError.quoted(text)) is not a printer's address: use ipp://…, ipps://… or socket://HOST")
        } else {
            self = .ipp(text)
        }
    }

    /// Whether labels of rolls go to it in a language of its own by default.
    package var isRaw: Bool {
        if case .ipp = self { return false }
        return true
    }

    /// The host of an `ipp` or `ipps` address; nil for a name.
    static func host(ofIPP text: String) -> String? {
        guard let start = text.firstRange(of: "://") else { return nil }
        let place = text[start.upperBound...].prefix { !"/?#".contains($0) }
        let userEnd = place.lastIndex(of: "@").map(place.index(after:)) ?? place.startIndex
        return address(place[userEnd...], needsPort: false)?.host
    }

    /// `HOST`, `HOST:PORT`, `[::1]:PORT`.
    private static func address(_ text: Substring, needsPort: Bool) -> (host: String, port: Int)? {
        var (host, port) = (text, Substring(""))
        if let colon = text.lastIndex(of: ":"), text[colon...].dropFirst().allSatisfy(\.isNumber),
            text[..<colon].last != ":"
        {
            (host, port) = (text[..<colon], text[text.index(after: colon)...])
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.contains(where: { "/[]@?#".contains($0) }) else { return nil }
        if port.isEmpty { return needsPort ? nil : (String(host), rawPort) }
        guard let number = Int(port), (1...65_535).contains(number) else { return nil }
        return (String(host), number)
    }
}

/// How a job is printed.
package struct PrintTicket: Hashable, Sendable {
    package var title = "labels"
    /// How often all of it.
    package var copies = 1
    /// How well; nil for the printer's own.
    package var quality: Quality?
    /// The paper by its name in IPP, such as `iso_a4_210x297mm`; nil for that of the labels.
    package var media: String?
    /// How long a printer may say nothing, in seconds.
    package var patience = 30
    /// Whether the job is followed until it is printed.
    package var isFollowed = true

    package init() {}

    /// The qualities of IPP (RFC 8011, 5.2.13).
    package enum Quality: String, CaseIterable, Sendable {
        case draft, normal, high

        var number: Int32 {
            switch self {
            case .draft: 3
            case .normal: 4
            case .high: 5
            }
        }
    }
}

/// How a job that is under way gets on.
package enum PrintNews: Hashable, Sendable {
    /// So many of its bytes were sent.
    case sent(bytes: Int, of: Int)
    /// The printer has all of it, and says what it does with it: `job 12 waits: out of paper`.
    case atPrinter(job: Int, String)

    package var text: String {
        switch self {
        case .sent(let bytes, let all): "\(bytes >> 10) of \(all >> 10) KiB sent"
        case .atPrinter(_, let words): words
        }
    }
}

/// What becomes of a job that was sent.
package enum PrintOutcome: Hashable, Sendable {
    /// It is printed, or the printer has taken it: those that take bytes tell no more.
    case printed(job: Int?)
    /// It was sent, and is not followed.
    case sent(job: Int)
    case cancelled
}

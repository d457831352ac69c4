import Files

/// Who says where this machine is.
package enum PositionSource: Hashable, Sendable {
    /// The machine does not move.
    case fixed(GeoPoint)
    /// gpsd, by default on this machine at its usual port.
    case gpsd(host: String, port: String)
    /// The location service of many desktops.
    case geoclue
    /// A GPS receiver's device, or a file of what one has said.
    case nmea(path: String)

    package static let usualPort = "2947"

    /// `fixed:52.52,13.405`, `geoclue`, `gpsd`, `gpsd:HOST`, `gpsd:HOST:PORT`, `nmea:/dev/ttyACM0`.
    ///
    /// - Throws: `UserError` for another text.
    package init(_ text: String) throws(UserError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count == 2 ? String(parts[1]) : ""
        switch parts[0] {
        case "fixed" where !rest.isEmpty: self = .fixed(try GeoPoint(rest))
        case "nmea" where !rest.isEmpty: self = .nmea(path: rest)
        case "geoclue" where parts.count == 1: self = .geoclue
        case "gpsd" where parts.count == 1: self = .gpsd(host: "127.0.0.1", port: Self.usualPort)
        case "gpsd" where !rest.isEmpty: self = try Self.gpsd(rest)
        default:
            throw UserError(
                "\(UserError.quoted(text)) is not a source of positions: use fixed:LATITUDE,LONGITUDE, gpsd, gpsd:HOST:PORT, nmea:FILE or geoclue"
            )
        }
    }

    /// A host, in brackets if it has colons, and perhaps a port.
    private static func gpsd(_ text: String) throws(UserError) -> PositionSource {
        var host = text[...]
        var port = usualPort[...]
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            if rest.hasPrefix(":") { port = rest.dropFirst() } else if !rest.isEmpty { host = "" }
        } else if let colon = text.lastIndex(of: ":"), text[..<colon].contains(":") == false {
            (host, port) = (text[..<colon], text[text.index(after: colon)...])
        }
        guard !host.isEmpty, !host.contains("["), !host.contains("]"), let number = Int(port), 1...65535 ~= number
        else {
            throw UserError("\(UserError.quoted(text)) is not a host and a port, such as localhost:2947")
        }
        return .gpsd(host: String(host), port: String(number))
    }

    /// As settings and the command line spell it.
    package var text: String {
        switch self {
        case .geoclue: "geoclue"
        case .fixed(let point): "fixed:\(point.text)"
        case .gpsd("127.0.0.1", Self.usualPort): "gpsd"
        case .gpsd(let host, let port): "gpsd:\(host.contains(":") ? "[\(host)]" : host):\(port)"
        case .nmea(let path): "nmea:\(path)"
        }
    }

    /// What messages call it.
    package var title: String {
        switch self {
        case .geoclue: "GeoClue"
        case .fixed: "the fixed position"
        case .gpsd(let host, let port): "gpsd at \(host.contains(":") ? "[\(host)]" : host):\(port)"
        case .nmea(let path): path.onOneLine
        }
    }
}

import Files
import Formats

/// A place that scans can belong to: a store, a room, a shelf.
package struct Place: Hashable, Sendable {
    /// Its name in files and on the command line: up to 64 letters, digits, `-`, `_` and `.`.
    package let id: String
    /// Its name for people.
    package var name: String
    /// Its middle; nil for a place that only codes lead to.
    package var point: GeoPoint?
    /// Metres around its middle that belong to it; nil for none.
    package var radius: Double?
    /// What several places have in common, such as a floor; may be empty.
    package var zone: String
    /// What symbols say that mean this place. A `*` at the end stands for the name of a shelf.
    package var codes: [String]
    /// What belongs to it.
    package var links: [PlaceLink: String]

    /// The radius of a place, in metres.
    package static let radii = 1.0...100_000.0
    package static let maximumCodes = 100
    private static let longestText = 200

    /// - Throws: `UserError` that says which value cannot be used.
    package init(
        id: String, name: String = "", point: GeoPoint? = nil, radius: Double? = nil, zone: String = "",
        codes: [String] = [], links: [PlaceLink: String] = [:]
    ) throws(UserError) {
        guard 1...64 ~= id.utf8.count, id.first != "-",
            id.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) })
        else {
            throw UserError("\(UserError.quoted(id)) is not an id: use up to 64 letters, digits, -, _ and .")
        }
        self.id = id
        self.name = try Self.line(name.isEmpty ? id : name, "name")
        self.zone = try Self.line(zone, "zone")
        guard radius.map({ Self.radii.contains($0) }) ?? true else {
            throw UserError("a radius is 1 to 100000 metres")
        }
        guard radius == nil || point != nil else { throw UserError("a radius needs a latitude and a longitude") }
        (self.point, self.radius) = (point, radius)
        guard codes.count <= Self.maximumCodes else {
            throw UserError("a place has at most \(Self.maximumCodes) codes")
        }
        self.codes = []
        for code in codes {
            let code = try Self.line(code, "code")
            guard !code.isEmpty, code != "*" else { throw UserError("a code is empty, or * alone") }
            self.codes.append(code)
        }
        self.links = [:]
        for (link, text) in links {
            let text = try Self.line(text, link.rawValue)
            if !text.isEmpty { self.links[link] = try link.checked(text) }
        }
    }

    private static func line(_ text: String, _ what: String) throws(UserError) -> String {
        let text = text.trimmingBlanks
        guard text.unicodeScalars.count <= longestText, text.unicodeScalars.allSatisfy({ !$0.isTerminalControl }) else {
            throw UserError("a \(what) has at most \(longestText) characters and no control characters")
        }
        return text
    }

    /// One object: id, name, latitude, longitude, radius, zone, codes, and its links by their names; what there is not is left out.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [.init("id", .string(id)), .init("name", .string(name))]
        if let point {
            members += [.init("latitude", .number(point.latitude)), .init("longitude", .number(point.longitude))]
        }
        if let radius { members.append(.init("radius", .number(radius))) }
        if !zone.isEmpty { members.append(.init("zone", .string(zone))) }
        if !codes.isEmpty { members.append(.init("codes", .array(codes.map { .string($0) }))) }
        return .object(members + linkMembers)
    }

    /// Its links as members of an object.
    var linkMembers: [JSONValue.Member] {
        PlaceLink.allCases.compactMap { link in links[link].map { .init(link.rawValue, .string($0)) } }
    }
}

extension String {
    /// Without white space at both ends.
    var trimmingBlanks: String {
        let head = drop(while: \.isWhitespace)
        guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(head[...last])
    }
}

import Files
import Formats

extension Place {
    /// The place of an object as `json` makes it.
    ///
    /// - Throws: `UserError` that says what is wrong.
    init(_ object: JSONValue) throws(UserError) {
        func text(_ key: String) -> String? { object[key: key]?.string }
        func number(_ key: String) -> Double? {
            object[key: key].flatMap { $0.double ?? $0.string.flatMap { GeoPoint.number($0) } }
        }
        let codes = object[key: "codes"].map { $0.elements.compactMap(\.string) } ?? []
        try self.init(
            id: text("id") ?? "", name: text("name") ?? "",
            point: try Self.point(number("latitude"), number("longitude")), radius: number("radius"),
            zone: text("zone") ?? "", codes: codes, links: Self.links { name throws(UserError) in text(name) })
    }

    /// The links of a place, whose texts `text` has by their names.
    static func links(
        _ text: (String) throws(UserError) -> String?
    ) throws(UserError) -> [PlaceLink: String] {
        var links: [PlaceLink: String] = [:]
        for link in PlaceLink.allCases { links[link] = try text(link.rawValue) }
        return links
    }

    /// - Throws: `UserError` where one of both is missing, or out of range.
    static func point(_ latitude: Double?, _ longitude: Double?) throws(UserError) -> GeoPoint? {
        switch (latitude, longitude) {
        case (nil, nil): return nil
        case (let latitude?, let longitude?):
            guard let point = GeoPoint(latitude: latitude, longitude: longitude) else {
                throw UserError("latitude must be from -90 to 90, longitude from -180 to 180")
            }
            return point
        default: throw UserError("latitude and longitude go together: one is missing")
        }
    }

    /// An id made of a name: its letters and digits, with hyphens between its words.
    static func id(of name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        var id = ""
        for word in words where id.utf8.count + word.utf8.count < 64 { id += id.isEmpty ? "\(word)" : "-\(word)" }
        return id
    }
}

import Formats
import History

extension PlaceFile.Format {
    /// The bytes of a file with these places, which `PlaceFile` reads as they are.
    package func bytes(of places: [Place]) -> [UInt8] {
        switch self {
        case .toml: Array(places.map(Self.toml).joined(separator: "\n").utf8)
        case .csv: Self.csv(places)
        case .geojson: Self.geoJSON(places)
        }
    }

    private static func toml(_ place: Place) -> String {
        // A JSON string is a basic string of TOML: both escape the same characters.
        func text(_ text: String) -> String { JSONValue.string(text).text }
        var lines = ["[[place]]", "id = \(text(place.id))"]
        if place.name != place.id { lines.append("name = \(text(place.name))") }
        if let point = place.point { lines += ["latitude = \(point.latitude)", "longitude = \(point.longitude)"] }
        if let radius = place.radius { lines.append("radius = \(radius)") }
        if !place.zone.isEmpty { lines.append("zone = \(text(place.zone))") }
        if !place.codes.isEmpty { lines.append("codes = [\(place.codes.map(text).joined(separator: ", "))]") }
        for link in PlaceLink.allCases { place.links[link].map { lines.append("\(link.rawValue) = \(text($0))") } }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func csv(_ places: [Place]) -> [UInt8] {
        let names =
            ["id", "name", "latitude", "longitude", "radius", "zone", "codes"] + PlaceLink.allCases.map(\.rawValue)
        let rows = places.map { place in
            // Numbers are not guarded against being taken for formulas: a minus is one of theirs.
            let numbers = [place.point?.latitude, place.point?.longitude, place.radius].map { $0.map { "\($0)" } ?? "" }
            let links = PlaceLink.allCases.map { place.links[$0] ?? "" }
            let last = [place.zone, place.codes.joined(separator: "|")] + links
            let texts = [[place.id, place.name], last].map(CSVRow.text)
            return ([texts[0]] + numbers + [texts[1]]).joined(separator: ",")
        }
        return ([CSVRow.text(names)] + rows).flatMap { Array(($0 + "\r\n").utf8) }
    }

    private static func geoJSON(_ places: [Place]) -> [UInt8] {
        let features = places.map { place in
            var properties: [JSONValue.Member] = [.init("id", .string(place.id)), .init("name", .string(place.name))]
            if let radius = place.radius { properties.append(.init("radius", .number(radius))) }
            if !place.zone.isEmpty { properties.append(.init("zone", .string(place.zone))) }
            if !place.codes.isEmpty { properties.append(.init("codes", .array(place.codes.map { .string($0) }))) }
            properties += place.linkMembers
            let geometry: JSONValue =
                place.point.map { point in
                    ["type": "Point", "coordinates": .array([.number(point.longitude), .number(point.latitude)])]
                } ?? .null
            let feature: JSONValue = ["type": "Feature", "geometry": geometry, "properties": .object(properties)]
            return feature.text
        }
        return Array("{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n".utf8)
    }
}

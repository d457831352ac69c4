import Files
import Formats
import History
import SafeTOML
import TOMLKit

/// Places in a file: TOML, CSV or GeoJSON.
///
///     let file = try PlaceFile(bytes)
///     let result = try store.put(file.places)
package struct PlaceFile: Sendable {
    /// Bytes that a file has at most.
    package static let longest = 64 << 20
    /// Problems that are listed at most.
    private static let maximumProblems = 20

    /// The formats of files.
    package enum Format: String, CaseIterable, Sendable {
        case toml, csv, geojson

        /// The format that a file's name says; nil for another.
        package init?(fileName: String) {
            let ending = fileName.lowercased().split(separator: ".").last.map(String.init) ?? ""
            switch ending {
            case "json", "geojson": self = .geojson
            case "csv", "tsv": self = .csv
            case "toml": self = .toml
            default: return nil
            }
        }
    }

    /// The places, each id once: of two the last one counts.
    package private(set) var places: [Place] = []
    /// What could not be read, and why, of the first ones with their places: `line 3: no id`.
    package private(set) var bad = 0
    package private(set) var problems: [String] = []
    private var indices: [String: Int] = [:]

    /// Reads a file.
    ///
    /// - Parameter format: nil, the default, to see what it is.
    /// - Throws: `UserError` where it is none at all, or has too many places.
    package init(_ bytes: [UInt8], format: Format? = nil) throws(UserError) {
        guard let text = CSVReader.text(of: bytes) else { throw UserError("the file is neither UTF-8 nor UTF-16") }
        switch format ?? Self.format(of: text) {
        case .toml: try readTOML(text)
        case .csv: try readTable(text)
        case .geojson: try readGeoJSON(text)
        }
    }

    /// What a text looks like: GeoJSON is an object, TOML begins its places with a heading, and all else is a table.
    private static func format(of text: String) -> Format {
        let lines = text.split(whereSeparator: \.isNewline).lazy.map { $0.drop(while: \.isWhitespace) }
        guard let first = lines.first(where: { !$0.isEmpty && $0.first != "#" }) else { return .csv }
        return first.hasPrefix("{") ? .geojson : first.hasPrefix("[") ? .toml : .csv
    }

    // MARK: - Tables

    /// Other names of columns.
    private static let aliases = [
        "lat": "latitude", "breite": "latitude", "y": "latitude", "lon": "longitude", "lng": "longitude",
        "long": "longitude", "laenge": "longitude", "länge": "longitude", "x": "longitude", "title": "name",
        "code": "codes", "metres": "radius", "meters": "radius", "floor": "zone", "area": "zone",
    ]

    private mutating func readTable(_ text: String) throws(UserError) {
        var rows = CSVReader(text)
        guard let head = rows.next() else { throw UserError("the file is empty") }
        let names = head.names.map { name in Self.aliases[name.lowercased()] ?? name.lowercased() }
        guard names.contains("id") || names.contains("name") else {
            throw UserError("the first row must name its columns: id, name, latitude, longitude, radius, zone, codes")
        }
        while let row = rows.next() {
            if row.problem == nil, row.cells.allSatisfy(\.isEmpty) { continue }
            try take(at: "line \(row.line)") { () throws(UserError) -> Place in
                if let problem = row.problem { throw UserError(problem) }
                func cell(_ name: String) -> String {
                    names.firstIndex(of: name).flatMap {
                        $0 < row.cells.count ? CSVRow.content(of: row.cells[$0]) : nil
                    } ?? ""
                }
                func number(_ name: String) throws(UserError) -> Double? {
                    let text = cell(name).filter { $0 != " " }
                    guard !text.isEmpty else { return nil }
                    // With a comma as people of many countries write it.
                    guard let number = GeoPoint.number(text.replacing(",", with: ".")) else {
                        throw UserError("\(name) \(UserError.quoted(text)) is not a number")
                    }
                    return number
                }
                return try Place(
                    id: cell("id").isEmpty ? Place.id(of: cell("name")) : cell("id"), name: cell("name"),
                    point: try Place.point(try number("latitude"), try number("longitude")),
                    radius: try number("radius"), zone: cell("zone"),
                    codes: cell("codes").split(separator: "|").map { String($0) },
                    links: Place.links { name throws(UserError) in cell(name) })
            }
        }
    }

    // MARK: - GeoJSON

    private mutating func readGeoJSON(_ text: String) throws(UserError) {
        let whole: JSONValue
        do {
            whole = try JSONValue(parsing: Array(text.utf8.drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }))
        } catch {
            throw UserError("the file is not JSON: \(error)")
        }
        guard whole[key: "type"]?.string == "FeatureCollection" else {
            throw UserError("the file is not GeoJSON: it needs an object of the type FeatureCollection")
        }
        for (index, feature) in (whole[key: "features"]?.elements ?? []).enumerated() {
            try take(at: "feature \(index + 1)") { () throws(UserError) -> Place in try Self.place(feature) }
        }
    }

    private static func place(_ feature: JSONValue) throws(UserError) -> Place {
        let properties = feature[key: "properties"] ?? .null
        func text(_ key: String) -> String { properties[key: key]?.scalarText ?? "" }
        var point: GeoPoint?
        if let geometry = feature[key: "geometry"], geometry != .null {
            guard geometry[key: "type"]?.string == "Point" else {
                throw UserError("its geometry is not a point: give the middle and a property radius in metres")
            }
            // RFC 7946 has the longitude first.
            let numbers = geometry[key: "coordinates"]?.elements.compactMap(\.double) ?? []
            guard 2...3 ~= numbers.count else { throw UserError("its coordinates are not longitude and latitude") }
            point = try Place.point(numbers[1], numbers[0])
        }
        let name = text("name")
        let id = [text("id"), feature[key: "id"]?.scalarText ?? ""].first { !$0.isEmpty } ?? Place.id(of: name)
        return try Place(
            id: id, name: name, point: point, radius: properties[key: "radius"]?.double, zone: text("zone"),
            codes: properties[key: "codes"]?.elements.compactMap(\.string) ?? [],
            links: Place.links { name throws(UserError) in text(name) })
    }

    // MARK: - TOML

    private mutating func readTOML(_ text: String) throws(UserError) {
        let table: TOMLTable
        do throws(TOMLError) { table = try GuardedTOML.table(text) } catch { throw UserError("\(error)") }
        guard table.keys.allSatisfy({ $0 == "place" }), let sections = table["place"]?.array else {
            throw UserError("the file needs places in sections [[place]], each with an id")
        }
        for (index, section) in sections.enumerated() {
            try take(at: "place \(index + 1)") { () throws(UserError) -> Place in
                guard let section = section.table else { throw UserError("it is not a section [[place]]") }
                let known =
                    ["id", "name", "latitude", "longitude", "radius", "zone", "codes"]
                    + PlaceLink.allCases.map(\.rawValue)
                if let other = section.keys.sorted().first(where: { !known.contains($0) }) {
                    throw UserError(
                        "\(UserError.quoted(other)) is not known: there are \(known.joined(separator: ", "))")
                }
                func number(_ name: String) throws(UserError) -> Double? {
                    guard section.contains(key: name) else { return nil }
                    guard let number = section[name]?.double ?? section[name]?.int.map(Double.init) else {
                        throw UserError("\(name) must be a number")
                    }
                    return number
                }
                func text(_ name: String) throws(UserError) -> String {
                    guard section.contains(key: name) else { return "" }
                    guard let text = section[name]?.string else { throw UserError("\(name) must be text in quotes") }
                    return text
                }
                let codes = section["codes"]?.array.map { $0.compactMap(\.string) } ?? []
                guard !section.contains(key: "codes") || codes.count == section["codes"]?.array?.count else {
                    throw UserError("codes must be a list of texts")
                }
                let name = try text("name")
                let id = try text("id")
                return try Place(
                    id: id.isEmpty ? Place.id(of: name) : id, name: name,
                    point: try Place.point(try number("latitude"), try number("longitude")),
                    radius: try number("radius"), zone: try text("zone"), codes: codes,
                    links: Place.links { name throws(UserError) in try text(name) })
            }
        }
    }

    // MARK: - Places

    /// Takes a place, or counts why there is none.
    private mutating func take(at spot: String, _ place: () throws(UserError) -> Place) throws(UserError) {
        let read: Place
        do { read = try place() } catch {
            bad += 1
            if problems.count < Self.maximumProblems { problems.append("\(spot): \(error)") }
            return
        }
        if let index = indices[read.id] { return places[index] = read }
        guard places.count < PlaceList.maximumPlaces else {
            throw UserError("the file has more than \(PlaceList.maximumPlaces) places")
        }
        indices[read.id] = places.count
        places.append(read)
    }
}

extension JSONValue {
    /// A number; nil for all else.
    var double: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}

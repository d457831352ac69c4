import ArgumentParser
import Files
import Formats
import Foundation
import Places
import Services

/// `quietzone places`: the places that scans can belong to.
struct PlacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places", abstract: "Keep a list of places: stores, rooms, shelves.",
        discussion: """
            A place has an id, a name, a position with a radius in metres, a zone, and the codes that identify it.

              quietzone places add market "Market square" --at 52.52,13.405 --radius 80
              quietzone places add cellar "Cellar" --code 'SHELF-*'
              quietzone places near 52.5,13.4
            """,
        subcommands: [
            PlacesListCommand.self, PlacesNearCommand.self, PlacesAddCommand.self, PlacesRemoveCommand.self,
            PlacesExportCommand.self, PlacesImportCommand.self,
        ])
}

/// Places in lines, on a terminal as a table.
private struct PlaceLines {
    /// Prints places in their order.
    static func print(_ places: [Place], json: Bool) throws {
        try print(places.map { ($0, nil) }, json: json)
    }

    /// Prints places with their distances.
    static func print(near places: [PlaceList.Near], json: Bool) throws {
        try print(places.map { ($0.place, $0) }, json: json)
    }

    private static func print(_ rows: [(place: Place, near: PlaceList.Near?)], json: Bool) throws {
        if json {
            for row in rows {
                guard case .object(var members) = row.place.json else { continue }
                if let near = row.near {
                    members.append(.init("distance", .number((near.distance * 10).rounded() / 10)))
                    members.append(.init("bearing", .number(near.bearing.rounded())))
                }
                Output.line(fromSymbol: JSONValue.object(members).text)
            }
        } else if Output.isTerminal {
            var table = TerminalTable(titles: ["Id", "Name", "Distance", "Position", "Radius", "Zone", "Codes"])
            for row in rows { table.append(cells(row.place, row.near)) }
            table.finish()
        } else {
            for row in rows { Output.row(fromSymbol: cells(row.place, row.near, isExact: true)) }
        }
        if rows.isEmpty { throw ExitCode.nothingRead }
    }

    private static func cells(_ place: Place, _ near: PlaceList.Near?, isExact: Bool = false) -> [String] {
        let distance = near.map { near in
            isExact
                ? String(Int(near.distance.rounded()))
                : "\(DistanceText.text(near.distance)) \(Compass.name(of: near.bearing))"
        }
        let radius = place.radius.map { isExact ? "\($0)" : DistanceText.text($0) }
        return [
            place.id, place.name, distance ?? "", place.point?.text ?? "", radius ?? "", place.zone,
            place.codes.joined(separator: " | "),
        ]
    }
}

struct PlacesListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List places.",
        discussion: """
            Without a terminal each line has id, name, an empty cell, position, radius, zone and codes, with tabs between them.

            Exit status: 0 places were listed, 1 there are none, 2 an error occurred.
            """)

    @Flag(help: "Print a JSON object for each place.")
    var json = false

    func run() throws { try PlaceLines.print(PlaceStore(Paths.places, for: .reading).list().places, json: json) }
}

struct PlacesNearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "near", abstract: "List places by their distance from a position.",
        discussion: """
            POSITION is latitude and longitude, or a source as `quietzone where --from` takes it. Places without a position \
            are left out.

              quietzone places near 52.5,13.4 --within 500
              quietzone places near gpsd

            Exit status: 0 places were listed, 1 there are none, 2 an error occurred.
            """)

    @Argument(help: ArgumentHelp("The position, or a source of positions.", valueName: "POSITION"))
    var position: String

    @Option(help: ArgumentHelp("List places within this many metres.", valueName: "METRES"))
    var within: Double?

    @Flag(help: "Print a JSON object for each place.")
    var json = false

    func run() throws {
        let point: GeoPoint
        if position.contains(where: \.isLetter), !position.lowercased().hasPrefix("geo:") {
            var command = WhereCommand()
            (command.from, command.timeout, command.json) = (position, 10, false)
            point = try command.located().point
        } else {
            point = try GeoPoint(position)
        }
        let list = try PlaceStore(Paths.places, for: .reading).list()
        try PlaceLines.print(near: list.near(point, within: within), json: json)
    }
}

struct PlacesAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a place, or replace the one with its id.")

    @Argument(help: ArgumentHelp("The id: letters, digits, -, _ and full stops.", valueName: "ID"))
    var id: String

    @Argument(help: ArgumentHelp("The name to show. Default: the id.", valueName: "NAME"))
    var name: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Set its centre.", valueName: "LATITUDE,LONGITUDE"))
    var at: String?

    @Option(help: ArgumentHelp("Set its radius in metres.", valueName: "METRES"))
    var radius: Double?

    @Option(help: ArgumentHelp("Set its zone, which several places share, such as a floor.", valueName: "ZONE"))
    var zone: String?

    @Option(
        help: ArgumentHelp(
            "Enter the place when this code is scanned. A * at the end matches a shelf's name. May be repeated.",
            valueName: "TEXT"))
    var code: [String] = []

    @Option(help: ArgumentHelp("Link the collection of its items.", valueName: "NAME"))
    var collection: String?

    @Option(
        help: ArgumentHelp(
            "Use this price list there; `quietzone products info` lists them.", valueName: "NAME"))
    var priceList: String?

    @Option(help: ArgumentHelp("Save scans there in this session.", valueName: "NAME"))
    var session: String?

    @Option(help: ArgumentHelp("Link the event whose tickets are checked there.", valueName: "NAME"))
    var event: String?

    @Option(
        help: ArgumentHelp(
            "Link its iBeacon; the minor number is the shelf.", valueName: "UUID:MAJOR"))
    var beacon: String?

    func run() throws {
        let place = try Place(
            id: id, name: name ?? "", point: try at.map { text throws(UserError) in try GeoPoint(text) },
            radius: radius, zone: zone ?? "", codes: code,
            links: [
                .collection: collection, .priceList: priceList, .session: session, .event: event, .beacon: beacon,
            ].compactMapValues(\.self))
        let result = try PlaceStore(Paths.places).put([place])
        Output.row(fromSymbol: [result.added > 0 ? "added" : "replaced", place.id, place.name])
    }
}

struct PlacesRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove places by their ids.")

    @Argument(help: ArgumentHelp("Ids of places.", valueName: "ID"))
    var ids: [String]

    func run() throws {
        let store = try PlaceStore(Paths.places)
        var isMissing = false
        for id in ids {
            if try store.remove(id) {
                Output.row(fromSymbol: ["removed", id])
            } else {
                isMissing = true
                Output.complain("there is no place \(UserError.quoted(id))")
            }
        }
        if isMissing { throw ExitCode.nothingRead }
    }
}

struct PlacesExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all places to a file.",
        discussion: """
            Formats are CSV, GeoJSON and TOML, by the file extension or --format.

              quietzone places export -o places.geojson
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file. Default: -, standard output.", valueName: "FILE"),
        completion: .file())
    var output: String?

    @Option(help: ArgumentHelp("csv (the default), geojson or toml.", valueName: "FORMAT"))
    var format: PlaceFile.Format?

    @OptionGroup var overwriting: OverwritingOption

    func run() throws {
        let places = try PlaceStore(Paths.places, for: .reading).list().places
        let file = output == "-" ? nil : output
        let bytes = (format ?? file.flatMap(PlaceFile.Format.init(fileName:)) ?? .csv).bytes(of: places)
        guard let file else { return Output.write(bytes) }
        try overwriting.write(bytes, to: file)
        let count = places.count == 1 ? "1 place" : "\(places.count) places"
        Output.line("\(count) written to \(SafeText.visible(file.withVisibleBytes))")
    }
}

struct PlacesImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Add the places of a file.",
        discussion: """
            Reads TOML with sections [[place]], CSV whose first row names its columns (id, name, latitude, longitude, radius, \
            zone, codes with | between them, collection, price-list, session, event, beacon), and GeoJSON with points. A place with a \
            known id is replaced.

            Exit status: 0 all places were read, 1 some were skipped and reported, 2 an error occurred.
            """)

    @Argument(help: ArgumentHelp("The file, or - for standard input.", valueName: "FILE"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("csv, geojson or toml. Default: detected.", valueName: "FORMAT"))
    var format: PlaceFile.Format?

    func run() throws {
        let bytes = try InputBytes.read(file, most: PlaceFile.longest, what: "split it")
        let read: PlaceFile
        do {
            read = try PlaceFile(bytes, format: format ?? PlaceFile.Format(fileName: file))
        } catch {
            throw UserError("\(file.onOneMarkedLine): \(error)")
        }
        let result = read.places.isEmpty ? (added: 0, replaced: 0) : try PlaceStore(Paths.places).put(read.places)
        Output.line("\(result.added) added, \(result.replaced) replaced")
        for problem in read.problems { Output.complain("\(file.onOneMarkedLine), \(problem)") }
        guard read.bad > 0 else { return }
        Output.complain(read.bad == 1 ? "1 place could not be read" : "\(read.bad) places could not be read")
        throw ExitCode.nothingRead
    }
}

extension PlaceFile.Format: ExpressibleByArgument {}

import ArgumentParser
import Config
import Files
import Formats
import Foundation
import Places
import Services

/// `quietzone where`: where this machine is, and in which places.
struct WhereCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "where", abstract: "Print where this machine is, and in which places.",
        discussion: """
            SOURCE is gpsd (or gpsd:HOST:PORT), nmea:FILE for the device of a GPS receiver or a log of one, geoclue, or \
            fixed:LATITUDE,LONGITUDE. Without --from, the source in [places] position is used. The machine counts as in a place if \
            most of the position's circle of uncertainty lies in it.

            --follow prints a line for each place that is entered or left: “entered” or “left”, the id and the name, with tabs \
            between them; with --json an object. A change counts after ten seconds. It stops at the end of a file, or by Ctrl-C.

              quietzone where --from gpsd
              quietzone where --from gpsd --follow
              quietzone where --from nmea:/dev/ttyACM0 --json

            Exit status: 0 a position was found, 1 no position was found in time, 2 an error occurred.
            """)

    @Option(
        help: ArgumentHelp(
            "Ask this source for the position. Default: [places] position in the settings.", valueName: "SOURCE"))
    var from: String?

    @Option(help: ArgumentHelp("Wait this many seconds for a position.", valueName: "S"))
    var timeout = 10.0

    @Flag(help: "Print places as they are entered and left.")
    var follow = false

    @Flag(help: "Print a JSON object, or one for each place with --follow.")
    var json = false

    func validate() throws {
        guard 0.1...3600 ~= timeout else { throw ValidationError("--timeout must be 0.1 to 3600 seconds") }
    }

    func run() throws {
        if follow { return try followPlaces() }
        let position = try located()
        let places = Self.places()
        var fences = Geofences(places.places, settling: 0)
        // Settled by two positions.
        for second in 0...1 { _ = fences.update(position.point, accuracy: position.accuracy, at: Double(second)) }
        show(position, in: fences.current, near: places.near(position.point).first)
    }

    /// How long a source that has failed is left alone.
    private static let pause = 2.0

    private func followPlaces() throws {
        let source = try chosenSource()
        var fences = Geofences(try PlaceStore(Paths.places, for: .reading).list().places)
        var clock = PositionClock()
        var stream = try PositionStream(source)
        while true {
            do throws(UserError) {
                guard let report = try stream.next(until: .now + .seconds(3600)) else {
                    if stream.isLasting { return }
                    continue
                }
                guard case .position(let position) = report else { continue }
                let seconds = clock.seconds(of: position)
                for event in fences.update(position.point, accuracy: position.accuracy, at: seconds) {
                    show(event, at: position)
                }
            } catch {
                Output.complain("\(error)")
                stream = Self.reopened(source)
            }
        }
    }

    /// The source once it works again.
    private static func reopened(_ source: PositionSource) -> PositionStream {
        while true {
            Thread.sleep(forTimeInterval: pause)
            if let stream = try? PositionStream(source) { return stream }
        }
    }

    private func show(_ event: Geofences.Event, at position: Position) {
        let (word, place) =
            switch event {
            case .entered(let place): ("entered", place)
            case .left(let place): ("left", place)
            }
        guard json, case .object(let members) = position.json else {
            return Output.row(fromSymbol: [word, place.id, place.name])
        }
        Output.line(
            fromSymbol: JSONValue.object([.init("event", .string(word)), .init("place", .string(place.id))] + members)
                .text)
    }

    /// The places; none where they cannot be read, which is reported: the position is known all the same.
    private static func places() -> PlaceList {
        do throws(UserError) {
            return try PlaceStore(Paths.places, for: .reading).list()
        } catch {
            Output.complain("\(error)")
            return PlaceList.empty
        }
    }

    /// The source that was named, or that of the settings.
    private func chosenSource() throws -> PositionSource {
        if let from { return try PositionSource(from) }
        guard let source = Settings.load().positionSource else {
            throw UserError(
                "no source of positions: use --from SOURCE, such as gpsd, or set position in [places] of the settings")
        }
        return source
    }

    /// Where this machine is; reports when its position is unknown.
    func located() throws -> Position {
        let source = try chosenSource()
        guard let position = try position(source) else {
            Output.complain("\(source.title) has no position yet: wait longer with --timeout")
            throw ExitCode.nothingRead
        }
        return position
    }

    /// The last position of a file; of other sources the first one that comes.
    private func position(_ source: PositionSource) throws -> Position? {
        let stream = try PositionStream(source)
        let end = ContinuousClock.now + .seconds(timeout)
        var last: Position?
        while let report = try stream.next(until: end) {
            guard case .position(let position) = report else { continue }
            last = position
            if !stream.isFile { break }
        }
        return last
    }

    private func show(_ position: Position, in places: [Place], near: PlaceList.Near?) {
        if json {
            guard case .object(var members) = position.json else { return }
            members.append(.init("places", .array(places.map { .string($0.id) })))
            if let near {
                members.append(
                    .init("nearest", ["id": .string(near.place.id), "distance": .number(near.distance.rounded())]))
            }
            return Output.line(fromSymbol: JSONValue.object(members).text)
        }
        let accuracy = position.accuracy > 0 ? "  ± \(DistanceText.text(position.accuracy))" : ""
        Output.line(fromSymbol: "\(position.point.text)\(accuracy)  (\(position.source))")
        for place in places { Output.line(fromSymbol: "in \(place.name)") }
        if places.isEmpty, let near {
            Output.line(
                fromSymbol:
                    "\(DistanceText.text(near.distance)) from \(near.place.name), which is \(Compass.name(of: near.bearing))"
            )
        }
    }
}

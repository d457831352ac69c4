import ArgumentParser
import Beacons
import Files
import Formats
import Services

/// `quietzone beacons`: Bluetooth beacons that are heard, or this machine as one.
struct BeaconsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacons", abstract: "List Bluetooth beacons nearby, or make this machine one.",
        discussion: """
            Listens through BlueZ for iBeacons, Eddystone-UID and AltBeacons, and lists them, the strongest first. Distances are \
            estimates: walls and people change signals. Without a terminal each line has kind, id, distance, metres and dBm, with tabs \
            between them.

            --follow prints the id of the beacon that is clearly the nearest, or none, whenever that changes.

              quietzone beacons --timeout 10
              quietzone beacons --follow
              quietzone beacons --advertise e2c56db5-dffb-48d2-b060-d0f5a71096e0:1:42

            Exit status: 0 beacons were heard, 1 no beacons were heard, 2 an error occurred.
            """)

    @Option(
        help: ArgumentHelp(
            "Listen, or advertise, for this many seconds. Default: 5, or until Ctrl-C with --follow or --advertise.",
            valueName: "S"))
    var timeout: Double?

    @Option(help: ArgumentHelp("Use this Bluetooth adapter. Default: the first one that is on.", valueName: "NAME"))
    var adapter: String?

    @Option(help: ArgumentHelp("Make this machine an iBeacon.", valueName: "UUID:MAJOR:MINOR"))
    var advertise: String?

    @Flag(help: "Print the nearest beacon whenever that changes.")
    var follow = false

    @Flag(help: "Print a JSON object for each beacon.")
    var json = false

    /// Seconds for which beacons are listened for.
    private static let usualTimeout = 5.0
    /// The power of an iBeacon at one metre, in dBm: what most adapters of computers come to.
    private static let usualPower: Int8 = -59
    private static let step = Duration.milliseconds(200)

    func validate() throws {
        guard timeout.map({ 0.1...86_400 ~= $0 }) ?? true else {
            throw ValidationError("--timeout must be 0.1 to 86400 seconds")
        }
        guard advertise == nil || !json && !follow else {
            throw ValidationError("--json and --follow require listening: leave out --advertise")
        }
    }

    func run() throws {
        if let advertise { return try beABeacon(advertise) }
        if follow { return try followNearest() }
        let beacons = try heard()
        if Output.isTerminal, !json {
            var table = TerminalTable(titles: ["Kind", "Id", "Distance", "dBm"])
            for beacon in beacons { table.append(cells(beacon, isExact: false)) }
            table.finish()
        } else {
            for beacon in beacons {
                if json {
                    Output.line(fromSymbol: object(beacon).text)
                } else {
                    Output.row(fromSymbol: cells(beacon, isExact: true))
                }
            }
        }
        if beacons.isEmpty { throw ExitCode.nothingRead }
    }

    /// The beacons that are heard until the time is over.
    private func heard() throws(UserError) -> [BeaconRanging.Ranged] {
        let scanner = try BeaconScanner(adapter: adapter)
        defer { scanner.stop() }
        var rule = BeaconRanging.Rule()
        rule.silence = .infinity
        var ranging = BeaconRanging(rule)
        let begun = ContinuousClock.now
        let end = begun + .seconds(timeout ?? Self.usualTimeout)
        while ContinuousClock.now < end {
            guard let sighting = try scanner.next(until: min(end, .now + Self.step)) else { continue }
            _ = ranging.take(sighting.beacon, rssi: sighting.rssi, at: (ContinuousClock.now - begun) / .seconds(1))
        }
        return ranging.ranged
    }

    private func followNearest() throws(UserError) {
        let scanner = try BeaconScanner(adapter: adapter)
        defer { scanner.stop() }
        var ranging = BeaconRanging()
        let begun = ContinuousClock.now
        while timeout.map({ ContinuousClock.now < begun + .seconds($0) }) ?? true {
            let sighting = try scanner.next(until: .now + Self.step)
            let seconds = (ContinuousClock.now - begun) / .seconds(1)
            let events =
                sighting.map { ranging.take($0.beacon, rssi: $0.rssi, at: seconds) } ?? ranging.advance(to: seconds)
            for case .decided(let id) in events {
                let object: JSONValue = ["nearest": id.map { .string($0.text) } ?? .null]
                Output.line(fromSymbol: json ? object.text : id?.text ?? "none")
            }
        }
    }

    private func beABeacon(_ text: String) throws(UserError) {
        guard let id = BeaconID(text), id.kind == "ibeacon" else {
            throw UserError(
                "\(UserError.quoted(text)) is not an iBeacon: use a UUID, a major and a minor number with colons between them"
            )
        }
        let advertiser = try BeaconAdvertiser(Beacon(id, measuredPower: Self.usualPower), adapter: adapter)
        defer { advertiser.stop() }
        Output.complain("\(id.text) is advertised by \(advertiser.adapterName)")
        let end = timeout.map { ContinuousClock.now + .seconds($0) }
        // The bus ends the advertisement when this program ends, by Ctrl-C too.
        repeat {
            try advertiser.advertise(until: min(end ?? .now + .seconds(60), .now + .seconds(60)))
        } while end.map {
            ContinuousClock.now < $0
        } ?? true
    }

    private func cells(_ beacon: BeaconRanging.Ranged, isExact: Bool) -> [String] {
        let metres = beacon.metres.map { Self.tenths($0) } ?? ""
        let rssi = beacon.rssi.map { "\(Int($0.rounded()))" } ?? ""
        let id = beacon.beacon.id
        guard !isExact else { return [id.kind, id.text, beacon.distance.rawValue, metres, rssi] }
        let about = metres.isEmpty ? "" : "  about \(metres) m"
        return [id.kind, id.text, beacon.distance.rawValue + about, rssi]
    }

    private func object(_ beacon: BeaconRanging.Ranged) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("kind", .string(beacon.beacon.id.kind)), .init("id", .string(beacon.beacon.id.text)),
            .init("distance", .string(beacon.distance.rawValue)),
        ]
        if let metres = beacon.metres { members.append(.init("metres", .number((metres * 10).rounded() / 10))) }
        if let rssi = beacon.rssi { members.append(.init("rssi", .number((rssi * 10).rounded() / 10))) }
        members.append(.init("measuredPower", .integer(Int64(beacon.beacon.measuredPower))))
        return .object(members)
    }

    private static func tenths(_ metres: Double) -> String {
        let tenths = Int((min(metres, 1e6) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

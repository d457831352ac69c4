import Files
import Formats
import Foundation
import Glibc
import MessageBus

/// Brings positions of GeoClue 2, the location service of many desktops, over the system's message bus.
///
/// It blocks its caller: use it on a separate thread. GeoClue asks an agent whether a program may know the position; if no agent runs, this
/// connection is one, which agrees for this program alone.
package final class GeoClueStream {
    private static let service = "org.freedesktop.GeoClue2"
    private static let manager = service + ".Manager"
    private static let client = service + ".Client"
    private static let location = service + ".Location"
    private static let agent = service + ".Agent"
    /// The name that GeoClue's settings know this program by.
    private static let desktopID = "quietzone"
    /// GCLUE_ACCURACY_LEVEL_EXACT.
    private static let exact: UInt32 = 8
    private static let timeout = Duration.seconds(5)

    private let bus: MessageBus
    private let owner: String
    private let path: String

    /// Asks for positions.
    ///
    /// - Throws: `UserError` that says what to do.
    package init(_ address: BusAddress = .system) throws(UserError) {
        let bus: MessageBus
        do throws(BusError) {
            bus = try MessageBus(address, timeout: Self.timeout)
            self.bus = bus
            Self.exportAgent(on: bus)
            // Where a desktop has an agent, or its settings know this program, no other is needed: a refusal is no error.
            _ = try? bus.call(
                Self.service, "/org/freedesktop/GeoClue2/Manager", Self.manager, "AddAgent",
                [.string(Self.desktopID)], timeout: Self.timeout, startsService: true)
            let answer = try bus.call(
                Self.service, "/org/freedesktop/GeoClue2/Manager", Self.manager, "GetClient",
                timeout: Self.timeout, startsService: true)
            guard case .path(let path)? = answer.first else { throw BusError(.invalid) }
            self.path = path
            owner = try bus.owner(of: Self.service, timeout: Self.timeout)
            let values: [(String, BusValue)] = [
                ("DesktopId", .string(Self.desktopID)), ("RequestedAccuracyLevel", .uint32(Self.exact)),
            ]
            for (name, value) in values {
                try bus.call(
                    Self.service, path, BusName.properties, "Set",
                    [.string(Self.client), .string(name), .variant(value)],
                    timeout: Self.timeout)
            }
            try bus.subscribe(
                "type='signal',sender='\(Self.service)',interface='\(Self.client)',member='LocationUpdated'",
                timeout: Self.timeout)
            try bus.subscribe(
                "type='signal',sender='\(BusName.bus)',member='NameOwnerChanged',arg0='\(Self.service)'",
                timeout: Self.timeout)
            try bus.call(Self.service, path, Self.client, "Start", timeout: Self.timeout)
        } catch {
            throw Self.problem(error)
        }
    }

    private static func exportAgent(on bus: MessageBus) {
        bus.export(
            BusObject(
                interface: agent, properties: ["MaxAccuracyLevel": .uint32(exact)],
                methods: [
                    "AuthorizeApp": { call throws(BusRefusal) in
                        let isOurs = call.arguments.first?.string == desktopID
                        let level = call.arguments.count > 1 ? call.arguments[1].integer ?? 0 : 0
                        return [.bool(isOurs), .uint32(UInt32(clamping: level))]
                    }
                ]), at: "/org/freedesktop/GeoClue2/Agent")
    }

    /// The next position; nil where none comes until then.
    ///
    /// - Throws: `UserError` when GeoClue or the bus has ended.
    package func next(until end: ContinuousClock.Instant) throws(UserError) -> PositionReport? {
        do throws(BusError) {
            while let signal = try bus.next(until: end) {
                if signal.sender == BusName.bus, signal.isSignal(BusName.bus, "NameOwnerChanged"),
                    signal.arguments.first?.string == Self.service
                {
                    throw BusError(.lost(EPIPE))
                }
                guard signal.sender == owner, signal.path == path, signal.isSignal(Self.client, "LocationUpdated"),
                    signal.arguments.count == 2, case .path(let location) = signal.arguments[1], location != "/"
                else { continue }
                return Self.report(
                    try bus.call(
                        Self.service, location, BusName.properties, "GetAll", [.string(Self.location)],
                        timeout: Self.timeout
                    ).first)
            }
            return nil
        } catch {
            throw Self.problem(error)
        }
    }

    /// The position of a location's properties.
    static func report(_ properties: BusValue?) -> PositionReport {
        guard let properties, let latitude = properties["Latitude"]?.double,
            let longitude = properties["Longitude"]?.double,
            let point = GeoPoint(latitude: latitude, longitude: longitude)
        else { return .noFix }
        // A position without an accuracy is worth nothing for places.
        let accuracy = properties["Accuracy"]?.double.flatMap { 0...1e7 ~= $0 ? $0 : nil } ?? 1e6
        // GeoClue has the least double for an altitude that is not known.
        let altitude = properties["Altitude"]?.double.flatMap { abs($0) < 20_000 ? $0 : nil }
        let seconds = properties["Timestamp"]?.elements?.first?.integer
        return .position(
            Position(
                point, accuracy: accuracy, altitude: altitude,
                time: seconds.flatMap { 0...253_402_300_799 ~= $0 ? Timestamp(milliseconds: Int64($0) * 1000) : nil },
                source: "geoclue"))
    }

    /// An error of the bus or of GeoClue in words.
    static func problem(_ error: BusError) -> UserError {
        if error.isServiceMissing {
            return UserError(
                "GeoClue is not installed: install the package geoclue-2.0, or use another source of positions")
        }
        if error.isAccessDenied {
            return UserError(
                "GeoClue refuses: allow this program with a section [quietzone] in /etc/geoclue/geoclue.conf with "
                    + "allowed=true, system=false and users=, or switch on the location services of the desktop")
        }
        switch error.reason {
        case .noLibrary: return UserError("GeoClue needs libsystemd: install the package libsystemd0")
        case .timedOut:
            return UserError("GeoClue does not answer: restart it with `systemctl restart geoclue`")
        case .lost: return UserError("GeoClue has ended")
        case .refused: return UserError("GeoClue refuses: \(UserError.shown(error.description))")
        default: return UserError("GeoClue cannot be used: \(error)")
        }
    }
}

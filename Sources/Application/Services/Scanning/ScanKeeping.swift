import Config
import History
import Payloads
import Places
import Scanning
import Symbols
import Synchronization

/// Keeps scans as the settings and the session under way want it. Called on the decoding thread, changed on the loop's.
package final class ScanKeeping: Sendable {
    /// Where they are kept.
    package let history: HistoryStore
    private let run: Mutex<ScanRun>
    /// Where this machine is, with when that was said; shared by the keepings of one program.
    private let located: Located
    private let leavesOut: Set<String>
    private let fields: [SessionFieldPattern]
    private let rules: [ScanRule]
    private let locations: LocationCodes

    /// Keeps scans in `history`.
    ///
    /// - Parameters:
    ///   - run: the session and what holds for it; default by the settings, without a session.
    ///   - locations: codes that stand for places; default none.
    package convenience init(
        in history: HistoryStore, _ settings: Settings, _ run: ScanRun? = nil,
        locations: LocationCodes = LocationCodes()
    ) {
        var initial = ScanRun()
        initial.repeats = settings.repeats
        self.init(
            history, run ?? initial, Set(settings.leavesOut), settings.fields, settings.rules, locations, Located())
    }

    /// The same for another history, from now on.
    package func moved(to history: HistoryStore) -> ScanKeeping {
        ScanKeeping(history, current, leavesOut, fields, rules, locations, located)
    }

    private init(
        _ history: HistoryStore, _ run: ScanRun, _ leavesOut: Set<String>, _ fields: [SessionFieldPattern],
        _ rules: [ScanRule], _ locations: LocationCodes, _ located: Located
    ) {
        self.history = history
        self.run = Mutex(run)
        (self.leavesOut, self.fields, self.rules) = (leavesOut, fields, rules)
        self.locations = locations
        self.located = located
    }

    /// Scans are made at `position` from now on, which is kept as `recording` wants it; nil where it is not known. A position that is not
    /// confirmed within a minute no longer counts.
    package func locate(_ position: Position?, _ recording: PositionRecording) {
        located.state.withLock { $0 = position.map { (recording.fields(of: $0), ContinuousClock.now) } }
    }

    /// What holds for the scans to come.
    package var current: ScanRun {
        get { run.withLock { $0 } }
        set { run.withLock { $0 = newValue } }
    }

    /// Scans are made beside this beacon from now on; nil for none.
    package func hear(_ beacon: String?) { located.beacon.withLock { $0 = beacon } }

    /// Takes `scan` with what holds for it now. One that names a field or a place sets it at once; one of a kind that the user does not want
    /// is not to be kept.
    package func take(_ scan: Scan) -> ScanInRun {
        let content = scan.symbol.content
        var pending = ScanInRun(unkept: UnkeptScan(scan, in: current), history: history)
        if let name = fields.name(setBy: content.text) {
            run.withLock { $0.fields[name] = content.text }
            pending.settled = .field(name: name)
            return pending
        }
        if let location = locations.location(of: content.text) {
            run.withLock { run in
                run.fields[Location.placeField] = location.place
                run.fields[Location.shelfField] = location.shelf
            }
            pending.settled = .field(name: location.shelf == nil ? Location.placeField : Location.shelfField)
            return pending
        }
        let payload = Payload.parse(content)
        if Self.isLocated(payload.kind) { pending.unkept.run.fields.merge(located.fields) { own, _ in own } }
        if leavesOut.contains(payload.kind.rawValue) { pending.settled = .leftOut }
        if case .tag(let name) = rules.first(for: payload)?.deed, !pending.unkept.run.tags.contains(name) {
            pending.unkept.run.tags.append(name)
        }
        return pending
    }

    /// Whether scans of `kind` say where they were made: secrets and documents of a person do not.
    private static func isLocated(_ kind: PayloadKind) -> Bool {
        !kind.mayHoldSecret && kind != .boardingPass && kind != .railTicket
    }
}

/// Where this machine is, for the threads that keep scans.
private final class Located: Sendable {
    let state = Mutex<(fields: [String: String], time: ContinuousClock.Instant)?>(nil)

    let beacon = Mutex<String?>(nil)

    private static let lasting = Duration.seconds(60)

    /// The fields of a scan that is made now.
    var fields: [String: String] {
        var fields = state.withLock { state in
            guard let state, .now - state.time <= Self.lasting else { return [String: String]() }
            return state.fields
        }
        fields[PositionRecording.beaconField] = beacon.withLock { $0 }
        return fields
    }
}

extension [any PendingScan] {
    /// As they are written where they cannot be kept.
    package var unkept: [UnkeptScan] { map { ($0 as? ScanInRun)?.unkept ?? UnkeptScan($0.scan) } }
}

/// A scan with the session, tags and fields of its moment.
package struct ScanInRun: PendingScan {
    /// The scan, and what held for it.
    package fileprivate(set) var unkept: UnkeptScan
    fileprivate let history: HistoryStore
    /// What came of it where it is not to be kept.
    package fileprivate(set) var settled: ScanFate?

    package var scan: Scan { unkept.scan }

    /// Keeps it as its moment wanted it.
    ///
    /// - Throws: `HistoryError`: it is to be tried again.
    package func keep() throws -> ScanFate {
        switch try history.keep(unkept.scan, in: unkept.run, identity: unkept.identity) {
        case .added(let entry): return .kept(id: entry.id)
        case .counted(let entry): return .counted(id: entry.id, quantity: entry.tally.quantity)
        case .known(let entry): return .known(id: entry.id, since: entry.scan.time)
        }
    }
}

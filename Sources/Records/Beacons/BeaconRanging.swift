/// Which beacons are near, and which one is clearly the nearest. A value without a clock: times are seconds of any steady clock.
///
///     var ranging = BeaconRanging()
///     let events = ranging.take(sighting.beacon, rssi: sighting.rssi, at: seconds)
///     ranging.strongest?.text      // the one beacon that is clearly stronger than all others, for some time
///
/// One beacon is decided when it is stronger than every other one by `deciding` decibels for `settling` seconds. It stays decided until
/// it is not stronger by `keeping` decibels for as long; then no beacon is. Strengths are compared after each beacon's own power is
/// subtracted, so that beacons of different powers compare by their distance.
package struct BeaconRanging: Sendable {
    /// What `BeaconRanging` needs to know, with values for beacons that stand some metres apart.
    package struct Rule: Hashable, Sendable {
        /// Decibels that decide for a beacon.
        package var deciding = 8.0
        /// Decibels that keep a decision.
        package var keeping = 4.0
        /// Seconds that a change must last.
        package var settling = 1.5
        /// Seconds after which a silent beacon is forgotten.
        package var silence = 8.0
        /// Beacons that are kept at one time; more are ignored until one is forgotten.
        package var capacity = 1000

        package init() {}
    }

    /// What has changed.
    package enum Event: Hashable, Sendable {
        case appeared(BeaconID)
        /// It was silent for too long.
        case forgotten(BeaconID)
        /// Another beacon is clearly the strongest, or none is.
        case decided(BeaconID?)
    }

    /// A beacon that is heard.
    package struct Ranged: Hashable, Sendable {
        package let beacon: Beacon
        /// The filtered signal strength in dBm; nil where it was never measured.
        package let rssi: Double?
        /// Metres by the signal strength; nil where that is not known.
        package let metres: Double?
        package var distance: BeaconDistance { BeaconDistance(metres: metres) }
    }

    /// Measurements that a beacon needs before it can be decided for.
    private static let minimumMeasurements = 3
    /// Seconds between two comparisons of all beacons.
    private static let comparing = 0.1
    /// The power of beacons that say an impossible one: an iBeacon's usual one.
    private static let usualPower = -59.0

    package let rule: Rule
    /// The beacon that is clearly the strongest; nil where none is.
    package private(set) var strongest: BeaconID?
    private let isWanted: (@Sendable (BeaconID) -> Bool)?
    private var readings: [BeaconID: BeaconReading] = [:]
    private var compared = -Double.infinity
    /// What the comparison says since when, where that is not yet decided.
    private var candidate: (id: BeaconID?, since: Double)?

    /// - Parameter wanted: which beacons count; the others are ignored, and take no room. Default: all.
    package init(_ rule: Rule = Rule(), wanted: (@Sendable (BeaconID) -> Bool)? = nil) {
        (self.rule, isWanted) = (rule, wanted)
    }

    /// Takes an advertisement.
    ///
    /// - Parameters:
    ///   - rssi: its signal strength in dBm; nil, 0 and 127 where it is not known.
    ///   - time: seconds; a time before an earlier one counts as that one.
    /// - Returns: what has changed, in its order.
    package mutating func take(_ beacon: Beacon, rssi: Int?, at time: Double) -> [Event] {
        guard time.isFinite, isWanted?(beacon.id) ?? true else { return [] }
        var events: [Event] = []
        if readings[beacon.id] == nil {
            guard readings.count < rule.capacity else { return advance(to: time) }
            readings[beacon.id] = BeaconReading(measuredPower: beacon.measuredPower, at: time)
            events.append(.appeared(beacon.id))
        }
        readings[beacon.id]?.measuredPower = beacon.measuredPower
        readings[beacon.id]?.take(rssi, at: time)
        return events + advance(to: time)
    }

    /// Lets time pass: to be called a few times a second, also while nothing is heard.
    package mutating func advance(to time: Double) -> [Event] {
        guard time - compared >= Self.comparing else { return [] }
        compared = time
        var events: [Event] = []
        for (id, reading) in readings where time - reading.heard > rule.silence {
            readings[id] = nil
            events.append(.forgotten(id))
        }
        decide(at: time).map { events.append(.decided($0)) }
        return events
    }

    /// All beacons that are heard, the strongest first.
    package var ranged: [Ranged] {
        let all = readings.map { id, reading in
            let rssi = reading.count > 0 ? reading.rssi : nil
            let metres = rssi.flatMap { BeaconDistance.metres(rssi: $0, measuredPower: reading.measuredPower) }
            return (
                id.text, Ranged(beacon: Beacon(id, measuredPower: reading.measuredPower), rssi: rssi, metres: metres)
            )
        }
        return all.sorted { first, second in
            let (near, far) = (first.1.rssi ?? -.infinity, second.1.rssi ?? -.infinity)
            return near == far ? first.0 < second.0 : near > far
        }.map(\.1)
    }

    /// - Returns: the new decision (`.some(nil)`: no beacon) if there is one.
    private mutating func decide(at time: Double) -> BeaconID?? {
        let wanted = comparison()
        guard wanted != strongest else {
            candidate = nil
            return nil
        }
        // A beacon that is forgotten is not waited for.
        let isGone = strongest.map { readings[$0] == nil } ?? false
        if candidate?.id != wanted || candidate == nil { candidate = (wanted, time) }
        guard isGone && wanted == nil || time - (candidate?.since ?? time) >= rule.settling else { return nil }
        (strongest, candidate) = (wanted, nil)
        return .some(wanted)
    }

    /// The beacon that is clearly the strongest at this moment.
    private func comparison() -> BeaconID? {
        var best: (id: BeaconID, strength: Double, count: Int)?
        var second = -Double.infinity
        for (id, reading) in readings where reading.count > 0 {
            let strength = strength(reading)
            if strength > best?.strength ?? -.infinity {
                second = best?.strength ?? -.infinity
                best = (id, strength, reading.count)
            } else {
                second = max(second, strength)
            }
        }
        guard let best else { return nil }
        let margin = best.id == strongest ? rule.keeping : rule.deciding
        guard best.strength - second >= margin, best.count >= Self.minimumMeasurements else { return nil }
        return best.id
    }

    /// Decibels above the beacon's own power at one metre.
    private func strength(_ reading: BeaconReading) -> Double {
        let isPlausible = BeaconDistance.plausiblePowers.contains(Int(reading.measuredPower))
        return reading.rssi - (isPlausible ? Double(reading.measuredPower) : Self.usualPower)
    }
}

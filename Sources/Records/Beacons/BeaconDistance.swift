import Foundation

/// How far away a beacon is, as well as signals say it: walls and people change them by many decibels.
package enum BeaconDistance: String, CaseIterable, Sendable {
    /// Nearer than half a metre.
    case immediate
    /// Nearer than three metres.
    case near
    case far
    /// The beacon does not say how strong it is, or its signal was not measured.
    case unknown

    /// How signals become weaker with distance: 2 in free space, and in rooms not much more on short ways (ITU-R P.1238).
    private static let exponent = 2.0
    /// Powers at one metre that beacons really have; others are mistakes or lies.
    package static let plausiblePowers: ClosedRange<Int> = -100 ... -20

    /// Metres by the log-distance model; nil for a power that no beacon has.
    ///
    /// - Parameters:
    ///   - rssi: the filtered signal strength in dBm.
    ///   - measuredPower: the signal strength at one metre in dBm.
    package static func metres(rssi: Double, measuredPower: Int8) -> Double? {
        guard plausiblePowers.contains(Int(measuredPower)), rssi.isFinite else { return nil }
        return pow(10, (Double(measuredPower) - rssi) / (10 * exponent))
    }

    /// The class of a distance in metres; nil is unknown.
    package init(metres: Double?) {
        switch metres {
        case .some(..<0.5): self = .immediate
        case .some(..<3): self = .near
        case .some: self = .far
        case nil: self = .unknown
        }
    }
}

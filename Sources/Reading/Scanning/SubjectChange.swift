/// Notices that what the camera sees is no longer what it was focused on.
///
/// Brightness alone is not a change: what counts is how the light is spread. A change begins at one threshold and is over
/// only below a lower one, and it must last, so that neither noise nor a hand that passes starts the lens.
package struct SubjectChange: Sendable {
    /// Mean difference of luma from which a picture counts as another.
    static let begins = 14.0
    /// Below this it is the same again; between the two nothing is decided.
    static let ends = 9.0
    /// How long the difference must last.
    static let lasting = Duration.milliseconds(700)
    /// How many pictures must show it at least, however slowly they come.
    static let pictures = 4

    private let reference: [Double]
    private var since: ContinuousClock.Instant?
    private var others = 0

    /// What it was focused on: mean brightnesses of a coarse grid.
    package init(_ grid: [UInt8]) { reference = Self.spread(grid) }

    /// Whether the subject has changed by now, with a picture that was caught at `time`.
    package mutating func hasChanged(_ grid: [UInt8], at time: ContinuousClock.Instant) -> Bool {
        guard grid.count == reference.count, !grid.isEmpty else { return true }
        let difference = zip(Self.spread(grid), reference).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(grid.count)
        if difference < Self.ends {
            since = nil
            others = 0
        } else if difference > Self.begins {
            since = since ?? time
            others += 1
        }
        guard let since else { return false }
        return others >= Self.pictures && time - since >= Self.lasting
    }

    private static func spread(_ grid: [UInt8]) -> [Double] {
        let mean = Double(grid.reduce(0) { $0 + Int($1) }) / Double(max(1, grid.count))
        return grid.map { Double($0) - mean }
    }
}

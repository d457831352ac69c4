/// Detects that automatic focus has settled: pictures stay equally sharp for a while.
package struct FocusSettling: Sendable {
    /// Before this the lens may not have begun to move.
    static let shortest = Duration.milliseconds(300)
    /// After this the focus is locked wherever it is: a camera that hunts never settles.
    static let longest = Duration.milliseconds(1400)
    /// How many consecutive pictures must be equally sharp.
    static let pictures = 6
    /// The largest difference between them, as a share of the sharpest.
    static let tolerance = 0.05

    private let begun: ContinuousClock.Instant
    private var last: [Double] = []

    package init(since begun: ContinuousClock.Instant) { self.begun = begun }

    /// Whether it has settled, with a picture of this sharpness captured at `time`.
    package mutating func hasSettled(_ sharpness: Double, at time: ContinuousClock.Instant) -> Bool {
        let spent = time - begun
        guard spent > .zero else { return false }
        last.append(sharpness.isFinite ? sharpness : 0)
        if last.count > Self.pictures { last.removeFirst() }
        if spent >= Self.longest { return true }
        guard spent >= Self.shortest, last.count == Self.pictures, let least = last.min(), let most = last.max() else {
            return false
        }
        return most - least <= most * Self.tolerance
    }
}

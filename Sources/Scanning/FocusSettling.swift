/// Tells when a lens that the camera itself moves has come to rest: pictures are equally sharp for a while.
public struct FocusSettling: Sendable {
    /// Before this it has not begun to move, perhaps.
    static let shortest = Duration.milliseconds(300)
    /// After this it is held wherever it is: a camera that hunts never rests.
    static let longest = Duration.milliseconds(1400)
    /// How many pictures on end must be equally sharp.
    static let pictures = 6
    /// By how much of the sharpest they may differ.
    static let tolerance = 0.05

    private let begun: ContinuousClock.Instant
    private var last: [Double] = []

    /// A focusing that began at `begun`.
    public init(since begun: ContinuousClock.Instant) { self.begun = begun }

    /// Whether it has come to rest by a picture this sharp, caught at `time`.
    public mutating func hasSettled(_ sharpness: Double, at time: ContinuousClock.Instant) -> Bool {
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

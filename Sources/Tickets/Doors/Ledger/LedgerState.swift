/// How a door stands with its ledger.
package struct LedgerState: Hashable, Sendable {
    /// Whether doors can ask each other.
    package enum Link: Hashable, Sendable {
        case connecting
        /// Every ticket is asked about at the ledger.
        case shared
        /// The ledger cannot be reached, for this reason: the door's own store decides.
        case alone(String)
    }

    package var link = Link.connecting
    /// Passages that the ledger does not know of yet.
    package var waiting = 0
    /// Passages, of any door, whose ticket or seat had been let in already at another.
    package var twice = 0
    /// Milliseconds by which the clock here is ahead of the ledger's; 0 if it is within a network's delay.
    package var clock: Int64 = 0
    /// What else went wrong, in a line; nil for nothing.
    package var problem: String?
    /// The event's rules, its list or passages of other doors came in so many times: whoever shows them looks again.
    package var changes = 0

    /// Clocks that differ by more than this are told of: people compare the times of two doors.
    package static let tolerableClock: Int64 = 2000

    /// By how much the clock here is wrong beside the ledger's, in words; nil if it is right.
    package var clockWords: String? {
        guard abs(clock) > Self.tolerableClock else { return nil }
        return
            "the clock here is \(DoorVerdict.duration(Int(abs(clock) / 1000))) \(clock > 0 ? "ahead of" : "behind") the ledger's"
    }

    package init() {}
}

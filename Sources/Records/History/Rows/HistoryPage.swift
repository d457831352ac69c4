/// Some entries of a list, one behind the other, and where in the list they are.
package struct HistoryPage: Sendable {
    /// Which part of a list.
    package enum Place: Sendable, Hashable {
        case first
        case last
        /// From the entry that has this many before it.
        case index(Int)
        /// From the entry at this position on, or where it would be, with so many before it; in the order by time.
        case position(Int64, before: Int = 0)
    }

    package let entries: [HistoryEntry]
    /// How many are before them.
    package let firstIndex: Int
    /// How many there are in all; at least so many where they were not counted.
    package let total: Int
    package var isCounted = true

    /// The same of the list from the other end.
    var reversed: HistoryPage {
        HistoryPage(entries: entries.reversed(), firstIndex: total - firstIndex - entries.count, total: total)
    }
}

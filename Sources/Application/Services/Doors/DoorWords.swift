import Doors
import Foundation

/// What is said of a ledger, and of what doors did without it.
package enum DoorWords {
    /// `ticket 17: 19:30:02 North by Ana; 19:30:40 South`, all passages that were one too many among them.
    ///
    /// - Parameter clock: a time in the words of people here.
    package static func twice(_ found: EnteredTwice, _ clock: (Date) -> String) -> String {
        let passages = found.passages.map { passage, undone in
            let ticket = found.seat == nil ? "" : " ticket \(passage.number)"
            let by = passage.checker.isEmpty ? "" : " by \(passage.checker)"
            let back = undone.map { " (undone: \($0))" } ?? ""
            return "\(clock(passage.time.date)) \(passage.door)\(by)\(ticket)\(back)"
        }
        return (found.seat.map { "seat \($0): " } ?? "ticket \(found.ticket): ") + passages.joined(separator: "; ")
    }
}

extension LedgerState {
    /// Whether the doors cannot ask each other.
    package var isAlone: Bool {
        if case .alone = link { return true }
        return false
    }

    /// For the status: `shared`, `ALONE: 3 to merge`.
    package var words: String {
        let merging = waiting > 0 ? ": \(waiting) to merge" : ""
        return switch link {
        case .connecting: "connecting"
        case .shared: "shared" + merging
        case .alone: "ALONE" + merging
        }
    }

    /// What is wrong, in a line: why the ledger cannot be reached, clocks that differ; nil for nothing.
    package var problemWords: String? {
        if case .alone(let why) = link {
            // libpq says first which address it was.
            let reason = why.components(separatedBy: "failed: ").last ?? why
            return "The ledger cannot be reached; this door continues offline: \(reason)"
        }
        return (clockWords ?? problem).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    }
}

import Cryptography
import Formats

/// A line of a door's log: a code that was shown, or what somebody did.
package struct DoorLogEntry: Hashable, Sendable {
    /// From 1, without gaps.
    package var number: Int64
    /// When, by the clock of the door.
    package var time: Timestamp
    /// At which door; empty if at none.
    package var door: String
    /// By whom; empty if nobody said.
    package var checker: String
    /// The kind of a verdict, `undone`, `admitted-by-hand`, `revoked`, `restored`, `list`, `event`, `alone`, `shared` or
    /// `upgraded`.
    package var event: String
    /// The ticket's number; nil if there is none.
    package var ticket: String?
    /// One line for people.
    package var detail: String
    /// SHA-256 of the code that was shown, in hexadecimal digits; nil if none was.
    package var code: String?
    /// SHA-256 of what was written since the line before: guests, passages and rules; nil for nothing. See `DoorStore.Recorded`.
    package var changes: String?
    /// SHA-256 of the chain so far and of this line, in hexadecimal digits.
    package var chain: String

    /// What the first line follows.
    static let beginning = String(repeating: "0", count: 64)

    /// What `chain` has to be after the line before.
    ///
    /// Each part goes in with its length, so that no two lines give the same bytes.
    static func chain(after before: String, _ entry: DoorLogEntry) -> String {
        let parts =
            [
                before, String(entry.number), String(entry.time.milliseconds), entry.door, entry.checker, entry.event,
                entry.ticket ?? "-", entry.detail, entry.code ?? "-",
            ] + [entry.changes].compactMap(\.self)
        return Digest.sha256.of(Array(parts.map { "\($0.utf8.count):\($0)" }.joined().utf8)).hexadecimal
    }
}

/// Whether a log is as it was written.
package enum DoorLogCheck: Hashable, Sendable {
    /// So many lines, and the chain's last value: who writes it down can tell later whether lines were taken from the end.
    case whole(lines: Int64, head: String)
    /// The first line that does not follow the one before, and why.
    case broken(line: Int64, String)
}

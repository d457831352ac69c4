import Foundation
import Symbols

/// A named run of scans: a shelf that is counted, a delivery that is checked.
package struct HistorySession: Identifiable, Hashable, Sendable {
    /// Its number in this history.
    package let id: Int64
    /// What it is called; no other one is called so.
    package let name: String
    /// What a symbol is that comes again.
    package let repeats: ScanRepeats
    package let started: Date
    /// Nil while it is open.
    package let ended: Date?
    /// How many rows it has.
    package let scans: Int
    package let quantity: Int

    /// Why a session cannot be called `name`; nil if it can.
    package static func obstacle(toName name: String) -> String? {
        if name.trimmingCharacters(in: .whitespaces).isEmpty { return "A session needs a name" }
        if name.count > longestName { return "A session's name has at most \(longestName) characters" }
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format && $0 != "\""
        }
        return isPlain ? nil : "A session's name cannot contain control characters or quotation marks"
    }

    private static let longestName = 80
}

/// One thing of a session's check-list.
package struct ExpectedItem: Hashable, Sendable {
    /// What its symbol says.
    package var text: String
    /// What people call it; empty for none.
    package var label: String
    /// How many there should be.
    package var quantity: Int

    /// - Parameters:
    ///   - label: default none.
    ///   - quantity: default one.
    package init(text: String, label: String = "", quantity: Int = 1) {
        (self.text, self.label, self.quantity) = (text, label, quantity)
    }
}

/// What of a check-list was scanned.
package struct CheckListProgress: Hashable, Sendable {
    /// A line of it.
    package struct Line: Hashable, Sendable {
        /// What was expected; of what was not, the text with quantity 0.
        package let item: ExpectedItem
        package let scanned: Int

        /// A line of `scanned` of what was expected.
        package init(item: ExpectedItem, scanned: Int) { (self.item, self.scanned) = (item, scanned) }

        /// How many are missing; none if there are more than expected.
        package var missing: Int { max(0, item.quantity - scanned) }
        /// How many there are beyond what was expected.
        package var surplus: Int { max(0, scanned - item.quantity) }
        package var state: State { missing > 0 ? .missing : surplus > 0 ? .surplus : .complete }

        /// How what was counted compares with what was expected.
        package enum State: String, Sendable {
            case missing, surplus, complete
        }
    }

    /// What was expected, in the order of its texts, and behind it what was not.
    package let lines: [Line]

    /// What was counted of a list.
    package init(lines: [Line]) { self.lines = lines }

    /// As a table, its titles first: what is missing, then what is surplus, then what is complete.
    package var table: [[String]] {
        let order = [Line.State.missing, .surplus, .complete]
        let sorted = order.flatMap { state in lines.filter { $0.state == state } }
        return [["text", "name", "expected", "counted", "state"]]
            + sorted.map { line in
                [line.item.text, line.item.label, "\(line.item.quantity)", "\(line.scanned)", line.state.rawValue]
            }
    }

    package var expected: Int { lines.map(\.item.quantity).reduce(0, +) }
    /// How many of those were scanned.
    package var found: Int { lines.map { min($0.scanned, $0.item.quantity) }.reduce(0, +) }
    package var missing: Int { lines.map(\.missing).reduce(0, +) }
    /// How many nobody expected.
    package var surplus: Int { lines.map(\.surplus).reduce(0, +) }
}

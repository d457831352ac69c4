import Foundation
import Symbols

/// A named run of scans: a shelf that is counted, a delivery that is checked.
public struct HistorySession: Identifiable, Hashable, Sendable {
    /// Its number in this history.
    public let id: Int64
    /// What it is called; no other one is called so.
    public let name: String
    /// What a symbol is that comes again.
    public let repeats: ScanRepeats
    /// When it was begun.
    public let started: Date
    /// When it was closed; nil while it is open.
    public let ended: Date?
    /// How many rows it has.
    public let scans: Int
    /// How many there are in all of them.
    public let quantity: Int

    /// Why a session cannot be called `name`; nil where it can.
    public static func obstacle(toName name: String) -> String? {
        if name.trimmingCharacters(in: .whitespaces).isEmpty { return "A session needs a name" }
        if name.count > longestName { return "A session's name has at most \(longestName) characters" }
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format && $0 != "\""
        }
        return isPlain ? nil : "A session's name holds no control characters and quotation marks"
    }

    private static let longestName = 80
}

/// One thing of a session's check-list.
public struct ExpectedItem: Hashable, Sendable {
    /// What its symbol says.
    public var text: String
    /// What people call it; empty for none.
    public var label: String
    /// How many there should be.
    public var quantity: Int

    /// - Parameters:
    ///   - label: default none.
    ///   - quantity: default one.
    public init(text: String, label: String = "", quantity: Int = 1) {
        (self.text, self.label, self.quantity) = (text, label, quantity)
    }
}

/// What of a check-list was scanned.
public struct CheckListProgress: Hashable, Sendable {
    /// A line of it.
    public struct Line: Hashable, Sendable {
        /// What was expected; of what was not, the text with quantity 0.
        public let item: ExpectedItem
        /// How many were scanned.
        public let scanned: Int

        /// How many are missing; none where there are more than expected.
        public var missing: Int { max(0, item.quantity - scanned) }
        /// How many there are beyond what was expected.
        public var surplus: Int { max(0, scanned - item.quantity) }
    }

    /// What was expected, in the order of its texts, and behind it what was not.
    public let lines: [Line]

    /// How many are expected in all.
    public var expected: Int { lines.map(\.item.quantity).reduce(0, +) }
    /// How many of those were scanned.
    public var found: Int { lines.map { min($0.scanned, $0.item.quantity) }.reduce(0, +) }
    /// How many are missing.
    public var missing: Int { lines.map(\.missing).reduce(0, +) }
    /// How many nobody expected.
    public var surplus: Int { lines.map(\.surplus).reduce(0, +) }
}

import Config
import Foundation
import History

/// What the settings want gone of a history: scans of a certain age, and what has been in the bin for long enough.
package struct HistoryHousekeeping: Sendable {
    private let keepDays: Int
    private let binDays: Int

    package init(_ settings: Settings) { (keepDays, binDays) = (settings.keepDays, settings.binDays) }

    /// Deletes what is old enough. Pinned scans stay.
    ///
    /// - Returns: a line for the log; nil if nothing was old enough.
    /// - Throws: `HistoryError`: the next start tries again.
    package func run(_ history: HistoryStore, now: Date = Date()) throws -> String? {
        var lines: [String] = []
        if keepDays > 0 {
            let count = try history.delete(.expired(before: now - Double(keepDays) * Self.day), at: now).count
            if count > 0 { lines.append("\(count.scans) older than \(keepDays) days deleted") }
        }
        let gone = try history.emptyBin(before: now - Double(binDays) * Self.day)
        if gone.count > 0 { lines.append("\(gone.count.scans) deleted from the bin for good") }
        for staying in KeptPictures().delete(gone.pictures).staying {
            lines.append("the picture \(staying.path) stays: \(staying.reason)")
        }
        return lines.isEmpty ? nil : lines.joined(separator: "; ")
    }

    private static let day = 86_400.0
}

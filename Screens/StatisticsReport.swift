import Formats
import Foundation
import Payloads
import Surface
import Symbols
import Widgets

/// How many scans there are of what, and when: bars, and a calendar of the last weeks.
package struct StatisticsReport: Report, Hashable {
    /// A name and how many scans it has.
    package struct Count: Sendable, Hashable {
        package var name: String
        package var scans: Int

        package init(_ name: String, _ scans: Int) { (self.name, self.scans) = (name, scans) }
    }

    package var scans = 0
    /// How many there are in all of them.
    package var quantity = 0
    /// By day (`2026-11-20`), the oldest first.
    package var days: [Count] = []
    /// By hour of the day (`09`).
    package var hours: [Count] = []
    /// The most frequent first.
    package var symbologies: [Count] = []
    /// The most frequent first.
    package var kinds: [Count] = []
    /// The latest begun first.
    package var sessions: [Count] = []

    package init() {}

    private static let weeks = 26
    private static let maximumRows = 30

    /// Bars and a calendar, as wide as there is room.
    package func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        let isPlain = !context.model.picture.painter.terminal.isUTF8
        let pieces = quantity == scans ? "" : ", \(quantity) pieces"
        var blocks = [
            TextBlock("\(scans) scans\(pieces), on \(days.count) \(days.count == 1 ? "day" : "days")", .strong)
        ]
        guard scans > 0 else { return blocks }
        func section(_ title: String, _ counts: [Count]) {
            guard !counts.isEmpty else { return }
            blocks += [.empty, TextBlock(title, .strong)]
            let lines = Self.bars(Array(counts.prefix(Self.maximumRows)), width: width, isPlain: isPlain)
            blocks.append(TextBlock(lines.joined(separator: "\n"), wraps: false))
            if counts.count > Self.maximumRows {
                blocks.append(TextBlock("and \(counts.count - Self.maximumRows) more", .faint))
            }
        }
        blocks += [.empty, TextBlock("Calendar: the last \(Self.weeks) weeks", .strong)]
        blocks.append(
            TextBlock(calendar(now: context.now, width: width, isPlain).joined(separator: "\n"), wraps: false))
        section("By day", days.reversed())
        section("By hour", hours.map { Count("\($0.name):00", $0.scans) })
        section("By symbology", symbologies)
        section("By kind", kinds)
        section("By session", sessions)
        return blocks
    }

    /// A line each: the name, how many, and a bar in proportion.
    static func bars(_ counts: [Count], width: Int, isPlain: Bool) -> [String] {
        let most = max(1, counts.map(\.scans).max() ?? 1)
        let names = min(max(8, width / 3), counts.map { DisplayWidth.of($0.name) }.max() ?? 0)
        let digits = String(most).count
        let room = max(1, width - names - digits - 3)
        return counts.map { count in
            let name = Canvas.fitting(count.name, width: names)
            let padding = String(repeating: " ", count: max(0, names - DisplayWidth.of(name)))
            let number = String(repeating: " ", count: digits - String(count.scans).count) + String(count.scans)
            return "\(name)\(padding)  \(number) \(bar(Double(count.scans) / Double(most) * Double(room), isPlain))"
        }
    }

    /// A thin line, in halves of a cell.
    private static func bar(_ cells: Double, _ isPlain: Bool) -> String {
        let halves = max(1, Int((cells * 2).rounded()))
        if isPlain { return String(repeating: "=", count: max(1, halves / 2)) }
        return String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
    }

    /// The months, and below them seven rows from Monday to Sunday, a column a week: the more scans, the fuller the cell.
    private func calendar(now: Date, width: Int, _ isPlain: Bool) -> [String] {
        let today = CivilDate.today(at: now)
        let weekday = (today.daysSince1970 + 3) % 7
        let weeks = min(Self.weeks, max(1, (width - 5) / 2))
        let first = today.daysSince1970 - weekday - (weeks - 1) * 7
        let byDay = Dictionary(days.map { ($0.name, $0.scans) }, uniquingKeysWith: +)
        let most = Double(max(1, byDay.values.max() ?? 1))
        let shades: [Character] = isPlain ? ["-", "+", "x", "#"] : ["░", "▒", "▓", "█"]
        let rows = (0..<7).map { row in
            let cells = (0..<weeks).map { week -> String in
                let day = first + week * 7 + row
                guard day <= today.daysSince1970 else { return "  " }
                let count = CivilDate(daysSince1970: day).flatMap { byDay[$0.description] } ?? 0
                guard count > 0 else { return "· " }
                // By the root: a day with a tenth of the most is told from one with a single scan.
                let share = (Double(count) / most).squareRoot()
                return "\(shades[min(3, Int(share * 4))]) "
            }
            return ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][row] + "  " + cells.joined()
        }
        return [Self.months(from: first, weeks: weeks)] + rows
    }

    /// The names of months, each above the week in which its first day is.
    private static func months(from first: Int, weeks: Int) -> String {
        let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        var line = "     "
        for week in 0..<weeks {
            let start = (0..<7).lazy.compactMap { CivilDate(daysSince1970: first + week * 7 + $0) }.first {
                $0.day == 1
            }
            let column = 5 + 2 * week
            guard let start, line.count <= column else { continue }
            line += String(repeating: " ", count: column - line.count) + names[start.month - 1]
        }
        return line
    }
}

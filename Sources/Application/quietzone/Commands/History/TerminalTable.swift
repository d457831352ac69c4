import Formats
import Services
import Foundation
import History

/// Scans as a table on a terminal: columns aligned, texts filtered, each scan on one line that fits.
struct TerminalTable {
    /// What is shown where no columns are chosen.
    static let usual: [ExportColumn] = [.id, .time, .symbology, .kind, .quantity, .session, .tags, .summary]

    /// So many rows are aligned with each other; a long table is shown piece by piece.
    private static let block = 200
    /// The widest that a column gets while others want room, too.
    private static let widest = 40

    private let names: [String]
    private let isRightAligned: [Bool]
    private let width: Int
    private var rows: [[String]] = []
    private var count = 0

    init(_ columns: [ExportColumn]) { self.init(titles: columns.map(\.rawValue)) }

    /// A table whose columns have these titles.
    ///
    /// - Parameter numbers: the columns that are aligned at their right end.
    init(titles: [String], numbers: Set<Int> = []) {
        names = titles
        isRightAligned = titles.indices.map(numbers.contains)
        width = Output.terminalColumns ?? 80
    }

    mutating func append(_ cells: [String]) {
        rows.append(cells.map { SafeText.visible($0) })
        count += 1
        if rows.count == Self.block { flush() }
    }

    mutating func finish() { if !rows.isEmpty { flush() } }

    private mutating func flush() {
        let lines = (count == rows.count ? [names] : []) + rows
        // A column in which nothing stands takes no room.
        let shown = names.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let widths = shown.map { column in min(Self.widest, lines.map { DisplayWidth.of($0[column]) }.max() ?? 0) }
        for line in lines {
            var text = ""
            var used = 0
            for (place, column) in shown.enumerated() {
                let isLast = place == shown.count - 1
                let room = isLast ? width - used : min(widths[place], width - used)
                if room <= 0 { break }
                let cell = Self.cut(line[column], to: room)
                let padding = String(repeating: " ", count: max(0, widths[place] - DisplayWidth.of(cell)))
                text += isRightAligned[column] ? padding + cell : isLast ? cell : cell + padding
                if isLast { break }
                text += "  "
                used += widths[place] + 2
            }
            Output.line(text)
        }
        rows = []
    }

    private static func cut(_ text: String, to width: Int) -> String {
        if DisplayWidth.of(text) <= width { return text }
        var cut = ""
        var used = 1
        for character in text {
            used += DisplayWidth.of(character)
            if used > width { break }
            cut.append(character)
        }
        return cut + "…"
    }
}

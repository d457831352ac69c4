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
    /// Lines of one text, by the row of the block that they stand before.
    private var headings: [Int: [String]] = [:]

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

    /// A line of its own before the next row.
    mutating func appendHeading(_ text: String) { headings[rows.count, default: []].append(SafeText.visible(text)) }

    mutating func finish() { if !rows.isEmpty { flush() } }

    private mutating func flush() {
        let lines = (count == rows.count ? [names] : []) + rows
        // A column in which nothing stands takes no room.
        let shown = names.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let widths = shown.map { column in min(Self.widest, lines.map { DisplayWidth.of($0[column]) }.max() ?? 0) }
        for (place, line) in lines.enumerated() {
            // Titles stand before all rows.
            for heading in headings[place - (lines.count - rows.count)] ?? [] {
                Output.line(Self.cut(heading, to: width))
            }
            var text = ""
            var used = 0
            for (index, column) in shown.enumerated() {
                let isLast = index == shown.count - 1
                let room = isLast ? width - used : min(widths[index], width - used)
                if room <= 0 { break }
                let cell = Self.cut(line[column], to: room)
                let padding = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(cell)))
                text += isRightAligned[column] ? padding + cell : isLast ? cell : cell + padding
                if isLast { break }
                text += "  "
                used += widths[index] + 2
            }
            Output.line(text)
        }
        (rows, headings) = ([], [:])
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

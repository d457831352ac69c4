import Surface
import Widgets

/// What of a session's check-list is missing, what is there, and what nobody expected. Headings count pieces, as the status does.
package struct CheckListReport: Report, Hashable {
    /// A line of it.
    package struct Line: Sendable, Hashable {
        /// What the symbol says.
        package var text: String
        /// What people call it; may be empty.
        package var label: String
        package var expected: Int
        package var scanned: Int

        package init(text: String, label: String, expected: Int, scanned: Int) {
            (self.text, self.label, self.expected, self.scanned) = (text, label, expected, scanned)
        }

        /// How many are missing; none where there are more than expected.
        var missing: Int { max(0, expected - scanned) }
        /// How many there are beyond what was expected.
        var surplus: Int { max(0, scanned - expected) }
        /// Whether somebody expects it.
        var isListed: Bool { expected > 0 }
        /// `Screws 1 of 2`.
        var progress: String { (label.isEmpty ? "" : "\(label) ") + "\(scanned) of \(expected)" }
    }

    private let lines: [Line]
    private let session: String

    package init(_ lines: [Line], session: String = "") { (self.lines, self.session) = (lines, session) }

    package var export: Effect? { .session(.askReport(session: session)) }

    /// What is missing comes first.
    package func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        var blocks: [TextBlock] = []
        func section(_ title: String, _ pieces: Int, _ role: Role, _ lines: [Line]) {
            guard !lines.isEmpty else { return }
            if !blocks.isEmpty { blocks.append(.empty) }
            blocks.append(TextBlock("\(title): \(pieces)", .strong))
            for line in lines {
                let name = line.label.isEmpty ? line.text : "\(line.text)  \(line.label)"
                let remark = line.isListed ? "" : "  not on the list"
                blocks.append(TextBlock("\(name)  \(line.scanned) / \(line.expected)\(remark)", role))
            }
        }
        let sums = CheckListModel(lines)
        let complete = lines.filter { $0.scanned == $0.expected }
        section("Missing", sums.missing, .warning, lines.filter { $0.missing > 0 })
        section("Surplus", sums.surplus, .warning, lines.filter { $0.surplus > 0 })
        section("Complete", complete.map(\.scanned).reduce(0, +), .good, complete)
        return blocks.isEmpty ? [TextBlock("Nothing is expected, and nothing has been scanned.", .faint)] : blocks
    }
}

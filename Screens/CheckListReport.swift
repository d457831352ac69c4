import Surface
import Widgets

/// What of a session's check-list is missing, what is there, and what nobody expected.
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
    }

    private let lines: [Line]

    package init(_ lines: [Line]) { self.lines = lines }

    /// What is missing comes first.
    package func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        var blocks: [TextBlock] = []
        func section(_ title: String, _ role: Role, _ lines: [Line], _ say: (Line) -> String) {
            guard !lines.isEmpty else { return }
            if !blocks.isEmpty { blocks.append(.empty) }
            blocks.append(TextBlock("\(title): \(lines.count)", .strong))
            for line in lines {
                let name = line.label.isEmpty ? line.text : "\(line.text)  \(line.label)"
                blocks.append(TextBlock("\(name)  \(say(line))", role))
            }
        }
        section("Missing", .warning, lines.filter { $0.scanned < $0.expected }) {
            $0.expected == 1 ? "" : "\($0.expected - $0.scanned) of \($0.expected)"
        }
        section("Surplus", .warning, lines.filter { $0.scanned > $0.expected }) {
            $0.expected == 0
                ? "not expected, \($0.scanned) scanned" : "\($0.scanned - $0.expected) beyond \($0.expected)"
        }
        section("Complete", .good, lines.filter { $0.scanned == $0.expected }) { "\($0.scanned)" }
        return blocks.isEmpty ? [TextBlock("Nothing is expected and nothing was scanned.", .faint)] : blocks
    }
}

import Formats
import Grading
import Screens
import Services
import Surface
import Widgets

/// The print quality of a code as text: grades as bars, what to do, and the modules or the scan profile.
struct GradeText: Report {
    private let code: GradedCode

    init(_ code: GradedCode) { self.code = code }

    var export: Effect? {
        .file(
            .askSaving(
                title: "Save the report", name: "print-quality.html",
                bytes: GradeReport.bytes([code], as: .html, millimetres: nil)))
    }

    func blocks(width: Int, _ context: RenderContext) -> [TextBlock] {
        let title = TextBlock(
            "\(code.symbology)  \(SafeText.visible(code.text.singleLine(limit: 200)))", .strong, maximumLines: 2)
        guard let grade = code.grade else {
            return [title, .empty, TextBlock("Not graded: \(code.obstacle).", .warning)]
        }
        var blocks = [
            title,
            TextBlock("\(GradedCode.letters(grade.grade)), estimated after \(grade.standard)", Self.role(grade.grade)),
            .empty,
        ]
        let titles = grade.measured.map(\.parameter.title)
        let valueWidth = 10
        let labels = (titles.map(\.count).max() ?? 0) + 2
        // Where all does not fit, the bars are left out.
        let hasBars = labels + valueWidth + Self.barWidth + "  A (4.0)".count <= width
        for (parameter, measured) in grade.measured {
            let value = GradedCode.value(measured.value, of: parameter)
            let padding = String(repeating: " ", count: max(0, valueWidth - 2 - value.count))
            let bar = hasBars ? "\(Self.bar(measured.grade)) " : ""
            blocks.append(
                TextBlock(
                    "\(padding)\(value)  \(bar)\(GradedCode.letters(measured.grade))", Self.role(measured.grade),
                    label: parameter.title, labelRole: .text, labelWidth: labels, wraps: false))
        }
        let advice = grade.advice()
        if !advice.isEmpty { blocks.append(.empty) }
        blocks += advice.map { TextBlock($0, label: "•", labelWidth: 2) }
        return blocks + [.empty] + drawing(grade, width: width)
    }

    private static let barWidth = 8

    /// As long as the grade is good.
    private static func bar(_ grade: Grade) -> String {
        let full = Int((grade.value / 4 * Double(barWidth)).rounded())
        return String(repeating: "█", count: full) + String(repeating: "·", count: barWidth - full)
    }

    private static func role(_ grade: Grade) -> Role {
        switch grade.letter {
        case .a, .b: .good
        case .c: .text
        case .d, .f: .warning
        }
    }

    private func drawing(_ grade: PrintGrade, width: Int) -> [TextBlock] {
        switch grade {
        case .matrix(let matrix): Self.modules(matrix, width: width)
        case .linear(let linear): Self.drawing(linear, width: width)
        case .stacked(let stacked): Self.drawing(stacked.lines, width: width)
        }
    }

    // MARK: - Drawings

    /// The modules, two columns for each, with what is wrong or weak marked; where they are too many, one column and half a row.
    private static func modules(_ grade: MatrixGrade, width: Int) -> [TextBlock] {
        guard grade.columns <= width else {
            return [TextBlock("The modules need \(grade.columns) columns to be drawn.", .faint)]
        }
        guard 2 * grade.columns <= width else {
            return [TextBlock("Modules: × is wrong or weak", .faint)]
                + stride(from: 0, to: grade.rows, by: 2).map { row in
                    let line = (0..<grade.columns).map { column in
                        let (upper, lower) = (row * grade.columns + column, (row + 1) * grade.columns + column)
                        let isLast = row + 1 == grade.rows
                        let isBad =
                            grade.margins[upper] < Grade.clearMargin
                            || !isLast && grade.margins[lower] < Grade.clearMargin
                        return isBad
                            ? "×" : halves[(grade.isDark[upper] ? 2 : 0) + (!isLast && grade.isDark[lower] ? 1 : 0)]
                    }
                    return TextBlock(line.joined(), wraps: false)
                }
        }
        return [TextBlock("Modules: × is wrong, ▓ and ░ are weak", .faint)]
            + (0..<grade.rows).map { row in
                let line = (0..<grade.columns).map { column in
                    let place = row * grade.columns + column
                    return switch (grade.margins[place], grade.isDark[place]) {
                    case (0, _): "××"
                    case (..<Grade.clearMargin, true): "▓▓"
                    case (..<Grade.clearMargin, false): "░░"
                    case (_, true): "██"
                    case (_, false): "  "
                    }
                }
                return TextBlock(line.joined(), wraps: false)
            }
    }

    /// By whether the upper module is dark, and the lower one.
    private static let halves = [" ", "▄", "▀", "█"]

    private static func drawing(_ lines: LinearGrade, width: Int) -> [TextBlock] {
        scanLines(lines, width: width) + [.empty] + profile(lines, width: width)
    }

    private static let shades = ["█", "▓", "▒", "░", " "]

    /// The bars as each scan line crosses them, with the line's grade beside it.
    private static func scanLines(_ grade: LinearGrade, width: Int) -> [TextBlock] {
        let (labelWidth, letters) = (4, " A (4.0)")
        let columns = width - labelWidth - letters.count
        guard columns > 0 else { return [] }
        return [TextBlock("Scan lines, from above", .faint)]
            + grade.profiles.enumerated().map { number, profile in
                let samples = profile.reflectances
                let darkest = samples.min() ?? 0
                let range = max((samples.max() ?? 1) - darkest, .leastNonzeroMagnitude)
                let bars = (0..<columns).map { column in
                    let first = column * samples.count / columns
                    let part = samples[
                        first..<min(samples.count, max(first + 1, (column + 1) * samples.count / columns))]
                    guard !part.isEmpty else { return shades[shades.count - 1] }
                    let level = (part.reduce(0, +) / Float(part.count) - darkest) / range
                    return shades[min(shades.count - 1, Int(level * Float(shades.count)))]
                }
                return TextBlock(
                    "\(bars.joined()) \(GradedCode.letters(profile.grade))", role(profile.grade),
                    label: "\(number + 1)", labelRole: .faint, labelWidth: labelWidth, wraps: false)
            }
    }

    private static let profileRows = 8
    private static let eighths = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// The reflectance along the worst scan line: high where it is light.
    private static func profile(_ grade: LinearGrade, width: Int) -> [TextBlock] {
        guard let worst = grade.profiles.enumerated().min(by: { $0.element.grade < $1.element.grade }),
            worst.element.reflectances.count > 1, width > 0
        else { return [] }
        let samples = worst.element.reflectances
        let heights = (0..<width).map { column in
            // The darkest sample of a column: narrow bars stay.
            let range =
                column * samples.count
                / width..<max(column * samples.count / width + 1, (column + 1) * samples.count / width)
            return Int(((samples[range].min() ?? 0) * Float(8 * profileRows)).rounded())
        }
        let lines = (0..<profileRows).reversed().map { row in
            TextBlock(heights.map { eighths[min(8, max(0, $0 - 8 * row))] }.joined(), wraps: false)
        }
        return [
            TextBlock("Reflectance along scan line \(worst.offset + 1) of \(grade.profiles.count), the worst", .faint)
        ] + lines
    }
}

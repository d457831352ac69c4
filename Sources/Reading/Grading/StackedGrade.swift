import Symbols

/// How well a symbol of rows with start and stop patterns is printed, after ISO/IEC 15415's rules for multi-row symbols: an estimate, for
/// a camera is not calibrated.
package struct StackedGrade: Sendable {
    /// Codewords of a row, without row indicators.
    package let columns: Int
    package let rows: Int
    /// Ten lines across the start and stop patterns, by ISO/IEC 15416.
    package let lines: LinearGrade
    /// What is measured of all codewords together.
    let ofCodewords: [PrintParameter: Measured]
    /// Codewords that are wrong or lost, of how many.
    let wrongCodewords: (wrong: Int, of: Int)

    /// The lowest of the lines' mean and of what is measured of codewords.
    package var grade: Grade { min(lines.grade, ofCodewords.values.map(\.grade).min() ?? .worst) }

    func measured(_ parameter: PrintParameter) -> Measured? { ofCodewords[parameter] ?? lines.mean(parameter) }
}

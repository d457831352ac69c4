import Foundation

/// The print quality of a scan, as the history has it among the scan's fields.
///
///     ScanGrade(letter: "B", value: 3).fields       // ["grade": "B", "grade-value": "3.0"]
package struct ScanGrade: Hashable, Sendable {
    /// A to D, or F.
    package let letter: String
    /// 0.0 to 4.0, the best.
    package let value: String

    /// The names of its fields.
    package static let letterField = "grade"
    package static let valueField = "grade-value"
    package static let fieldNames = [letterField, valueField]

    /// - Parameter value: 0 to 4; one decimal is kept.
    package init(letter: String, value: Double) {
        self.letter = letter
        self.value = String(format: "%.1f", value)
    }

    /// Nil where the fields have none.
    package init?(_ fields: [String: String]) {
        guard let letter = fields[Self.letterField], let value = fields[Self.valueField] else { return nil }
        (self.letter, self.value) = (letter, value)
    }

    package var fields: [String: String] { [Self.letterField: letter, Self.valueField: value] }

    /// For people: `B (3.0)`.
    package var text: String { "\(letter) (\(value))" }
}

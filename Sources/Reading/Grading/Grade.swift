/// A grade of print quality after ISO/IEC 15416 and 15415: 4.0 is the best, 0.0 the worst.
///
///     Grade(2.6).letter       // B
package struct Grade: Hashable, Comparable, Sendable {
    /// 0.0 to 4.0.
    package let value: Double

    /// - Parameter value: what is outside of 0 to 4 is taken as the nearest of them.
    package init(_ value: Double) { self.value = value.isNaN ? 0 : min(4, max(0, value)) }

    package static let best = Grade(4)
    package static let worst = Grade(0)

    /// The letter of a mean of grades: A from 3.5, B from 2.5, C from 1.5, D from 0.5, else F.
    package var letter: Letter {
        switch value {
        case 3.5...: .a
        case 2.5..<3.5: .b
        case 1.5..<2.5: .c
        case 0.5..<1.5: .d
        default: .f
        }
    }

    /// Whether `one` is worse.
    package static func < (one: Grade, other: Grade) -> Bool { one.value < other.value }

    /// The grade by where a value stands among four limits.
    ///
    /// - Parameters:
    ///   - limits: the least value of the grades 4, 3, 2 and 1; with `falling`, the greatest.
    ///   - falling: whether smaller values are better; default false.
    init(_ value: Double, limits: [Double], falling: Bool = false) {
        let place = limits.firstIndex { falling ? value <= $0 : value >= $0 } ?? limits.count
        self.init(Double(limits.count - place))
    }

    /// 4 for what passes, 0 for what fails.
    init(passes: Bool) { self = passes ? .best : .worst }

    /// The mean of grades; the worst for none.
    package static func mean(_ grades: [Grade]) -> Grade {
        grades.isEmpty ? .worst : Grade(grades.reduce(0) { $0 + $1.value } / Double(grades.count))
    }

    /// A letter for a grade, the best first.
    package enum Letter: String, CaseIterable, Comparable, Sendable {
        case a = "A"
        case b = "B"
        case c = "C"
        case d = "D"
        case f = "F"

        /// The least grade of this letter.
        package var lowest: Grade {
            switch self {
            case .a: Grade(3.5)
            case .b: Grade(2.5)
            case .c: Grade(1.5)
            case .d: Grade(0.5)
            case .f: .worst
            }
        }

        /// Whether `one` is worse.
        package static func < (one: Letter, other: Letter) -> Bool { one.lowest < other.lowest }
    }
}

import Decoding
import Symbols

/// How well a matrix symbol is printed, after ISO/IEC 15415: an estimate, for a camera is not calibrated.
package struct MatrixGrade: Sendable {
    package let symbology: Symbology
    package let columns: Int
    package let rows: Int
    package let measured: [PrintParameter: Measured]
    /// By how much dark modules are too wide, in modules.
    package let growth: (across: Double?, down: Double?)
    /// The mean side of a module in pixels, and of its width and its height.
    package let module: Double
    package let sides: (width: Double, height: Double)
    /// Row by row, whether a module should be dark; as it is seen where the symbol cannot be decoded.
    package let isDark: [Bool]
    /// Row by row, how clearly each module is dark or light, 0 for wrong to 1: its reflectance margin.
    package let margins: [Double]
    /// The highest and the lowest reflectance.
    package let extremes: (maximum: Double, minimum: Double)
    /// The fixed patterns that are not of grade 4, the worst first.
    package let damaged: [(name: String, grade: Grade)]
    /// Codewords that are wrong, of how many.
    package let wrongCodewords: (wrong: Int, of: Int)

    /// The lowest grade of all parameters.
    package var grade: Grade { measured.values.map(\.grade).min() ?? .worst }
}

/// Grades damage once for each grade level: what is below the level counts as damaged, and the best result holds.
enum DamageOverlay {
    /// - Parameters:
    ///   - grades: of the modules or codewords.
    ///   - rule: the grade for a number of damaged ones.
    static func grade(_ grades: [Grade], rule: (_ damaged: Int) -> Grade) -> Grade {
        [4.0, 3, 2, 1].map { level in min(Grade(level), rule(grades.count { $0.value < level })) }.max() ?? .worst
    }
}

extension Grade {
    /// The reflectance margin from which on a module is clearly dark or light: that of grade 4.
    package static let clearMargin = 0.5

    /// Of a module (ISO/IEC 15415, 7.8.4): of its modulation or its reflectance margin.
    static func ofModulation(_ value: Double) -> Grade { Grade(value, limits: [0.5, 0.4, 0.3, 0.2]) }

    /// Of the share of error correction that is not used (ISO/IEC 15415, 7.8.8).
    static func ofUnusedCorrection(_ value: Double) -> Grade { Grade(value, limits: [0.62, 0.5, 0.37, 0.25]) }
}

extension ReferenceModules.Block {
    /// The share of its error correction that is left when this many codewords are wrong.
    func unused(wrong: Int) -> Double {
        capacity > 0 ? max(0, 1 - 2 * Double(wrong) / Double(capacity)) : (wrong == 0 ? 1 : 0)
    }
}

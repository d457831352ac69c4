import Decoding
import Symbols

/// What is measured of a symbol's print quality. The raw values are the names in JSON.
package enum PrintParameter: String, CaseIterable, Sendable {
    case decode
    case contrast = "symbol-contrast"
    case minimumReflectance = "minimum-reflectance"
    case edgeContrast = "edge-contrast"
    case modulation
    case reflectanceMargin = "reflectance-margin"
    case defects
    case decodability
    case quietZones = "quiet-zones"
    case fixedPatternDamage = "fixed-pattern-damage"
    case formatInformation = "format-information"
    case versionInformation = "version-information"
    case axialNonuniformity = "axial-nonuniformity"
    case gridNonuniformity = "grid-nonuniformity"
    case unusedErrorCorrection = "unused-error-correction"
    case codewordYield = "codeword-yield"
    case codewordModulation = "codeword-modulation"
    case codewordDefects = "codeword-defects"
    case codewordDecodability = "codeword-decodability"

    /// What it is called.
    package var title: String {
        let words = rawValue.split(separator: "-").joined(separator: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

/// A value and its grade.
package struct Measured: Hashable, Sendable {
    /// A share from 0 to 1, but for what is a number of modules (grid non-uniformity).
    package let value: Double
    package let grade: Grade
}

/// How well a symbol is printed: an estimate, for a camera is not calibrated.
///
///     let grade = frame.withLuma { PrintGrade.of(symbol, in: $0, width: frame.width, height: frame.height) }
package enum PrintGrade: Sendable {
    /// After ISO/IEC 15416.
    case linear(LinearGrade)
    /// After ISO/IEC 15415.
    case matrix(MatrixGrade)
    /// After ISO/IEC 15415's rules for symbols of several rows.
    case stacked(StackedGrade)

    /// The symbologies that are graded.
    package static let symbologies = LinearGrader.symbologies.union(ReferenceModules.symbologies)
        .union(StackedGrader.symbologies)

    /// Grades a symbol.
    ///
    /// - Parameters:
    ///   - symbol: its corners are in pixels of the picture.
    ///   - luma: `width * height` bytes, rows packed.
    ///   - gamma: by what exponent luma becomes reflectance: 1 (the default) for cameras whose values grow with the light and for
    ///     scanners, about 2.2 for pictures that were made for screens.
    /// - Returns: nil for a symbology that is not graded, or where the symbol is not found again.
    package static func of(
        _ symbol: Symbol, in luma: Span<UInt8>, width: Int, height: Int, gamma: Double = 1
    ) -> PrintGrade? {
        guard width > 1, height > 1, luma.count >= width * height,
            symbol.corners.corners.allSatisfy({ abs($0.x) < farthest && abs($0.y) < farthest })
        else { return nil }
        return luma.withUnsafeBufferPointer { bytes in
            let picture = Reflectance(bytes, width: width, height: height, gamma: gamma)
            if let linear = LinearGrader.grade(symbol, in: picture) { return .linear(linear) }
            if let stacked = StackedGrader.grade(symbol, in: picture) { return .stacked(stacked) }
            return ReferenceModules.of(symbol, in: bytes, width: width, height: height)
                .flatMap { MatrixGrader.grade($0, in: picture) }.map { .matrix($0) }
        }
    }

    /// The standard by which it is graded.
    package var standard: String {
        switch self {
        case .linear: "ISO/IEC 15416"
        case .matrix, .stacked: "ISO/IEC 15415"
        }
    }

    /// Pixels from a picture's corner beyond which no corner of a symbol lies.
    private static let farthest = 1e5

    package var symbology: Symbology {
        switch self {
        case .linear(let grade): grade.symbology
        case .matrix(let grade): grade.symbology
        case .stacked(let grade): grade.lines.symbology
        }
    }

    /// The scan lines by which it is graded: of a linear symbol, or of the start and stop patterns of several rows; nil for a matrix.
    package var lines: LinearGrade? {
        switch self {
        case .linear(let grade): grade
        case .matrix: nil
        case .stacked(let grade): grade.lines
        }
    }

    /// The grade of the whole symbol.
    package var grade: Grade {
        switch self {
        case .linear(let grade): grade.grade
        case .matrix(let grade): grade.grade
        case .stacked(let grade): grade.grade
        }
    }

    /// What was measured, in the order of `PrintParameter`. Of lines the means of all.
    package var measured: [(parameter: PrintParameter, measured: Measured)] {
        PrintParameter.allCases.compactMap { parameter in
            switch self {
            case .linear(let grade): grade.mean(parameter).map { (parameter, $0) }
            case .matrix(let grade): grade.measured[parameter].map { (parameter, $0) }
            case .stacked(let grade): grade.measured(parameter).map { (parameter, $0) }
            }
        }
    }

    /// By how much bars or dark modules are too wide, in modules: negative where they are too narrow. Across, and down for what has two
    /// dimensions.
    package var growth: (across: Double?, down: Double?) {
        switch self {
        case .linear(let grade): (grade.growth, nil)
        case .matrix(let grade): (grade.growth.across, grade.growth.down)
        case .stacked(let grade): (grade.lines.growth, nil)
        }
    }

    /// The width of a module in pixels.
    package var module: Double {
        switch self {
        case .linear(let grade): grade.module
        case .matrix(let grade): grade.module
        case .stacked(let grade): grade.lines.module
        }
    }
}

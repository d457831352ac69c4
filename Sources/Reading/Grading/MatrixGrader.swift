import Decoding
import Glibc
import Symbols

/// Grades matrix symbols in pictures after ISO/IEC 15415.
enum MatrixGrader {
    /// The aperture's diameter in modules, as application standards have it for most sizes.
    private static let aperture = 0.8
    /// Points for each pixel across the aperture, and across all of it at least and at most.
    private static let density = 1.4
    private static let points = 4...14

    /// Grades a symbol; nil where its corners are no quadrilateral.
    static func grade(_ modules: ReferenceModules, in picture: Reflectance) -> MatrixGrade? {
        guard var grid = EvenGrid(columns: modules.columns, rows: modules.rows, corners: modules.corners) else {
            return nil
        }
        let first = Sampling(modules, grid, picture, isBrief: true).reflectances(offsets: nil)
        let threshold = Float(first.minimum + first.maximum) / 2
        var offsets = GridOffsets(grid, in: picture, threshold: threshold)
        // What readers say of corners is about right. Between measured ones the grid is even.
        for number in 0..<refinements {
            // First by all of each side, for corners may be stained; then by what is near them, for sides may be bent.
            let corners = (number == 0 ? offsets.outline : nil) ?? offsets.corners(of: grid)
            guard let better = EvenGrid(columns: grid.columns, rows: grid.rows, corners: corners) else { break }
            let moved = zip(grid.corners.corners, corners.corners).map { $0.distance(to: $1) }.max() ?? 0
            if number > 0, moved < enough * grid.corners.diameter / Double(grid.columns) { break }
            grid = better
            offsets = GridOffsets(grid, in: picture, threshold: threshold, known: offsets)
        }
        return grade(modules, grid, Sampling(modules, grid, picture).reflectances(offsets: offsets), offsets)
    }

    private static let refinements = 3
    /// Corners that move by less than this part of a module, about, are right.
    private static let enough = 0.005

    private static func grade(
        _ modules: ReferenceModules, _ grid: EvenGrid, _ reflectances: Reflectances, _ offsets: GridOffsets
    ) -> MatrixGrade {
        let dark = reflectances.isDark(modules)
        let corrected = modules.corrected(dark)
        let expected = corrected?.isDark ?? dark
        let contrast = reflectances.maximum - reflectances.minimum
        let modulation = reflectances.values.map(reflectances.modulation)
        let margins = zip(modulation, zip(dark, expected)).map { $1.0 == $1.1 ? $0 : 0 }
        var measured: [PrintParameter: Measured] = [
            .decode: Measured(value: corrected == nil ? 0 : 1, grade: Grade(passes: corrected != nil)),
            .contrast: Measured(value: contrast, grade: Grade(contrast, limits: [0.7, 0.55, 0.4, 0.2])),
        ]
        var wrong = 0
        if let corrected {
            measured[.modulation] = byCodewords(corrected, modulation)
            measured[.reflectanceMargin] = byCodewords(corrected, margins)
            let isWrong = corrected.codewords.map { $0.contains { dark[$0] != expected[$0] } }
            wrong = isWrong.count { $0 }
            let unused =
                corrected.blocks.map { block in block.unused(wrong: block.codewords.count { isWrong[$0] }) }.min() ?? 1
            measured[.unusedErrorCorrection] = Measured(value: unused, grade: .ofUnusedCorrection(unused))
        }

        func margin(_ module: ReferenceModules.Module) -> Double {
            let value = reflectances.value(module)
            return reflectances.isDark(value, modules) == module.isDark ? reflectances.modulation(value) : 0
        }
        let segments = (modules.segments + (corrected?.segments ?? [])).map {
            (segment: $0, grade: FixedPatterns.grade($0, margin: margin))
        }
        let patterns = segments.filter { $0.segment.kind != .format && $0.segment.kind != .version }
        let fixed = patterns.flatMap(\.segment.modules)
        measured[.fixedPatternDamage] = Measured(
            value: Double(fixed.count { margin($0) == 0 }) / Double(max(1, fixed.count)),
            grade: FixedPatterns.whole(patterns.map { ($0.segment.kind, $0.grade) }))
        for (kind, parameter) in [(.format, .formatInformation), (.version, .versionInformation)]
            as [(ReferenceModules.Segment.Kind, PrintParameter)]
        {
            let copies = segments.filter { $0.segment.kind == kind }
            guard !copies.isEmpty else { continue }
            let places = copies.flatMap(\.segment.modules)
            measured[parameter] = Measured(
                value: Double(places.count { margin($0) > 0 }) / Double(places.count),
                grade: Grade(Grade.mean(copies.map(\.grade)).value.rounded(.up)))
        }

        let shape = Shape(grid, offsets)
        let axial = abs(shape.width - shape.height) / ((shape.width + shape.height) / 2)
        measured[.axialNonuniformity] = Measured(
            value: axial, grade: Grade(axial, limits: [0.06, 0.08, 0.1, 0.12], falling: true))
        measured[.gridNonuniformity] = Measured(
            value: shape.nonuniformity,
            grade: Grade(shape.nonuniformity, limits: [0.38, 0.5, 0.63, 0.75], falling: true))
        return MatrixGrade(
            symbology: modules.symbology, columns: modules.columns, rows: modules.rows, measured: measured,
            growth: offsets.growth, module: (shape.width + shape.height) / 2, sides: (shape.width, shape.height),
            isDark: expected, margins: margins, extremes: (reflectances.maximum, reflectances.minimum),
            damaged: segments.filter { $0.grade < .best }.map { ($0.segment.name, $0.grade) }.sorted { $0.1 < $1.1 },
            wrongCodewords: (wrong, corrected?.codewords.count ?? 0))
    }

    /// The grade of modulations or margins: each codeword has that of its worst module, and what is below a grade counts as wrong for it.
    private static func byCodewords(_ corrected: ReferenceModules.Corrected, _ values: [Double]) -> Measured {
        let lowest = corrected.codewords.map { $0.map { values[$0] }.min() ?? 1 }
        let grades = corrected.blocks.map { block in
            DamageOverlay.grade(block.codewords.map { Grade.ofModulation(lowest[$0]) }) {
                Grade.ofUnusedCorrection(block.unused(wrong: $0))
            }
        }
        return Measured(value: lowest.min() ?? 0, grade: grades.min() ?? .worst)
    }

    /// The size of a symbol's modules, and how even its grid is.
    private struct Shape {
        /// Of a module, in pixels.
        let width: Double
        let height: Double
        /// How far the farthest crossing of the grid is from where an even one between the corners has it, in modules.
        let nonuniformity: Double

        init(_ grid: EvenGrid, _ offsets: GridOffsets) {
            let corners = offsets.corners(of: grid)
            width =
                (corners.topLeft.distance(to: corners.topRight) + corners.bottomLeft.distance(to: corners.bottomRight))
                / (2 * Double(grid.columns))
            height =
                (corners.topLeft.distance(to: corners.bottomLeft) + corners.topRight.distance(to: corners.bottomRight))
                / (2 * Double(grid.rows))
            guard let even = EvenGrid(columns: grid.columns, rows: grid.rows, corners: corners) else {
                nonuniformity = 0
                return
            }
            var farthest = 0.0
            for row in 0...grid.rows {
                for column in 0...grid.columns where offsets.crossing(column: column, row: row) != nil {
                    farthest = max(
                        farthest,
                        offsets.place(column, row, in: grid).distance(to: even.place(Double(column), Double(row))))
                }
            }
            nonuniformity = farthest / ((width + height) / 2)
        }
    }

    /// Takes the reflectance of modules through the aperture.
    private struct Sampling {
        private let modules: ReferenceModules
        private let grid: EvenGrid
        private let picture: Reflectance
        /// Points of the aperture, in modules from the middle.
        private let points: [Point]

        /// - Parameter isBrief: whether a few points are enough; default false.
        init(_ modules: ReferenceModules, _ grid: EvenGrid, _ picture: Reflectance, isBrief: Bool = false) {
            (self.modules, self.grid, self.picture) = (modules, grid, picture)
            let side = grid.place(0, 0).distance(to: grid.place(1, 0))
            let count = min(
                max(Int((side * aperture * density).rounded(.up)), MatrixGrader.points.lowerBound),
                isBrief ? MatrixGrader.points.lowerBound : MatrixGrader.points.upperBound)
            let radius = aperture / 2
            points = (0..<count * count).map { place in
                func along(_ number: Int) -> Double { ((Double(number) + 0.5) / Double(count) * 2 - 1) * radius }
                return Point(x: along(place % count), y: along(place / count))
            }
            .filter { hypot($0.x, $0.y) <= radius }
        }

        func reflectances(offsets: GridOffsets?) -> Reflectances {
            let reach = max(1, modules.quietZone)
            let (columns, rows) = (modules.columns, modules.rows)
            var values: [Double] = []
            values.reserveCapacity(columns * rows)
            var around: [Reflectances.Place: Double] = [:]
            var (minimum, maximum) = (Double.infinity, -Double.infinity)
            for row in -reach..<(rows + reach) {
                for column in -reach..<(columns + reach) {
                    let isInside = row >= 0 && column >= 0 && row < rows && column < columns
                    let nearest = (min(max(column, 0), columns - 1), min(max(row, 0), rows - 1))
                    let offset = offsets?.middle(column: nearest.0, row: nearest.1) ?? Point(x: 0, y: 0)
                    let value = value(column: column, row: row, offset)
                    if isInside {
                        values.append(value)
                    } else {
                        around[Reflectances.Place(row: row, column: column)] = value
                        guard isInQuietZone(column: column, row: row) else { continue }
                    }
                    (minimum, maximum) = (min(minimum, value), max(maximum, value))
                }
            }
            return Reflectances(columns: columns, values: values, around: around, minimum: minimum, maximum: maximum)
        }

        /// Whether a place outside of the symbol is in its quiet zone, and in the picture.
        private func isInQuietZone(column: Int, row: Int) -> Bool {
            guard modules.quietZone > 0 else { return false }
            let place = grid.place(Double(column) + 0.5, Double(row) + 0.5)
            return place.x >= 0 && place.y >= 0 && place.x < Double(picture.width) && place.y < Double(picture.height)
        }

        private func value(column: Int, row: Int, _ offset: Point) -> Double {
            // Within a module the grid is a parallelogram, nearly.
            let (column, row) = (Double(column), Double(row))
            let middle = grid.place(column + 0.5, row + 0.5) + offset
            let across = grid.place(column + 1, row + 0.5) - grid.place(column, row + 0.5)
            let down = grid.place(column + 0.5, row + 1) - grid.place(column + 0.5, row)
            var sum: Float = 0
            for point in points {
                sum += picture.value(
                    x: middle.x + across.x * point.x + down.x * point.y,
                    y: middle.y + across.y * point.x + down.y * point.y)
            }
            return Double(sum) / Double(points.count)
        }
    }

    /// The reflectance of a symbol's modules and of those around it.
    private struct Reflectances {
        struct Place: Hashable {
            let row: Int
            let column: Int
        }

        let columns: Int
        /// Row by row.
        let values: [Double]
        let around: [Place: Double]
        let minimum: Double
        let maximum: Double

        private var threshold: Double { (minimum + maximum) / 2 }

        func value(_ module: ReferenceModules.Module) -> Double {
            around[Place(row: module.row, column: module.column)] ?? values[module.row * columns + module.column]
        }

        /// How far a reflectance is from the middle: 1 for the lightest and the darkest.
        func modulation(_ value: Double) -> Double {
            maximum > minimum ? 2 * abs(value - threshold) / (maximum - minimum) : 0
        }

        /// Whether a reflectance is that of a dark module, which is light in an inverted symbol.
        func isDark(_ value: Double, _ modules: ReferenceModules) -> Bool { (value < threshold) != modules.isInverted }

        func isDark(_ modules: ReferenceModules) -> [Bool] { values.map { isDark($0, modules) } }
    }
}

import Symbols

extension LumaView {
    /// The grey level at `point`, bilinear between the middles of pixels; outside, that of the nearest pixel.
    @inline(__always)
    func level(at point: Point) -> Float {
        let x = min(max(point.x - 0.5, 0), Double(width - 1))
        let y = min(max(point.y - 0.5, 0), Double(height - 1))
        let (ix, iy) = (Int(x), Int(y))
        let (wx, wy) = (Float(x - Double(ix)), Float(y - Double(iy)))
        // SAFETY: 0 <= ix < width and 0 <= iy < height by the clamping above, which takes NaN to 0 as max does; the
        // neighbours are clamped here.
        let p = base + iy * rowStride + ix
        let (right, below) = (ix + 1 < width ? 1 : 0, iy + 1 < height ? rowStride : 0)
        let top = Float(p[0]) + (Float(p[right]) - Float(p[0])) * wx
        let bottom = Float(p[below]) + (Float(p[below + right]) - Float(p[below])) * wx
        return top + (bottom - top) * wy
    }

    /// How many grey levels the lightest tenth is above the darkest twentieth, which may be glare and dirt; of every fourth
    /// pixel.
    var contrast: Int {
        let histogram = Histogram(self, step: 2)
        return histogram.level(above: 90) - histogram.level(above: 5)
    }

    /// Whether `point` lies on a pixel.
    func contains(_ point: Point) -> Bool {
        point.x >= 0 && point.y >= 0 && point.x < Double(width) && point.y < Double(height)
    }
}

/// Grey levels of a symbol's modules.
struct ModuleGrid {
    let columns: Int
    let rows: Int
    /// Row by row; light is high.
    private(set) var levels: [Float]

    /// The levels of `rows` × `columns` modules that fill the square of `homography`: means of five points in each.
    ///
    /// - Parameter isInverted: whether light and dark are swapped; default false.
    init(_ view: LumaView, columns: Int, rows: Int, homography: Homography, isInverted: Bool = false) {
        self.init(view, columns: columns, rows: rows, isInverted: isInverted) { column, row in
            homography(column / Double(columns), row / Double(rows))
        }
    }

    /// The levels of `rows` × `columns` modules, where `place` maps a column and a row to the picture.
    init(_ view: LumaView, columns: Int, rows: Int, isInverted: Bool, place: (Double, Double) -> Point) {
        (self.columns, self.rows) = (columns, rows)
        levels = []
        levels.reserveCapacity(columns * rows)
        let sign: Float = isInverted ? -0.2 : 0.2  // A fifth of the sum of five.
        let off = Self.offset
        for row in 0..<rows {
            for column in 0..<columns {
                var sum: Float = 0
                for (dx, dy) in [(0, 0), (off, off), (-off, off), (off, -off), (-off, -off)] {
                    sum += view.level(at: place(Double(column) + 0.5 + dx, Double(row) + 0.5 + dy))
                }
                levels.append(sum * sign)
            }
        }
    }

    /// How far from a module's middle four of its points are, in modules, along rows and columns.
    /// Not measured: near enough to leave out half of the module, where blur mixes in its neighbours.
    private static let offset = 0.2
    /// The part of the symbol's whole range that a neighbourhood must have to hold both dark and light modules.
    /// Not measured: shadows and blur take more than half of it.
    private static let minRange: Float = 0.35

    /// Shares of the difference to its neighbours that a module is moved away from them, to undo blur.
    /// Not measured: none, and for two strengths of blur; each costs a whole attempt.
    static let sharpenings: [Float] = [0, 0.15, 0.35]

    /// Which modules are dark: below the middle of their neighbourhood's darkest and lightest.
    ///
    /// - Parameter sharpening: how much of what neighbours gave to each other is taken back.
    func dark(sharpening: Float) -> [Bool] {
        let sharp = sharpening == 0 ? levels : sharpened(by: sharpening)
        return zip(sharp, middles(of: sharp)).map { $0 < $1 }
    }

    /// The levels with blur taken back, and around each the middle between dark and light and their difference.
    func judged(sharpening: Float) -> (levels: [Float], middles: [Float], ranges: [Float]) {
        let sharp = sharpening == 0 ? levels : sharpened(by: sharpening)
        let ranges = zip(extremes(of: sharp, Swift.min), extremes(of: sharp, Swift.max)).map { $1 - $0 }
        return (sharp, middles(of: sharp), ranges)
    }

    /// The level between dark and light at each module.
    var middles: [Float] { middles(of: levels) }

    private func middles(of values: [Float]) -> [Float] {
        guard let darkest = values.min(), let lightest = values.max() else { return [] }
        return zip(extremes(of: values, Swift.min), extremes(of: values, Swift.max)).map { low, high in
            // Where all modules are dark, or all light, the middle of the whole symbol's range is taken.
            high - low < Self.minRange * (lightest - darkest) ? (darkest + lightest) / 2 : (low + high) / 2
        }
    }

    private func sharpened(by share: Float) -> [Float] {
        var result = levels
        for row in 0..<rows {
            for column in 0..<columns {
                let i = row * columns + column
                let here = levels[i]
                var sum: Float = 0
                if column > 0 { sum += here - levels[i - 1] }
                if column + 1 < columns { sum += here - levels[i + 1] }
                if row > 0 { sum += here - levels[i - columns] }
                if row + 1 < rows { sum += here - levels[i + columns] }
                result[i] = here + share * sum
            }
        }
        return result
    }

    /// How far a module's neighbourhood goes, in modules. Measured: 4 and 6 read as many.
    private static let reach = 5

    /// `pick` over each module's neighbourhood, first along rows, then along columns.
    private func extremes(of values: [Float], _ pick: (Float, Float) -> Float) -> [Float] {
        var along = values
        for row in 0..<rows {
            for column in 0..<columns {
                var value = values[row * columns + column]
                for x in max(0, column - Self.reach)...min(columns - 1, column + Self.reach) {
                    value = pick(value, values[row * columns + x])
                }
                along[row * columns + column] = value
            }
        }
        var result = along
        for row in 0..<rows {
            for column in 0..<columns {
                var value = along[row * columns + column]
                for y in max(0, row - Self.reach)...min(rows - 1, row + Self.reach) {
                    value = pick(value, along[y * columns + column])
                }
                result[row * columns + column] = value
            }
        }
        return result
    }
}

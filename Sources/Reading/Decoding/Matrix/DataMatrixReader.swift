import Symbols

/// Reads Data Matrix symbols in candidate regions, mirrored ones too (ISO/IEC 16022 and 21471).
enum DataMatrixReader {
    /// Corners that are followed in one region, and sizes for each. Measured: 2 reads 1 fewer, 4 reads as many.
    private static let maxCorners = 3
    /// Measured: 2 and 4 read as many.
    private static let maxGuesses = 3
    /// The share of the finder patterns' modules that must be right. Measured: 0.64 reads as many, 1 reads 1 fewer.
    private static let minAgreement = 0.8

    /// The symbol in `region` of `view`; nil when there is none.
    static func read(_ view: LumaView, _ region: MatrixRegion) -> RawSymbol? {
        for corner in DataMatrixFinder.corners(view, region, maxCount: maxCorners) {
            var timing = DataMatrixTiming(view, corner)
            for guess in timing.guesses(maxCount: maxGuesses) {
                if let symbol = read(view, guess) { return symbol }
            }
        }
        return nil
    }

    private static func read(_ view: LumaView, _ guess: DataMatrixTiming.Guess) -> RawSymbol? {
        let size = guess.size
        let quad = FinderTemplate(view: view, size: size).fitted(guess.quad)
        var agreement = 0.0
        if let symbol = symbol(view, size, quad, &agreement) { return symbol }
        guard agreement >= minAgreement else { return nil }
        let close = view.fitted(quad, columns: size.columns, rows: size.rows, known: size.finder)
        return symbol(view, size, close, &agreement)
    }

    /// The symbol in `quad`; `agreement` becomes the share of its finder patterns that is as it should be.
    private static func symbol(
        _ view: LumaView, _ size: DataMatrixSize, _ quad: Quadrilateral, _ agreement: inout Double
    ) -> RawSymbol? {
        guard let homography = Homography(onto: quad) else { return nil }
        let grid = ModuleGrid(view, columns: size.columns, rows: size.rows, homography: homography)
        for sharpening in ModuleGrid.sharpenings {
            let modules = DataMatrixModules(size: size, dark: grid.dark(sharpening: sharpening))
            agreement = max(agreement, modules.finderAgreement)
            guard modules.finderAgreement >= minAgreement else { continue }
            for (modules, quad) in [(modules, quad), modules.mirrored(quad)].compactMap({ $0 }) {
                guard let words = modules.data(),
                    let content = DataMatrixContent(words, isExtended: modules.size.isExtended)
                else { continue }
                return RawSymbol(.dataMatrix, content, corners: quad)
            }
        }
        return nil
    }
}

extension DataMatrixModules {
    /// The mirrored symbol; nil if no size has these rows and columns.
    fileprivate func mirrored(_ quad: Quadrilateral) -> (DataMatrixModules, Quadrilateral)? {
        guard let other = DataMatrixSize.all.first(where: { $0.rows == size.columns && $0.columns == size.rows }) else {
            return nil
        }
        // The bottom left stays: rows from the bottom become columns from the left.
        var turned: [Bool] = []
        turned.reserveCapacity(dark.count)
        for row in 0..<other.rows {
            for column in 0..<other.columns {
                turned.append(dark[(size.rows - 1 - column) * size.columns + size.columns - 1 - row])
            }
        }
        return (DataMatrixModules(size: other, dark: turned), quad.mirrored.turned(by: 2))
    }
}

/// What is known of a Data Matrix symbol before it is read.
private struct FinderTemplate {
    let view: LumaView
    /// The finder patterns' modules, in shares of the symbol's sides.
    private var light: [Point] = []
    private var dark: [Point] = []
    /// Those of the alternating sides alone.
    private var timingLight: [Point] = []
    private var timingDark: [Point] = []
    /// How far the fourth corner is looked for, in steps. Measured: 5 and 8 read as many.
    private static let reach = 6
    /// One of these steps, in modules. Not measured: less than half a module, so that none is passed over.
    private static let step = 0.4
    private let size: DataMatrixSize

    init(view: LumaView, size: DataMatrixSize) {
        (self.view, self.size) = (view, size)
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                guard let isDark = size.finder(column: column, row: row) else { continue }
                let place = Point(
                    x: (Double(column) + 0.5) / Double(size.columns), y: (Double(row) + 0.5) / Double(size.rows))
                if isDark { dark.append(place) } else { light.append(place) }
                guard row == 0 || column == size.columns - 1 else { continue }
                if isDark { timingDark.append(place) } else { timingLight.append(place) }
            }
        }
    }

    /// How much lighter the light modules are than the dark ones.
    func contrast(_ homography: Homography) -> Float { difference(homography, light, dark) }
    private func timing(_ homography: Homography) -> Float { difference(homography, timingLight, timingDark) }

    private func difference(_ homography: Homography, _ light: [Point], _ dark: [Point]) -> Float {
        let sum = { (places: [Point]) -> Float in
            var sum: Float = 0
            for place in places { sum += view.level(at: homography(place.x, place.y)) }
            return sum / Float(places.count)
        }
        return sum(light) - sum(dark)
    }

    /// `quad` moved to where the finder pattern has most contrast: first its fourth corner alone, which is a guess.
    func fitted(_ quad: Quadrilateral) -> Quadrilateral {
        let module = Point(
            x: quad.bottomLeft.distance(to: quad.bottomRight) / Double(size.columns),
            y: quad.bottomLeft.distance(to: quad.topLeft) / Double(size.rows))
        var (best, highest) = (quad, -Float.infinity)
        let (across, up) = (quad.bottomRight - quad.bottomLeft, quad.topLeft - quad.bottomLeft)
        for i in -Self.reach...Self.reach {
            for j in -Self.reach...Self.reach {
                let (a, b) = (Double(i) * Self.step / Double(size.columns), Double(j) * Self.step / Double(size.rows))
                var moved = quad
                moved.topRight = quad.topRight + (across * a + up * b)
                guard let homography = Homography(onto: moved) else { continue }
                let value = timing(homography)
                if value > highest { (best, highest) = (moved, value) }
            }
        }
        return best.refined(module: min(module.x, module.y), score: contrast)
    }
}

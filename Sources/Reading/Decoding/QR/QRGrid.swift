import Symbols

/// The modules of a version laid over a picture.
struct QRGrid {
    let view: LumaView
    let template: QRTemplate
    let isInverted: Bool

    init(_ view: LumaView, version: QRVersion, isInverted: Bool) {
        (self.view, self.isInverted) = (view, isInverted)
        template = QRTemplate(version)
    }

    /// Of the difference between light and dark in the finder patterns, what the modules of known colour must show on
    /// the mean; less is another size, or no symbol. Measured: 0.36 and 0.562 read as many.
    private static let minLikeness: Float = 0.45
    /// The same before the grid is moved. Measured: 0.224 and 0.35 read as many.
    private static let minGuess: Float = 0.28
    /// Pixels a module, at least. Not measured: less than a pixel, below which modules mix.
    private static let minModule = 0.8
    /// How far the far corner is looked for along rows and columns, in steps, and the length of a step in modules.
    /// Not measured: five modules, and less than the one module by which the alignment pattern could be missed.
    private static let search = (steps: 7, step: 0.7)
    /// Grey levels that a place so found must be better by than the guess, times its squared distance in steps.
    /// Not measured: two levels at the farthest corner, so that the guess wins among equals.
    private static let levelsPerSquaredStep: Float = 0.02
    /// The first and the last step of corners that are moved, as parts of a module.
    /// Not measured: half a module, and what no longer changes levels much.
    private static let steps = (first: 2.0, last: 12.0)

    /// The best of `guesses`, moved to where modules of known colour look as they should; nil when they do not.
    func placed(_ guesses: [Quadrilateral]) -> Quadrilateral? {
        func first(_ corners: Quadrilateral) -> Float {
            Homography(onto: corners).map { likeness($0) } ?? -.infinity
        }
        guard var corners = guesses.max(by: { first($0) < first($1) }) else { return nil }
        let size = Double(template.size)
        let module =
            (corners.topLeft.distance(to: corners.topRight) + corners.topLeft.distance(to: corners.bottomLeft))
            / (2 * size)
        guard module > Self.minModule else { return nil }
        // The far corner is a guess so far: the alignment pattern nearest to it says more.
        if let center = template.version.alignmentCenters.last {
            var (best, highest) = (corners, -Float.infinity)
            for dy in -Self.search.steps...Self.search.steps {
                for dx in -Self.search.steps...Self.search.steps {
                    var moved = corners
                    moved.bottomRight.x += Double(dx) * Self.search.step * module
                    moved.bottomRight.y += Double(dy) * Self.search.step * module
                    guard let homography = Homography(onto: moved) else { continue }
                    // Among equals the guess.
                    let value =
                        likenessOfAlignment(center, homography) - Float(dx * dx + dy * dy)
                        * Self.levelsPerSquaredStep
                    if value > highest { (best, highest) = (moved, value) }
                }
            }
            corners = best
        }
        guard let guess = Homography(onto: corners), likeness(guess) > Self.minGuess * contrast(guess)
        else { return nil }
        corners = corners.refined(step: module / Self.steps.first, last: module / Self.steps.last) {
            likeness($0)
        }
        guard let homography = Homography(onto: corners),
            likeness(homography) > Self.minLikeness * contrast(homography)
        else {
            return nil
        }
        return corners
    }

    @inline(__always)
    private func level(_ homography: Homography, _ row: Double, _ column: Double) -> Float {
        let size = Double(template.size)
        let level = view.level(at: homography(column / size, row / size))
        return isInverted ? -level : level
    }

    /// The mean over all modules of known colour: light counts as it is, dark against it.
    private func likeness(_ homography: Homography) -> Float {
        var sum: Float = 0
        for module in template.fixed { sum += module.sign * level(homography, module.row, module.column) }
        return 2 * sum / Float(template.fixed.count)
    }

    private func likenessOfAlignment(_ center: (row: Int, column: Int), _ homography: Homography) -> Float {
        var (light, dark) = (Float(0), Float(0))
        for y in -2...2 {
            for x in -2...2 {
                let here = level(homography, Double(center.row + y) + 0.5, Double(center.column + x) + 0.5)
                if max(abs(x), abs(y)) == 1 { light += here } else { dark += here }
            }
        }
        return light / 8 - dark / 17
    }

    /// The difference between the middles of the finder patterns and the light rings around them.
    private func contrast(_ homography: Homography) -> Float {
        let size = template.size
        var (light, dark) = (Float(0), Float(0))
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            for (dy, dx) in [(0, 2), (0, -2), (2, 0), (-2, 0)] {
                light += level(homography, Double(row + dy) + 0.5, Double(column + dx) + 0.5)
            }
            dark += level(homography, Double(row) + 0.5, Double(column) + 0.5)
        }
        return max(1, light / 12 - dark / 3)
    }

    /// The modules where creases have moved them.
    func followed(_ homography: Homography) -> ModuleGrid {
        CreasedGrid(view: view, size: template.size, isInverted: isInverted) { row, column in
            switch template[row, column] {
            case .dark: true
            case .light: false
            case .data, .format: nil
            }
        }
        .followed(homography)
    }
}

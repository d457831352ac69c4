import Frames
import Symbols

/// Reads Aztec symbols anywhere in a picture, light on dark and mirrored too (ISO/IEC 24778).
struct AztecReader {
    private var finder = AztecFinder()

    /// Rows from one that is looked along to the next.
    /// Not measured: a large picture shows a symbol larger, or it could not be read; most candidates are drawn twice as large.
    private static let rowSteps = (usual: 2, large: 6)
    /// The part of a candidate's sides in which the bull's eye is looked for: the middle of an Aztec symbol is that of its candidate, or
    /// near it.
    private static let middleOfCandidate = (part: 3, of: 5)
    /// How far rings must be apart in a candidate: a divisor of its middle's contrast, and the limits of the result in grey levels.
    /// Not measured: from less than `AztecFinder.prominence`, as few lines are looked along, to what is clear without it.
    private static let partOfContrast = 6
    private static let prominences = (least: 6, most: 32)

    /// The symbols of `view`.
    ///
    /// - Parameter isCandidate: whether it is worth a closer look, as a small part of a picture is; default false.
    mutating func read(_ view: LumaView, isCandidate: Bool = false) -> [RawSymbol] {
        var found: [RawSymbol] = []
        find(in: view, isCandidate: isCandidate) { eye in
            guard let symbol = Self.read(view, eye) else { return false }
            found.append(symbol)
            return true
        }
        return found
    }

    /// Hands the bull's eyes of `view` to `use`, which returns whether there was a symbol around it.
    mutating func find(in view: LumaView, isCandidate: Bool, use: (BullsEye) -> Bool) {
        var (area, prominence) = (view.bounds, AztecFinder.prominence)
        if isCandidate {
            let (part, of) = Self.middleOfCandidate
            let (width, height) = (view.width * part / of, view.height * part / of)
            area = PixelRect(x: (view.width - width) / 2, y: (view.height - height) / 2, width: width, height: height)
            let contrast = view.cropped(to: area).contrast
            prominence = min(max(contrast / Self.partOfContrast, Self.prominences.least), Self.prominences.most)
        }
        let step = view.width * view.height > GradientGrid.largePicture ? Self.rowSteps.large : Self.rowSteps.usual
        finder.find(in: view, of: area, step: step, prominence: prominence, use: use)
    }

    private static func read(_ view: LumaView, _ eye: BullsEye) -> RawSymbol? {
        let sampler = AztecSampler(view: view, isInverted: eye.isInverted)
        guard let (mode, square) = sampler.mode(of: eye) else { return nil }
        switch mode.kind {
        case .rune(let number):
            let bytes = [number / 100, number / 10 % 10, number % 10].map { UInt8(0x30 + $0) }
            return RawSymbol(
                symbology: .aztec, identifier: "]zC", bytes: bytes, eciBytes: nil,
                corners: square.corners(half: 5.5, mode))
        case .data:
            // The middle alone does not fix modules far from it exactly, but it is enough for most small symbols.
            if let direct = square.resized(half: Double(mode.side) / 2),
                let symbol = symbol(sampler, mode, direct)
            {
                return symbol
            }
            return sampler.grown(square, to: mode).flatMap { symbol(sampler, mode, $0) }
        }
    }

    private static func symbol(_ sampler: AztecSampler, _ mode: AztecMode, _ whole: AztecSquare) -> RawSymbol? {
        guard case .data(let layers, let dataWords) = mode.kind else { return nil }
        let grid = sampler.grid(whole, mode)
        for sharpening in ModuleGrid.sharpenings {
            let modules = AztecModules(side: mode.side, dark: grid.dark(sharpening: sharpening))
            guard let bits = modules.data(layers: layers, dataWords: dataWords, isCompact: mode.isCompact),
                let content = AztecContent(bits)
            else { continue }
            return RawSymbol(.aztec, content, corners: whole.corners(half: whole.half, mode))
        }
        return nil
    }
}

/// A square around the middle of an Aztec symbol, in pixels of a picture.
struct AztecSquare {
    let quad: Quadrilateral
    /// From the square to the picture.
    let homography: Homography
    /// Half its side in modules.
    let half: Double

    init?(quad: Quadrilateral, half: Double) {
        guard let homography = Homography(onto: quad) else { return nil }
        (self.quad, self.homography, self.half) = (quad, homography, half)
    }

    /// The same plane's square with another half side; nil when it reaches the horizon.
    func resized(half: Double) -> AztecSquare? {
        let (low, high) = ((self.half - half) / (2 * self.half), (self.half + half) / (2 * self.half))
        return AztecSquare(quad: homography.square(from: low, to: high), half: half)
    }

    /// The corners of the square with another half side, from the symbol's own top left on.
    func corners(half: Double, _ mode: AztecMode) -> Quadrilateral {
        let turned = (resized(half: half) ?? self).quad.turned(by: mode.turns)
        return mode.isMirrored ? turned.mirrored : turned
    }
}

/// Takes grey levels of an Aztec symbol's modules, numbered from the middle one.
struct AztecSampler {
    let view: LumaView
    let isInverted: Bool

    /// The first and the last step, in modules, of corners that are moved to where the rings differ most.
    /// Not measured: as for `Quadrilateral.moduleSteps`, and a little finer, as the symbol is larger than its rings.
    private static let ringSteps = (first: 0.3, last: 0.04)
    /// Grey levels between a light and a dark ring, at least.
    /// Not measured: the same as the least that a candidate is looked through for (`AztecReader`).
    private static let minContrast: Float = 6
    /// How far a square grows in a step, from its middle: modules, and a factor.
    /// Not measured: what is known of a third less still says where modules are to within a half.
    private static let growth = (modules: 2.0, factor: 1.3)
    /// Pixels from the picture's corner: farther than any picture goes, so that numbers stay small.
    private static let farthest = 1e5

    private func level(_ homography: Homography, _ half: Double, _ x: Int, _ y: Int) -> Float {
        let level = view.level(at: homography((Double(x) / half + 1) / 2, (Double(y) / half + 1) / 2))
        return isInverted ? -level : level
    }

    /// Whether the rings are dark at a module: those at an even distance from the middle.
    private static func isDarkRing(_ x: Int, _ y: Int) -> Bool { max(abs(x), abs(y)) % 2 == 0 }

    /// How much lighter the light rings are than the dark ones up to `radius`, which is even.
    private func rings(_ homography: Homography, _ half: Double, radius: Int) -> Float {
        var (light, dark): (Float, Float) = (0, 0)
        for y in -radius...radius {
            for x in -radius...radius {
                let level = level(homography, half, x, y)
                if Self.isDarkRing(x, y) { dark += level } else { light += level }
            }
        }
        // Ring r has 8r modules; the means and not the sums, or a darker neighbourhood would look better.
        let rings = radius / 2
        return light / Float(8 * rings * rings) - dark / Float(8 * rings * (rings + 1) + 1)
    }

    /// The mode message around a bull's eye, compact or full, and the square fitted to it.
    ///
    /// Compact symbols are tried as the eye was found first: its lines are better than the levels of its modules where
    /// shadows fall on it.
    func mode(of eye: BullsEye) -> (AztecMode, AztecSquare)? {
        guard let found = AztecSquare(quad: eye.corners, half: BullsEye.radius) else { return nil }
        if let mode = message(found, isCompact: true) { return (mode, found) }
        guard let compact = fitted(found, radius: 4, module: eye.module) else { return nil }
        if let mode = message(compact, isCompact: true) { return (mode, compact) }
        guard let wide = compact.resized(half: 6.5), let full = fitted(wide, radius: 6, module: eye.module) else {
            return nil
        }
        return message(full, isCompact: false).map { ($0, full) }
    }

    /// The square moved to where its rings up to `radius` differ most.
    private func fitted(_ square: AztecSquare, radius: Int, module: Double) -> AztecSquare? {
        let quad = square.quad.refined(step: Self.ringSteps.first * module, last: Self.ringSteps.last * module) {
            rings($0, square.half, radius: radius)
        }
        return AztecSquare(quad: quad, half: square.half)
    }

    private func message(_ square: AztecSquare, isCompact: Bool) -> AztecMode? {
        let radius = AztecMode.radius(isCompact: isCompact)
        // The two rings inside of it are light and dark all around, which gives the levels here.
        var (light, dark): (Float, Float) = (0, 0)
        for (x, y) in Self.ring(radius - 2) { light += level(square.homography, square.half, x, y) }
        for (x, y) in Self.ring(radius - 1) { dark += level(square.homography, square.half, x, y) }
        light /= Float(8 * (radius - 2))
        dark /= Float(8 * (radius - 1))
        guard light - dark > Self.minContrast else { return nil }
        let levels = Self.ring(radius).map { level(square.homography, square.half, $0, $1) }
        for sharpening in ModuleGrid.sharpenings {
            let ring = levels.indices.map { i -> Bool in
                let (before, after) = (levels[(i + levels.count - 1) % levels.count], levels[(i + 1) % levels.count])
                // What lies outside is not known; inside is a dark ring.
                let sharp = levels[i] + sharpening * (3 * levels[i] - before - after - dark)
                return sharp < (light + dark) / 2
            }
            if let mode = AztecMode(ring: ring, isCompact: isCompact) { return mode }
        }
        return nil
    }

    /// The modules at `radius` clockwise from the top left.
    private static func ring(_ radius: Int) -> [(Int, Int)] {
        let r = radius
        var ring: [(Int, Int)] = []
        ring.reserveCapacity(8 * r)
        for i in -r..<r { ring.append((i, -r)) }
        for i in -r..<r { ring.append((r, i)) }
        for i in -r..<r { ring.append((-i, r)) }
        for i in -r..<r { ring.append((-r, -i)) }
        return ring
    }

    /// `square` grown in steps to the whole symbol, and after each fitted to the modules inside.
    func grown(_ square: AztecSquare, to mode: AztecMode) -> AztecSquare? {
        var square = square
        while square.half < Double(mode.side) / 2 {
            let radius = min(
                mode.side / 2, Int(max(square.half + Self.growth.modules, square.half * Self.growth.factor)))
            guard let next = square.resized(half: Double(radius) + 0.5),
                next.quad.corners.allSatisfy({ abs($0.x) < Self.farthest && abs($0.y) < Self.farthest })
            else { return nil }
            let quad = view.fitted(
                next.quad, columns: 2 * radius + 1, rows: 2 * radius + 1, isInverted: isInverted
            ) { column, row in
                let (x, y) = (column - radius, row - radius)
                if max(abs(x), abs(y)) <= (mode.isCompact ? 4 : 6) { return Self.isDarkRing(x, y) }
                // The reference lines are dark at an even distance from the middle.
                return !mode.isCompact && (x % 16 == 0 || y % 16 == 0) ? (x + y) % 2 == 0 : nil
            }
            guard let fitted = AztecSquare(quad: quad, half: next.half) else { return nil }
            square = fitted
        }
        return square
    }

    /// All modules, turned so that the symbol's top left is the first.
    func grid(_ square: AztecSquare, _ mode: AztecMode) -> ModuleGrid {
        let corners = square.corners(half: square.half, mode)
        return ModuleGrid(
            view, columns: mode.side, rows: mode.side, homography: Homography(onto: corners) ?? square.homography,
            isInverted: isInverted)
    }
}

import Frames
import Symbols

/// Reads Han Xin Codes that stand upright, about, dark or light and mirrored too (ISO/IEC 20830).
struct HanXinReader {
    private var finders = HanXinFinders()

    /// Grey levels that light and dark runs are apart, at least; not measured: as `AztecFinder.prominence`. And the same as a divisor of the
    /// contrast, where noise is as large.
    private static let (prominence, partOfContrast) = (18, 3)
    /// How far a finder pattern may lie from where two others say, as a part of the symbol's side. Not measured: perspective.
    private static let maximumOffset = 0.25
    /// By how much the number of modules along a side may differ from what distances say: modules, and a part of it. Not measured.
    private static let sizeError = (modules: 4.0, part: 0.1)
    /// Grey levels between light and dark modules of a finder pattern, at least. Not measured: as for Aztec.
    private static let minimumContrast: Float = 6
    /// Modules from a corner to the middles of finder patterns' squares: of those whose corner points outwards, and of the one at the bottom
    /// left.
    private static let (outward, inward) = (5.5, 1.5)

    /// The symbols of `view`.
    mutating func read(_ view: LumaView) -> [RawSymbol] {
        guard min(view.width, view.height) >= HanXinTemplate.size(of: 1) else { return [] }
        let symbols = read(view, prominence: Self.prominence)
        let coarse = view.contrast / Self.partOfContrast
        // Noise makes runs of its own.
        return symbols.isEmpty && coarse > Self.prominence ? read(view, prominence: coarse) : symbols
    }

    private mutating func read(_ view: LumaView, prominence: Int) -> [RawSymbol] {
        let found = finders.find(in: view, prominence: prominence)
        guard found.count >= 3 else { return [] }
        var symbols: [RawSymbol] = []
        for first in found {
            for last in found where !symbols.contains(where: { $0.corners.contains(first.middle) }) {
                if let symbol = Self.symbol(view, from: first, to: last, among: found) { symbols.append(symbol) }
            }
        }
        return symbols
    }

    /// The symbol with the finder patterns `first` at its top left and `last` at its bottom right.
    private static func symbol(
        _ view: LumaView, from first: HanXinFinder, to last: HanXinFinder, among found: [HanXinFinder]
    ) -> RawSymbol? {
        let diagonal = last.middle - first.middle
        guard first.isInverted == last.isInverted, diagonal.x * first.corner.x < 0, diagonal.y * first.corner.y < 0,
            last.corner == (-first.corner.x, -first.corner.y)
        else { return nil }
        let module = (
            width: (first.module.width + last.module.width) / 2, height: (first.module.height + last.module.height) / 2
        )
        // Modules between the squares along a side.
        let span = (abs(diagonal.x) / module.width + abs(diagonal.y) / module.height) / 2
        let size = span + 2 * outward
        let error = max(sizeError.modules, sizeError.part * size)
        let sizes = HanXinTemplate.versions.map(HanXinTemplate.size).filter { abs(Double($0) - size) <= error }
            .sorted { abs(Double($0) - size) < abs(Double($1) - size) }
        guard !sizes.isEmpty else { return nil }
        // The sides from the top left are half of the diagonal, turned by an eighth either way.
        let half = diagonal / 2
        let sides = [Point(x: half.x + half.y, y: half.y - half.x), Point(x: half.x - half.y, y: half.y + half.x)]
        for (right, down) in [(sides[0], sides[1]), (sides[1], sides[0])] {
            let reach = maximumOffset * half.length
            func finder(at place: Point) -> HanXinFinder? {
                // The corners of both point to the top right.
                let direction = right - down
                return found.filter {
                    $0.isInverted == first.isInverted && $0.corner.x * direction.x + $0.corner.y * direction.y > 0
                        && $0.corner != first.corner && $0.corner != last.corner
                        && $0.middle.distance(to: place) < reach
                }
                .min { $0.middle.distance(to: place) < $1.middle.distance(to: place) }
            }
            let beyond = (outward - inward) / span
            let topRight = finder(at: first.middle + right)?.middle
            let bottomLeft = finder(at: first.middle + down * (1 + beyond) - right * beyond)?.middle
            guard topRight != nil || bottomLeft != nil else { continue }
            for size in sizes {
                if let symbol = symbol(view, size, (first.middle, topRight, bottomLeft, last.middle), first.isInverted)
                {
                    return symbol
                }
            }
        }
        return nil
    }

    /// The middles of the four squares; one of two may not be known.
    private typealias Middles = (topLeft: Point, topRight: Point?, bottomLeft: Point?, bottomRight: Point)

    private static func symbol(_ view: LumaView, _ size: Int, _ middles: Middles, _ isInverted: Bool) -> RawSymbol? {
        let side = Double(size)
        let span = side - 2 * outward
        let beyond = (outward - inward) / span
        // Where one is not known it is where it is in a parallelogram.
        var (topRight, bottomLeft) = (middles.topRight, middles.bottomLeft)
        if let topRight {
            let (right, down) = (topRight - middles.topLeft, middles.bottomRight - topRight)
            bottomLeft = bottomLeft ?? middles.topLeft + down * (1 + beyond) - right * beyond
        } else if let bottomLeft {
            let toLeft = bottomLeft - middles.topLeft
            let diagonal = middles.bottomRight - middles.topLeft
            // From toLeft = down·(1 + beyond) - right·beyond and diagonal = right + down.
            let down = (toLeft + diagonal * beyond) / (1 + 2 * beyond)
            topRight = middles.bottomRight - down
        }
        guard let topRight, let bottomLeft else { return nil }
        let fit = LatticeFit([
            ((outward, outward), middles.topLeft), ((side - outward, outward), topRight),
            ((side - outward, side - outward), middles.bottomRight), ((inward, side - inward), bottomLeft),
        ])
        guard let fit, let information = information(view, size, fit, isInverted),
            HanXinTemplate.size(of: information.version) == size
        else { return nil }
        let template = HanXinTemplate(version: information.version)
        let guess = Quadrilateral(
            topLeft: fit(0, 0), topRight: fit(side, 0), bottomRight: fit(side, side), bottomLeft: fit(0, side))
        func isDark(_ row: Int, _ column: Int) -> Bool? {
            switch template[row, column] {
            case .dark: true
            case .light: false
            case .data, .information: nil
            }
        }
        func symbol(_ modules: ModuleGrid, _ corners: Quadrilateral) -> RawSymbol? {
            for sharpening in ModuleGrid.sharpenings {
                let message = HanXinMessage(
                    template: template, information: information, darkness: modules.darkness(sharpening: sharpening))
                if let content = message.content() { return RawSymbol(.hanXin, content, corners: corners) }
            }
            return nil
        }
        func grid(_ corners: Quadrilateral) -> ModuleGrid? {
            Homography(onto: corners).map {
                ModuleGrid(view, columns: size, rows: size, homography: $0, isInverted: isInverted)
            }
        }
        if let symbol = grid(guess).flatMap({ symbol($0, guess) }) { return symbol }
        let fitted = view.fitted(guess, columns: size, rows: size, isInverted: isInverted) { isDark($1, $0) }
        if let symbol = grid(fitted).flatMap({ symbol($0, fitted) }) { return symbol }
        let creased = CreasedGrid(view: view, size: size, isInverted: isInverted, isDark: isDark)
        return Homography(onto: fitted).flatMap { symbol(creased.followed($0), fitted) }
    }

    /// The function information of a symbol of `size` modules along a side: of both copies together, or of one of them.
    private static func information(
        _ view: LumaView, _ size: Int, _ fit: LatticeFit, _ isInverted: Bool
    ) -> HanXinInformation? {
        func level(_ row: Int, _ column: Int) -> Float {
            let level = view.level(at: fit(Double(column) + 0.5, Double(row) + 0.5))
            return isInverted ? -level : level
        }
        // Of each finder pattern, in the order of `quarter`: the sums of its light and dark modules, and how many of each.
        func quarter(_ row: Int, _ column: Int) -> Int { (row * 2 < size ? 0 : 2) + (column * 2 < size ? 0 : 1) }
        var sums = [SIMD4<Float>](repeating: .zero, count: 4)
        HanXinTemplate.forEachFinderModule(size: size) { row, column, isDark in
            let level = level(row, column)
            sums[quarter(row, column)] += isDark ? SIMD4(0, 0, level, 1) : SIMD4(level, 1, 0, 0)
        }
        let levels = sums.map { (light: $0[0] / $0[1], dark: $0[2] / $0[3]) }
        guard levels.count(where: { $0.light - $0.dark >= minimumContrast }) > 2 else { return nil }
        let copies = HanXinTemplate.information(size: size).map { places in
            places.map { row, column -> Float in
                let (light, dark) = levels[quarter(row, column)]
                // One finder pattern may be lost, and what is beside it.
                guard light - dark >= minimumContrast else { return 0 }
                let middle: Float = (light + dark) / 2
                return min(1, max(-1, 2 * (middle - level(row, column)) / (light - dark)))
            }
        }
        return HanXinInformation(zip(copies[0], copies[1]).map(+))
            ?? copies.lazy.compactMap(HanXinInformation.init).first
    }
}

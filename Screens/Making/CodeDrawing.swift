import Preview
import Surface

/// A code as it is drawn into an area of cells, dark on light whatever the theme is, as large as whole modules allow: in pixels where the
/// terminal shows such, else in half blocks, else in the finer parts of cells.
struct CodeDrawing {
    /// How cells show modules.
    enum Way: Hashable {
        /// Pixels, so many for a module.
        case pixels(PictureProtocol, CellPixels, side: Int)
        /// So many columns and twice as many halves of a row for a module, which is a square then.
        case halfBlocks(scale: Int)
        /// Two modules beside each other in a column, and two above each other: twice as high as wide.
        case quadrants
        /// Two modules beside each other, and three above each other.
        case sextants
        /// Two columns for a module: for terminals without blocks.
        case blanks(scale: Int)
    }

    let modules: CodeModules
    let way: Way
    private let terminal: TerminalTraits
    let area: Rect

    /// The largest drawing that `room` has place for; nil if there is none.
    ///
    /// - Parameter hasSextants: whether the terminal's font is known to have them; many do not.
    init?(_ modules: CodeModules, in room: Rect, on terminal: TerminalTraits, hasSextants: Bool) {
        guard modules.width > 0, modules.height > 0, !room.isEmpty else { return nil }
        let modules = modules.isLinear ? modules.fitting(room) : modules
        for way in Self.ways(modules, in: room, on: terminal, hasSextants) {
            let size = Self.cells(of: modules, by: way)
            guard size.width <= room.width, size.height <= room.height else { continue }
            (self.modules, self.way, self.terminal) = (modules, way, terminal)
            area = room.centered(width: size.width, height: size.height)
            return
        }
        return nil
    }

    /// The ways that this terminal has, the best first.
    private static func ways(
        _ modules: CodeModules, in room: Rect, on terminal: TerminalTraits, _ hasSextants: Bool
    ) -> [Way] {
        guard terminal.isUTF8 else {
            return [.blanks(scale: max(1, min(room.width / (2 * modules.width), room.height / modules.height)))]
        }
        var ways: [Way] = []
        if let pixels = terminal.cellPixels,
            let kind = [PictureProtocol.kitty, .sixel].first(where: terminal.pictures.contains)
        {
            let side = min(
                room.width * pixels.width / modules.width, room.height * pixels.height / modules.height, largestSide)
            if side >= 2 { ways.append(.pixels(kind, pixels, side: side)) }
        }
        ways.append(.halfBlocks(scale: max(1, min(room.width / modules.width, 2 * room.height / modules.height))))
        return ways + (modules.mayBeHigher ? [.quadrants] : hasSextants ? [.sextants] : [])
    }

    /// Larger modules are not easier to read, and cost their bytes.
    private static let largestSide = 12

    /// How many cells `modules` take.
    static func cells(of modules: CodeModules, by way: Way) -> (width: Int, height: Int) {
        func parts(_ count: Int, _ perCell: Int) -> Int { (count + perCell - 1) / perCell }
        return switch way {
        case .pixels(_, let cell, let side):
            (parts(modules.width * side, cell.width), parts(modules.height * side, cell.height))
        case .halfBlocks(let scale): (modules.width * scale, parts(modules.height * scale, 2))
        case .quadrants: (parts(modules.width, 2), parts(modules.height, 2))
        case .sextants: (parts(modules.width, 2), parts(modules.height, 3))
        case .blanks(let scale): (modules.width * 2 * scale, modules.height * scale)
        }
    }

    /// The fewest cells in which `modules` can be shown without pixels and sextants.
    static func least(_ modules: CodeModules, on terminal: TerminalTraits) -> (width: Int, height: Int) {
        let way: Way =
            !terminal.isUTF8 ? .blanks(scale: 1) : modules.mayBeHigher ? .quadrants : .halfBlocks(scale: 1)
        return cells(of: modules.isLinear ? modules.lowest : modules, by: way)
    }
}

extension CodeDrawing {
    /// Draws it; whether the terminal's ink is dark counts where it has no colours.
    func render(into canvas: inout Canvas, isOnWhite: Bool) {
        let ink = CodeInk(hasColors: terminal.colorCount >= 8, isOnWhite: isOnWhite)
        if case .pixels(let way, let cell, let side) = way {
            // Light below the picture, for the cells that the picture does not fill whole.
            canvas.fill(area, " ", ink.light)
            return placePixels(way, cell, side, into: &canvas)
        }
        for row in 0..<area.height {
            for column in 0..<area.width {
                let (character, style) = cell(column, row, ink)
                canvas.set(area.x + column, area.y + row, character, style)
            }
        }
    }

    private func placePixels(_ way: PictureProtocol, _ cell: CellPixels, _ side: Int, into canvas: inout Canvas) {
        let (width, height) = (area.width * cell.width, area.height * cell.height)
        let (left, top) = ((width - modules.width * side) / 2, (height - modules.height * side) / 2)
        var luma = [UInt8](repeating: 255, count: width * height)
        for y in 0..<modules.height {
            for x in 0..<modules.width where modules.isDark(x, y) {
                for row in 0..<side {
                    let first = (top + y * side + row) * width + left + x * side
                    for pixel in first..<first + side { luma[pixel] = 0 }
                }
            }
        }
        PlacedPicture(area: area, width: width, height: height, luma: luma, way: way).map { canvas.place($0) }
    }

    private func cell(_ column: Int, _ row: Int, _ ink: CodeInk) -> (Character, Style) {
        switch way {
        case .pixels: return (" ", .plain)
        case .halfBlocks(let scale):
            let x = column / scale
            return ink.half(
                upper: modules.isDark(x, 2 * row / scale), lower: modules.isDark(x, (2 * row + 1) / scale))
        case .blanks(let scale):
            let isDark = modules.isDark(column / (2 * scale), row / scale)
            return ink.half(upper: isDark, lower: isDark)
        case .quadrants: return part(column, row, rows: 2, of: Self.quadrants, ink)
        case .sextants: return part(column, row, rows: 3, of: Self.sextants, ink)
        }
    }

    private static let (quadrants, sextants) = (QuadrantRenderer().characters, SextantRenderer().characters)

    /// Two modules beside each other in `rows` rows, as one of the characters whose bits they are.
    private func part(
        _ column: Int, _ row: Int, rows: Int, of characters: [Character], _ ink: CodeInk
    ) -> (Character, Style) {
        let pattern = (0..<2 * rows).reduce(0) { bits, part in
            modules.isDark(2 * column + part % 2, rows * row + part / 2) ? bits | 1 << part : bits
        }
        return ink.part(characters[pattern], isAllDark: pattern == characters.count - 1)
    }
}

/// How cells show dark and light modules: in black and white, or without colours in the terminal's own two.
private struct CodeInk {
    let hasColors: Bool
    let isOnWhite: Bool

    private static let (black, white) = (Color.rgb(0, 0, 0), Color.rgb(255, 255, 255))

    var light: Style { half(upper: false, lower: false).style }

    func half(upper: Bool, lower: Bool) -> (character: Character, style: Style) {
        if hasColors {
            if upper == lower { return (" ", Style(on: upper ? Self.black : Self.white)) }
            return ("▀", Style(upper ? Self.black : Self.white, on: lower ? Self.black : Self.white))
        }
        // Reversed blanks, which every terminal shows without a gap.
        if upper == lower { return (" ", upper == isOnWhite ? Style(.standard, on: .standard, .reverse) : .plain) }
        return (upper == isOnWhite ? "▀" : "▄", .plain)
    }

    /// A character whose ink is dark modules.
    func part(_ character: Character, isAllDark: Bool) -> (Character, Style) {
        if isAllDark || character == " " { return half(upper: isAllDark, lower: isAllDark) }
        if hasColors { return (character, Style(Self.black, on: Self.white)) }
        return (character, isOnWhite ? .plain : Style(.standard, on: .standard, .reverse))
    }
}

extension CodeModules {
    /// Whether it is read as well where modules are twice as high as wide.
    fileprivate var mayBeHigher: Bool { isLinear || isStacked }

    /// Bars as high as `room` lets them be, a third of their width at most: a code that is wider than high is read along any line.
    fileprivate func fitting(_ room: Rect) -> CodeModules {
        let scale = max(1, room.width / max(1, width))
        let high = min(height, max(8, 2 * room.height / scale))
        return high == height ? self : withHeight(high)
    }

    /// Bars as low as they are of use.
    fileprivate var lowest: CodeModules { height <= 8 ? self : withHeight(8) }

    /// The rows of the middle are left out: bars go on below each other, and what is beside them stays.
    private func withHeight(_ high: Int) -> CodeModules {
        let upper = high / 2
        return CodeModules(width: width, height: high, isLinear: true) { x, y in
            isDark(x, y < upper ? y : height - high + y)
        }
    }
}

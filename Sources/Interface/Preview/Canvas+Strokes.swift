import Surface

extension Canvas {
    /// Draws a part of a line over the picture: on the shade that is there, in a shade of the style's colour that is seen on it.
    ///
    /// A style with a background of its own is drawn as it is, as is all that lies on the terminal's own background.
    package mutating func stroke(_ x: Int, _ y: Int, _ character: Character, _ style: Style) {
        guard x >= 0, x < width, y >= 0, y < height else { return }
        set(x, y, character, style.seen(over: cells[y * width + x].style))
    }
}

extension Style {
    /// From this brightness on a line is darker than what it lies on, else lighter.
    private static let middle = 128
    /// The brightness that a light line's ground has at most, and a dark line itself.
    private static let dark = 60.0
    /// How much of a cell its ink covers. Not measured: characters cover up to 25 %, blocks half of it.
    private static let inkShare = 0.35

    /// Itself as it is drawn over a cell of the picture.
    fileprivate func seen(over cell: Style) -> Style {
        guard background == .standard, let paper = cell.background.shade else { return self }
        let ink = cell.foreground.shade ?? paper
        let mean = (0..<3).map { Int(Double(paper[$0]) * (1 - Self.inkShare) + Double(ink[$0]) * Self.inkShare) }
        // The weights of Rec. 709.
        func brightness(_ shade: SIMD4<Int>) -> Int { (2126 * shade[0] + 7152 * shade[1] + 722 * shade[2]) / 10_000 }
        let luma = brightness(SIMD4(mean[0], mean[1], mean[2], 0))
        func color(_ parts: [Int]) -> Color { .rgb(UInt8(parts[0]), UInt8(parts[1]), UInt8(parts[2])) }
        if luma < Self.middle {
            let share = min(1, Self.dark / Double(max(1, luma)))
            return Style(foreground, on: color(mean.map { Int(Double($0) * share) }), attributes)
        }
        guard let own = foreground.shade else { return Style(.rgb(0, 0, 0), on: color(mean), attributes) }
        let share = min(1, Self.dark / Double(max(1, brightness(own))))
        return Style(color((0..<3).map { Int(Double(own[$0]) * share) }), on: color(mean), attributes)
    }
}

extension Color {
    /// Red, green and blue; nil for the terminal's own colour. The first sixteen are as xterm has them (XTerm-col.ad).
    fileprivate var shade: SIMD4<Int>? {
        switch self {
        case .standard: return nil
        case .rgb(let red, let green, let blue): return SIMD4(Int(red), Int(green), Int(blue), 0)
        case .palette(let entry):
            switch Int(entry) {
            case let entry where entry < 16: return Self.basic[entry]
            case let entry where entry >= 232: return SIMD4(repeating: 8 + 10 * (entry - 232))
            case let entry:
                let parts = [(entry - 16) / 36, (entry - 16) / 6 % 6, (entry - 16) % 6].map {
                    $0 == 0 ? 0 : 55 + 40 * $0
                }
                return SIMD4(parts[0], parts[1], parts[2], 0)
            }
        }
    }

    private static let basic: [SIMD4<Int>] = [
        SIMD4(0, 0, 0, 0), SIMD4(205, 0, 0, 0), SIMD4(0, 205, 0, 0), SIMD4(205, 205, 0, 0), SIMD4(0, 0, 238, 0),
        SIMD4(205, 0, 205, 0), SIMD4(0, 205, 205, 0), SIMD4(229, 229, 229, 0), SIMD4(127, 127, 127, 0),
        SIMD4(255, 0, 0, 0), SIMD4(0, 255, 0, 0), SIMD4(255, 255, 0, 0), SIMD4(92, 92, 255, 0), SIMD4(255, 0, 255, 0),
        SIMD4(0, 255, 255, 0), SIMD4(255, 255, 255, 0),
    ]
}

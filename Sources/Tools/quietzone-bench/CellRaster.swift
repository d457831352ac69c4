import Preview
import Surface

/// A cell of text as light: how much of each of its parts its character covers, and how light its two colours are.
struct LitCell {
    var character: Character = " "
    var foreground: Float = 255
    var background: Float = 0
}

/// Cells drawn as a terminal does, 8 × 16 pixels each, in luma.
struct CellRaster {
    static let (across, down) = (8, 16)

    let width: Int
    let height: Int
    let pixels: [Float]

    /// Draws `cells`, rows of `columns`; throws for a character that nobody has told the shape of.
    init(_ cells: [LitCell], columns: Int) throws {
        let rows = cells.count / max(1, columns)
        width = columns * Self.across
        height = rows * Self.down
        var pixels = [Float](repeating: 0, count: width * height)
        var shapes: [Character: [Float]] = [:]
        for (index, cell) in cells.enumerated() {
            guard let shape = shapes[cell.character] ?? Self.shape(of: cell.character) else {
                throw BenchError("nobody knows what \(cell.character) looks like")
            }
            shapes[cell.character] = shape
            let first = index / columns * Self.down * width + index % columns * Self.across
            for part in 0..<(Self.across * Self.down) {
                pixels[first + part / Self.across * width + part % Self.across] =
                    cell.background + (cell.foreground - cell.background) * shape[part]
            }
        }
        self.pixels = pixels
    }

    /// The picture itself at the same size.
    init(_ grid: LumaGrid) {
        (width, height, pixels) = (grid.columns, grid.rows, grid.values.map { Float($0) })
    }

    /// Characters of ASCII as measured; blocks, sextants and dots as Unicode draws them.
    private static func shape(of character: Character) -> [Float]? {
        if let shape = GlyphShapes.coverage(of: character) { return shape }
        guard let code = character.unicodeScalars.first?.value else { return nil }
        func parts(_ isLit: (_ x: Int, _ y: Int) -> Bool) -> [Float] {
            (0..<(across * down)).map { isLit($0 % across, $0 / across) ? 1 : 0 }
        }
        switch code {
        case 0xA0: return parts { _, _ in false }
        case 0x2580: return parts { _, y in y < 8 }
        case 0x2581...0x2588: return parts { _, y in 16 - y <= 2 * Int(code - 0x2580) }
        case 0x2589...0x258F: return parts { x, _ in x < 8 - Int(code - 0x2588) }
        case 0x2590: return parts { x, _ in x >= 4 }
        case 0x2591...0x2593: return Array(repeating: Float(code - 0x2590) / 4, count: across * down)
        case 0x2594: return parts { _, y in y < 2 }
        case 0x2595: return parts { x, _ in x >= 7 }
        case 0x2596...0x259F:
            // Bits: upper left 1, upper right 2, lower left 4, lower right 8.
            let bits = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14][Int(code - 0x2596)]
            return parts { x, y in bits >> (x / 4 + y / 8 * 2) & 1 == 1 }
        case 0x2800...0x28FF:
            // A dot is 2 pixels wide and 2 high in a place of 4 × 4.
            let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
            return parts { x, y in
                code & bits[y / 4][x / 4] != 0 && 1...2 ~= x % 4 && 1...2 ~= y % 4
            }
        case 0x1FB00...0x1FB3B:
            var bits = Int(code - 0x1FB00) + 1
            if bits >= 0b010101 { bits += 1 }
            if bits >= 0b101010 { bits += 1 }
            return parts { x, y in bits >> (x / 4 + min(2, y * 3 / 16) * 2) & 1 == 1 }
        default: return nil
        }
    }

    /// The mean structural similarity of two pictures of one size, 1 for the same (Wang, Bovik, Sheikh and Simoncelli,
    /// Image Quality Assessment, 2004): windows of 8 × 8 pixels, every fourth, K₁ = 0.01, K₂ = 0.03.
    func similarity(to other: CellRaster) -> Double {
        guard width == other.width, height == other.height, width >= 8, height >= 8 else { return 0 }
        var (total, windows) = (0.0, 0)
        for top in stride(from: 0, through: height - 8, by: 4) {
            for left in stride(from: 0, through: width - 8, by: 4) {
                total += similarity(to: other, left, top)
                windows += 1
            }
        }
        return total / Double(windows)
    }

    private func similarity(to other: CellRaster, _ left: Int, _ top: Int) -> Double {
        var (a, b, aa, bb, ab): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
        for y in top..<(top + 8) {
            for place in (y * width + left)..<(y * width + left + 8) {
                let (mine, its) = (pixels[place], other.pixels[place])
                a += mine
                b += its
                aa += mine * mine
                bb += its * its
                ab += mine * its
            }
        }
        let (meanA, meanB) = (a / 64, b / 64)
        let (varianceA, varianceB) = (aa / 64 - meanA * meanA, bb / 64 - meanB * meanB)
        let covariance = ab / 64 - meanA * meanB
        let (c1, c2): (Float, Float) = (6.5025, 58.5225)
        return Double(
            (2 * meanA * meanB + c1) * (2 * covariance + c2)
                / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2)))
    }
}

extension Color {
    /// How light it is, 0–255, by the weights of ITU-R BT.601; the colours that schemes change as xterm has them.
    /// `standard` is what the terminal has by itself.
    func luma(standard: Float) -> Float {
        func luma(_ red: some BinaryInteger, _ green: some BinaryInteger, _ blue: some BinaryInteger) -> Float {
            0.299 * Float(red) + 0.587 * Float(green) + 0.114 * Float(blue)
        }
        switch self {
        case .standard: return standard
        case .rgb(let red, let green, let blue): return luma(red, green, blue)
        case .palette(let entry) where entry < 16:
            let basic: [Float] = [0, 61, 120, 182, 27, 85, 144, 229, 127, 76, 150, 226, 29, 105, 179, 255]
            return basic[Int(entry)]
        case .palette(let entry) where entry < 232:
            let cell = Int(entry) - 16
            let steps = [0, 95, 135, 175, 215, 255]
            return luma(steps[cell / 36], steps[cell / 6 % 6], steps[cell % 6])
        case .palette(let entry): return Float(8 + 10 * (Int(entry) - 232))
        }
    }
}

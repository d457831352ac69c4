import Foundation
import SeededRandomness

/// Synthetic pictures without a symbol that provoke misreads. The same number gives the same picture.
struct CodelessScene {
    enum Kind: CaseIterable {
        /// Clouds, stone, foliage: noise of several scales.
        case texture
        /// Lines of letter-like strokes.
        case text
        /// Bars or slats of equal or random widths.
        case fence
        /// Woven threads in one or several colours.
        case fabric
        /// Squares, tiles, keys, windows: a grid of random modules.
        case grid
    }

    let kind: Kind
    let width: Int
    let height: Int
    private let seed: UInt64

    /// - Parameter number: selects the kind, in turn, and the seed.
    init(number: Int, width: Int, height: Int) {
        kind = Kind.allCases[number % Kind.allCases.count]
        (self.width, self.height) = (width, height)
        seed = UInt64(number) &* 0x9E37_79B9 &+ 17
    }

    /// Renders the picture rotated, in perspective, at times blurred, with sensor noise.
    func render(into plane: UnsafeMutableBufferPointer<UInt8>) {
        var random = SplitMix(state: seed)
        let draw = pattern(using: &random)
        let angle = Bool.random(using: &random) ? 0 : Double.random(in: -0.6...0.6, using: &random)
        let (c, s) = (cos(angle), sin(angle))
        // Perspective, as of a wall seen from the side.
        let (tiltX, tiltY) = (
            Double.random(in: -0.0006...0.0006, using: &random), Double.random(in: -0.0006...0.0006, using: &random)
        )
        let (dark, light) = (
            Double.random(in: 0...110, using: &random), Double.random(in: 140...255, using: &random)
        )
        let slope = Double.random(in: -0.1...0.1, using: &random)
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x - width / 2), Double(y - height / 2))
                let depth = 1 + tiltX * dx + tiltY * dy
                // Four samples per pixel for antialiased edges.
                var sum = 0.0
                for (ox, oy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                    let (px, py) = ((dx + ox) / depth, (dy + oy) / depth)
                    sum += draw(c * px - s * py + 4096, s * px + c * py + 4096)
                }
                let value = dark + (light - dark) * sum / 4 + slope * dx
                plane[y * width + x] = UInt8(clamping: Int(value))
            }
        }
        if Bool.random(using: &random) { blur(plane) }
        random.addNoise(.random(in: 2...14, using: &random), to: plane)
    }

    /// Brightness, 0...1, at a point of the pattern's plane.
    private typealias Pattern = (Double, Double) -> Double
    /// A random value, 0...1, that is always the same for the same pair.
    private typealias Noise = (Int, Int) -> Double

    private func pattern(using random: inout SplitMix) -> Pattern {
        let table = (0..<4096).map { _ in Double.random(in: 0...1, using: &random) }
        let noise: Noise = { table[($0 &* 73 &+ $1 &* 1031) & 4095] }
        return switch kind {
        case .texture: Self.texture(noise, using: &random)
        case .text: Self.text(noise, using: &random)
        case .fence: Self.fence(noise, using: &random)
        case .fabric: Self.fabric(noise, using: &random)
        case .grid: Self.grid(noise, using: &random)
        }
    }

    private static func texture(_ noise: @escaping Noise, using random: inout SplitMix) -> Pattern {
        let first = Double.random(in: 3...40, using: &random)
        let stretch = Double.random(in: 0.05...1, using: &random)
        let isHard = Bool.random(using: &random)
        return { x, y in
            var (sum, size, weight, total) = (0.0, first, 1.0, 0.0)
            for octave in 0..<4 {
                let (u, v) = (x / size, y * stretch / size)
                let (i, j) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
                let (f, g) = (u - Double(i), v - Double(j))
                let top = noise(i, j &+ octave) * (1 - f) + noise(i + 1, j &+ octave) * f
                let bottom = noise(i, j + 1 &+ octave) * (1 - f) + noise(i + 1, j + 1 &+ octave) * f
                sum += weight * (top * (1 - g) + bottom * g)
                total += weight
                (size, weight) = (size / 2, weight * 0.6)
            }
            let value = sum / total
            return isHard ? (value > 0.5 ? 1 : 0) : min(1, max(0, (value - 0.5) * 3 + 0.5))
        }
    }

    private static func text(_ noise: @escaping Noise, using random: inout SplitMix) -> Pattern {
        let line = Double.random(in: 10...44, using: &random)
        let letter = line * Double.random(in: 0.3...0.6, using: &random)
        let strokes = Int.random(in: 2...4, using: &random)
        return { x, y in
            let (row, column) = (Int(y / line), Int(x / letter))
            let (inRow, inLetter) = (y / line - Double(row), x / letter - Double(column))
            // Between lines, and between words.
            if inRow < 0.25 || inRow > 0.85 || noise(column, row) < 0.16 || inLetter > 0.86 { return 1 }
            for stroke in 0..<strokes {
                let kind = noise(column &* 7 &+ stroke, row &+ 500)
                let place = noise(column &* 11 &+ stroke, row &+ 900)
                let half = 0.08
                if kind < 0.5, abs(inLetter - 0.1 - 0.66 * place) < half { return 0 }
                if kind >= 0.5, abs(inRow - 0.3 - 0.5 * place) < half { return 0 }
            }
            return 1
        }
    }

    private static func fence(_ noise: @escaping Noise, using random: inout SplitMix) -> Pattern {
        let module = Double.random(in: 1.2...9, using: &random)
        let period = Int.random(in: 2...60, using: &random)
        let isEven = Bool.random(using: &random)
        let rails = Double.random(in: 60...400, using: &random)
        return { x, y in
            if Int(y / rails) % 7 == 3 { return 0.2 }
            let place = Int(x / module)
            return isEven ? (place % period < period / 2 ? 0 : 1) : (noise(place % (period * 4), 3) > 0.5 ? 1 : 0)
        }
    }

    private static func fabric(_ noise: @escaping Noise, using random: inout SplitMix) -> Pattern {
        let thread = Double.random(in: 1.5...8, using: &random)
        let colours = Int.random(in: 2...9, using: &random)
        let isTartan = Bool.random(using: &random)
        return { x, y in
            let (i, j) = (Int(x / thread), Int(y / thread))
            let isOver = (i + j) % 2 == 0
            let wide = isTartan ? 6 : 1
            return isOver ? noise(i / wide % colours, 11) : noise(j / wide % colours, 77)
        }
    }

    private static func grid(_ noise: @escaping Noise, using random: inout SplitMix) -> Pattern {
        let cell = Double.random(in: 1.5...12, using: &random)
        let gap = Bool.random(using: &random) ? 0 : Double.random(in: 0.05...0.3, using: &random)
        let share = Double.random(in: 0.2...0.8, using: &random)
        let period = Int.random(in: 3...64, using: &random)
        return { x, y in
            let (i, j) = (Int(x / cell), Int(y / cell))
            if x / cell - Double(i) < gap || y / cell - Double(j) < gap { return 1 }
            return noise(i % period, j % period) < share ? 0 : 1
        }
    }

    /// A box blur of 3 × 3 pixels.
    private func blur(_ plane: UnsafeMutableBufferPointer<UInt8>) {
        let before = Array(plane)
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                var sum = 0
                for dy in -1...1 { for dx in -1...1 { sum += Int(before[(y + dy) * width + x + dx]) } }
                plane[y * width + x] = UInt8(sum / 9)
            }
        }
    }
}

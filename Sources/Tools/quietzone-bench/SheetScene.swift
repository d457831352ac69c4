import Encoding
import Foundation
import SeededRandomness

/// A sheet of symbols as a camera sees it: rotated, in perspective, blurred and with noise.
struct SheetScene {
    /// The position of the sheet, and the quality of the picture.
    struct Pose {
        /// Rotation in degrees, clockwise.
        var tilt = 0.0
        /// How much shorter one side appears than the other, as a fraction, 0...0.5.
        var perspective = 0.0
        /// The standard deviation of the lens' blur in pixels.
        var blur = 0.0
        /// The amplitude of the noise, in grey levels.
        var noise = 0
        var paper = 255.0
        var ink = 0.0

        /// The sheet as printed.
        static let flat = Pose()
        /// A sheet laid in front of a camera by hand.
        static let camera = Pose(tilt: 6, perspective: 0.06, blur: 0.7, noise: 8, paper: 215, ink: 35)
    }

    let sheet: SymbolSheet
    /// The rendered sheet without noise.
    private let still: [UInt8]
    private let pose: Pose
    private let seed: UInt64

    /// Renders `sheet` in `pose` on a darker table.
    init(_ sheet: SymbolSheet, pose: Pose, seed: UInt64) {
        (self.sheet, self.pose, self.seed) = (sheet, pose, seed)
        still = Self.blurred(Self.warped(sheet, pose), width: sheet.width, height: sheet.height, sigma: pose.blur)
    }

    /// Writes the frame of `round`, which has its own noise, into `sheet.width * sheet.height` bytes.
    func render(round: Int, into plane: UnsafeMutableBufferPointer<UInt8>) {
        _ = plane.update(fromContentsOf: still)
        guard pose.noise > 0 else { return }
        var random = SplitMix(state: seed &+ UInt64(round) &* 7919)
        random.addNoise(pose.noise, to: plane)
    }

    /// Rotates the sheet about its centre, with the right side farther away, at the largest scale that fits.
    private static func warped(_ sheet: SymbolSheet, _ pose: Pose) -> [UInt8] {
        let (width, height) = (Double(sheet.width), Double(sheet.height))
        let angle = pose.tilt * .pi / 180
        let (c, s) = (cos(angle), sin(angle))
        let fit = 1 / max(c + abs(s) * height / width, c + abs(s) * width / height)
        var out = [UInt8](repeating: 0, count: sheet.luma.count)
        for y in 0..<sheet.height {
            for x in 0..<sheet.width {
                let (u, v) = ((Double(x) + 0.5 - width / 2) / fit, (Double(y) + 0.5 - height / 2) / fit)
                var (p, q) = (c * u + s * v, c * v - s * u)
                let depth = 1 + pose.perspective * p / width
                (p, q) = (p * depth, q * depth)
                let (fx, fy) = (p + width / 2 - 0.5, q + height / 2 - 0.5)
                let (left, top) = (Int(fx.rounded(.down)), Int(fy.rounded(.down)))
                guard left >= 0, top >= 0, left + 1 < sheet.width, top + 1 < sheet.height else {
                    // A margin of paper, then the table.
                    let isPaper = fx > -20 && fy > -20 && fx < width + 20 && fy < height + 20
                    out[y * sheet.width + x] =
                        isPaper ? UInt8(pose.paper) : UInt8(pose.ink + (pose.paper - pose.ink) * 0.6)
                    continue
                }
                let (a, b) = (fx - Double(left), fy - Double(top))
                func level(_ x: Int, _ y: Int) -> Double { Double(sheet.luma[y * sheet.width + x]) }
                let upper = level(left, top) * (1 - a) + level(left + 1, top) * a
                let lower = level(left, top + 1) * (1 - a) + level(left + 1, top + 1) * a
                let share = (upper * (1 - b) + lower * b) / 255
                out[y * sheet.width + x] = UInt8(pose.ink + (pose.paper - pose.ink) * share + 0.5)
            }
        }
        return out
    }

    /// A Gaussian blur, along rows and then along columns.
    private static func blurred(_ luma: [UInt8], width: Int, height: Int, sigma: Double) -> [UInt8] {
        guard sigma > 0 else { return luma }
        let reach = max(1, Int(3 * sigma + 0.5))
        let weights = (-reach...reach).map { Float(exp(-Double($0 * $0) / (2 * sigma * sigma))) }
        let sum = weights.reduce(0, +)
        var lines = [Float](repeating: 0, count: luma.count)
        for y in 0..<height {
            for x in 0..<width {
                var total: Float = 0
                for k in -reach...reach {
                    total += weights[k + reach] * Float(luma[y * width + min(max(x + k, 0), width - 1)])
                }
                lines[y * width + x] = total / sum
            }
        }
        var out = luma
        for y in 0..<height {
            for x in 0..<width {
                var total: Float = 0
                for k in -reach...reach {
                    total += weights[k + reach] * lines[min(max(y + k, 0), height - 1) * width + x]
                }
                out[y * width + x] = UInt8(total / sum + 0.5)
            }
        }
        return out
    }
}

import Foundation
import SeededRandomness

/// A camera's view without a symbol: uneven light, rectangles, strokes as in handwriting, and new noise in each frame.
struct EmptyScene {
    private let luma: [UInt8]
    private let seed: UInt64

    /// - Parameter seed: the same seed gives the same scene.
    init(width: Int, height: Int, seed: UInt64) {
        self.seed = seed
        var random = SplitMix(state: seed)
        let phases = (0..<6).map { _ in Double.random(in: 0...6.28, using: &random) }
        var plane = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
                let light = sin(5 * u + phases[0]) + sin(4 * v + phases[1]) + sin(7 * (u + v) + phases[2])
                plane[y * width + x] = UInt8(clamping: Int(128 + 30 * light))
            }
        }
        func fill(_ left: Int, _ top: Int, _ wide: Int, _ high: Int, _ value: UInt8) {
            for y in (top..<top + high).clamped(to: 0..<height) {
                for x in (left..<left + wide).clamped(to: 0..<width) { plane[y * width + x] = value }
            }
        }
        for _ in 0..<14 {
            fill(
                .random(in: 0..<width, using: &random), .random(in: 0..<height, using: &random),
                .random(in: 10..<width / 3, using: &random), .random(in: 5..<height / 4, using: &random),
                .random(in: 20...240, using: &random))
        }
        // Lines of strokes with random widths and gaps.
        for _ in 0..<8 {
            var x = Int.random(in: 0..<width, using: &random)
            let (y, high) = (Int.random(in: 0..<height, using: &random), Int.random(in: 10...40, using: &random))
            let ink = UInt8.random(in: 0...90, using: &random)
            for _ in 0..<30 {
                let wide = Int.random(in: 2...5, using: &random)
                fill(x, y + .random(in: 0...high / 2, using: &random), wide, high / 2, ink)
                x += wide + .random(in: 3...14, using: &random)
            }
        }
        luma = plane
    }

    /// Renders the frame of `round` into `width * height` bytes.
    ///
    /// - Parameter shift: by how many pixels the view has moved to the side, and comes in again on the other.
    func render(round: Int, shift: Int = 0, into plane: UnsafeMutableBufferPointer<UInt8>) {
        let start = shift % luma.count
        let next = plane[(luma.count - start)...].update(fromContentsOf: luma[..<start])
        assert(next == plane.count)
        _ = plane.update(fromContentsOf: luma[start...])
        var random = SplitMix(state: seed &+ UInt64(round) &* 7919)
        random.addNoise(6, to: plane)
    }
}

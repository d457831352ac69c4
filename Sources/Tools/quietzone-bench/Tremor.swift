import Foundation
import Frames
import SeededRandomness

/// Simulates an unsteady hand: every frame of a still picture is slightly shifted and rotated, with new noise. The same
/// seed gives the same frames.
struct Tremor {
    private let seed: UInt64

    /// The maximum shift along each axis, as a fraction of the width: 3 pixels of 640.
    private static let maxShift = 3.0 / 640
    /// The maximum rotation, in degrees.
    private static let maxRotation = 1.0
    /// The amplitude of the noise, in grey levels.
    private static let maxNoise = 5

    init(seed: UInt64) { self.seed = seed }

    /// Renders frame `number` of `still` in its size. Pixels at the edges are repeated outwards.
    func render(_ still: Frame, number: Int, into plane: UnsafeMutableBufferPointer<UInt8>) {
        var random = SplitMix(state: seed &+ UInt64(number) &* 104_729)
        let (width, height) = (still.width, still.height)
        let reach = Self.maxShift * Double(width)
        let (dx, dy) = (
            Double.random(in: -reach...reach, using: &random), Double.random(in: -reach...reach, using: &random)
        )
        let angle = Double.random(in: -Self.maxRotation...Self.maxRotation, using: &random) * .pi / 180
        let (cosine, sine) = (cos(angle), sin(angle))
        let (middleX, middleY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        still.withLuma { luma in
            luma.withUnsafeBufferPointer { source in
                for y in 0..<height {
                    for x in 0..<width {
                        let (u, v) = (Double(x) - middleX - dx, Double(y) - middleY - dy)
                        let sourceX = min(max(middleX + u * cosine + v * sine, 0), Double(width - 1))
                        let sourceY = min(max(middleY - u * sine + v * cosine, 0), Double(height - 1))
                        let (left, top) = (Int(sourceX), Int(sourceY))
                        let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
                        let (s, t) = (sourceX - Double(left), sourceY - Double(top))
                        let upper =
                            Double(source[top * width + left]) * (1 - s) + Double(source[top * width + right]) * s
                        let lower =
                            Double(source[bottom * width + left]) * (1 - s) + Double(source[bottom * width + right]) * s
                        plane[y * width + x] = UInt8(upper * (1 - t) + lower * t + 0.5)
                    }
                }
            }
        }
        random.addNoise(Self.maxNoise, to: plane)
    }
}

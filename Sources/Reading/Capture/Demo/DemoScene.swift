import Encoding
import Foundation
import Frames
import Symbols

/// The demo's moving picture: labels with symbols that take turns over a soft background.
///
/// A value without state: the same instant gives the same picture.
package struct DemoScene: Sendable {
    package let width: Int
    package let height: Int
    private let acts: [[DemoLabel]]
    private let background: [UInt8]
    private let noise: [UInt8]

    /// The scene repeats after this many seconds.
    package static let loopSeconds = DemoScript.actSeconds * Double(DemoScript.acts.count)
    /// The number of acts, which last equally long.
    package static let acts = DemoScript.acts.count

    private static let noiseLength = 4096
    /// Noise patterns a second: one a frame.
    private static let noiseRate = 30.0

    /// A scene of `width` × `height` pixels, 640 × 480 by default.
    /// - Throws: `SourceError` for a size that no frame may have, or when symbols cannot be made.
    package init(width: Int = 640, height: Int = 480) throws(SourceError) {
        guard FramePool.accepts(width: width, height: height) else {
            throw SourceError("the demo cannot be \(width)×\(height) pixels large")
        }
        var acts: [[DemoLabel]] = []
        for roles in DemoScript.acts {
            var labels: [DemoLabel] = []
            for role in roles {
                do throws(EncodingError) {
                    labels.append(try DemoLabel(role))
                } catch {
                    throw SourceError("the demo cannot be made: \(error)")
                }
            }
            acts.append(labels)
        }
        (self.width, self.height, self.acts) = (width, height, acts)
        background = Self.background(width: width, height: height)
        noise = Self.noise(count: Self.noiseLength + width)
    }

    /// The symbols that are wholly shown `seconds` after the beginning, with their corners in the picture.
    ///
    /// Empty between two acts.
    package func symbols(at seconds: Double) -> [Symbol] {
        let (labels, time) = act(at: seconds)
        return labels.compactMap { label in
            let pose = label.pose(at: time, width: width, height: height)
            guard pose.opacity == 1 else { return nil }
            return Symbol(content: label.content, corners: label.corners(at: pose))
        }
    }

    /// Draws the picture `seconds` after the beginning.
    ///
    /// - Parameters:
    ///   - seconds: any finite number; the scene repeats after `loopSeconds`.
    ///   - luma: `width * height` bytes, rows packed; contents are replaced.
    package func render(at seconds: Double, into luma: UnsafeMutableBufferPointer<UInt8>) {
        precondition(luma.count == width * height, "a plane of another size")
        _ = luma.update(fromContentsOf: background)
        let (labels, time) = act(at: seconds)
        for label in labels {
            label.draw(at: label.pose(at: time, width: width, height: height), into: luma, width: width, height: height)
        }
        addNoise(UInt64(Self.wrapped(seconds) * Self.noiseRate), to: luma)
    }

    private static func wrapped(_ seconds: Double) -> Double {
        guard seconds.isFinite else { return 0 }
        let rest = seconds.truncatingRemainder(dividingBy: loopSeconds)
        return rest < 0 ? rest + loopSeconds : rest
    }

    private func act(at seconds: Double) -> (labels: [DemoLabel], time: Double) {
        let position = Self.wrapped(seconds)
        let index = min(acts.count - 1, Int(position / DemoScript.actSeconds))
        return (acts[index], position - Double(index) * DemoScript.actSeconds)
    }

    /// Adds a camera's noise: each row takes its own part of one table.
    private func addNoise(_ frame: UInt64, to luma: UnsafeMutableBufferPointer<UInt8>) {
        noise.withUnsafeBufferPointer { noise in
            for y in 0..<height {
                let start = Int(Self.scramble(frame << 20 | UInt64(y)) % UInt64(Self.noiseLength))
                let row = y * width
                // Wrapping: no tone lies so near black or white that the noise could pass it.
                for x in 0..<width { luma[row + x] &+= noise[start + x] }
            }
        }
    }

    /// Brighter in the middle and towards the top, with the word DEMO at the top left.
    private static func background(width: Int, height: Int) -> [UInt8] {
        var luma = [UInt8](repeating: 0, count: width * height)
        for y in 0..<height {
            let down = Double(y) / Double(height) - 0.5
            for x in 0..<width {
                let across = Double(x) / Double(width) - 0.5
                let distance = (across * across + down * down) * 2
                luma[y * width + x] = UInt8(max(16, 138 - 92 * distance - 24 * down))
            }
        }
        // Dots of six pixels at 640 × 480: wide enough for the characters of a small terminal.
        let scale = max(1, min(width / 100, height / 70))
        let margin = 3 * scale
        for offset in [(scale / 2, UInt8(20)), (0, UInt8(240))] {
            DemoFont.draw(
                "DEMO", x: margin + offset.0, y: margin + offset.0, scale: scale, value: offset.1, into: &luma,
                width: width, height: height)
        }
        return luma
    }

    /// Numbers from -5 to 5, small ones more often, as bytes to add with wrapping.
    private static func noise(count: Int) -> [UInt8] {
        (0..<count).map { index in
            let bits = scramble(UInt64(index) &+ 0x5EED)
            return UInt8(truncatingIfNeeded: Int(bits % 6) - Int((bits >> 32) % 6))
        }
    }

    /// SplitMix64's mixing of `value`.
    private static func scramble(_ value: UInt64) -> UInt64 {
        var z = value &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

import Foundation
import SeededRandomness
import Symbols

@testable import Decoding

/// Draws a linear symbol as a camera may see it.
struct BarDrawing {
    /// Pixels per module at the left and the right end.
    var module: (left: Double, right: Double) = (3, 3)
    /// Print gain: modules by which bars are too wide on each side.
    var spread = 0.0
    /// Standard deviation of the blur, in modules.
    var blur = 0.3
    /// Standard deviation of the noise, in grey levels.
    var noise = 0.0
    /// Shear in pixels to the right, from top to bottom.
    var skew = 0.0
    var height = 30
    var dark = 30.0
    var light = 220.0

    /// Draws `modules`, `1` dark, with quiet zones of twelve modules.
    func picture(_ modules: String, _ random: inout SplitMix) -> Picture {
        let bits = Array(modules.filter { $0 == "0" || $0 == "1" }).map { $0 == "1" }
        let count = Double(bits.count)
        let growth = (module.right - module.left) / count
        /// The start of module k, in pixels.
        func position(_ k: Double) -> Double { module.left * k + growth * k * k / 2 }
        let margin = 12 * module.left
        let width = Int(position(count) + margin + 12 * module.right + abs(skew))
        // The darkness along a row, as a sum of blurred edges.
        func darkness(_ x: Double) -> Double {
            var sum = 0.0
            for i in 0...bits.count {
                let (before, after) = (i > 0 && bits[i - 1], i < bits.count && bits[i])
                guard before != after else { continue }
                let edge = position(Double(i)) + (after ? -1 : 1) * spread * module.left
                sum += (after ? 0.5 : -0.5) * erfc((edge - x) / (blur * module.left * 2.0.squareRoot()))
            }
            return sum
        }
        var picture = Picture(width: width, height: height)
        var row: [Double] = []
        for y in 0..<height {
            let lean = skew * Double(y) / Double(height)
            if y == 0 || skew != 0 {
                row = (0..<width).map { light + (dark - light) * darkness(Double($0) + 0.5 - margin - lean) }
            }
            for x in 0..<width {
                let grain = noise > 0 ? noise * Self.normal(&random) : 0
                picture[x, y] = UInt8(clamping: Int(row[x] + grain))
            }
        }
        return picture
    }

    /// An approximately normally distributed number: the sum of twelve uniform ones.
    private static func normal(_ random: inout SplitMix) -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
}

extension Picture {
    /// What the native engine alone reads; all its symbologies by default.
    func readNatively(_ symbologies: Set<Symbology> = LinearEngine.symbologies) throws -> [Reading] {
        try withView { view in
            try LinearEngine(symbologies: symbologies).read(view, region: view.bounds, thoroughness: .upright).readings
        }
    }
}

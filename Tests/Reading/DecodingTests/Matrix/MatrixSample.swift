@testable import Decoding
import Foundation
import SeededRandomness
import Symbols
import Testing

/// The modules of a symbol by zint, with their content.
struct MatrixSample: Sendable, CustomTestStringConvertible {
    let name: String
    let symbology: Symbology
    let identifier: String
    let bytes: [UInt8]
    let columns: Int
    let rows: Int
    /// Row by row; true is dark.
    let dark: [Bool]
    var testDescription: String { name }

    /// Fixtures/matrix-symbols.tsv: name, symbology, identifier, content in base64, columns, rows in hexadecimal with
    /// the first module in the highest bit.
    static let all: [MatrixSample] = {
        guard
            let url = Bundle.module.url(forResource: "matrix-symbols", withExtension: "tsv", subdirectory: "Fixtures"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").compactMap { MatrixSample(line: $0) }
    }()

    static func named(_ name: String) throws -> MatrixSample { try #require(all.first { $0.name == name }) }

    private init?(line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 6, let symbology = Symbology(rawValue: String(fields[1])),
            let bytes = Data(base64Encoded: String(fields[3])), let columns = Int(fields[4])
        else { return nil }
        (name, identifier, self.bytes) = (String(fields[0]), String(fields[2]), [UInt8](bytes))
        (self.symbology, self.columns) = (symbology, columns)
        let lines = fields[5].split(separator: " ")
        rows = lines.count
        dark = lines.flatMap { line -> [Bool] in
            let bits = line.flatMap { digit in
                (0..<4).map { (digit.hexDigitValue ?? 0) >> (3 - $0) & 1 == 1 }
            }
            return (0..<columns).map { $0 < bits.count && bits[$0] }
        }
    }

    func isDark(_ column: Int, _ row: Int) -> Bool {
        column >= 0 && row >= 0 && column < columns && row < rows && dark[row * columns + column]
    }

    /// A picture with the symbol's corners at `quad`, dark at 30 and light at 220, drawn with sixteen points a pixel
    /// or more.
    func drawn(width: Int, height: Int, quad: Quadrilateral) throws -> Picture {
        let homography = try #require(Homography(onto: quad))
        let margin = 2
        var sums = [Double](repeating: 0, count: width * height)
        var counts = [Double](repeating: 0, count: width * height)
        let steps = max(4, Int(quad.diameter / Double(max(columns, rows)) * 4))
        for row in -margin..<rows + margin {
            for column in -margin..<columns + margin {
                let level = isDark(column, row) ? 30.0 : 220
                for i in 0..<steps * steps {
                    let u = (Double(column) + (Double(i % steps) + 0.5) / Double(steps)) / Double(columns)
                    let v = (Double(row) + (Double(i / steps) + 0.5) / Double(steps)) / Double(rows)
                    let place = homography(u, v)
                    let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
                    guard x >= 0, y >= 0, x < width, y < height else { continue }
                    sums[y * width + x] += level
                    counts[y * width + x] += 1
                }
            }
        }
        var picture = Picture(width: width, height: height, grey: 220)
        for i in sums.indices where counts[i] > 0 { picture.pixels[i] = UInt8(sums[i] / counts[i]) }
        return picture
    }

    /// An upright picture with `scale` pixels per module and a margin of four modules.
    func drawn(scale: Double) throws -> Picture {
        let (width, height) = (Double(columns) * scale, Double(rows) * scale)
        let margin = 4 * scale
        return try drawn(
            width: Int(width + 2 * margin), height: Int(height + 2 * margin),
            quad: Quadrilateral(
                topLeft: Point(x: margin, y: margin), topRight: Point(x: margin + width, y: margin),
                bottomRight: Point(x: margin + width, y: margin + height),
                bottomLeft: Point(x: margin, y: margin + height)))
    }
}

extension Picture {
    /// A box blur of `radius` pixels, applied twice to approximate a Gaussian.
    func blurred(radius: Int) -> Picture {
        func pass(_ from: Picture, _ dx: Int, _ dy: Int) -> Picture {
            var result = from
            for y in 0..<height {
                for x in 0..<width {
                    var sum = 0
                    for i in -radius...radius {
                        sum += Int(from[min(max(x + i * dx, 0), width - 1), min(max(y + i * dy, 0), height - 1)])
                    }
                    result[x, y] = UInt8(sum / (2 * radius + 1))
                }
            }
            return result
        }
        return pass(pass(pass(pass(self, 1, 0), 0, 1), 1, 0), 0, 1)
    }

    /// Each pixel changed by up to `most`.
    func noisy(_ most: Int, seed: UInt64) -> Picture {
        var noise = SplitMix(state: seed)
        return mapped { UInt8(clamping: Int($0) + Int.random(in: -most...most, using: &noise)) }
    }

    /// The mirror image.
    var mirrored: Picture {
        var result = self
        for y in 0..<height { for x in 0..<width { result[x, y] = self[width - 1 - x, y] } }
        return result
    }

    /// What the native matrix engine reads when the picture is a candidate.
    func readMatrices(_ thoroughness: Thoroughness = .upright) throws -> [Symbol] {
        var engine = MatrixEngine(symbologies: MatrixEngine.symbologies)
        return try pixels.withUnsafeBufferPointer { bytes in
            // SAFETY: width * height bytes, which live until this closure returns.
            let view = LumaView(base: bytes.baseAddress!, width: width, height: height, rowStride: width)
            return try engine.read(view, region: view.bounds, thoroughness: thoroughness).readings.map(\.symbol)
        }
    }
}

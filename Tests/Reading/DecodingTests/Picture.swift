@testable import Decoding
import Foundation
import Frames
import Testing

/// A luma picture in memory, for tests.
struct Picture {
    var width: Int
    var height: Int
    var pixels: [UInt8]

    init(width: Int, height: Int, grey: UInt8 = 255) {
        self.width = width
        self.height = height
        pixels = Array(repeating: grey, count: width * height)
    }

    /// A symbol by zint, two pixels per module, from Fixtures/NAME.pbm (binary PBM: one bit per pixel, 1 is black).
    init(fixture name: String) throws {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "pbm", subdirectory: "Fixtures"))
        let data = [UInt8](try Data(contentsOf: url))
        let head = data.split(maxSplits: 3) { $0 == 0x0A || $0 == 0x20 }
        let numbers = head[1...2].map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        self.init(width: numbers[0], height: numbers[1])
        let rows = head[3].startIndex
        let rowBytes = (width + 7) / 8
        for y in 0..<height {
            for x in 0..<width where data[rows + y * rowBytes + x / 8] >> UInt8(7 - x % 8) & 1 == 1 {
                pixels[y * width + x] = 0
            }
        }
    }

    /// Bars with one pixel per character, `1` dark, and a white margin of `margin` pixels.
    init(modules: String, pixelsPerModule: Int = 2, height: Int = 60, margin: Int = 24) {
        let bars = modules.filter { $0 == "0" || $0 == "1" }
        self.init(width: bars.count * pixelsPerModule + 2 * margin, height: height + 2 * margin)
        for (i, module) in bars.enumerated() where module == "1" {
            for x in 0..<pixelsPerModule {
                for y in 0..<height { pixels[(y + margin) * width + margin + i * pixelsPerModule + x] = 0 }
            }
        }
    }

    var inverted: Picture { mapped { 255 - $0 } }

    /// Twice as large: every pixel becomes four.
    var enlarged: Picture {
        var result = Picture(width: width * 2, height: height * 2)
        for y in 0..<result.height { for x in 0..<result.width { result[x, y] = self[x / 2, y / 2] } }
        return result
    }

    func mapped(_ transform: (UInt8) -> UInt8) -> Picture {
        var result = self
        result.pixels = pixels.map(transform)
        return result
    }

    /// Turned clockwise by 90° `times` times.
    func turned(_ times: Int) -> Picture {
        guard times > 0 else { return self }
        var result = Picture(width: height, height: width)
        for y in 0..<height { for x in 0..<width { result[height - 1 - y, x] = self[x, y] } }
        return result.turned(times - 1)
    }

    /// Rotated clockwise by `degrees` on white, by nearest neighbour in a picture three times as large.
    func tilted(degrees: Double) -> Picture {
        let side = Int((Double(width * width + height * height)).squareRoot()) + 2
        var result = Picture(width: side, height: side)
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        for y in 0..<side {
            for x in 0..<side {
                var sum = 0
                for i in 0..<9 {
                    let dx = Double(x) + (Double(i % 3) - 1) / 3 - Double(side) / 2
                    let dy = Double(y) + (Double(i / 3) - 1) / 3 - Double(side) / 2
                    let sx = Int((c * dx + s * dy + Double(width) / 2).rounded(.down))
                    let sy = Int((-s * dx + c * dy + Double(height) / 2).rounded(.down))
                    sum += sx >= 0 && sy >= 0 && sx < width && sy < height ? Int(self[sx, sy]) : 255
                }
                result[x, y] = UInt8(sum / 9)
            }
        }
        return result
    }

    /// This picture with `other` drawn over it.
    func with(_ other: Picture, x: Int, y: Int) -> Picture {
        var result = self
        for row in 0..<other.height {
            for column in 0..<other.width { result[x + column, y + row] = other[column, row] }
        }
        return result
    }

    subscript(x: Int, y: Int) -> UInt8 {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }

    func withView<R>(_ body: (LumaView) throws -> R) rethrows -> R {
        try pixels.withUnsafeBufferPointer {
            try body(LumaView(base: $0.baseAddress!, width: width, height: height, rowStride: width))
        }
    }

    func read(
        _ reader: SymbolReader = SymbolReader(), region: PixelRect? = nil, effort: Effort = .normal
    ) -> ReadResult {
        reader.read(luma: pixels.span, width: width, height: height, region: region, effort: effort)
    }
}

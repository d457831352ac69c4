import Artwork
import Encoding
import Foundation

/// A drawing in grey levels that is read back.
struct ReadBackPicture {
    private(set) var width: Int
    private(set) var height: Int
    private(set) var luma: [UInt8]

    /// The most pixels that are read: the largest symbols take fewer for each module.
    private static let maximumPixels = 6_000_000.0

    /// - Parameter scale: pixels per module.
    /// - Returns: nil if it would be too large.
    init?(_ outline: SymbolOutline, scale: Int) {
        guard outline.width * outline.height * Double(scale * scale) <= Self.maximumPixels || scale <= 3,
            let raster = try? Raster(outline, scale: scale)
        else { return nil }
        (width, height, luma) = (raster.width, raster.height, raster.luma())
    }

    /// The picture turned about its middle on a light ground, as a code lies in front of a camera that is not held straight.
    func turned(degrees: Double) -> ReadBackPicture {
        let angle = degrees * .pi / 180
        let (cosine, sine) = (cos(angle), sin(angle))
        let (wide, high) = (Double(width), Double(height))
        let margin = 16
        var result = self
        result.width = Int((wide * abs(cosine) + high * abs(sine)).rounded(.up)) + 2 * margin
        result.height = Int((wide * abs(sine) + high * abs(cosine)).rounded(.up)) + 2 * margin
        result.luma = [UInt8](repeating: 255, count: result.width * result.height)
        let middle = (x: Double(result.width) / 2, y: Double(result.height) / 2)
        luma.withUnsafeBufferPointer { source in
            func level(_ x: Int, _ y: Int) -> Double {
                x >= 0 && y >= 0 && x < width && y < height ? Double(source[y * width + x]) : 255
            }
            for y in 0..<result.height {
                for x in 0..<result.width {
                    // Where the middle of the pixel is in the upright picture, from the middles of its pixels.
                    let (dx, dy) = (Double(x) + 0.5 - middle.x, Double(y) + 0.5 - middle.y)
                    let (u, v) = (
                        cosine * dx + sine * dy + wide / 2 - 0.5, cosine * dy - sine * dx + high / 2 - 0.5
                    )
                    guard u > -1, v > -1, u < wide, v < high else { continue }
                    let (left, top) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
                    let (right, below) = (u - Double(left), v - Double(top))
                    let upper = level(left, top) * (1 - right) + level(left + 1, top) * right
                    let lower = level(left, top + 1) * (1 - right) + level(left + 1, top + 1) * right
                    result.luma[y * result.width + x] = UInt8(upper * (1 - below) + lower * below + 0.5)
                }
            }
        }
        return result
    }

    /// The picture as a lens that is a little out of focus shows it: each pixel is the mean of nine.
    func blurred() -> ReadBackPicture {
        guard width > 2, height > 2 else { return self }
        var result = self
        luma.withUnsafeBufferPointer { source in
            for y in 1..<height - 1 {
                for x in 1..<width - 1 {
                    var sum = 0
                    for row in y - 1...y + 1 {
                        let place = row * width + x
                        sum += Int(source[place - 1]) + Int(source[place]) + Int(source[place + 1])
                    }
                    result.luma[y * width + x] = UInt8(sum / 9)
                }
            }
        }
        return result
    }
}

import Foundation

/// The reflectance of a picture's points, 0 for black to 1 for white.
///
/// A camera is not calibrated: what it makes of white counts as 1. So grades are estimates.
struct Reflectance {
    private let luma: UnsafeBufferPointer<UInt8>
    let width: Int
    let height: Int
    /// The reflectance of each luma value.
    private let scale: [Float]

    /// - Parameters:
    ///   - luma: `width * height` bytes, rows packed, which stay there as long as this is used.
    ///   - gamma: by what exponent luma becomes reflectance: 1 for cameras whose values grow with the light (industrial ones, scanners),
    ///     about 2.2 for pictures that were made for screens.
    init(_ luma: UnsafeBufferPointer<UInt8>, width: Int, height: Int, gamma: Double) {
        precondition(luma.count >= width * height && width > 1 && height > 1)
        (self.luma, self.width, self.height) = (luma, width, height)
        scale = (0..<256).map { Float(pow(Double($0) / 255, gamma)) }
    }

    /// The reflectance at a point between pixels, whose middles are at halves; outside of the picture that of its edge.
    func value(x: Double, y: Double) -> Float {
        let (x, y) = (min(max(x - 0.5, 0), Double(width - 1)), min(max(y - 0.5, 0), Double(height - 1)))
        let (column, row) = (min(Int(x), width - 2), min(Int(y), height - 2))
        let (fx, fy) = (Float(x) - Float(column), Float(y) - Float(row))
        let place = row * width + column
        let top = scale[Int(luma[place])] * (1 - fx) + scale[Int(luma[place + 1])] * fx
        let bottom = scale[Int(luma[place + width])] * (1 - fx) + scale[Int(luma[place + width + 1])] * fx
        return top * (1 - fy) + bottom * fy
    }
}

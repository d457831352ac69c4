import Artwork
import CLoaded
import CPixels
import Files

/// A picture on labels, such as a logo: PNG or SVG. Printers get it in dots that are dark or light.
///
///     let logo = try LabelPicture(bytes, name: "logo.png", at: .left, height: 8)
package struct LabelPicture: Hashable, Sendable {
    private let bytes: [UInt8]
    /// Its file's name, for messages.
    private let name: String
    package var place: LabelPlace
    /// In millimetres; its width follows.
    package var height: Double
    package var alignment: LabelAlignment
    /// By its height.
    private let relativeWidth: Double
    private let isPNG: Bool

    package static let maximumBytes = 4 << 20
    /// The most pixels of a PNG.
    static let maximumPixels = 16_000_000
    package static let usualHeight = 8.0

    /// - Throws: `UserError` for what is neither PNG nor SVG, or too large.
    package init(
        _ bytes: [UInt8], name: String, at place: LabelPlace = .left, height: Double = usualHeight,
        alignment: LabelAlignment = .center
    ) throws(UserError) {
        (self.bytes, self.name, self.place) = (bytes, UserError.shown(name), place)
        (self.height, self.alignment) = (height, alignment)
        guard bytes.count <= Self.maximumBytes else {
            throw UserError("\(self.name) is larger than \(Self.maximumBytes >> 20) MiB: use a smaller picture")
        }
        var (wide, high): (Int32, Int32) = (0, 0)
        isPNG = qz_png_size(bytes, bytes.count, &wide, &high) == 0
        if isPNG {
            guard wide > 0, high > 0, Int(wide) * Int(high) <= Self.maximumPixels else {
                throw UserError(
                    "\(self.name) has \(wide) × \(high) pixels: use one of at most \(Self.maximumPixels / 1_000_000) million"
                )
            }
            relativeWidth = Double(wide) / Double(high)
            return
        }
        // Text of XML begins with a tag, behind blanks and the mark of UTF-8.
        let start = bytes.prefix(64).first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        guard start == UInt8(ascii: "<") else { throw UserError("\(self.name) is not a picture: use PNG or SVG") }
        var ratio = 0.0
        try Self.check(qz_svg_ratio(bytes, bytes.count, &ratio), self.name)
        relativeWidth = ratio
    }

    /// The picture in dots of `dot` millimetres: dark, light, and greys as a pattern of both.
    ///
    /// - Throws: `UserError` where it cannot be drawn.
    func dots(_ dot: Double) throws(UserError) -> MonoBitmap {
        let high = (height / dot).rounded()
        let wide = (height * relativeWidth / dot).rounded()
        guard high >= 1, wide >= 1, wide < 20_000, wide * high <= Double(Self.maximumPixels) else {
            throw UserError(
                "\(name) would be \(millimetres(min(height * relativeWidth, 1e6))) × \(millimetres(height)) mm large: set another height"
            )
        }
        let (width, height) = (Int(wide), Int(high))
        return try Self.dithered(try luma(width, height), width, height)
    }

    private func luma(_ width: Int, _ height: Int) throws(UserError) -> [UInt8] {
        guard isPNG else {
            var luma = [UInt8](repeating: 255, count: width * height)
            try Self.check(qz_svg_luma(bytes, bytes.count, &luma, Int32(width), Int32(height)), name)
            return luma
        }
        var (wide, high): (Int32, Int32) = (0, 0)
        var message = [CChar](repeating: 0, count: 200)
        guard qz_png_size(bytes, bytes.count, &wide, &high) == 0 else { throw UserError("\(name) is not a PNG") }
        var whole = [UInt8](repeating: 255, count: Int(wide) * Int(high))
        guard qz_png_luma(bytes, bytes.count, nil, &whole, wide, high, &message, message.count) == 0 else {
            let reason = UserError.shown(String(decoding: message.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
            throw UserError("\(name) cannot be read: \(reason.isEmpty ? "it is damaged" : reason)")
        }
        return Self.scaled(whole, (Int(wide), Int(high)), to: (width, height))
    }

    private static func check(_ result: Int32, _ name: String) throws(UserError) {
        switch Int(result) {
        case QZ_SVG_DRAWN: return
        case QZ_SVG_NO_LIBRARY:
            throw UserError("\(name) needs librsvg: install it (Debian: librsvg2-2), or use a PNG")
        case QZ_SVG_NO_SIZE: throw UserError("\(name) has no size: set its width and height, or a viewBox")
        default: throw UserError("\(name) cannot be read: it is not an SVG, or is damaged")
        }
    }

    /// Each pixel is the mean of those that it covers.
    static func scaled(
        _ luma: [UInt8], _ from: (width: Int, height: Int), to size: (width: Int, height: Int)
    ) -> [UInt8] {
        var scaled = [UInt8](repeating: 255, count: size.width * size.height)
        luma.withUnsafeBufferPointer { luma in
            for y in 0..<size.height {
                let top = y * from.height / size.height
                let bottom = max(top + 1, (y + 1) * from.height / size.height)
                for x in 0..<size.width {
                    let left = x * from.width / size.width
                    let right = max(left + 1, (x + 1) * from.width / size.width)
                    var sum = 0
                    for row in top..<bottom {
                        for column in left..<right { sum += Int(luma[row * from.width + column]) }
                    }
                    scaled[y * size.width + x] = UInt8(sum / ((bottom - top) * (right - left)))
                }
            }
        }
        return scaled
    }

    /// Floyd and Steinberg's error diffusion, with more contrast before it: edges stay clear.
    static func dithered(_ luma: [UInt8], _ width: Int, _ height: Int) throws(UserError) -> MonoBitmap {
        var bitmap = try MonoBitmap(width: width, height: height)
        // What is left of the row above and of the one at hand, with a place at both ends.
        var (row, next) = ([Int](repeating: 0, count: width + 2), [Int](repeating: 0, count: width + 2))
        for y in 0..<height {
            for x in 0..<width {
                let grey = min(255, max(0, (Int(luma[y * width + x]) - 64) * 2)) + row[x + 1] / 16
                let isDark = grey < 128
                if isDark { bitmap.fill(x: x, y: y, width: 1, height: 1) }
                let error = grey - (isDark ? 0 : 255)
                row[x + 2] += 7 * error
                next[x] += 3 * error
                next[x + 1] += 5 * error
                next[x + 2] += error
            }
            (row, next) = (next, [Int](repeating: 0, count: width + 2))
        }
        return bitmap
    }
}

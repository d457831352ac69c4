import CPixels
import Encoding
import Files

extension ArtworkFormat {
    /// 8 bits of grey, or of each colour.
    static let png = ArtworkFormat("png") { symbol, style throws(UserError) in
        let raster = try Raster(symbol.outline, scale: style.dotsPerModule)
        let isGrey = style.dark.isGrey && style.light.isGrey
        return try encoded(
            isGrey ? grey(raster, style) : colours(raster, style), width: raster.width, height: raster.height,
            channels: isGrey ? 1 : 3, pixelsPerMetre: style.pixelsPerMetre)
    }

    private static func grey(_ raster: Raster, _ style: ArtworkStyle) -> [UInt8] {
        let shades = (0...255).map { mixed(style.dark.red, style.light.red, UInt8($0)) }
        return raster.coverage.map { shades[Int($0)] }
    }

    private static func colours(_ raster: Raster, _ style: ArtworkStyle) -> [UInt8] {
        let (dark, light) = (style.dark, style.light)
        var pixels: [UInt8] = []
        pixels.reserveCapacity(raster.coverage.count * 3)
        for share in raster.coverage {
            pixels.append(mixed(dark.red, light.red, share))
            pixels.append(mixed(dark.green, light.green, share))
            pixels.append(mixed(dark.blue, light.blue, share))
        }
        return pixels
    }

    private static func mixed(_ dark: UInt8, _ light: UInt8, _ share: UInt8) -> UInt8 {
        let (inked, bare) = (Int(share), 255 - Int(share))
        let sum: Int = Int(dark) * inked + Int(light) * bare
        return UInt8((sum + 127) / 255)
    }

    private static func encoded(_ pixels: [UInt8], width: Int, height: Int, channels: Int, pixelsPerMetre: UInt32)
        throws(UserError)
        -> [UInt8]
    {
        var out: UnsafeMutablePointer<UInt8>?
        var length = 0
        let status = qz_png_write_pixels(
            pixels, Int32(width), Int32(height), Int32(channels), nil, 0, nil, 0, pixelsPerMetre, &out, &length)
        defer { qz_png_free(out) }
        guard status == 0, let out else {
            throw UserError("there is no memory for a picture of \(width) × \(height) pixels")
        }
        // SAFETY: qz_png_write_pixels has written `length` bytes there, which are ours until qz_png_free.
        return Array(UnsafeBufferPointer(start: out, count: length))
    }
}

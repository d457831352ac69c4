import CPixels
import Encoding
import Files

extension ArtworkFormat {
    /// One bit a pixel where it is black on white, else 8 bits of grey, or of each colour.
    static let png = ArtworkFormat("png") { symbol, style throws(UserError) in
        let outline = symbol.outline
        if style.dark == .black, style.light == .white, outline.marks.allSatisfy(\.isRectangle) {
            return try bits(outline, style)
        }
        let raster = try Raster(outline, scale: style.dotsPerModule)
        let isGrey = style.dark.isGrey && style.light.isGrey
        return try encoded(
            isGrey ? grey(raster, style) : colours(raster, style), width: raster.width, height: raster.height,
            channels: isGrey ? 1 : 3, pixelsPerMetre: style.pixelsPerMetre)
    }

    /// Of bars and squares a row of each band is made: a tenth of the time that a plane of pixels takes.
    private static func bits(_ outline: SymbolOutline, _ style: ArtworkStyle) throws(UserError) -> [UInt8] {
        let scale = max(1, style.dotsPerModule)
        let (width, height) = try Raster.size(of: outline, scale: scale)
        let bands = PixelBands(outline, scale: scale, width: width, height: height)
        let (bits, counts) = (bands.lightBits(width: width), bands.bands.map { UInt32($0.rows.count) })
        return try encoded(width: width, height: height) { out, length in
            qz_png_write_bits(
                bits, counts, counts.count, Int32(width), Int32(height), style.pixelsPerMetre, &out, &length)
        }
    }

    private static func grey(_ raster: Raster, _ style: ArtworkStyle) -> [UInt8] {
        raster.luma((0...255).map { mixed(style.dark.red, style.light.red, UInt8($0)) })
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

    private static func encoded(
        _ pixels: [UInt8], width: Int, height: Int, channels: Int, pixelsPerMetre: UInt32
    ) throws(UserError) -> [UInt8] {
        try encoded(width: width, height: height) { out, length in
            qz_png_write_pixels(
                pixels, Int32(width), Int32(height), Int32(channels), nil, 0, nil, 0, pixelsPerMetre, &out, &length)
        }
    }

    private static func encoded(
        width: Int, height: Int, by write: (inout UnsafeMutablePointer<UInt8>?, inout Int) -> Int32
    ) throws(UserError) -> [UInt8] {
        var out: UnsafeMutablePointer<UInt8>?
        var length = 0
        let status = write(&out, &length)
        defer { qz_png_free(out) }
        guard status == 0, let out else {
            throw UserError("out of memory for a picture of \(width) × \(height) pixels")
        }
        // SAFETY: a writer that returns 0 has written `length` bytes there, which are ours until qz_png_free.
        return Array(UnsafeBufferPointer(start: out, count: length))
    }
}

extension SymbolOutline.Mark {
    fileprivate var isRectangle: Bool { if case .rectangle = self { true } else { false } }
}

/// Pictures as sixels: six rows of pixels at a time, each grey's by itself (VT330/VT340 Programmer Reference Manual, volume 2,
/// chapter 14).
enum SixelEncoder {
    /// How many greys there are: as many as every terminal with sixels has registers for.
    static let greys = 16
    /// A pixel that is not drawn: what was there before stays.
    static let nothing: UInt8 = 255

    /// The whole sequence, from DCS to ST.
    ///
    /// - Parameter levels: the grey of each pixel, 0 for black … 15 for white, or `nothing`; rows of `width`.
    static func encode(_ levels: [UInt8], width: Int, height: Int) -> [UInt8] {
        guard width > 0, height > 0, levels.count == width * height else { return [] }
        // P2 1: what is not drawn stays. Raster attributes: square pixels, and the size.
        var bytes = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
        for grey in 0..<greys {
            let share = (grey * 100 + 7) / (greys - 1)
            bytes += Array("#\(grey);2;\(share);\(share);\(share)".utf8)
        }
        // For each grey the pixels of the band that are of it: a bit for each of six rows, the lowest for the upmost.
        var patterns = [UInt8](repeating: 0, count: greys * width)
        for top in stride(from: 0, to: height, by: 6) {
            var isUsed: UInt32 = 0
            for row in 0..<min(6, height - top) {
                let first = (top + row) * width
                for x in 0..<width where levels[first + x] < greys {
                    let grey = Int(levels[first + x])
                    patterns[grey * width + x] |= 1 << UInt8(row)
                    isUsed |= 1 << UInt32(grey)
                }
            }
            for grey in 0..<greys where isUsed >> UInt32(grey) & 1 == 1 {
                append(grey: grey, patterns: &patterns, width: width, to: &bytes)
            }
            bytes.append(UInt8(ascii: "-"))
        }
        return bytes + [0x1B, 0x5C]
    }

    /// A grey's pixels of a band, and back to its beginning; its patterns are empty afterwards.
    private static func append(grey: Int, patterns: inout [UInt8], width: Int, to bytes: inout [UInt8]) {
        let tens: [UInt8] = grey < 10 ? [] : [0x31]
        bytes += [UInt8(ascii: "#")] + tens + [UInt8(0x30 + grey % 10)]
        var (pattern, count) = (patterns[grey * width], 0)
        for x in 0..<width {
            let next = patterns[grey * width + x]
            patterns[grey * width + x] = 0
            if next == pattern {
                count += 1
            } else {
                append(pattern, count, to: &bytes)
                (pattern, count) = (next, 1)
            }
        }
        // Nothing at the end needs no bytes.
        if pattern != 0 { append(pattern, count, to: &bytes) }
        bytes.append(UInt8(ascii: "$"))
    }

    /// A run of one pattern: `!` and its length where that is shorter.
    private static func append(_ pattern: UInt8, _ count: Int, to bytes: inout [UInt8]) {
        let character = 0x3F + pattern
        guard count > 3 else {
            for _ in 0..<count { bytes.append(character) }
            return
        }
        bytes.append(UInt8(ascii: "!"))
        if count >= 1000 { bytes.append(UInt8(0x30 + count / 1000 % 10)) }
        if count >= 100 { bytes.append(UInt8(0x30 + count / 100 % 10)) }
        if count >= 10 { bytes.append(UInt8(0x30 + count / 10 % 10)) }
        bytes.append(UInt8(0x30 + count % 10))
        bytes.append(character)
    }
}

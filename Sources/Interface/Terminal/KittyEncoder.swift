import CPixels

/// Pictures by kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol): PNG in Base64, in chunks.
enum KittyEncoder {
    /// The grey that is transparent in what is sent; black is so dark that nobody misses this one.
    static let nothing: UInt8 = 1
    /// The most of Base64 in one sequence.
    private static let chunk = 4096

    /// Shows a picture at the cursor, which stays: a picture of the number `id` becomes `columns` × `rows` cells large.
    ///
    /// It lies above the text (z 0), which shows where it is transparent: below it kitty 0.26 leaves former text on the screen.
    /// - Parameter luma: rows of `width` pixels, of which those of `nothing` are transparent.
    static func show(_ luma: [UInt8], width: Int, height: Int, id: Int, columns: Int, rows: Int) -> [UInt8] {
        var png: UnsafeMutablePointer<UInt8>?
        var length = 0
        let hasHoles: Int32 = luma.contains(nothing) ? Int32(nothing) : -1
        guard luma.count == width * height,
            qz_png_write_fast(luma, Int32(width), Int32(height), hasHoles, &png, &length) == 0, let png
        else { return [] }
        defer { qz_png_free(png) }
        // SAFETY: qz_png_write_fast made `length` bytes there.
        let text = base64(UnsafeBufferPointer(start: png, count: length))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + text.count / 256 + 256)
        for first in stride(from: 0, to: text.count, by: chunk) {
            let end = min(text.count, first + chunk)
            let more = end < text.count ? 1 : 0
            let keys =
                first == 0
                ? "a=T,f=100,i=\(id),p=1,c=\(columns),r=\(rows),C=1,q=2,m=\(more)" : "q=2,m=\(more)"
            bytes += Array("\u{1B}_G\(keys);".utf8)
            bytes += text[first..<end]
            bytes += [0x1B, 0x5C]
        }
        return bytes
    }

    /// Takes the picture `id` off the screen and out of the terminal's memory.
    static func remove(id: Int) -> String { "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\" }

    /// Takes all pictures off the screen.
    static let removeAll = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

    /// RFC 4648, 4.
    private static func base64(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let count = (bytes.count + 2) / 3 * 4
        return [UInt8](unsafeUninitializedCapacity: count) { text, written in
            var place = 0
            for first in stride(from: 0, to: bytes.count, by: 3) {
                let left = bytes.count - first
                let group =
                    UInt32(bytes[first]) << 16 | (left > 1 ? UInt32(bytes[first + 1]) << 8 : 0)
                    | (left > 2 ? UInt32(bytes[first + 2]) : 0)
                text[place] = alphabet[Int(group >> 18)]
                text[place + 1] = alphabet[Int(group >> 12 & 63)]
                text[place + 2] = left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "=")
                text[place + 3] = left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "=")
                place += 4
            }
            written = count
        }
    }
}

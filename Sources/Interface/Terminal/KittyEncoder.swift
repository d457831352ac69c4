import CPixels
import Foundation

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
    /// - Parameter isThroughTmux: whether it is sent through tmux, to be shown by `KittyPlaceholders`; default false.
    static func show(
        _ luma: [UInt8], width: Int, height: Int, id: Int, columns: Int, rows: Int, isThroughTmux: Bool = false
    ) -> [UInt8] {
        var png: UnsafeMutablePointer<UInt8>?
        var length = 0
        let hasHoles: Int32 = luma.contains(nothing) ? Int32(nothing) : -1
        guard luma.count == width * height,
            qz_png_write_fast(luma, Int32(width), Int32(height), hasHoles, &png, &length) == 0, let png
        else { return [] }
        defer { qz_png_free(png) }
        // SAFETY: qz_png_write_fast made `length` bytes there.
        let text = [UInt8](Data(bytes: png, count: length).base64EncodedData())
        let placement = isThroughTmux ? "U=1" : "p=1,C=1"
        let (start, end) =
            isThroughTmux ? ("\u{1B}Ptmux;\u{1B}\u{1B}_G", "\u{1B}\u{1B}\\\u{1B}\\") : ("\u{1B}_G", "\u{1B}\\")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + text.count / 128 + 256)
        for first in stride(from: 0, to: text.count, by: chunk) {
            let next = min(text.count, first + chunk)
            let more = next < text.count ? 1 : 0
            let keys =
                first == 0
                ? "a=T,f=100,i=\(id),\(placement),c=\(columns),r=\(rows),q=2,m=\(more)" : "q=2,m=\(more)"
            bytes += Array("\(start)\(keys);".utf8)
            bytes += text[first..<next]
            bytes += Array(end.utf8)
        }
        return bytes
    }

    /// Takes the picture `id` off the screen and out of the terminal's memory.
    static func remove(id: Int) -> String { "\u{1B}_Ga=d,d=I,i=\(id),q=2\u{1B}\\" }

    /// Takes all pictures off the screen; through tmux ours alone, for others may show some beside it.
    static func removeAll(throughTmux: Bool) -> String {
        throughTmux ? TmuxFacts.passedThrough(remove(id: KittyPlaceholders.id)) : "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
    }
}

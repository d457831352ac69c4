import Artwork
import Encoding
import Files

extension LabelDrawing {
    /// The label in dots, for printers that take them.
    ///
    /// - Throws: `UserError` for a label that is too large.
    func bitmap() throws(UserError) -> MonoBitmap {
        var bitmap = try MonoBitmap(width: width, height: height)
        for code in codes { bitmap.stamp(try Raster(code.outline, scale: code.dotsPerModule), x: code.x, y: code.y) }
        for picture in pictures { bitmap.stamp(picture.dots, x: picture.x, y: picture.y) }
        for line in lines {
            switch line.letters {
            case .plain(let bytes, let isBold):
                // A character is six of ten parts of its size wide, and its letters five by seven of them.
                let scale = max(1, Int(line.size / 10))
                bitmap.write(
                    String(decoding: bytes, as: UTF8.self), x: line.x, y: line.y + scale, scale: scale, isBold: isBold)
            case .dots(let dots, let above): bitmap.stamp(dots, x: line.x, y: line.y + Int(line.baseline) - above)
            case .outline: break
            }
        }
        if hasFrame {
            for (x, y, wide, high) in [
                (0, 0, width, 2), (0, height - 2, width, 2), (0, 0, 2, height), (width - 2, 0, 2, height),
            ] { bitmap.fill(x: x, y: y, width: wide, height: high) }
        }
        return bitmap
    }
}

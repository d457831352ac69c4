import Artwork
import Files

/// A line of text in any script as an outline, for pages whose font lacks its letters.
package struct OutlinedText {
    package let outline: TextOutline
    /// The size to fill it with, in the unit of `room`.
    package let size: Double

    /// The text in `size`, or smaller, down to half of it, where it would be wider than `room`.
    ///
    /// - Parameter text: of a stranger. Control characters are replaced by a sign.
    /// - Returns: nil where it is too long even then, or Pango is not installed.
    package init?(_ text: String, size: Double, room: Double, isBold: Bool = false) {
        let line = try? TextLayout(text, isBold: isBold).line(
            sizes: size / 2...size, room: room, isBitmap: false, tooLong: { _ in UserError("too long") })
        guard let line, case .outline(let outline) = line.letters else { return nil }
        (self.outline, self.size) = (outline, line.size)
    }
}

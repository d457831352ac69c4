import Artwork
import CLoaded
import Files

/// Text that the fonts of every printer lack, laid out by Pango: scripts of all kinds, in the right order and shaped, with the system's
/// fonts. It becomes an outline for pages, which needs no font in them, and dots for label printers.
///
///     let line = try TextLayout("Łukasz").line(sizes: 16...38, room: 700, isBitmap: false) { share in … }
struct TextLayout {
    private let text: String
    private let isBold: Bool

    /// A line that Pango lays out in little time, whatever stands in it.
    static let maximumCharacters = 2000
    /// The size of an outline.
    private static let outlineSize = 1000.0

    /// - Parameter text: of a stranger. Control characters are replaced by a sign.
    init(_ text: String, isBold: Bool = false) {
        self.isBold = isBold
        let plain = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        self.text = String(String.UnicodeScalarView(plain))
    }

    /// The width of the text by its size.
    var relativeWidth: Double {
        get throws(UserError) {
            // No line is so narrow: it is measured, and not drawn.
            var line = try laidOut(size: Self.outlineSize, most: -1, wantsDots: false)
            defer { qz_text_release(&line) }
            return line.width / Self.outlineSize
        }
    }

    /// The line in the largest size that has room. It takes no more height than text of the usual size: letters with marks above or
    /// below are smaller, and the code beside them is the same on all labels.
    ///
    /// - Parameters:
    ///   - sizes: the least and the usual size, in dots.
    ///   - room: the width that it may have, in dots.
    ///   - isBitmap: whether it becomes dots, and not an outline.
    ///   - tooLong: the error for a line that is, by its width at a size of 1.
    /// - Throws: `UserError` where it is too long, or Pango is not installed.
    func line(
        sizes: ClosedRange<Double>, room: Double, isBitmap: Bool, tooLong: (Double) -> UserError
    ) throws(UserError) -> LabelDrawing.Line {
        let count = text.unicodeScalars.count
        guard count <= Self.maximumCharacters else { throw tooLong(0.6 * Double(count)) }
        guard isBitmap else { return try outline(sizes, room, tooLong) }
        var size = sizes.upperBound.rounded(.down)
        while true {
            var line = try laidOut(size: size, most: room, wantsDots: true)
            defer { qz_text_release(&line) }
            let box = Self.box(line, size)
            let isSmallest = size <= sizes.lowerBound
            guard !isSmallest || line.width <= room else { throw tooLong(line.width / size) }
            if line.width <= room, isSmallest || box.above + box.below <= sizes.upperBound {
                return try dots(line, size, box.above, height: sizes.upperBound)
            }
            // Letters of whole dots do not shrink in proportion.
            let share = min(room / line.width, sizes.upperBound / (box.above + box.below))
            size = max(sizes.lowerBound, min(size - 1, (size * share).rounded(.down)))
        }
    }

    /// How far a line reaches above and below the baseline, but for what lies in the space between lines: at least as far as Courier.
    private static func box(_ line: qz_text_line, _ size: Double) -> (above: Double, below: Double) {
        (max(0.75 * size, line.above - 0.05 * size), max(0.25 * size, line.below))
    }

    private func outline(
        _ sizes: ClosedRange<Double>, _ room: Double, _ tooLong: (Double) -> UserError
    ) throws(UserError) -> LabelDrawing.Line {
        var line = try laidOut(size: Self.outlineSize, most: 4000 * Self.outlineSize, wantsDots: false)
        defer { qz_text_release(&line) }
        let share = line.width / Self.outlineSize
        let widest = room / max(0.6, share)
        guard widest >= sizes.lowerBound else { throw tooLong(share) }
        let box = Self.box(line, Self.outlineSize)
        let highest = sizes.upperBound * Self.outlineSize / (box.above + box.below)
        let size = min(widest, max(highest, sizes.lowerBound))
        var outline = TextOutline(text, width: line.width)
        for step in UnsafeBufferPointer(start: line.steps, count: line.count) {
            let points = step.points
            switch UInt8(bitPattern: step.kind) {
            case UInt8(ascii: "m"): outline.move(to: (points.0, points.1))
            case UInt8(ascii: "l"): outline.line(to: (points.0, points.1))
            case UInt8(ascii: "c"):
                outline.curve((points.0, points.1), (points.2, points.3), to: (points.4, points.5))
            default: outline.close()
            }
        }
        let scale = size / Self.outlineSize
        return LabelDrawing.Line(
            // Rounding must not make a line that just fits too wide.
            letters: .outline(outline), size: size, width: min(line.width * scale, room),
            height: min((box.above + box.below) * scale, sizes.upperBound), baseline: box.above * scale,
            missing: Self.missing(line))
    }

    private func dots(
        _ line: qz_text_line, _ size: Double, _ baseline: Double, height: Double
    ) throws(UserError) -> LabelDrawing.Line {
        // A line of characters without a width has a column that is light.
        var bitmap = try MonoBitmap(width: max(1, Int(line.columns)), height: max(1, Int(line.rows)))
        let dots = UnsafeBufferPointer(start: line.dots, count: line.dots == nil ? 0 : Int(line.columns * line.rows))
        for (index, dot) in dots.enumerated() where dot != 0 {
            bitmap.fill(x: index % bitmap.width, y: index / bitmap.width, width: 1, height: 1)
        }
        return LabelDrawing.Line(
            letters: .dots(bitmap, above: Int(line.above)), size: size, width: Double(bitmap.width), height: height,
            baseline: baseline.rounded(), missing: Self.missing(line))
    }

    /// What `qz_text_lay_out` makes of the text; it is to be released.
    private func laidOut(size: Double, most: Double, wantsDots: Bool) throws(UserError) -> qz_text_line {
        var line = qz_text_line()
        let bytes = Array(text.utf8)
        // SAFETY: the text is valid UTF-8 without NUL, at most four bytes for each of `maximumCharacters`; it is read during the call alone.
        let result = bytes.withUnsafeBytes {
            qz_text_lay_out(
                $0.bindMemory(to: CChar.self).baseAddress!, Int32(bytes.count), size, most, wantsDots ? 1 : 0,
                isBold ? 1 : 0,
                &line)
        }
        switch Int(result) {
        case QZ_TEXT_DRAWN, QZ_TEXT_TOO_WIDE: return line
        case QZ_TEXT_NO_LIBRARY:
            let name = text.unicodeScalars.first { !$0.isASCII }.map { PrintableText.name(of: $0) } ?? ""
            throw UserError(
                "printing its text with the character \(name) needs Pango: install it (Debian: libpangocairo-1.0-0)")
        case QZ_TEXT_NO_FONT:
            throw UserError("printing its text needs a font: install one (Debian: fonts-dejavu-core)")
        default: throw UserError("its text cannot be drawn: out of memory")
        }
    }

    private static func missing(_ line: qz_text_line) -> [Unicode.Scalar] {
        withUnsafeBytes(of: line.missing) { bytes in
            bytes.bindMemory(to: UInt32.self).prefix(Int(line.missing_count)).compactMap(Unicode.Scalar.init)
        }
    }
}

import Encoding

/// The rectangles and texts of a symbol in pixels, by bands in which all rows are the same: what most pictures of codes are made of.
struct PixelBands {
    struct Band {
        var rows: Range<Int>
        /// What is dark of each row; they may overlap.
        var runs: [Range<Int>] = []
    }

    /// From the upper edge to the lower one, without gaps.
    private(set) var bands: [Band]

    /// - Parameters:
    ///   - scale: pixels per module.
    ///   - width: of the picture; what lies outside is left out.
    init(_ outline: SymbolOutline, scale: Int, width: Int, height: Int) {
        var boxes: [(columns: Range<Int>, rows: Range<Int>)] = []
        boxes.reserveCapacity(outline.marks.count)
        func add(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
            let (left, top) = (max(0, left), max(0, top))
            let (right, bottom) = (min(width, right), min(height, bottom))
            if left < right, top < bottom { boxes.append((left..<right, top..<bottom)) }
        }
        for case .rectangle(let x, let y, let wide, let high) in outline.marks {
            add(x * scale, y * scale, (x + wide) * scale, (y + high) * scale)
        }
        for text in outline.texts { Self.forEachDot(of: text, scale: Double(scale), add) }

        // The number of the band that begins at a row.
        var numbers = [Int](repeating: -1, count: height + 1)
        numbers[0] = 0
        for box in boxes { (numbers[box.rows.lowerBound], numbers[box.rows.upperBound]) = (0, 0) }
        bands = []
        for row in 0..<height where numbers[row] == 0 {
            numbers[row] = bands.count
            if let last = bands.indices.last { bands[last].rows = bands[last].rows.lowerBound..<row }
            bands.append(Band(rows: row..<height))
        }
        numbers[height] = bands.count
        for box in boxes {
            for band in numbers[box.rows.lowerBound]..<numbers[box.rows.upperBound] {
                bands[band].runs.append(box.columns)
            }
        }
    }

    /// The dots of letters, each of whole pixels.
    private static func forEachDot(
        of text: SymbolOutline.PlacedText, scale: Double, _ body: (Int, Int, Int, Int) -> Void
    ) {
        let size = text.scale * scale
        for (index, byte) in text.text.utf8.enumerated() {
            let left = (text.x + (Double(index) + 0.5) * text.cell) * scale - 2.5 * size
            let top = text.y * scale
            for (dot, isDark) in GlyphFont.columns(of: byte).enumerated() where isDark {
                let (column, row) = (Double(dot % 5), Double(dot / 5))
                body(
                    Int((left + column * size).rounded()), Int((top + row * size).rounded()),
                    Int((left + (column + 1) * size).rounded()), Int((top + (row + 1) * size).rounded()))
            }
        }
    }

    /// A row of each band, a bit for each pixel, the left one highest; 1 is light.
    func lightBits(width: Int) -> [UInt8] {
        let length = (width + 7) / 8
        var bits = [UInt8](repeating: 0xFF, count: bands.count * length)
        bits.withUnsafeMutableBufferPointer { bits in
            for (number, band) in bands.enumerated() {
                for run in band.runs {
                    for x in run { bits[number * length + x >> 3] &= ~(0x80 >> UInt8(x & 7)) }
                }
            }
        }
        return bits
    }
}

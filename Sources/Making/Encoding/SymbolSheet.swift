import Symbols

/// A sheet of many symbols: a grid of equal cells, each with a symbol and its quiet zone in the middle.
///
///     let sheet = try SymbolSheet(of: [.qrCode], count: 48, width: 1920, height: 1080, seed: 1)
///     sheet.luma      // packed rows, 0 dark and 255 light
///     sheet.texts     // the symbols' contents, in reading order
package struct SymbolSheet: Sendable {
    /// Pixels per row.
    package let width: Int
    /// Rows of pixels.
    package let height: Int
    /// The symbols' contents, row by row; all different unless one text was given for all.
    package let texts: [String]
    /// The luma plane, rows packed: 0 for dark, 255 for light.
    package let luma: [UInt8]
    /// The smallest scale of all symbols, in pixels per module.
    package let pixelsPerModule: Int

    /// Creates a sheet of `count` symbols that cycle through `symbologies`.
    ///
    /// - Parameters:
    ///   - symbologies: at least one; each must be able to encode 8 digits.
    ///   - width: pixels per row.
    ///   - height: rows of pixels.
    ///   - seed: selects the numbers in the symbols; the same seed gives the same sheet.
    ///   - text: the content of all symbols; by default nil, which gives each symbol its own number.
    /// - Throws: `EncodingError` when a symbology cannot be encoded. The smallest scale is one pixel per module, so a
    ///   symbol that is too large for its cell overlaps the neighbouring ones.
    package init(
        of symbologies: [Symbology], count: Int, width: Int, height: Int, seed: UInt64, text: String? = nil
    ) throws(EncodingError) {
        // Cells are about square; those of linear symbols are wider, to hold their modules.
        let linear = symbologies.count { $0.traits.dimension == .linear }
        let ratio = Double(width) / Double(max(1, height)) / (linear == 0 ? 1 : linear == symbologies.count ? 8 : 2.5)
        let columns = max(1, min(count, Int((Double(count) * ratio).squareRoot().rounded())))
        let rows = max(1, (count + columns - 1) / columns)
        var plane = [UInt8](repeating: 255, count: width * height)
        var texts: [String] = []
        var smallestScale = Int.max
        var state = seed
        for i in 0..<count {
            // A linear congruential generator (Knuth). The index is added so that no two numbers are equal.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let content = text ?? Self.digits(Int(state >> 33) % 10_000 * 10_000 + i)
            texts.append(content)
            let (left, right) = (i % columns * width / columns, (i % columns + 1) * width / columns)
            let (top, bottom) = (i / columns * height / rows, (i / columns + 1) * height / rows)
            let symbology = symbologies[i % symbologies.count]
            var image = try SymbolEncoder.encode(content, as: symbology)
            let isLinear = symbology.traits.dimension == .linear
            let scale = max(1, min((right - left) / image.width, 12))
            if isLinear {
                // Bars take 70 % of the cell's height.
                image = try SymbolEncoder.encode(
                    content, as: symbology, barHeight: max(4, min((bottom - top) * 7 / 10 / scale, 40)))
            }
            let fittingScale = max(1, isLinear ? scale : min(scale, (bottom - top) / image.height))
            smallestScale = min(smallestScale, fittingScale)
            let drawn = image.pixels(scale: fittingScale)
            let (x0, y0) = ((left + right - drawn.width) / 2, (top + bottom - drawn.height) / 2)
            for y in max(0, -y0)..<max(0, -y0, min(drawn.height, height - y0)) {
                for x in max(0, -x0)..<max(0, -x0, min(drawn.width, width - x0))
                where drawn.luma[y * drawn.width + x] == 0 {
                    plane[(y0 + y) * width + x0 + x] = 0
                }
            }
        }
        (self.width, self.height, self.texts) = (width, height, texts)
        luma = plane
        pixelsPerModule = smallestScale
    }

    private static func digits(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 8 - text.count)) + text
    }
}

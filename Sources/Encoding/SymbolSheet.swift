import Symbols

/// Many symbols on one sheet: rows and columns of equal fields, a symbol with its quiet zone in the middle of each.
///
///     let sheet = try SymbolSheet(of: [.qrCode], count: 48, width: 1920, height: 1080, seed: 1)
///     sheet.luma      // packed rows, 0 dark and 255 light
///     sheet.texts     // what the symbols say, in reading order
public struct SymbolSheet: Sendable {
    /// Pixels a row.
    public let width: Int
    /// Rows of pixels.
    public let height: Int
    /// What the symbols say, each another, rows from top to bottom and each from left to right.
    public let texts: [String]
    /// Of which symbology each is.
    public let symbologies: [Symbology]
    /// Packed rows of grey levels: 0 for dark, 255 for light.
    public let luma: [UInt8]
    /// Pixels a module of the symbol with the smallest.
    public let pixelsPerModule: Int

    /// A sheet of `count` symbols of `symbologies` in turns.
    ///
    /// - Parameters:
    ///   - symbologies: one or more that hold 8 digits.
    ///   - width: pixels a row.
    ///   - height: rows of pixels.
    ///   - seed: which numbers the symbols hold; the same sheet for the same seed.
    ///   - text: what they all say instead; nil for a number each, by default.
    /// - Throws: `EncodingError` when a symbology cannot be made; no symbol is made smaller than a pixel a module, so one
    ///   that does not fit its field runs over it.
    public init(
        of symbologies: [Symbology], count: Int, width: Int, height: Int, seed: UInt64, text: String? = nil
    ) throws(EncodingError) {
        // Fields about as wide as high; those of linear symbols are wider, to hold their modules.
        let linear = symbologies.count { $0.traits.dimension == .linear }
        let ratio = Double(width) / Double(max(1, height)) / (linear == 0 ? 1 : linear == symbologies.count ? 8 : 2.5)
        let columns = max(1, min(count, Int((Double(count) * ratio).squareRoot().rounded())))
        let rows = max(1, (count + columns - 1) / columns)
        var plane = [UInt8](repeating: 255, count: width * height)
        var texts: [String] = []
        var finest = Int.max
        var state = seed
        for i in 0..<count {
            // A linear congruential generator (Knuth): 8 digits, and the place so that no two are equal.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let own = text ?? Self.digits(Int(state >> 33) % 10_000 * 10_000 + i)
            texts.append(own)
            let (left, right) = (i % columns * width / columns, (i % columns + 1) * width / columns)
            let (top, bottom) = (i / columns * height / rows, (i / columns + 1) * height / rows)
            let symbology = symbologies[i % symbologies.count]
            var image = try SymbolEncoder.encode(own, as: symbology)
            let scale = max(1, min((right - left) / image.width, 12))
            if symbology.traits.dimension == .linear {
                // Three tenths of the field stay free above and below.
                image = try SymbolEncoder.encode(
                    own, as: symbology, barHeight: max(4, min((bottom - top) * 7 / 10 / scale, 40)))
            }
            let isBars = symbology.traits.dimension == .linear
            let fitting = max(1, isBars ? scale : min(scale, (bottom - top) / image.height))
            finest = min(finest, fitting)
            let drawn = image.pixels(scale: fitting)
            let (x0, y0) = ((left + right - drawn.width) / 2, (top + bottom - drawn.height) / 2)
            for y in max(0, -y0)..<max(0, -y0, min(drawn.height, height - y0)) {
                for x in max(0, -x0)..<max(0, -x0, min(drawn.width, width - x0))
                where drawn.luma[y * drawn.width + x] == 0 {
                    plane[(y0 + y) * width + x0 + x] = 0
                }
            }
        }
        self.width = width
        self.height = height
        self.texts = texts
        self.symbologies = (0..<count).map { symbologies[$0 % symbologies.count] }
        luma = plane
        pixelsPerModule = finest
    }

    private static func digits(_ number: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, 8 - text.count)) + text
    }
}

import CLinux

/// The samples of a cell, 4 × 8 of them, beside the glyphs of `GlyphTable`.
///
/// One for all cells of a picture: its buffers are filled again for each.
struct CellComparison {
    /// The mean of the samples, 0–255.
    private(set) var mean: Float = 0
    /// The lightest less the darkest.
    private(set) var contrast = 0
    /// After `compare`: how alike each glyph and the samples are, their products with its template added up. Negative where
    /// the picture is dark on light.
    private(set) var products: [Int16]
    /// The most of `products`, whatever their signs.
    private(set) var mostAlike: Int16 = 0
    /// The luma that 1 of `products` stands for, times the length of the templates.
    private(set) var unit: Float = 0
    /// After `compare`: the variance of the samples.
    private(set) var variance: Float = 0

    /// What makes differences of −`reach`…`reach` of samples: the mean, and 256ths to multiply them by.
    private var factor: (mean: Int16, share: Int16) = (0, 0)
    private var samples = [Int16](repeating: 0, count: partCount)
    private let templates: [Int16]

    private static let partCount = GlyphTable.parts.across * GlyphTable.parts.down
    /// The greatest difference from the mean that is compared; `GlyphTable.length` says why no more.
    private static let reach = 40

    init(with table: GlyphTable) {
        templates = table.templates
        products = [Int16](repeating: 0, count: table.count)
    }

    /// Takes the samples of the cell whose first one is at `offset` of `grid`, rows of `stride` samples.
    @inline(__always)
    mutating func take(_ grid: Span<UInt8>, at offset: Int, stride: Int) {
        let (sum, darkest, lightest) = Self.copy(grid, at: offset, stride: stride, to: &samples)
        mean = Float(sum) / Float(Self.partCount)
        contrast = Int(lightest - darkest)
        let middle = (sum + Int16(Self.partCount / 2)) / Int16(Self.partCount)
        let farthest = max(1, lightest - middle, middle - darkest)
        factor = (middle, Int16(Self.reach * 256) / farthest)
        unit = Float(farthest) / Float(Self.reach)
    }

    @inline(__always)
    private static func copy(
        _ grid: Span<UInt8>, at offset: Int, stride: Int, to samples: inout [Int16]
    ) -> (sum: Int16, darkest: Int16, lightest: Int16) {
        var samples = samples.mutableSpan
        for row in 0..<GlyphTable.parts.down {
            let first = offset + row * stride
            samples[4 * row] = Int16(grid[first])
            samples[4 * row + 1] = Int16(grid[first + 1])
            samples[4 * row + 2] = Int16(grid[first + 2])
            samples[4 * row + 3] = Int16(grid[first + 3])
        }
        var (sum, darkest, lightest) = (Int16(0), Int16(255), Int16(0))
        for part in 0..<partCount {
            let sample = samples[part]
            sum &+= sample
            darkest = min(darkest, sample)
            lightest = max(lightest, sample)
        }
        return (sum, darkest, lightest)
    }

    /// Compares the samples that were taken with every glyph.
    @inline(__always)
    mutating func compare() {
        var energy: Int32 = 0
        for part in samples.indices {
            samples[part] = ((samples[part] &- factor.mean) &* factor.share) &>> 8
            energy &+= Int32(samples[part]) &* Int32(samples[part])
        }
        let count = products.count
        mostAlike = qz_luma_products(samples, Self.partCount, templates, &products, count)
        variance = Float(energy) * unit * unit / Float(Self.partCount)
    }
}

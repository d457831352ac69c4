import Symbols

/// How far the bars of a product support the number that an engine reported.
///
/// Engines compare a digit's bars with a threshold, on lines one by one. Where a side is smeared or covered they take
/// some digits for others with the check digit right, on each line alike. The mean of all lines shows it.
struct ProductEvidence {
    /// The mean logarithm of the likelihood of a module, were it this number.
    let fit: Float
    /// How much more likely than every other number with a right check digit: a difference of logarithms, below 0 where
    /// another is likelier.
    let margin: Float
    /// The correlation of the worst character, guards too, with the likeliest of its kind.
    let weakest: Float

    /// Above this margin a closer look changes nothing. Not measured: the same as `LinearResult.minMargin`.
    static let clear: Float = 4
    /// Of 800 products reported in pictures and damaged drawings the least likely right one was at -3.7, the likeliest wrong
    /// one at -11.3.
    private static let minMargin: Float = -8
    /// With a character less like any of its kind than this, it was not the symbol that was looked at.
    /// Not measured: less than `LinearCode.minWeakestOfNarrowMargin`, as damaged symbols have to be judged too.
    private static let minWeakest: Float = 0.5

    /// Whether the bars are rather those of another number.
    var isContradiction: Bool { margin < Self.minMargin && weakest >= Self.minWeakest }
}

extension SymbolReader {
    /// Whether the bars in `view` where `reading` lies are rather those of another number.
    func isContradicted(_ reading: Reading, in view: LumaView, _ work: inout Work) -> Bool {
        guard let (decoder, digits) = LinearCode.product(reading.symbol.content),
            let region = BarRegion(around: reading.symbol.corners, minHeight: Self.minHeightOfEvidence)
        else { return false }
        let start = ContinuousClock.now
        let upright = Rectification.upright(region, of: view, maxRows: Self.rowsOfEvidence)
        let scale = Float(upright.toSource.a * upright.toSource.a + upright.toSource.c * upright.toSource.c)
        let evidence = upright.plane.withView { view in
            let lines = ScanLines(view)
            return decoder.evidence(
                for: digits, lines.whole, EdgeLine(lines.whole, steps: Self.stepsOfEvidence),
                length: Float(region.length) / scale.squareRoot())
        }
        let isContradicted = evidence?.isContradiction ?? false
        note("evidence", .native, since: start, found: isContradicted ? 0 : 1, &work)
        return isContradicted
    }

    /// As a share of its length: engines mark the few lines that they read; the bars extend above and below.
    /// Not measured: less than the height of any label.
    private static let minHeightOfEvidence = 0.1
    /// Not measured: three rows for each of the 16 bands of `ScanLines`.
    private static let rowsOfEvidence = 48.0
    /// As `ScannedLine.coarse`, which products are read by.
    private static let stepsOfEvidence = 300
}

extension LinearCode {
    /// The decoder of products like `content`, and its digits; nil for what is not an EAN-13, UPC-A or EAN-8.
    fileprivate static func product(_ content: SymbolContent) -> (ProductDecoder, [UInt8])? {
        let digits = content.bytes.map { $0 &- 0x30 }
        return switch content.symbology {
        case .ean13: (decoderOfEAN13, digits)
        // GS1 General Specifications 1.3.1: a GTIN-12 is a GTIN-13 with a leading zero.
        case .upcA: (decoderOfEAN13, [0] + digits)
        case .ean8: (decoderOfEAN8, digits)
        default: nil
        }
    }
}

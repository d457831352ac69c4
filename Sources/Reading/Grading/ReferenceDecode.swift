import Symbols

/// The reference decode algorithm of a symbology: what widths of elements say, and how near they come to being misread.
///
///     let decode = ReferenceDecode.of(.ean13)
///     decode?.read(profile.widths)?.decodability      // 0 to 1
struct ReferenceDecode: Sendable {
    /// What was made of a profile.
    struct Result {
        /// 0 for what is at a threshold, 1 for what is as designed.
        let decodability: Double
        /// The widths as modules, all together.
        let modules: Double
        /// How much wider bars are than they should be, in modules: negative where they are narrower. Nil where that is not known.
        let growth: Double?
    }

    /// Light modules that have to be before and after the symbol.
    let quietZones: (before: Double, after: Double)
    /// How many elements a symbol can have.
    let isCount: @Sendable (Int) -> Bool
    /// Reads widths, a bar first and last; nil where they are no symbol.
    let read: @Sendable ([Double]) -> Result?

    /// The algorithm of a symbology; nil for one that has none here.
    static func of(_ symbology: Symbology) -> ReferenceDecode? {
        switch symbology {
        case .ean13: product(digits: 12, quiet: (11, 7))
        case .upcA: product(digits: 12, quiet: (9, 9))
        case .ean8: product(digits: 8, quiet: (7, 7))
        case .upcE: upcE
        case .code128, .gs1_128: code128
        case .code93: code93
        case .code39: code39
        case .itf, .itf14: itf
        case .codabar: codabar
        default: nil
        }
    }
}

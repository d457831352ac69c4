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

    /// How many modules wide a symbol of `content` is, about.
    static func estimatedModules(of content: SymbolContent) -> Double {
        let characters = Double(content.bytes.count)
        return switch content.symbology {
        case .ean13, .upcA: 95
        case .ean8: 67
        case .upcE: 51
        case .code93: 9 * (characters + 4) + 1
        case .code39: 15 * (characters + 2)
        case .itf, .itf14: 8 * characters + 9
        case .codabar: 11 * characters
        // Pairs of digits are one character.
        case .code128,
            .gs1_128 where content.bytes.allSatisfy({ 0x30...0x39 ~= $0 }):
            11 * (characters / 2 + 3) + 2
        default: 11 * (characters + 3) + 2
        }
    }

    /// The least number of elements of a symbol of `content`: a part of one that has no check character is a symbol, too.
    static func leastElements(of content: SymbolContent) -> Int {
        let characters = content.bytes.count
        return switch content.symbology {
        case .code39: 10 * (characters + 2) - 1
        case .itf, .itf14: 5 * characters + 7
        case .codabar: 8 * characters - 1
        default: 1
        }
    }

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

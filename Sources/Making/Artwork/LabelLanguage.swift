import Files

/// A language of label and receipt printers, for a label as a picture of dots. A new one is a file of this target and a row of `all`.
///
///     let bytes = LabelLanguage.zpl.label(bitmap, 1)
package struct LabelLanguage: Sendable {
    /// The name on the command line: `zpl`.
    package let name: String
    /// What people call it: `ZPL`.
    package let title: String
    /// The dots of the widest label that it can be told of.
    package let maximumDots: Int
    private let writing: @Sendable (MonoBitmap, Int) -> [UInt8]

    init(_ name: String, title: String, maximumDots: Int, _ writing: @escaping @Sendable (MonoBitmap, Int) -> [UInt8]) {
        (self.name, self.title, self.maximumDots, self.writing) = (name, title, maximumDots, writing)
    }

    package static let all = [zpl, epl, escpos]

    /// The language of a name; nil for none.
    package static func named(_ name: String) -> LabelLanguage? { all.first { $0.name == name.lowercased() } }

    /// What prints a label: the same picture gives the same bytes.
    ///
    /// - Parameter copies: how often, at least 1.
    /// - Throws: `UserError` where the label is larger than the language can say.
    package func label(_ bitmap: MonoBitmap, copies: Int = 1) throws(UserError) -> [UInt8] {
        guard bitmap.width <= maximumDots, bitmap.height <= maximumDots else {
            throw UserError(
                "\(title) has labels of at most \(maximumDots) dots, and this one has \(bitmap.width) × \(bitmap.height)"
            )
        }
        return writing(bitmap, max(1, copies))
    }
}

extension ArtworkFormat {
    /// A label as large as the symbol, in a language of printers; what is not half dark is light, colours have no say.
    static func label(_ language: LabelLanguage) -> ArtworkFormat {
        ArtworkFormat(language.name) { symbol, style throws(UserError) in
            try language.label(MonoBitmap(symbol.outline, scale: style.dotsPerModule))
        }
    }
}

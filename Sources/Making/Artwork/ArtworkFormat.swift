import Encoding
import Files

/// A format that made symbols are drawn in. A new one is a file of this target and a row in `all`.
///
///     let bytes = try ArtworkFormat.svg.draw(symbol.outline, ArtworkStyle())
package struct ArtworkFormat: Sendable {
    /// The name on the command line, and the ending of files.
    package let name: String
    package let isText: Bool
    private let drawing: @Sendable (MadeSymbol, ArtworkStyle) throws(UserError) -> [UInt8]

    init(
        _ name: String, isText: Bool = false,
        _ drawing: @escaping @Sendable (MadeSymbol, ArtworkStyle) throws(UserError) -> [UInt8]
    ) {
        (self.name, self.isText, self.drawing) = (name, isText, drawing)
    }

    /// A symbol as a file: the same symbol and style give the same bytes.
    ///
    /// - Throws: `UserError` for a symbol that the format cannot show, or a picture that is too large.
    package func draw(_ symbol: MadeSymbol, _ style: ArtworkStyle = ArtworkStyle()) throws(UserError) -> [UInt8] {
        try drawing(symbol, style)
    }

    package static let all = [png, svg, pdf, eps, text, ascii] + LabelLanguage.all.map(label)

    /// The format of a name, or of a file that ends with it; nil for none.
    package static func named(_ name: String) -> ArtworkFormat? {
        let name = name.lowercased()
        return all.first { $0.name == name } ?? (name == "txt" ? text : nil)
    }

    /// The format that the ending of a file's name says; nil for none.
    package static func ofFile(_ path: String) -> ArtworkFormat? {
        let name = path.split(separator: "/").last ?? ""
        return name.lastIndex(of: ".").flatMap { named(String(name[name.index(after: $0)...])) }
    }
}

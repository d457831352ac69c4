import Encoding
import History
import Symbols

/// Drawing what a scan says as its symbol again, for exports that show codes.
package enum SymbolDrawing {
    /// The modules of `content` in its own symbology; nil if that cannot be made or does not take it.
    ///
    /// The result says the same, but need not look like the symbol that was scanned: error correction and layout are libzint's choice.
    @Sendable package static func draw(_ content: SymbolContent) -> ExportOptions.Drawing? {
        let image: SymbolImage?
        if let text = content.text {
            image = try? SymbolEncoder.encode(text, as: content.symbology)
        } else {
            image = try? SymbolEncoder.encode(bytes: content.bytes, as: content.symbology)
        }
        guard let image else { return nil }
        let modules = (0..<image.height).flatMap { y in (0..<image.width).map { image.isDark($0, y) } }
        return ExportOptions.Drawing(width: image.width, height: image.height, modules: modules)
    }
}

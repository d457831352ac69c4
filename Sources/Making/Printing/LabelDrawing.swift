import Encoding

/// What is drawn on a label, in whole dots of a printer from its upper left corner.
package struct LabelDrawing: Hashable, Sendable {
    /// The label's sides in dots.
    let width, height: Int
    /// The code, and how many dots a module takes.
    let outline: SymbolOutline
    /// The same for all of its modules.
    package let dotsPerModule: Int
    /// Where the code's quiet zone begins.
    let x, y: Int
    let lines: [Line]
    let hasFrame: Bool

    /// A line of text in characters of equal width.
    struct Line: Hashable, Sendable {
        /// Bytes of WinAnsiEncoding.
        let text: [UInt8]
        let x: Int
        /// The upper edge of its characters.
        let y: Int
        /// The height of its characters with what lies between lines.
        let size: Double
    }
}

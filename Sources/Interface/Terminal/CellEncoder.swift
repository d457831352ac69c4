import CNcurses
import Surface

/// Cells as ncurses takes them: characters that the terminal has, attributes, and a pair for the colours.
struct CellEncoder {
    private let colors: TerminalColors
    private let isUTF8: Bool
    private var pairs: PairTable

    /// What a cell of a picture in pixels holds: a blank that ncurses tells from other blanks (U+00A0).
    private static let pictureBlank: wchar_t = 0xA0

    init(colors: TerminalColors, isUTF8: Bool) {
        (self.colors, self.isUTF8) = (colors, isUTF8)
        pairs = PairTable(colors: colors, limit: Int(qz_color_pairs()) - 1) { pair, foreground, background in
            init_extended_pair(Int32(pair), foreground, background) == OK
        }
    }

    /// Another canvas is shown from now on.
    mutating func beginFrame() { pairs.beginFrame() }

    /// `cell`, which is one of `canvas`.
    mutating func encode(_ cell: Cell, of canvas: Canvas) -> cchar_t {
        var encoded = cchar_t()
        let pair = pairs.pair(of: cell.style, in: canvas)
        let attributes = Self.attributes(of: cell.style, colorCount: colors.count)
        // ncurses takes at most five code points in a cell (CCHARW_MAX): a base and its marks. A 0 ends them.
        var text: (wchar_t, wchar_t, wchar_t, wchar_t, wchar_t, wchar_t) = (0, 0, 0, 0, 0, 0)
        if cell.showsPicture {
            text.0 = Self.pictureBlank
        } else if let ascii = cell.character.asciiValue {
            text.0 = wchar_t(ascii)
        } else {
            let shown = isUTF8 ? cell.character : AsciiFallback.character(for: cell.character)
            withUnsafeMutableBytes(of: &text) { bytes in
                for (i, scalar) in shown.unicodeScalars.prefix(5).enumerated() {
                    bytes.storeBytes(
                        of: wchar_t(truncatingIfNeeded: scalar.value), toByteOffset: i * MemoryLayout<wchar_t>.stride,
                        as: wchar_t.self)
                }
            }
        }
        func set(_ text: UnsafePointer<wchar_t>) -> Bool { qz_set_cell(&encoded, text, attributes, pair) == OK }
        withUnsafePointer(to: &text) { tuple in
            tuple.withMemoryRebound(to: wchar_t.self, capacity: 6) { pointer in
                // A base with marks that ncurses refuses is shown without the marks; one that it does not know as `?`.
                if !set(pointer), !set([pointer[0], 0]) { _ = set([63, 0]) }
            }
        }
        return encoded
    }

    /// ncurses' attributes for `style` on a terminal with `colorCount` colours.
    static func attributes(of style: Style, colorCount: Int) -> attr_t {
        var attributes: attr_t = 0
        if style.attributes.contains(.bold) { attributes |= qz_attr_bold() }
        if style.attributes.contains(.dim) { attributes |= qz_attr_dim() }
        if style.attributes.contains(.reverse) { attributes |= qz_attr_reverse() }
        if style.attributes.contains(.underline) { attributes |= qz_attr_underline() }
        // Eight colours know no bright ones: bold stands for those, as terminals of old did it.
        if 8..<16 ~= colorCount, case .palette(8...15) = style.foreground { attributes |= qz_attr_bold() }
        return attributes
    }
}

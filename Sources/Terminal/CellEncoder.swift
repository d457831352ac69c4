import CNcurses
import Surface

/// Turns cells into what ncurses takes.
struct CellEncoder {
    /// How many colours the terminal has; 0 for none.
    let colorCount: Int
    /// Whether the locale's encoding is UTF-8; other terminals get ASCII.
    let isUTF8: Bool
    private var pairs = PairTable()

    init(colorCount: Int, isUTF8: Bool) {
        self.colorCount = colorCount
        self.isUTF8 = isUTF8
    }

    mutating func encode(_ cell: Cell) -> cchar_t {
        var encoded = cchar_t()
        let (pair, attributes) = pairs.look(of: cell.style, colorCount: colorCount)
        // ncurses takes at most five code points in a cell (CCHARW_MAX): a base and its marks. A 0 ends them.
        var text: (wchar_t, wchar_t, wchar_t, wchar_t, wchar_t, wchar_t) = (0, 0, 0, 0, 0, 0)
        if let ascii = cell.character.asciiValue {
            text.0 = wchar_t(ascii)
        } else {
            let shown = isUTF8 ? cell.character : AsciiFallback.character(for: cell.character)
            withUnsafeMutableBytes(of: &text) { bytes in
                for (i, scalar) in shown.unicodeScalars.prefix(5).enumerated() {
                    bytes.storeBytes(
                        of: wchar_t(bitPattern: scalar.value), toByteOffset: i * MemoryLayout<wchar_t>.stride,
                        as: wchar_t.self)
                }
            }
        }
        func set(_ text: UnsafePointer<wchar_t>) -> Bool { qz_set_cell(&encoded, text, attributes, pair) == OK }
        withUnsafePointer(to: &text) { tuple in
            tuple.withMemoryRebound(to: wchar_t.self, capacity: 6) { pointer in
                // A base with marks that ncurses refuses is shown without the marks; an unknown base as `?`.
                if !set(pointer), !set([pointer[0], 0]) { _ = set([63, 0]) }
            }
        }
        return encoded
    }
}

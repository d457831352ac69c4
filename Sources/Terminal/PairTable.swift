import CNcurses
import Surface

/// Colour pairs, made when first needed and never given back: themes use a few dozen of them at most.
struct PairTable {
    private struct Colors: Hashable {
        let foreground: Color
        let background: Color
    }

    private var pairs: [Colors: Int16] = [:]

    /// ncurses' pair and attributes for `style` on a terminal with `colorCount` colours.
    mutating func look(of style: Style, colorCount: Int) -> (pair: Int16, attributes: attr_t) {
        var attributes: attr_t = 0
        if style.attributes.contains(.bold) { attributes |= qz_attr_bold() }
        if style.attributes.contains(.dim) { attributes |= qz_attr_dim() }
        if style.attributes.contains(.reverse) { attributes |= qz_attr_reverse() }
        if style.attributes.contains(.underline) { attributes |= qz_attr_underline() }
        guard colorCount >= 8, style.foreground != .standard || style.background != .standard else {
            return (0, attributes)
        }
        // Eight colours know no bright ones: bold stands for those, as terminals of old did it.
        if colorCount < 16, case .palette(8...15) = style.foreground { attributes |= qz_attr_bold() }
        let colors = Colors(foreground: style.foreground, background: style.background)
        if let pair = pairs[colors] { return (pair, attributes) }
        let number = pairs.count + 1
        guard number < min(256, Int(qz_color_pairs())) else { return (0, attributes) }
        let foreground = Self.index(style.foreground, colorCount)
        let background = Self.index(style.background, colorCount)
        guard init_pair(Int16(number), foreground, background) == OK else { return (0, attributes) }
        pairs[colors] = Int16(number)
        return (Int16(number), attributes)
    }

    private static func index(_ color: Color, _ colorCount: Int) -> Int16 {
        switch color {
        case .standard: -1
        case .palette(let entry) where Int(entry) < colorCount: Int16(entry)
        case .palette(8): 0
        case .palette(231): Int16(min(15, colorCount - 1))
        case .palette(let entry) where entry < 16: Int16(entry - 8)
        case .palette: 7
        }
    }
}

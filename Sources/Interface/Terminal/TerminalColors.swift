import CNcurses
import Surface

/// The colours of a terminal: which of its numbers stands for a `Color`.
struct TerminalColors: Equatable {
    /// Any shade as a number: the bits of red, green and blue, red the highest (terminfo's RGB, user_caps(5)).
    struct Direct: Equatable {
        var redBits = 8
        var greenBits = 8
        var blueBits = 8
        /// So many numbers from 0 on are entries of the palette all the same: 8 of xterm-direct.
        var paletteEntries = 8

        /// The number of a shade, or of the nearest that is not an entry of the palette.
        func number(of shade: XtermPalette.Shade) -> Int32 {
            let red = Int32(shade.red) >> Int32(8 - redBits)
            let green = Int32(shade.green) >> Int32(8 - greenBits)
            let blue = Int32(shade.blue) >> Int32(8 - blueBits)
            let number = red << Int32(greenBits + blueBits) | green << Int32(blueBits) | blue
            // Almost black: with the least of green it is no longer an entry.
            return number < paletteEntries ? max(number | 1 << Int32(blueBits), Int32(paletteEntries)) : number
        }

        func shade(of number: Int32) -> XtermPalette.Shade {
            func part(_ shift: Int, _ bits: Int) -> UInt8 {
                let most = 1 << bits - 1
                return UInt8((Int(number) >> shift & most) * 255 / most)
            }
            return (part(greenBits + blueBits, redBits), part(blueBits, greenBits), part(0, blueBits))
        }
    }

    /// How many it has, 0 for none; with direct colour those of its numbers.
    let count: Int
    /// How numbers are shades; nil if they are entries of a palette.
    let direct: Direct?

    init(count: Int, direct: Direct? = nil) { (self.count, self.direct) = (count, direct) }

    /// Those of the terminal that ncurses has begun to use, which has `count`.
    static func ofCurrentTerminal(count: Int) -> TerminalColors {
        guard count > 256 else { return TerminalColors(count: count) }
        guard var direct = Self.bits(count: count) else { return TerminalColors(count: 256) }
        let isShade = { (number: Int32) in
            let sequence = String(cString: qz_set_foreground(number))
            return sequence.contains("8:2:") || sequence.contains("8;2;")
        }
        direct.paletteEntries = [0, 8, 16, 88].first { isShade(Int32($0)) } ?? 256
        return TerminalColors(count: count, direct: direct)
    }

    /// The bits of a terminal's shades, as ncurses takes its RGB: true for equal parts, a number for each, or "5/6/5".
    private static func bits(count: Int) -> Direct? {
        let width = Int.bitWidth - (count - 1).leadingZeroBitCount
        var direct = Direct()
        let text = String(cString: qz_terminfo("RGB")).split(separator: "/").compactMap { Int($0) }
        let each = Int(qz_terminfo_number("RGB"))
        if qz_terminfo_flag("RGB") {
            let part = (width + 2) / 3
            (direct.redBits, direct.greenBits, direct.blueBits) = (part, part, width - 2 * part)
        } else if each > 0 {
            (direct.redBits, direct.greenBits, direct.blueBits) = (each, each, each)
        } else if text.count == 3 {
            (direct.redBits, direct.greenBits, direct.blueBits) = (text[0], text[1], text[2])
        } else {
            return nil
        }
        let parts = [direct.redBits, direct.greenBits, direct.blueBits]
        return parts.allSatisfy { 1...8 ~= $0 } ? direct : nil
    }

    /// The terminal's number for `color`; -1 for its default.
    func number(of color: Color) -> Int32 {
        switch color {
        case .standard: return -1
        case .palette(let entry):
            if let direct {
                return entry < direct.paletteEntries
                    ? Int32(entry) : direct.number(of: XtermPalette.shade(of: entry))
            }
            if Int(entry) < count { return Int32(entry) }
            // Eight colours: bright ones become bold ones (`PairTable`).
            return entry < 16 ? Int32(entry - 8) : nearest(to: XtermPalette.shade(of: entry))
        case .rgb(let red, let green, let blue):
            return direct?.number(of: (red, green, blue)) ?? nearest(to: (red, green, blue))
        }
    }

    /// How far the shades of two numbers are apart; a default, whose shade is unknown, is far from all others.
    func distance(_ a: Int32, _ b: Int32) -> Int {
        if a == b { return 0 }
        guard a >= 0, b >= 0 else { return 1 << 18 }
        return XtermPalette.distance(shade(of: a), shade(of: b))
    }

    private func shade(of number: Int32) -> XtermPalette.Shade {
        if let direct, number >= direct.paletteEntries { return direct.shade(of: number) }
        return XtermPalette.shade(of: UInt8(clamping: number))
    }

    /// 256 colours are xterm's everywhere; of others only the first sixteen are known.
    private func nearest(to shade: XtermPalette.Shade) -> Int32 {
        Int32(
            count >= 256
                ? XtermPalette.nearestFixed(to: shade) : XtermPalette.nearestBasic(to: shade, count: count))
    }
}

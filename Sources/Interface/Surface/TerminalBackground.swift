/// How light what lies behind the text is.
package enum TerminalBackground: Hashable, Sendable {
    case dark, light
    /// The terminal has not told; most are dark.
    case unknown
}

extension TerminalBackground {
    /// As X11 spells a colour: `rgb:RR/GG/BB` with one to four digits each, `rgba:` with a fourth part, `#RRGGBB`; nil for others.
    package init?(color: String) {
        let parts: [Substring]
        if let digits = ["rgb:", "rgba:"].first(where: color.hasPrefix).map({ color.dropFirst($0.count) }) {
            parts = digits.split(separator: "/", omittingEmptySubsequences: false)
        } else if color.hasPrefix("#"), color.utf8.count > 3, (color.utf8.count - 1) % 3 == 0 {
            let digits = color.dropFirst()
            let length = digits.count / 3
            parts = (0..<3).map { digits.dropFirst($0 * length).prefix(length) }
        } else {
            return nil
        }
        let shares = parts.prefix(3).compactMap { part -> Double? in
            guard 1...4 ~= part.utf8.count, let value = UInt32(part, radix: 16) else { return nil }
            return Double(value) / Double(1 << (4 * part.utf8.count) - 1)
        }
        guard shares.count == 3, parts.count <= 4 else { return nil }
        // The weights of Rec. 709 for the values as they are coded: near enough to tell light from dark.
        self = 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2] > 0.5 ? .light : .dark
    }

    /// As COLORFGBG has it, which rxvt and Konsole set: `15;0`, the last number an entry of the palette; nil for others.
    package init?(colorFgBg text: String) {
        guard let entry = text.split(separator: ";").last.flatMap({ UInt8($0) }), entry < 16 else { return nil }
        self = entry == 7 || entry > 8 ? .light : .dark
    }
}

import Surface

extension Style {
    private static let basic = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// The style that words such as `bright-green on black bold` describe; nil when one is unknown.
    init?(words: String) {
        self.init()
        var isBackground = false
        var seenForeground = false
        for word in words.split(separator: " ").map({ $0.lowercased() }) {
            switch word {
            case "on":
                guard !isBackground else { return nil }
                isBackground = true
            case "bold": attributes.insert(.bold)
            case "dim": attributes.insert(.dim)
            case "reverse": attributes.insert(.reverse)
            case "underline": attributes.insert(.underline)
            default:
                guard let color = Self.color(word) else { return nil }
                if isBackground {
                    background = color
                } else {
                    guard !seenForeground else { return nil }
                    foreground = color
                    seenForeground = true
                }
            }
        }
    }

    private static func color(_ word: String) -> Color? {
        if word == "default" { return .standard }
        if word.hasPrefix("#") { return shade(word.dropFirst()) }
        if let number = UInt8(word) { return .palette(number) }
        if let index = basic.firstIndex(of: word) { return .palette(UInt8(index)) }
        if word.hasPrefix("bright-"), let index = basic.firstIndex(of: String(word.dropFirst(7))) {
            return .palette(UInt8(index + 8))
        }
        return nil
    }

    /// `rrggbb`, or `rgb` for the same digit twice each, as in CSS.
    private static func shade(_ digits: Substring) -> Color? {
        guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else { return nil }
        let full = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        guard full.count == 6, let value = UInt32(full, radix: 16) else { return nil }
        return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
    }
}

/// A colour to draw with.
package struct Ink: Hashable, Sendable {
    /// 0 to 255.
    package let red, green, blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// A colour as `#1A2B3C`, `1a2b3c`, `#123` or one of `black` and `white`; nil for any other text.
    package init?(_ text: String) {
        switch text.lowercased() {
        case "black": self = .black
        case "white": self = .white
        default:
            let digits = (text.hasPrefix("#") ? text.dropFirst() : text[...]).map {
                $0.isASCII ? $0.hexDigitValue : nil
            }
            let values = digits.compactMap { $0 }
            guard values.count == digits.count, [3, 6].contains(values.count) else { return nil }
            let pairs =
                values.count == 3
                ? values.map { $0 * 17 } : stride(from: 0, to: 6, by: 2).map { values[$0] * 16 + values[$0 + 1] }
            self.init(red: UInt8(pairs[0]), green: UInt8(pairs[1]), blue: UInt8(pairs[2]))
        }
    }

    package static let black = Ink(red: 0, green: 0, blue: 0)
    package static let white = Ink(red: 255, green: 255, blue: 255)

    var isGrey: Bool { red == green && green == blue }

    /// `#1a2b3c`.
    package var hexadecimal: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The share of red light that it throws back, as scanners see it.
    package var redReflectance: Double { reflectance.red }

    /// The light that it throws back, from 0 to 1: to the eye, and to a scanner's red light.
    fileprivate var reflectance: (eye: Double, red: Double) {
        func linear(_ value: UInt8) -> Double {
            // sRGB, IEC 61966-2-1, the power without its linear foot: near enough, and without a library.
            let share = Double(value) / 255
            return share * share * (0.8 + 0.2 * share)
        }
        let (red, green, blue) = (linear(red), linear(green), linear(blue))
        return (0.2126 * red + 0.7152 * green + 0.0722 * blue, red)
    }
}

/// Whether a symbol in two colours can be read.
package enum InkContrast {
    /// A line that says why not; nil if the contrast is good.
    ///
    /// ISO/IEC 15416 grades the difference of reflectance: from 70 % A, from 55 % B, from 40 % C, from 20 % D. Below 40 % many readers
    /// fail. Scanners with a laser see red light alone.
    package static func warning(dark: Ink, light: Ink) -> String? {
        let (dark, light) = (dark.reflectance, light.reflectance)
        let eye = light.eye - dark.eye
        let red = light.red - dark.red
        if eye < 0 { return "light bars on a dark background: many scanners cannot read them" }
        if eye < 0.4 { return "these colours have a contrast of only \(percent(eye)): scanners need at least 40 %" }
        if red < 0.4 {
            return
                "in red light these colours have a contrast of only \(percent(red)): laser scanners cannot read them"
        }
        return nil
    }

    private static func percent(_ share: Double) -> String { "\(max(0, Int((share * 100).rounded()))) %" }
}

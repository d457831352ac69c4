/// Characters that steer a terminal, reorder text or cannot be seen, by Unicode's own properties.
public enum UnsafeText {
    /// Whether `scalar` must not reach a terminal as it is.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: return true
        default: return properties.isDefaultIgnorableCodePoint || properties.isVariationSelector
        }
    }

    /// Every such character but those of private use and those that mean nothing, of which a few stand for all: 350 more than
    /// Unicode's control and format characters, tags among them.
    public static let scalars: [Unicode.Scalar] = {
        let all = (0...UInt32(0x10FFFF)).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
            let category = scalar.properties.generalCategory
            return isUnsafe(scalar) && category != .privateUse && category != .unassigned
        }
        // Tags that are none (U+E0000, U+E0080), ignorable and private ones, noncharacters.
        let others: [UInt32] = [
            0x2065, 0xFFF0, 0xE0000, 0xE0002, 0xE001F, 0xE0080, 0xE0FFF, 0xE000, 0xF8FF, 0xF0000, 0x10FFFD, 0xFDD0,
            0xFFFE,
            0xFFFF, 0x1FFFF, 0x10FFFF,
        ]
        return Array(all) + others.compactMap(Unicode.Scalar.init)
    }()

    /// All of `scalars` between letters, so many in a text.
    ///
    /// - Parameter excluding: characters that the place of the text cannot hold.
    public static func texts(of count: Int, excluding: Set<Unicode.Scalar> = []) -> [String] {
        let scalars = scalars.filter { !excluding.contains($0) }
        return stride(from: 0, to: scalars.count, by: count).map { start in
            var text = String.UnicodeScalarView()
            for scalar in scalars[start..<min(start + count, scalars.count)] { text += ["x", scalar] }
            return String(text + ["y"])
        }
    }

    /// The unsafe characters of `text`, but for those in `allowed`, as `U+202E`.
    public static func found(in text: some StringProtocol, allowed: Set<Unicode.Scalar> = []) -> [String] {
        text.unicodeScalars.filter { isUnsafe($0) && !allowed.contains($0) }
            .map { "U+" + String($0.value, radix: 16, uppercase: true) }
    }
}

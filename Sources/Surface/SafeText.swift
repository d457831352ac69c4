import CLinux

/// Text from outside, made harmless for a terminal: the one filter that all shown text passes.
public enum SafeText {
    /// `text` with every scalar that could steer a terminal, reorder or hide text replaced by a visible sign.
    ///
    /// C0 controls become their pictures (U+2400 …), C1 controls, bidi and other format characters, line and
    /// paragraph separators, private use, tags and unassigned scalars become `�`.
    /// Newline, tab and return are replaced too (`␊ ␉ ␍`): a caller who wants lines splits first.
    public static func visible(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(text) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(visible(scalar)) }
        return String(result)
    }

    static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x00..<0x20: return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: return "\u{2421}"
        case 0x80..<0xA0: return "\u{FFFD}"
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            // A zero-width joiner inside an emoji is harmless, but its width differs from terminal to terminal.
            return "\u{FFFD}"
        default:
            return scalar
        }
    }
}

/// How many terminal columns text takes.
public enum DisplayWidth {
    /// Columns of one character: 0, 1 or 2.
    public static func of(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        var width = 0
        for scalar in character.unicodeScalars {
            width = max(width, Int(qz_columns(scalar.value)))
        }
        return min(width, 2)
    }

    /// Columns of `text` once it is `SafeText.visible`.
    public static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return SafeText.visible(text).reduce(0) { $0 + of($1) }
    }
}

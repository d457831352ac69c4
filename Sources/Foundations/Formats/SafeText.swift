import CLinux

/// Text from outside, made harmless for a terminal: the one filter that all shown text passes.
package enum SafeText {
    /// Marks that stand on one character, at most: no language has more, and a heap of them covers other lines.
    private static let maximumMarks = 4

    /// `text` with every scalar that could steer a terminal, reorder or hide text replaced by a visible sign.
    ///
    /// C0 controls become their pictures (U+2400 …), C1 controls, bidi and other format characters, line and
    /// paragraph separators, private use, tags, variation selectors (but those of emoji, which are left out), letters that look like nothing and unassigned
    /// scalars become `�`; of many marks on one character the first four stay, and one `�` for the rest.
    /// Newline, tab and return are replaced too (`␊ ␉ ␍`): a caller who wants lines splits first.
    package static func visible(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return String(text) }
        var result = String.UnicodeScalarView()
        var marks = 0
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            // How an emoji is drawn says nothing, and its width differs from terminal to terminal.
            if (0xFE0E...0xFE0F).contains(scalar.value), previous.value > 0xFF, previous.properties.isEmoji { continue }
            let shown = visible(scalar)
            marks = isMark(shown) ? marks + 1 : 0
            if marks <= maximumMarks { result.append(shown) }
            if marks == maximumMarks + 1 { result.append("\u{FFFD}") }
        }
        return String(result)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .enclosingMark
    }

    /// Letters and marks that show nothing: they would part or lengthen a word unseen.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || properties.isVariationSelector { return true }
        // A pattern of no dots and a note without a head: their fonts show nothing.
        return scalar.value == 0x2800 || scalar.value == 0x1D159
    }

    static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x00..<0x20: return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: return "\u{2421}"
        case 0x80..<0xA0: return "\u{FFFD}"
        default: break
        }
        if isInvisible(scalar) { return "\u{FFFD}" }
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
package enum DisplayWidth {
    /// Columns of one character: 0, 1 or 2.
    package static func of(_ character: Character) -> Int {
        if character.isASCII { return 1 }
        var width = 0
        for scalar in character.unicodeScalars {
            width = max(width, Int(qz_columns(scalar.value)))
        }
        return min(width, 2)
    }

    /// Columns of `text` once it is `SafeText.visible`.
    package static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return SafeText.visible(text).reduce(0) { $0 + of($1) }
    }
}

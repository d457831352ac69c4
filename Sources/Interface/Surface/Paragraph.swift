import Formats

/// Text broken into lines of a given width.
package enum Paragraph {
    /// `text` as lines of at most `width` columns, broken at blanks where there are some; the last of `maximum`
    /// lines ends in `…` when more would follow. Newlines break too; other controls become visible signs.
    package static func wrap(_ text: some StringProtocol, width: Int, maximum: Int = .max) -> [String] {
        guard width > 0, maximum > 0 else { return [] }
        var lines: [String] = []
        for part in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = ""
            var used = 0
            // Where the line could be broken: after the last blank, as (characters kept, columns kept).
            var breakIndex: String.Index?
            for character in SafeText.visible(part) {
                let columns = DisplayWidth.of(character)
                if used + columns > width, !line.isEmpty {
                    let rest = breakIndex.map { String(line[$0...]) } ?? ""
                    lines.append(breakIndex.map { String(line[..<$0]) } ?? line)
                    if lines.count > maximum { return cut(lines, to: maximum, width: width) }
                    line = rest
                    used = DisplayWidth.of(rest)
                    breakIndex = nil
                }
                line.append(character)
                used += columns
                if character == " " { breakIndex = line.endIndex }
            }
            lines.append(line)
            if lines.count > maximum { return cut(lines, to: maximum, width: width) }
        }
        return lines
    }

    private static func cut(_ lines: [String], to maximum: Int, width: Int) -> [String] {
        var kept = Array(lines.prefix(maximum))
        kept[maximum - 1] = Canvas.fitting(kept[maximum - 1] + "……", width: width)
        if kept[maximum - 1].hasSuffix("……") { kept[maximum - 1].removeLast() }
        return kept
    }
}

extension Canvas {
    /// Puts `lines` below each other into `area`, as many as it has rows.
    package mutating func write(_ lines: [String], in area: Rect, _ style: Style) {
        for (row, line) in lines.prefix(area.height).enumerated() {
            write(line, x: area.x, y: area.y + row, style, limit: area.width)
        }
    }

    /// `text`, or as much of its beginning as fits in `width` columns with `…`.
    package static func fitting(_ text: String, width: Int) -> String {
        let shown = SafeText.visible(text)
        guard DisplayWidth.of(shown) > width else { return shown }
        guard width > 0 else { return "" }
        var result = ""
        var used = 0
        for character in shown {
            let columns = DisplayWidth.of(character)
            if used + columns > width - 1 { break }
            result.append(character)
            used += columns
        }
        return result + "…"
    }
}

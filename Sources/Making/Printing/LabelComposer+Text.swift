import Artwork
import Files

extension LabelComposer {
    /// The lines that a text takes: in its own size, or in a smaller one where it is long.
    ///
    /// - Parameters:
    ///   - room: the width that a line may have, in dots.
    ///   - share: how large letters are, of what the template says.
    /// - Throws: `UserError` where it is too long.
    func lines(
        of text: LabelText, _ words: String, room: Double, _ share: Double
    ) throws(UserError) -> [LabelDrawing.Line] {
        let usual = max(Self.textSize.least, text.size * share) / dot
        let isPlain = PrintableText.bytes(words, isASCII: isBitmap) != nil
        guard text.maximumLines > 1 else { return [try line(words, text, room, usual, isPlain)] }
        guard words.unicodeScalars.count <= TextLayout.maximumCharacters else {
            throw tooLong(words, 0.6 * Double(words.unicodeScalars.count), room)
        }
        let pieces = words.split(whereSeparator: \.isWhitespace).map(String.init)
        let widths = try pieces.map { piece throws(UserError) in try width(of: piece, text.isBold, isPlain) }
        let least = minimumSize
        var size = max(least, usual)
        while true {
            if let lines = wrapped(pieces, widths, room / size), lines.count <= text.maximumLines {
                return try lines.map { line throws(UserError) in try self.line(line, text, room, size, isPlain) }
            }
            guard size > least else { throw needsLines(words, widths, text.maximumLines, room) }
            size = max(least, isBitmap ? size - 10 : size * 0.96)
        }
    }

    /// Letters of dots take ten dots at least.
    private var minimumSize: Double {
        let least = Self.textSize.least / dot
        return isBitmap ? max(10, (least / 10).rounded(.down) * 10) : least
    }

    /// The width of a text by its size.
    private func width(of text: String, _ isBold: Bool, _ isPlain: Bool) throws(UserError) -> Double {
        isPlain ? 0.6 * Double(text.unicodeScalars.count) : try TextLayout(text, isBold: isBold).relativeWidth
    }

    /// As many words on each line as have room; nil where a word alone is too wide.
    private func wrapped(_ words: [String], _ widths: [Double], _ room: Double) -> [String]? {
        var lines: [String] = []
        var line: (words: [String], width: Double) = ([], 0)
        for (word, width) in zip(words, widths) {
            guard width <= room else { return nil }
            let longer = line.width + (line.words.isEmpty ? 0 : 0.6) + width
            // What is off by less than a thousandth is arithmetic.
            if longer <= room + 0.001 || line.words.isEmpty {
                line = (line.words + [word], longer)
            } else {
                lines.append(line.words.joined(separator: " "))
                line = ([word], width)
            }
        }
        return lines + (line.words.isEmpty ? [] : [line.words.joined(separator: " ")])
    }

    private func line(
        _ words: String, _ text: LabelText, _ room: Double, _ usual: Double, _ isPlain: Bool
    ) throws(UserError) -> LabelDrawing.Line {
        guard isPlain, let bytes = PrintableText.bytes(words, isASCII: isBitmap) else {
            let least = Self.textSize.least / dot
            // As high as letters of dots, so that one name does not move what stands beside it.
            let sizes = least...max(least, isBitmap ? (usual / 10).rounded(.down) * 10 : usual)
            return try TextLayout(words, isBold: text.isBold).line(sizes: sizes, room: room, isBitmap: isBitmap) {
                tooLong(words, $0, room)
            }
        }
        // Characters are three fifths of their size wide; those of dots by whole dots.
        let share = 0.6 * Double(bytes.count)
        var size = min(usual, room / max(0.6, share))
        if isBitmap { size = (size / 10).rounded(.down) * 10 }
        guard size * dot >= Self.textSize.least - 0.001 || isBitmap && size >= 10 else {
            throw tooLong(words, share, room)
        }
        // Courier's letters reach 0.63 of its size above the baseline, and 0.16 below.
        return LabelDrawing.Line(
            letters: .plain(bytes, isBold: text.isBold), size: size, width: share * size, height: size,
            baseline: 0.75 * size)
    }

    /// - Parameter share: the width of a line by its size.
    private func tooLong(_ text: String, _ share: Double, _ room: Double) -> UserError {
        UserError(
            "its line of \(text.count) characters needs \(millimetres(share * Self.textSize.least)) mm, and \(layout.name) has room for \(millimetres(max(0, room * dot))): shorten it, or use larger labels"
        )
    }

    private func needsLines(_ text: String, _ widths: [Double], _ lines: Int, _ room: Double) -> UserError {
        let widest = (widths.max() ?? 0) * Self.textSize.least
        guard widest <= room * dot else {
            return UserError(
                "its text of \(text.count) characters has a word of \(millimetres(widest)) mm, and \(layout.name) has room for \(millimetres(max(0, room * dot))): shorten it, or use larger labels"
            )
        }
        return UserError(
            "its text of \(text.count) characters needs more than \(lines) lines of \(millimetres(max(0, room * dot))) mm: shorten it, allow more lines, or use larger labels"
        )
    }
}

import Encoding
import Files

/// Puts a code and lines of text on a label: modules of whole dots, as large as the label lets.
struct LabelComposer {
    /// The smallest module that a label gets: 6.7 mil, what common readers resolve.
    static let minimumModule = 0.169
    /// The widest modules that a label gets by itself, of bars and of others.
    static let widestModule = (bars: 0.5, others: 1.0)
    /// What stays free at the edges, and between code and text.
    static let padding = 1.5
    /// The height of text, and the least that can be read.
    static let textSize = (usual: 3.2, least: 1.4)
    /// The least height of bars.
    static let minimumBars = 5.0

    let kind: SymbolKind
    let options: MakeOptions
    let layout: PageLayout
    let dotsPerInch: Int
    /// The dots of a module; nil for as many as fit.
    let dotsPerModule: Int?
    /// Whether text is drawn in letters of dots.
    let isBitmap: Bool
    let encoder: SymbolEncoder

    /// Millimetres of a dot.
    var dot: Double { 25.4 / Double(dotsPerInch) }

    private var padding: Int { Int((Self.padding / dot).rounded()) }

    /// - Throws: `UserError` for a content that the code or the label cannot hold.
    func drawing(of content: LabelContent) throws(UserError) -> LabelDrawing {
        let width = Int((layout.label.width / dot).rounded(.down))
        let isContinuous = layout.feed == .continuousRoll
        // A roll that is cut behind each label is as long as printers take at all.
        let room = Int((layout.label.height / dot).rounded(.down)) - 2 * padding
        let (above, below) = (try lines(content.above, width), try lines(content.below, width))
        let gap = (above.isEmpty ? 0 : padding / 2, below.isEmpty ? 0 : padding / 2)
        let textHeight = Self.height(above) + Self.height(below) + gap.0 + gap.1
        let (symbol, module) = try fitted(content.source, width - 2 * padding, room - textHeight)
        let outline = symbol.outline
        let side = (
            Int((outline.width * Double(module)).rounded(.up)), Int((outline.height * Double(module)).rounded(.up))
        )
        let height = isContinuous ? side.1 + textHeight + 2 * padding : room + 2 * padding
        let top = padding + Self.height(above) + gap.0
        let free = max(0, height - 2 * padding - textHeight - side.1)
        let y = top + free / 2
        return LabelDrawing(
            width: width, height: height, outline: outline, dotsPerModule: module, x: (width - side.0) / 2, y: y,
            lines: Self.placed(above, from: max(0, y - gap.0 - Self.height(above)), width)
                + Self.placed(below, from: y + side.1 + gap.1, width), hasFrame: content.hasFrame)
    }

    // MARK: - The code

    /// The symbol, and the dots of its modules: as many as fit.
    private func fitted(
        _ source: SymbolSource, _ width: Int, _ height: Int
    ) throws(UserError) -> (MadeSymbol, Int) {
        let symbol = try make(source, options)
        let outline = symbol.outline
        let least = max(1, Int((Self.minimumModule / dot - 0.01).rounded(.up)))
        let widest = kind.layout == .bars ? Self.widestModule.bars : Self.widestModule.others
        let most = min(max(least, Int(widest / dot)), Int(Double(max(0, width)) / outline.width))
        let modules = dotsPerModule.map { $0...$0 } ?? least...max(least, most)
        for module in modules.reversed() where outline.width * Double(module) <= Double(width) {
            if let fitting = try fitted(symbol, height, module) { return (fitting, module) }
        }
        let smallest = Double(modules.lowerBound)
        let isTooWide = outline.width * smallest > Double(width)
        let (side, needed, room) =
            isTooWide ? ("wide", outline.width, width) : ("high", minimumHeight(of: symbol, modules.lowerBound), height)
        let advice =
            dotsPerModule == nil
            ? "take larger labels, or less text" : "take a smaller --module-width, or larger labels"
        throw UserError(
            "its code is \(millimetres(needed * smallest * dot)) mm \(side) at modules of \(millimetres(smallest * dot)) mm, and \(layout.name) has room for \(millimetres(max(0, Double(room) * dot))): \(advice)"
        )
    }

    /// The symbol with bars as high as there is room for; nil where there is too little.
    private func fitted(_ symbol: MadeSymbol, _ height: Int, _ module: Int) throws(UserError) -> MadeSymbol? {
        let overflow = Int((symbol.outline.height - Double(height) / Double(module)).rounded(.up))
        if overflow <= 0 { return symbol }
        guard kind.layout == .bars, options.height == nil else { return nil }
        let bars = symbol.grid.height - overflow
        guard bars >= minimumBars(module) else { return nil }
        var lower = options
        lower.height = bars
        return try make(symbol.source, lower)
    }

    /// The least height of bars in modules: what a reader still crosses, and what their standard names.
    private func minimumBars(_ module: Int) -> Int {
        max(kind.minimumHeight, Int((Self.minimumBars / dot / Double(module)).rounded(.up)))
    }

    /// The least height of a symbol in modules.
    private func minimumHeight(of symbol: MadeSymbol, _ module: Int) -> Double {
        guard kind.layout == .bars, options.height == nil else { return symbol.outline.height }
        return symbol.outline.height - Double(max(0, symbol.grid.height - minimumBars(module)))
    }

    private func make(_ source: SymbolSource, _ options: MakeOptions) throws(UserError) -> MadeSymbol {
        do {
            return try encoder.make(source, as: kind, options)
        } catch {
            throw UserError(error.description)
        }
    }

    // MARK: - Text

    private typealias Line = LabelDrawing.Line

    /// Lines in the usual size, or in a smaller one where they are long.
    private func lines(_ texts: [String], _ width: Int) throws(UserError) -> [Line] {
        let room = Double(width - 2 * padding)
        return try texts.map { text throws(UserError) in try line(text, room) }
    }

    private func line(_ text: String, _ room: Double) throws(UserError) -> Line {
        guard let bytes = PrintableText.bytes(text, isASCII: isBitmap) else {
            let (least, usual) = (Self.textSize.least / dot, Self.textSize.usual / dot)
            // As high as letters of dots, so that one name does not move what stands beside it.
            let sizes = least...max(least, isBitmap ? (usual / 10).rounded(.down) * 10 : usual)
            return try TextLayout(text).line(sizes: sizes, room: room, isBitmap: isBitmap) { tooLong(text, $0, room) }
        }
        // Characters are three fifths of their size wide; those of dots by whole dots.
        let share = 0.6 * Double(bytes.count)
        var size = min(Self.textSize.usual / dot, room / max(0.6, share))
        if isBitmap { size = (size / 10).rounded(.down) * 10 }
        guard size * dot >= Self.textSize.least || isBitmap && size >= 10 else { throw tooLong(text, share, room) }
        // Courier's letters reach 0.63 of its size above the baseline, and 0.16 below.
        return Line(letters: .plain(bytes), size: size, width: share * size, height: size, baseline: 0.75 * size)
    }

    /// - Parameter share: the width of a line by its size.
    private func tooLong(_ text: String, _ share: Double, _ room: Double) -> UserError {
        UserError(
            "its line of \(text.count) characters needs \(millimetres(share * Self.textSize.least)) mm, and \(layout.name) has room for \(millimetres(max(0, room * dot))): shorten it, or take larger labels"
        )
    }

    private static func height(_ lines: [Line]) -> Int { lines.reduce(0) { $0 + Int($1.height.rounded(.up)) } }

    private static func placed(_ lines: [Line], from top: Int, _ width: Int) -> [Line] {
        var y = top
        return lines.map { line in
            defer { y += Int(line.height.rounded(.up)) }
            var placed = line
            (placed.x, placed.y) = (Int(((Double(width) - line.width) / 2).rounded()), y)
            return placed
        }
    }
}

import Encoding

extension ArtworkFormat {
    /// Half blocks, two rows of modules to a line: █ where it is dark, as on paper.
    static let text = ArtworkFormat("text", isText: true) { symbol, _ throws(ArtworkError) in
        Array((try TextBlocks(symbol).lines.joined(separator: "\n") + "\n").utf8)
    }

    /// `##` for each dark module, for what knows no blocks.
    static let ascii = ArtworkFormat("ascii", isText: true) { symbol, _ throws(ArtworkError) in
        let blocks = try TextBlocks(symbol)
        let lines = (0..<blocks.height).map { y in
            (0..<blocks.width).map { blocks.isDark($0, y) ? "##" : "  " }.joined()
        }
        return Array(((lines + blocks.captions(cell: 2)).joined(separator: "\n") + "\n").utf8)
    }
}

/// A symbol in the cells of a terminal, a module wide and half as high as a character.
public struct TextBlocks: Sendable {
    private let symbol: MadeSymbol
    private let image: SymbolImage

    /// - Throws: `ArtworkError` for MaxiCode, whose hexagons are no cells.
    public init(_ symbol: MadeSymbol) throws(ArtworkError) {
        guard symbol.kind.layout != .hexagons else {
            throw ArtworkError(
                "\(symbol.kind.title) has hexagons, which no characters show: write a picture with -o FILE.png")
        }
        (self.symbol, image) = (symbol, symbol.image)
    }

    /// Modules per row, quiet zone included.
    public var width: Int { image.width }
    /// Rows of modules, quiet zone included.
    public var height: Int { image.height }

    /// Whether a module is dark; false outside.
    public func isDark(_ x: Int, _ y: Int) -> Bool { image.isDark(x, y) }

    /// Two rows of modules to a line, then the text; dark is what has ink.
    public var lines: [String] { rows + captions(cell: 1) }

    /// The same for a terminal: black on white by its colours, whatever those of the terminal are.
    public var terminalLines: [String] {
        (rows + captions(cell: 1)).map { line in
            // Black and white of the fixed part of the 256 colours; the first 16 are the user's.
            "\u{1B}[38;5;16;48;5;231m" + line + String(repeating: " ", count: max(0, width - line.count)) + "\u{1B}[0m"
        }
    }

    private var rows: [String] {
        stride(from: 0, to: height, by: 2).map { y in
            String(
                (0..<width).map { x -> Character in
                    switch (isDark(x, y), isDark(x, y + 1)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                })
        }
    }

    /// The human-readable text below the symbol, its parts where they belong; none without text.
    func captions(cell: Int) -> [String] {
        guard !symbol.texts.isEmpty else { return [] }
        var line: [Character] = []
        for part in symbol.texts {
            let place = max(
                0, (symbol.horizontalQuietZone + part.x + max(0, part.width - part.text.count / cell) / 2) * cell)
            line += Array(repeating: " ", count: max(line.isEmpty ? 0 : 1, place - line.count)) + Array(part.text)
        }
        return [String(line)]
    }
}

import Encoding
import Files

/// A symbol in the cells of a terminal: a module wide and half as high as a character, or narrower where it does not fit.
///
///     let blocks = try TextBlocks(symbol, columns: 80, rows: 24)
///     for line in blocks.terminalLines { print(line) }
package struct TextBlocks: Sendable {
    /// How modules lie in cells.
    package enum Cells: Hashable, Sendable, CaseIterable {
        /// A module is a cell wide and half a cell high: squares, as cells are twice as high as wide.
        case halfRows
        /// A module is half a cell wide and high: taller than wide, which bars may be.
        case quarters
        /// Turned by 90°, so that bars run along the rows of the terminal.
        case upright
    }

    package let cells: Cells
    private let symbol: MadeSymbol
    private let image: SymbolImage

    /// - Parameters:
    ///   - columns: the cells in a line, where there is a limit; nil by default.
    ///   - rows: the lines that are seen at once; nil by default.
    /// - Throws: `UserError` for MaxiCode, whose hexagons are not cells, and for what is too wide in every way.
    package init(_ symbol: MadeSymbol, columns: Int? = nil, rows: Int? = nil) throws(UserError) {
        guard symbol.kind.layout != .hexagons else {
            throw UserError(
                "\(symbol.kind.title) has hexagons, which characters cannot show: write a picture with -o FILE.png")
        }
        let image = symbol.image
        (self.symbol, self.image) = (symbol, image)
        let (most, maximumRows) = (columns ?? .max, rows ?? .max)
        if image.width <= most {
            cells = .halfRows
        } else if symbol.isOfBars, (image.width + 1) / 2 <= most {
            cells = .quarters
        } else if symbol.isOfBars, image.height <= most, (image.width + 1) / 2 <= maximumRows {
            cells = .upright
        } else {
            throw UserError(
                "this code is \(image.width) characters wide, but the terminal only \(most): make it wider, or write a file with -o"
            )
        }
    }

    /// Modules per row, quiet zone included.
    package var width: Int { image.width }
    /// Rows of modules, quiet zone included.
    package var height: Int { image.height }

    /// Whether a module is dark; false outside.
    package func isDark(_ x: Int, _ y: Int) -> Bool { image.isDark(x, y) }

    /// Rows of modules, then the text; dark is what has ink.
    package var lines: [String] { drawn + captions(cell: 1) }

    /// The same for a terminal: black on white by its colours, whatever those of the terminal are.
    package var terminalLines: [String] {
        let lines = lines
        let width = lines.map(\.count).max() ?? 0
        return lines.map { line in
            // Black and white of the fixed part of the 256 colours; the first 16 are the user's.
            "\u{1B}[38;5;16;48;5;231m" + Self.withoutSeams(line) + String(repeating: " ", count: width - line.count)
                + "\u{1B}[0m"
        }
    }

    /// Full blocks as spaces in reverse: many a font's full block leaves a seam of grey around it, the ground of a cell never.
    private static func withoutSeams(_ line: String) -> String {
        var result = ""
        var isReversed = false
        for character in line {
            if (character == "█") != isReversed {
                isReversed.toggle()
                result += isReversed ? "\u{1B}[7m" : "\u{1B}[27m"
            }
            result.append(character == "█" ? " " : character)
        }
        return isReversed ? result + "\u{1B}[27m" : result
    }

    private var drawn: [String] {
        switch cells {
        case .halfRows: Self.halfRows(width, height, image.isDark)
        // A column of the picture is a row of the terminal, from its right end up: turned to the left.
        case .upright: Self.halfRows(height, width) { image.isDark(width - 1 - $1, $0) }
        case .quarters:
            stride(from: 0, to: height, by: 2).map { y in
                String(
                    stride(from: 0, to: width, by: 2).map { x -> Character in
                        let bits = [(0, 0), (1, 0), (0, 1), (1, 1)].enumerated().reduce(0) { sum, part in
                            sum | (image.isDark(x + part.element.0, y + part.element.1) ? 1 << part.offset : 0)
                        }
                        return Self.quadrants[bits]
                    })
            }
        }
    }

    /// Upper left 1, upper right 2, lower left 4, lower right 8.
    private static let quadrants = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

    /// Lines of cells that each show two points of a picture, one above the other.
    package static func halfRows(_ width: Int, _ height: Int, _ isDark: (Int, Int) -> Bool) -> [String] {
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

    /// The human-readable text below the symbol, its parts where they belong; none without text, and below what is turned.
    func captions(cell: Int) -> [String] {
        guard !symbol.texts.isEmpty, cells != .upright else { return [] }
        let shrunk = cells == .quarters ? 2 : 1
        var line: [Character] = []
        for part in symbol.texts {
            let middle = symbol.horizontalQuietZone + part.x + part.width / 2
            let place = max(0, middle * cell / shrunk - part.text.count / 2)
            line += Array(repeating: " ", count: max(line.isEmpty ? 0 : 1, place - line.count)) + Array(part.text)
        }
        return [String(line.prefix(max(width * cell / shrunk, 1)))]
    }
}

extension MadeSymbol {
    /// Whether its modules may be taller than wide, and rows may be of any height.
    fileprivate var isOfBars: Bool { kind.layout == .bars || kind.layout == .rows }
}

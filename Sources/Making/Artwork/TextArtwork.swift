import Encoding
import Files

extension ArtworkFormat {
    /// Half blocks, two rows of modules to a line: █ where it is dark, as on paper.
    static let text = ArtworkFormat("text", isText: true) { symbol, _ throws(UserError) in
        Array((try TextBlocks(symbol).lines.joined(separator: "\n") + "\n").utf8)
    }

    /// `##` for each dark module, for what knows no blocks.
    static let ascii = ArtworkFormat("ascii", isText: true) { symbol, _ throws(UserError) in
        let blocks = try TextBlocks(symbol)
        let lines = (0..<blocks.height).map { y in
            (0..<blocks.width).map { blocks.isDark($0, y) ? "##" : "  " }.joined()
        }
        return Array(((lines + blocks.captions(cell: 2)).joined(separator: "\n") + "\n").utf8)
    }
}

/// Cells of a row that lead to a web address, where nothing was drawn over them; see `Canvas.link`.
package struct PlacedLink: Hashable, Sendable {
    /// The row of the canvas.
    package let row: Int
    /// Its columns.
    package let columns: Range<Int>
    /// Printable ASCII without blanks.
    package let address: String
}

extension Canvas {
    /// Longer addresses are not links; terminals take about 2000 bytes.
    private static let longestAddress = 1000

    /// Makes a link of `columns` of row `y`, as far as they lie on the canvas. Terminals may show that or not; an address with
    /// anything but printable ASCII is not a link.
    package mutating func link(_ columns: Range<Int>, y: Int, to address: String) {
        let columns = columns.clamped(to: 0..<width)
        guard 0..<height ~= y, !columns.isEmpty, 1...Self.longestAddress ~= address.utf8.count,
            address.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F })
        else { return }
        add(PlacedLink(row: y, columns: columns, address: address))
    }

    /// The addresses that cells lead to, by the number of the cell.
    package var linkedCells: [Int: String] {
        var linked: [Int: String] = [:]
        for link in links {
            for x in link.columns where cells[link.row * width + x].isLinked {
                linked[link.row * width + x] = link.address
            }
        }
        return linked
    }

    /// The same with blanks in some cells.
    package func blanking(_ indices: some Sequence<Int>) -> Canvas {
        var canvas = self
        for index in indices {
            canvas.clearWide(around: index % width, index / width)
            canvas[cell: index % width, index / width] = .blank
        }
        return canvas
    }
}

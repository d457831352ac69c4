import Surface

/// Shapes that tell what is to be done without their colour: a check mark, a cross.
struct DoorShape: Sendable {
    /// Rows of pixels; `#` is ink.
    private let rows: [Substring]

    private init(_ picture: String) { rows = picture.split(separator: "\n") }

    static func of(_ outcome: DoorSign.Outcome) -> DoorShape {
        switch outcome {
        case .enter:
            DoorShape(
                """
                ..........##
                .........###
                ........###.
                .......###..
                ##....###...
                ###..###....
                .######.....
                ..####......
                """)
        case .leave:
            DoorShape(
                """
                ....##......
                ...###......
                ..###.......
                .###########
                .###########
                ..###.......
                ...###......
                ....##......
                """)
        case .invalid:
            DoorShape(
                """
                ##........##
                .###....###.
                ..###..###..
                ....####....
                ....####....
                ..###..###..
                .###....###.
                ##........##
                """)
        case .used:
            DoorShape(
                """
                ########....
                ########....
                ##....##....
                ##..########
                ##..##..####
                ########..##
                ....##....##
                ....########
                """)
        case .time:
            DoorShape(
                """
                ############
                .##########.
                ..########..
                ....####....
                ....#..#....
                ..##.##.##..
                .##.####.##.
                ############
                """)
        case .failed:
            DoorShape(
                """
                ...######...
                ..##....##..
                ........##..
                ......###...
                .....##.....
                ............
                .....##.....
                .....##.....
                """)
        }
    }

    /// Its cells at a scale.
    static func size(scale: Int) -> (width: Int, height: Int) { (12 * scale, 4 * scale) }

    /// Draws it with its top left at (`x`, `y`), a pixel `scale` columns wide.
    func render(into canvas: inout Canvas, x: Int, y: Int, scale: Int, _ style: Style) {
        let pixels = rows.map { Array($0.utf8) }
        func hasInk(_ column: Int, _ row: Int) -> Bool {
            let (px, py) = (column / scale, row / scale)
            return py < pixels.count && px < pixels[py].count && pixels[py][px] == UInt8(ascii: "#")
        }
        let size = Self.size(scale: scale)
        for row in 0..<size.height {
            for column in 0..<size.width {
                let block: Character =
                    switch (hasInk(column, row * 2), hasInk(column, row * 2 + 1)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                canvas.set(x + column, y + row, block, style)
            }
        }
    }
}

import Doors
import Surface

/// A figure's pixels.
struct DoorShape: Sendable {
    /// Rows of pixels; `#` is ink.
    private let rows: [Substring]

    /// Pixels of a figure, across and down.
    static let pixels = (across: 12, down: 8)

    init(_ figure: DoorFigure) { rows = Self.picture(figure).split(separator: "\n") }

    /// Its cells at a scale.
    static func size(scale: Int) -> (width: Int, height: Int) {
        (pixels.across * scale, pixels.down * scale / 2)
    }

    /// Draws it with its top left at (`x`, `y`), a pixel `scale` columns wide.
    func render(into canvas: inout Canvas, x: Int, y: Int, scale: Int, _ style: Style) {
        let pixels = rows.map { Array($0.utf8) }
        let size = Self.size(scale: scale)
        canvas.drawHalfBlocks(in: Rect(x: x, y: y, width: size.width, height: size.height), style) { column, row in
            let (px, py) = (column / scale, row / scale)
            return py < pixels.count && px < pixels[py].count && pixels[py][px] == UInt8(ascii: "#")
        }
    }

    private static func picture(_ figure: DoorFigure) -> String {
        switch figure {
        case .check:
            """
            ..........##
            .........###
            ........###.
            .......###..
            ##....###...
            ###..###....
            .######.....
            ..####......
            """
        case .arrow:
            """
            ....##......
            ...###......
            ..###.......
            .###########
            .###########
            ..###.......
            ...###......
            ....##......
            """
        case .cross:
            """
            ##........##
            .###....###.
            ..###..###..
            ....####....
            ....####....
            ..###..###..
            .###....###.
            ##........##
            """
        case .page:
            """
            .########...
            .##....###..
            .##....####.
            .##......##.
            .##.#.##.##.
            .##......##.
            .##.##.#.##.
            .##########.
            """
        case .seal:
            """
            ..########..
            .##......##.
            ##.##..##.##
            ##...##...##
            ##...##...##
            ##.##..##.##
            .##......##.
            ..########..
            """
        case .missingSeal:
            """
            ..###..###..
            .##......##.
            ##........##
            ............
            ............
            ##........##
            .##......##.
            ..###..###..
            """
        case .key:
            """
            .#####......
            ##...##.....
            ##...#######
            ##...#######
            ##...##.#.##
            .#####..#.#.
            ............
            ............
            """
        case .calendar:
            """
            ..##....##..
            ############
            ############
            ##........##
            ##.##..##.##
            ##........##
            ##.##..##.##
            ############
            """
        case .barred:
            """
            ..########..
            .##.....###.
            ##.....##.##
            ##...###..##
            ##..###...##
            ##.##.....##
            .###.....##.
            ..########..
            """
        case .list:
            """
            ##.########.
            ............
            ##.########.
            ............
            ##.####.#..#
            .........##.
            ##.####..##.
            ........#..#
            """
        case .hourglass:
            """
            ############
            .##########.
            ..########..
            ....####....
            ....#..#....
            ..##.##.##..
            .##.####.##.
            ############
            """
        case .fullHourglass:
            """
            ############
            .##########.
            ..########..
            ....####....
            ....#..#....
            ..##....##..
            .##......##.
            ############
            """
        case .emptyHourglass:
            """
            ############
            .##......##.
            ..##....##..
            ....#..#....
            ....####....
            ..########..
            .##########.
            ############
            """
        case .twice:
            """
            ########....
            ########....
            ##....##....
            ##..########
            ##..##..####
            ########..##
            ....##....##
            ....########
            """
        case .chair:
            """
            .###........
            .###........
            .###........
            .###........
            .##########.
            .##########.
            .###....###.
            .###....###.
            """
        case .question:
            """
            ...######...
            ..##....##..
            ........##..
            ......###...
            .....##.....
            ............
            .....##.....
            .....##.....
            """
        }
    }
}

import Frames
import Symbols

/// Parts of a picture that may hold one matrix symbol each, for detectors that start from a picture's middle.
///
/// The Data Matrix detector of zxing-cpp walks from the middle along few lines, its Aztec detector searches for the
/// bull's eye around the middle: elsewhere they miss symbols that they read at once when these are centred.
enum Windows {
    /// The symbologies that are looked for in windows.
    static let symbologies: Set<Symbology> = [.dataMatrix, .aztec]

    /// The most windows that are looked at. Not measured: a call of zxing for each, some milliseconds.
    private static let maxWindows = 16
    /// The smallest symbol's side: 10 modules (ISO/IEC 16022, table 7) of 2 pixels.
    private static let smallestSide = 20
    /// The longer side of an island, in shorter ones.
    /// Not measured: sides of a rectangular Data Matrix are 4 to 1 at most (ISO/IEC 16022, table 7); its cells' margins make it less.
    private static let maxAspectRatio = 4
    /// An island that takes more than this part of the area's width or height is several things that run into each other.
    private static let clutter = (part: 2, of: 3)
    /// The shorter side of an overlapping window.
    /// Not measured: in less a symbol is not a smaller part than in the whole picture.
    private static let smallestWindow = 4 * smallestSide

    /// The windows of `area`: a box around each island of contrast, the largest first. Where contrast is all over,
    /// so that islands run into each other, overlapping windows of half the area's sides as well.
    static func of(_ view: LumaView, in area: PixelRect) -> [PixelRect] {
        let grid = ContrastGrid(view.cropped(to: area))
        var windows: [PixelRect] = []
        var isCluttered = false
        for island in grid.islands() {
            if island.width > area.width * clutter.part / clutter.of
                || island.height > area.height * clutter.part / clutter.of
            {
                isCluttered = true
            } else if min(island.width, island.height) >= smallestSide,
                max(island.width, island.height) < maxAspectRatio * min(island.width, island.height)
            {
                windows.append(
                    PixelRect(x: area.x + island.x, y: area.y + island.y, width: island.width, height: island.height))
            }
        }
        windows.sort { $0.width * $0.height > $1.width * $1.height }
        return Array(windows.prefix(maxWindows)) + (isCluttered ? overlappingWindows(of: area) : [])
    }

    /// Nine windows half as wide and high as `area`, each sharing half with its neighbours.
    private static func overlappingWindows(of area: PixelRect) -> [PixelRect] {
        let (width, height) = (area.width / 2, area.height / 2)
        guard min(width, height) >= smallestWindow else { return [] }
        return (0..<9).map { i in
            PixelRect(
                x: area.x + (area.width - width) * (i % 3) / 2, y: area.y + (area.height - height) * (i / 3) / 2,
                width: width, height: height)
        }
    }
}

/// Which cells of a picture hold dark and light next to each other.
private struct ContrastGrid {
    private let cell: Int
    private let columns: Int
    private let rows: Int
    private let width: Int
    private let height: Int
    private var isBusy: [Bool]

    /// Cells along the longer side, about. Not measured: coarse enough to join the modules of a symbol, fine enough to
    /// separate a symbol from what is a quiet zone away.
    private static let cellsAlong = 100
    /// Pixels along a cell's side, at least: three modules of two pixels.
    private static let smallestCell = 6
    /// Of the cells in order of contrast, the one that counts as the strongest: those above may be glare.
    private static let strongest = (rank: 19, of: 20)
    /// Less contrast than this is paper and noise, in grey levels.
    /// Not measured: a little less than in `Islands`, whose cells are smaller.
    private static let minContrast: UInt8 = 20

    init(_ view: LumaView) {
        cell = max(Self.smallestCell, max(view.width, view.height) / Self.cellsAlong)
        (width, height) = (view.width, view.height)
        columns = (view.width + cell - 1) / cell
        rows = (view.height + cell - 1) / cell
        var ranges = [UInt8](repeating: 0, count: columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                var (low, high) = (UInt8.max, UInt8.min)
                let right = min((column + 1) * cell, view.width)
                for y in stride(from: row * cell, to: min((row + 1) * cell, view.height), by: 2) {
                    // SAFETY: y and x stay below the view's height and width.
                    let line = view.base + y * view.rowStride
                    for x in column * cell..<right {
                        low = min(low, line[x])
                        high = max(high, line[x])
                    }
                }
                ranges[row * columns + column] = high - low
            }
        }
        // Half of the strongest contrast.
        let strong = ranges.sorted()[ranges.count * Self.strongest.rank / Self.strongest.of]
        let threshold = max(Self.minContrast, strong / 2)
        isBusy = ranges.map { $0 >= threshold }
    }

    /// The bounding boxes of connected busy cells in pixels, with a cell around them for the quiet zone.
    func islands() -> [PixelRect] {
        var open = isBusy
        var boxes: [PixelRect] = []
        for start in open.indices where open[start] {
            var (left, right, top, bottom) = (columns, 0, rows, 0)
            var stack = [start]
            open[start] = false
            while let index = stack.popLast() {
                let (row, column) = (index / columns, index % columns)
                (left, right, top, bottom) = (min(left, column), max(right, column), min(top, row), max(bottom, row))
                for y in max(0, row - 1)...min(rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(columns - 1, column + 1) where open[y * columns + x] {
                        open[y * columns + x] = false
                        stack.append(y * columns + x)
                    }
                }
            }
            let box = PixelRect(
                x: (left - 1) * cell, y: (top - 1) * cell, width: (right - left + 3) * cell,
                height: (bottom - top + 3) * cell)
            boxes.append(box.clamped(to: PixelRect(x: 0, y: 0, width: width, height: height)))
        }
        return boxes
    }
}

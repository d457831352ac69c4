import CNcurses
import Surface

/// Has ncurses write cells that changed, and knows which are on the screen.
struct CellPresenter {
    private let window: OpaquePointer
    private var encoder: CellEncoder
    private var presented: Canvas?
    /// Bytes that a cell took lately.
    private var bytesPerCell = 12.0
    /// The row of the moving picture that comes next, where not all of it can be sent at once.
    private var movingRow = 0
    private var row: [cchar_t] = []

    /// So few cells say nothing of how many bytes one takes.
    private static let fewCells = 100

    init(window: OpaquePointer, encoder: CellEncoder) { (self.window, self.encoder) = (window, encoder) }

    /// Nothing that is on the screen is known any more.
    mutating func forget() { presented = nil }

    /// Writes what of `canvas` is not on the screen, as far as `output` has a budget; whether that was all.
    mutating func present(_ canvas: Canvas, size: (columns: Int, rows: Int), to output: TerminalOutput) -> Bool {
        let before = presented.flatMap { $0.width == canvas.width && $0.height == canvas.height ? $0 : nil }
        var part: Canvas?
        if let before, let budget = output.budget() {
            part = canvas.limited(to: Int(Double(budget) / bytesPerCell), over: before, from: &movingRow)
        }
        let next = part ?? canvas
        let count = write(next, over: before, size: size)
        presented = next
        if count > Self.fewCells { bytesPerCell = (bytesPerCell * 3 + Double(output.length) / Double(count)) / 4 }
        return part == nil
    }

    /// - Returns: how many cells were handed over.
    private mutating func write(_ canvas: Canvas, over before: Canvas?, size: (columns: Int, rows: Int)) -> Int {
        encoder.beginFrame()
        var count = 0
        for y in 0..<min(size.rows, canvas.height) {
            count += write(row: y, of: canvas, over: before, columns: min(size.columns, canvas.width))
        }
        if let cursor = canvas.cursor, cursor.row < size.rows, cursor.column < size.columns {
            qz_wmove(window, Int32(cursor.row), Int32(cursor.column))
            curs_set(1)
        } else {
            curs_set(0)
        }
        qz_wrefresh(window)
        return count
    }

    private mutating func write(row y: Int, of canvas: Canvas, over before: Canvas?, columns: Int) -> Int {
        let start = y * canvas.width
        var first = 0
        var last = columns - 1
        if let before {
            while first < columns, canvas.cells[start + first] == before.cells[start + first] { first += 1 }
            guard first < columns else { return 0 }
            while last > first, canvas.cells[start + last] == before.cells[start + last] { last -= 1 }
        }
        // A run must not begin in the right half of a wide character.
        while first > 0, canvas.cells[start + first].columns == 0 { first -= 1 }
        row.removeAll(keepingCapacity: true)
        for x in first...max(first, last) {
            let cell = canvas.cells[start + x]
            guard cell.columns > 0 else { continue }
            row.append(encoder.encode(cell, of: canvas))
        }
        row.withUnsafeBufferPointer { cells in
            _ = qz_put_cells(window, Int32(y), Int32(first), cells.baseAddress, Int32(cells.count))
        }
        return row.count
    }
}

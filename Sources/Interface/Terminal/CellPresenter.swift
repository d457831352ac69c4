import CNcurses
import Surface

/// Has ncurses write cells that changed, and knows which are on the screen.
struct CellPresenter {
    private let window: OpaquePointer
    private var encoder: CellEncoder
    private let showsLinks: Bool
    private var presented: Canvas?
    /// Bytes that a cell took lately.
    private var bytesPerCell = 12.0
    /// The row of the moving picture that comes next, where not all of it can be sent at once.
    private var movingRow = 0
    private var row: [cchar_t] = []

    /// So few cells say nothing of how many bytes one takes.
    private static let fewCells = 100

    init(window: OpaquePointer, encoder: CellEncoder, showsLinks: Bool) {
        (self.window, self.encoder, self.showsLinks) = (window, encoder, showsLinks)
    }

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
        let linked = showsLinks ? writeLinks(of: next, over: before, size: size, to: output) : nil
        let count = linked ?? write(next, over: before, size: size)
        presented = next
        if count > Self.fewCells { bytesPerCell = (bytesPerCell * 3 + Double(output.length) / Double(count)) / 4 }
        return part == nil
    }

    /// Writes a canvas with links, or over one: ncurses knows none, and leaves cells out that are the same but for their links.
    ///
    /// So it writes blanks instead of all cells whose links change, then those that are no longer links, then the cells of each link
    /// between what begins and ends it.
    /// - Returns: how many cells were handed over; nil if no link changes.
    private mutating func writeLinks(
        of canvas: Canvas, over before: Canvas?, size: (columns: Int, rows: Int), to output: TerminalOutput
    ) -> Int? {
        let (links, former) = (canvas.linkedCells, before?.linkedCells ?? [:])
        let written = links.filter { index, address in
            former[index] != address || before?.cells[index] != canvas.cells[index]
        }
        let lost = former.filter { links[$0.key] != $0.value }
        guard !written.isEmpty || !lost.isEmpty else { return nil }
        let blank = canvas.blanking(Set(written.keys).union(lost.keys))
        var count = write(blank, over: before, size: size)
        count += write(canvas.blanking(written.keys), over: blank, size: size)
        for run in Self.runs(of: written, width: canvas.width) {
            let (x, y) = (run.cells.lowerBound % canvas.width, run.cells.lowerBound / canvas.width)
            let end = min(x + run.cells.count, size.columns)
            guard x < end, y < size.rows else { continue }
            // The cursor stands at the first cell before the link begins, and behind it before it ends: on its way ncurses may write other
            // cells again.
            qz_wmove(window, Int32(y), Int32(x))
            qz_wrefresh(window)
            output.add(TerminalLink.start(run.address))
            row = (x..<end).map { encoder.encode(canvas.cells[y * canvas.width + $0], of: canvas) }
            row.withUnsafeBufferPointer {
                _ = qz_put_cells(window, Int32(y), Int32(x), $0.baseAddress, Int32($0.count))
            }
            qz_wmove(window, Int32(y), Int32(min(end, size.columns - 1)))
            qz_wrefresh(window)
            output.add(TerminalLink.end)
        }
        // The cursor goes where it belongs.
        return count + written.count + write(canvas, over: canvas, size: size)
    }

    /// Cells beside each other in a row that lead to the same address.
    private static func runs(of linked: [Int: String], width: Int) -> [(cells: Range<Int>, address: String)] {
        var runs: [(cells: Range<Int>, address: String)] = []
        for (index, address) in linked.sorted(by: { $0.key < $1.key }) {
            if let last = runs.last, last.address == address, last.cells.upperBound == index, index % width > 0 {
                runs[runs.count - 1].cells = last.cells.lowerBound..<index + 1
            } else {
                runs.append((index..<index + 1, address))
            }
        }
        return runs
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

/// Row Address Patterns one below another, as at the left or at the right end of a MicroPDF417 symbol: their
/// numbers grow by one from row to row.
struct RowAddressColumn {
    /// Where a line of pixels meets a pattern.
    struct Sighting {
        let number: Int
        /// Where it begins and ends on its line, to the right of the beginning or, in a symbol that is rotated by 180°,
        /// to the left.
        let start: Double
        let end: Double
        /// The line's middle.
        let y: Double

        var module: Double { abs(end - start) / Double(RowAddress.modules) }
    }

    /// Which end of a symbol it is, and whether that is rotated.
    struct Side: Equatable {
        let isRight: Bool
        /// Whether the symbol is rotated by 180°.
        let isReversed: Bool
    }

    let side: Side
    private(set) var sightings: [Sighting]
    private var last: Sighting
    /// The median of a module's width in pixels; 0 until the column is finished.
    private(set) var module = 0.0
    /// How many rows it has, from the first to the last.
    private(set) var height = 1

    private init(_ first: Sighting, _ side: Side) { (sightings, last, self.side) = ([first], first, side) }

    /// The gap between two sightings of a column, in lines that were looked at and in modules, at most.
    /// Measured: 2.4 and 3.75 read as many.
    private static let maxLinesMissed = 3.0
    /// Measured: 4 and 6.25 read as many.
    private static let maxModulesMissed = 5.0
    /// Numbers from a sighting to the next, at most. One row may be missed. Measured: 1 and 3 read as many.
    private static let maxStep = 2
    /// How far a sighting may begin to the side of the one above it, in modules, in addition to what a slant of 45° explains.
    /// Not measured: less than one module.
    private static let maxShift = 0.7
    /// How much wider or narrower its modules may be, as a part of theirs.
    /// Not measured: rows next to each other are seen under the same angle.
    private static let maxGrowth = 0.15
    /// Rows that make a column; the lowest symbols have four. Measured: 2 and 4 read as many.
    private static let minRows = 3

    /// How many rows `next`, on a line below, is behind the last sighting; nil if it does not continue this column.
    private func rows(to next: Sighting) -> Int? {
        let module = last.module
        guard abs(next.start - last.start) <= Self.maxShift * module + next.y - last.y,
            abs(next.module - module) <= Self.maxGrowth * module
        else { return nil }
        let more = side.isReversed ? last.number - next.number : next.number - last.number
        let rows = (more + RowAddress.count) % RowAddress.count
        return rows <= Self.maxStep ? rows : nil
    }

    private mutating func append(_ next: Sighting, rows: Int) {
        height += rows
        last = next
        sightings.append(next)
    }

    private mutating func finish() {
        trimEnds()
        module = sightings.map(\.module).sorted()[sightings.count / 2]
    }

    /// Leaves out what lies beyond the first and the last row, as bars below a symbol that look like its last pattern: rows are
    /// equally high.
    private mutating func trimEnds() {
        var runs: [Int] = []
        for (index, sighting) in sightings.enumerated() {
            if index > 0 && sightings[index - 1].number == sighting.number {
                runs[runs.count - 1] += 1
            } else {
                runs.append(1)
            }
        }
        // A line between two rows may belong to either.
        guard let most = runs.dropFirst().dropLast().max().map({ $0 + 1 }) else { return }
        sightings.removeLast(max(0, (runs.last ?? 0) - most))
        sightings.removeFirst(max(0, (runs.first ?? 0) - most))
    }

    /// The columns that `step`th rows of pixels show.
    static func all(in view: LumaView, step: Int) -> [RowAddressColumn] {
        var found: [RowAddressColumn] = []
        var open: [RowAddressColumn] = []
        var line = EdgeRow()
        for y in stride(from: min(step, view.height) / 2, to: view.height, by: step) {
            line.find(in: view, y: y)
            let middle = Double(y) + 0.5
            // What was not seen for long is not seen again.
            var index = 0
            while index < open.count {
                let reach = max(maxLinesMissed * Double(step), maxModulesMissed * open[index].last.module)
                if middle - open[index].last.y <= reach {
                    index += 1
                } else {
                    if open[index].height >= minRows { found.append(open[index]) }
                    open.swapAt(index, open.count - 1)
                    open.removeLast()
                }
            }
            line.forEachPattern { number, start, end, side in
                let sighting = Sighting(number: number, start: Double(start), end: Double(end), y: middle)
                for index in open.indices where open[index].side == side {
                    guard let rows = open[index].rows(to: sighting) else { continue }
                    open[index].append(sighting, rows: rows)
                    return
                }
                open.append(RowAddressColumn(sighting, side))
            }
        }
        found += open.filter { $0.height >= minRows }
        for index in found.indices { found[index].finish() }
        return found
    }
}

extension EdgeRow {
    /// Pixels a module; narrower ones are not resolved. Measured: 0.88 and 1.38 read as many.
    private static let minModule: Float = 1.1
    /// How wide the bar of one module behind a pattern may look, and how wide a quiet zone is at least, in modules.
    /// Not measured: ink that spreads makes bars wider and spaces narrower; the quiet zone of one module may be cut.
    private static let behind: (narrowest: Float, widest: Float, quiet: Float) = (0.4, 2.2, 0.5)

    /// Calls `body` with each Row Address Pattern of a side, in either direction, that has a quiet zone before it or a bar and a
    /// quiet zone behind it: its number, and where it begins and ends.
    fileprivate func forEachPattern(_ body: (Int, Float, Float, RowAddressColumn.Side) -> Void) {
        let elements = RowAddress.elements
        let minWidth = Self.minModule * Float(RowAddress.modules)
        edges.withUnsafeBufferPointer { edges in
            /// Pixels between edge `from` and the next; beyond the first and the last all is light.
            func width(_ from: Int) -> Float {
                from < 0 || from + 1 >= edges.count ? .infinity : edges[from + 1] - edges[from]
            }
            for first in 0..<max(0, edges.count - elements) {
                let (left, right) = (edges[first], edges[first + elements])
                guard right - left >= minWidth else { continue }
                let module = (right - left) / Float(RowAddress.modules)
                let (bar, quiet) = (
                    Self.behind.narrowest * module...Self.behind.widest * module, Self.behind.quiet * module
                )
                // Forwards a pattern begins where a bar does; backwards, where a bar ends.
                let isReversed = (first % 2 == 0) != beginsDark
                let (before, behind) = isReversed ? (first + elements, first - 1) : (first - 1, first + elements)
                let isLeft = width(before) >= quiet
                let isRight = bar.contains(width(behind)) && width(isReversed ? behind - 1 : behind + 1) >= quiet
                guard isLeft || isRight,
                    let number = RowAddress.number(ofEdges: edges[first...first + elements], isReversed: isReversed)
                else { continue }
                let (start, end) = isReversed ? (right, left) : (left, right)
                if isLeft { body(number, start, end, .init(isRight: false, isReversed: isReversed)) }
                if isRight { body(number, start, end, .init(isRight: true, isReversed: isReversed)) }
            }
        }
    }
}

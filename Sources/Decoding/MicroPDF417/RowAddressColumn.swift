import Symbols

/// Row Address Patterns one below another, as they stand at the left or at the right end of a MicroPDF417 symbol: their
/// numbers grow by one from row to row.
struct RowAddressColumn {
    /// Where a line of pixels meets a pattern.
    struct Sighting {
        let number: Int
        /// Where it begins and ends on its line, to the right of the beginning or, in a symbol that stands on its head,
        /// to the left.
        let start: Double
        let end: Double
        /// The line's middle.
        let y: Double

        var module: Double { abs(end - start) / Double(RowAddress.modules) }
    }

    private(set) var sightings: [Sighting]
    /// Whether the symbol stands on its head.
    let isReversed: Bool
    /// The row of each sighting, counted from the first one's.
    private(set) var rows: [Int] = [0]

    private init(_ first: Sighting, isReversed: Bool) {
        sightings = [first]
        self.isReversed = isReversed
    }

    /// How many rows it has, from the first to the last.
    var height: Int { (rows.last ?? 0) + 1 }

    /// Lines between two sightings of a column: so many, or so many modules of pixels.
    private static let mostLinesMissed = 3.0
    private static let mostModulesMissed = 5.0
    /// Numbers that may be missing between two sightings.
    private static let mostMissing = 2
    /// Rows that make a column; the lowest symbols have four.
    private static let fewestRows = 3
    /// Modules narrower than this many pixels are not told apart.
    private static let leastModule: Float = 1.1

    /// Whether `next`, on a line below, goes on with this column.
    private func isContinued(by next: Sighting) -> Bool {
        let last = sightings[sightings.count - 1]
        let module = last.module
        let below = next.y - last.y
        guard abs(next.start - last.start) <= 0.7 * module + below, abs(next.module - module) <= 0.15 * module else {
            return false
        }
        return (0...Self.mostMissing).contains(numbers(from: last, to: next))
    }

    /// How many rows `next` is behind `last`, 0..<52.
    private func numbers(from last: Sighting, to next: Sighting) -> Int {
        let more = isReversed ? last.number - next.number : next.number - last.number
        return (more + RowAddress.count) % RowAddress.count
    }

    private mutating func append(_ next: Sighting) {
        rows.append(rows[rows.count - 1] + numbers(from: sightings[sightings.count - 1], to: next))
        sightings.append(next)
    }

    /// The columns that `step`th rows of pixels show, in symbols of both directions.
    static func all(in view: LumaView, step: Int) -> [RowAddressColumn] {
        var found: [RowAddressColumn] = []
        var open: [RowAddressColumn] = []
        var line = EdgeRow()
        for y in stride(from: min(step, view.height) / 2, to: view.height, by: step) {
            line.find(in: view, y: y)
            let middle = Double(y) + 0.5
            // What was not seen for long is not seen again.
            open.removeAll { column in
                let last = column.sightings[column.sightings.count - 1]
                let reach = max(mostLinesMissed * Double(step), mostModulesMissed * last.module)
                guard middle - last.y > reach else { return false }
                if column.height >= fewestRows { found.append(column) }
                return true
            }
            line.forEachPattern(leastModule: leastModule) { number, start, end, isReversed in
                let sighting = Sighting(number: number, start: Double(start), end: Double(end), y: middle)
                let place = open.firstIndex {
                    $0.isReversed == isReversed && $0.isContinued(by: sighting)
                }
                if let place {
                    open[place].append(sighting)
                } else {
                    open.append(RowAddressColumn(sighting, isReversed: isReversed))
                }
            }
        }
        return found + open.filter { $0.height >= fewestRows }
    }
}

extension EdgeRow {
    /// Calls `body` with each Row Address Pattern of a side, read either way: its number, and where it begins and ends.
    fileprivate func forEachPattern(leastModule: Float, _ body: (Int, Float, Float, _ isReversed: Bool) -> Void) {
        let elements = RowAddress.elements
        let least = leastModule * Float(RowAddress.modules)
        edges.withUnsafeBufferPointer { edges in
            for first in 0..<max(0, edges.count - elements) {
                guard edges[first + elements] - edges[first] >= least else { continue }
                // Forwards a pattern begins where a bar does; backwards, where a bar ends.
                let isReversed = (first % 2 == 0) != beginsDark
                let pattern = edges[first...first + elements]
                guard let number = RowAddress.number(ofEdges: pattern, isReversed: isReversed) else { continue }
                let (left, right) = (edges[first], edges[first + elements])
                body(number, isReversed ? right : left, isReversed ? left : right, isReversed)
            }
        }
    }
}

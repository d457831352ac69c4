import Symbols

/// Finds rows of MicroPDF417 symbols along scan lines: Row Address Patterns at the distances that the sizes have, whose
/// numbers go together.
struct MicroPDF417RowFinder {
    /// Where a scan line meets a row of a symbol.
    struct Row {
        /// The numbers of the left and right Row Address Patterns, which differ from one row when the line leaves it.
        let left: Int
        let right: Int
        /// Where the left one begins, and where the bar behind the right one ends.
        let start: Point
        let end: Point
    }

    /// Rows that go with one size; `isReversed` where lines meet their right ends first.
    struct Group {
        let size: MicroPDF417Size
        let isReversed: Bool
        var rows: [Row] = []
    }

    /// Rows of a symbol that one line may run through.
    private static let mostRowsCrossed = 3
    /// The longest and shortest module, as a share of the first pattern's: a symbol is seen at a slant.
    private static let shortest: Float = 0.84
    private static let longest: Float = 1.2
    /// Modules narrower than this many pixels are not told apart.
    private static let leastModule: Float = 1.1

    /// The groups by size and direction that have rows.
    private(set) var groups: [Group] = []
    private var places: [Int: Int] = [:]

    /// Looks along `step`th rows of `view`.
    init(_ view: LumaView, step: Int) {
        var line = EdgeRow()
        for y in stride(from: min(step, view.height) / 2, to: view.height, by: step) {
            line.find(in: view, y: y)
            guard line.edges.count >= Self.fewestEdges else { continue }
            find(line.edges, beginsDark: line.beginsDark, y, width: nil)
            let width = Float(view.width)
            let reversed = line.edges.reversed().map { width - $0 }
            // Whether the first edge of the reversed line begins a bar: the last one of the line ended it.
            let endsLight = (line.edges.count % 2 == 0) == line.beginsDark
            find(reversed, beginsDark: endsLight, y, width: width)
        }
    }

    /// Of a row with one codeword: two patterns of six elements, one of eight, a bar.
    private static let fewestEdges = 22

    /// - Parameter width: of the view, where the line is reversed; else nil.
    private mutating func find(_ edges: [Float], beginsDark: Bool, _ y: Int, width: Float?) {
        var first = beginsDark ? 0 : 1
        while first + Self.fewestEdges <= edges.count {
            defer { first += 2 }
            let module = (edges[first + RowAddress.elements] - edges[first]) / Float(RowAddress.modules)
            guard module >= Self.leastModule, let left = number(edges, at: first, isCenter: false) else { continue }
            // A quiet zone is a module wide at least.
            if first > 0 && edges[first] - edges[first - 1] < 0.6 * module { continue }
            for columns in 1...4 {
                let modules = MicroPDF417Size.modules(columns: columns)
                let distance = Float(modules - 1 - RowAddress.modules) * module
                guard edges[first] + distance * Self.shortest < edges[edges.count - 1] else { break }
                find(edges, first, left, columns: columns, module, y, width)
            }
        }
    }

    private mutating func find(
        _ edges: [Float], _ first: Int, _ left: Int, columns: Int, _ module: Float, _ y: Int, _ width: Float?
    ) {
        let modules = MicroPDF417Size.modules(columns: columns)
        let distance = Float(modules - 1 - RowAddress.modules) * module
        // A line that leaves its row may meet more elements than a row has, or fewer.
        var place = first + RowAddress.elements + 2
        while place + RowAddress.elements + 1 < edges.count {
            let stretch = (edges[place] - edges[first]) / distance
            guard stretch <= Self.longest else { return }
            defer { place += 2 }
            guard stretch >= Self.shortest else { continue }
            let (begin, end) = (edges[place], edges[place + RowAddress.elements])
            let own = (end - begin) / Float(RowAddress.modules)
            // The mean of the modules at both ends is about that of all.
            guard own > 0.75 * module, own < 1.33 * module, abs((own + module) / 2 / module - stretch) < 0.08,
                let right = number(edges, at: place, isCenter: false)
            else { continue }
            let bar = edges[place + RowAddress.elements + 1] - end
            guard bar > 0.4 * own, bar < 1.7 * own else { continue }
            // What follows is the quiet zone, or the line's end.
            let next = place + RowAddress.elements + 2
            if next < edges.count && edges[next] - edges[next - 1] < 0.6 * own { continue }
            let center = columns >= 3 ? self.center(edges, first, place, columns: columns) : nil
            if columns >= 3 && center == nil { continue }
            add(columns: columns, left, center, right, edges[first], edges[next - 1], y, width)
        }
    }

    /// The number of the centre pattern between the left one at `first` and the right one at `last`.
    private func center(_ edges: [Float], _ first: Int, _ last: Int, columns: Int) -> Int? {
        let (start, whole) = columns == 3 ? (27, 71) : (44, 88)
        let expected = edges[first] + (edges[last] - edges[first]) * Float(start) / Float(whole)
        let module = (edges[last] - edges[first]) / Float(whole)
        var found: Int?
        for place in stride(from: first + 14, to: last - 14 + 1, by: 2) {
            let off = edges[place] - expected
            if off < -2.5 * module { continue }
            guard off <= 2.5 * module else { break }
            let own = (edges[place + RowAddress.elements] - edges[place]) / Float(RowAddress.modules)
            guard abs(own / module - 1) < 0.15, let number = number(edges, at: place, isCenter: true) else { continue }
            if found == nil || abs(off) < 1.2 * module { found = number }
        }
        return found
    }

    private func number(_ edges: [Float], at place: Int, isCenter: Bool) -> Int? {
        guard place + RowAddress.elements < edges.count else { return nil }
        return edges.withUnsafeBufferPointer {
            RowAddress.number(ofEdges: $0[place...place + RowAddress.elements], isCenter: isCenter)
        }
    }

    private mutating func add(
        columns: Int, _ left: Int, _ center: Int?, _ right: Int, _ start: Float, _ end: Float, _ y: Int, _ width: Float?
    ) {
        for (index, size) in MicroPDF417Size.all.enumerated() where size.columns == columns {
            let row = size.row(ofNumber: left, first: size.left)
            let other = size.row(ofNumber: right, first: size.right)
            guard row < size.rows, other < size.rows, abs(row - other) <= Self.mostRowsCrossed else { continue }
            if let center {
                let middle = size.row(ofNumber: center, first: size.center)
                guard middle < size.rows, abs(row - middle) <= Self.mostRowsCrossed,
                    abs(other - middle) <= Self.mostRowsCrossed
                else { continue }
            }
            let key = 2 * index + (width == nil ? 0 : 1)
            let place = places[key] ?? groups.count
            if place == groups.count {
                places[key] = place
                groups.append(Group(size: size, isReversed: width != nil))
            }
            let y = Double(y) + 0.5
            groups[place].rows.append(
                Row(
                    left: row, right: other, start: Point(x: Double(width.map { $0 - start } ?? start), y: y),
                    end: Point(x: Double(width.map { $0 - end } ?? end), y: y)))
        }
    }
}

extension MicroPDF417Size {
    /// The row, from 0, whose pattern has `number` where `first` is that of the first row; too high for a row that there
    /// is not.
    fileprivate func row(ofNumber number: Int, first: Int) -> Int {
        (number - first + RowAddress.count) % RowAddress.count
    }
}

/// The edges along a row of pixels.
struct EdgeRow {
    /// Places between pixels, from left to right.
    private(set) var edges: [Float] = []
    /// Whether it becomes dark at the first of them.
    private(set) var beginsDark = false

    /// The least difference between a bar and a space, and its share of the row's whole range.
    private static let leastSwing = 12
    private static let leastShare = 6

    /// Takes the edges along row `y` of `view`: where the level is in the middle between an extreme and the next, so that
    /// neither shadows nor blur move them much.
    mutating func find(in view: LumaView, y: Int) {
        edges.removeAll(keepingCapacity: true)
        // SAFETY: `y` is a row of the view, and places stay below its width.
        let line = view.base + y * view.rowStride
        var (low, high) = (line[0], line[0])
        for x in 0..<view.width {
            low = min(low, line[x])
            high = max(high, line[x])
        }
        let swing = max(Self.leastSwing, (Int(high) - Int(low)) / Self.leastShare)
        guard Int(high) - Int(low) >= swing else { return }
        var (extreme, place) = (Int(line[0]), 0)
        var before: (level: Int, place: Int)?
        // 0 until the first turn is seen.
        var direction = 0
        var (least, leastPlace, most, mostPlace) = (extreme, 0, extreme, 0)
        func crossing(_ from: (level: Int, place: Int), _ to: (level: Int, place: Int)) -> Float {
            let middle = Float(from.level + to.level) / 2
            let falls = to.level < from.level
            var x = from.place
            while x < to.place, falls ? Float(line[x + 1]) > middle : Float(line[x + 1]) < middle { x += 1 }
            guard x < to.place else { return Float(to.place) + 0.5 }
            let (a, b) = (Float(line[x]), Float(line[x + 1]))
            return Float(x) + 0.5 + (a == b ? 0.5 : (a - middle) / (a - b))
        }
        for x in 0..<view.width {
            let level = Int(line[x])
            if direction == 0 {
                if level < least { (least, leastPlace) = (level, x) }
                if level > most { (most, mostPlace) = (level, x) }
                guard most - least >= swing else { continue }
                direction = leastPlace > mostPlace ? -1 : 1
                before = direction < 0 ? (most, mostPlace) : (least, leastPlace)
                (extreme, place) = (level, x)
                beginsDark = direction < 0
            } else if direction < 0 ? level < extreme : level > extreme {
                (extreme, place) = (level, x)
            } else if abs(level - extreme) >= swing {
                if let before { edges.append(crossing(before, (extreme, place))) }
                before = (extreme, place)
                (extreme, place) = (level, x)
                direction = -direction
            }
        }
        if direction != 0, let before { edges.append(crossing(before, (extreme, place))) }
    }
}

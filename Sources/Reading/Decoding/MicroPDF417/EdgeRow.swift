/// The edges along a row of pixels.
struct EdgeRow {
    /// Places between pixels, from left to right.
    private(set) var edges: [Float] = []
    /// Whether it becomes dark at the first of them.
    private(set) var beginsDark = false

    /// The least difference between a bar and a space, and its share of the row's whole range.
    /// Measured: 10 and 15 read as many.
    private static let minSwing = 12
    /// The divisor of the row's range. Measured: 5 and 8 read as many.
    private static let minShare = 6

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
        let swing = max(Self.minSwing, (Int(high) - Int(low)) / Self.minShare)
        guard Int(high) - Int(low) >= swing else { return }
        var (extreme, place) = (Int(line[0]), 0)
        var before: (level: Int, place: Int)?
        // 0 until the first extreme is found.
        var direction = 0
        var (darkest, darkestPlace, lightest, lightestPlace) = (extreme, 0, extreme, 0)
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
                if level < darkest { (darkest, darkestPlace) = (level, x) }
                if level > lightest { (lightest, lightestPlace) = (level, x) }
                guard lightest - darkest >= swing else { continue }
                direction = darkestPlace > lightestPlace ? -1 : 1
                before = direction < 0 ? (lightest, lightestPlace) : (darkest, darkestPlace)
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

/// The bars and spaces of a scan line by their widths: for codes whose characters differ in width, which `SequenceDecoder` cannot read.
struct BarElements {
    /// Where each bar or space ends and the next begins, in samples; bars lie from even places to odd ones.
    let edges: [Float]
    /// Where the line begins and ends.
    private let bounds: (first: Float, last: Float)

    /// The least change of darkness that is an edge, as a share of the line's range. Not measured: less is noise.
    private static let minChange: Float = 0.12

    init(_ line: ScanLine) {
        let values = line.values
        bounds = (0, Float(values.count))
        guard let low = values.min(), let high = values.max(), high > low else {
            edges = []
            return
        }
        let change = Self.minChange * (high - low)
        // Darkest and lightest places in turns, each followed by a change that is large enough.
        var extremes = [(index: Int, value: Float)]()
        var (candidate, isDark) = ((index: 0, value: values[0]), false)
        for (i, value) in values.enumerated() {
            if isDark == (value > candidate.value) || value == candidate.value {
                candidate = (i, value)
            } else if abs(value - candidate.value) >= change {
                extremes.append(candidate)
                (candidate, isDark) = ((i, value), !isDark)
            }
        }
        extremes.append(candidate)
        edges = zip(extremes, extremes.dropFirst()).map { from, to in
            let middle = (from.value + to.value) / 2
            let isRising = to.value > from.value
            let crossing = (from.index..<to.index).first { (values[$0 + 1] >= middle) == isRising } ?? from.index
            let (before, after) = (values[crossing], values[crossing + 1])
            let share = after == before ? 0.5 : (middle - before) / (after - before)
            return Float(crossing) + 0.5 + min(1, max(0, share))
        }
    }

    /// The share of the line that lies between two edges.
    func share(from first: Int, to last: Int) -> Float { (edges[last] - edges[first]) / max(1, bounds.last) }

    /// The middles of the bars.
    var middles: [Double] {
        stride(from: 0, to: edges.count - 1, by: 2).map { Double(edges[$0] + edges[$0 + 1]) / 2 }
    }

    /// How many bars and spaces lie between edges.
    var count: Int { max(0, edges.count - 1) }

    /// The width of an element, bars at even places.
    func width(_ index: Int) -> Float { edges[index + 1] - edges[index] }

    /// The width of the space before an edge or, at the first one, of what is left of the line.
    func space(before edge: Int) -> Float { edges[edge] - (edge > 0 ? edges[edge - 1] : bounds.first) }

    /// The width of the space behind an edge or, at the last one, of what is left of the line.
    func space(after edge: Int) -> Float { (edge + 1 < edges.count ? edges[edge + 1] : bounds.last) - edges[edge] }
}

/// How many pixels have each grey level.
struct Histogram {
    private(set) var counts = [Int](repeating: 0, count: 256)
    private(set) var total = 0

    /// Of one pixel in `step` of one row in `step`.
    init(_ view: LumaView, step: Int) {
        for y in stride(from: 0, to: view.height, by: step) {
            // SAFETY: y and x stay below the view's height and width.
            let row = view.base + y * view.rowStride
            for x in stride(from: 0, to: view.width, by: step) { counts[Int(row[x])] += 1 }
        }
        total = counts.reduce(0, +)
    }

    /// The first level at which more than `share` parts of 100 are counted, from the darkest on.
    func level(above share: Int) -> Int {
        var sum = 0
        return counts.firstIndex {
            sum += $0
            return sum * 100 > total * share
        } ?? 255
    }
}

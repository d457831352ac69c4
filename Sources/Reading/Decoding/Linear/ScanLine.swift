/// How dark a picture is along a line across bars: an average of many rows, so that positions between pixels count.
struct ScanLine {
    /// `sums[i]` is the darkness of the first i samples together, relative to the line's mean.
    private let sums: [Float]

    /// Samples along the line.
    var count: Int { sums.count - 1 }

    /// A line of `values`, higher is darker.
    init(_ values: some Collection<Float>) {
        var total: Float = 0
        for value in values { total += value }
        let mean = values.isEmpty ? 0 : total / Float(values.count)
        var sums: [Float] = [0]
        sums.reserveCapacity(values.count + 1)
        var sum: Float = 0
        for value in values {
            sum += value - mean
            sums.append(sum)
        }
        self.sums = sums
    }

    /// The darkness from the line's start to `x` together; what lies beyond the ends counts as the nearest end.
    @inline(__always)
    func integral(_ x: Float) -> Float {
        let bounded = min(max(x, 0), Float(count))
        let i = min(Int(bounded), count - 1)
        return sums[i] + (sums[i + 1] - sums[i]) * (bounded - Float(i))
    }

    /// The mean darkness of `x - width ..< x` taken from that of `x ..< x + width`: high where dark begins.
    @inline(__always)
    func step(at x: Float, width: Float) -> Float {
        (integral(x + width) + integral(x - width) - 2 * integral(x)) / width
    }

    /// The darkness of each sample, relative to the mean.
    var values: [Float] { (0..<count).map { sums[$0 + 1] - sums[$0] } }

    /// The same line read from its other end.
    var reversed: ScanLine { ScanLine(values.reversed()) }

    /// The means of 16 stretches of equal width between `start` and `end`, less their mean and at length 1; zero where
    /// nothing is.
    @inline(__always)
    func cell(from start: Float, to end: Float) -> Cell { means(from: start, to: end).normalized }

    /// The means of 16 stretches of equal width between `start` and `end`.
    @inline(__always)
    func means(from start: Float, to end: Float) -> Cell {
        let width = (end - start) / Float(Cell.scalarCount)
        var cell = Cell()
        var before = integral(start)
        for i in 0..<Cell.scalarCount {
            let next = integral(start + Float(i + 1) * width)
            cell[i] = next - before
            before = next
        }
        return cell / width
    }
}

/// One character of a symbol and a module on either side of it, as 16 means.
typealias Cell = SIMD16<Float>

extension Cell {
    /// How far the values are from their mean: the root of the sum of the squares.
    @inline(__always)
    var deviation: Float {
        let centred = self - sum() / Float(Cell.scalarCount)
        return (centred * centred).sum().squareRoot()
    }

    /// The same less its mean, at length 1; zero where all are alike.
    @inline(__always)
    var normalized: Cell {
        let centred = self - sum() / Float(Cell.scalarCount)
        let length = (centred * centred).sum().squareRoot()
        return length > 1e-6 ? centred / length : Cell()
    }
}

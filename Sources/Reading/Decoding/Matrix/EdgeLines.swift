/// Straight lines over a picture of gradients, and the part of each with the most edge on it.
struct EdgeLines {
    /// The part of a line with the most edge on it.
    struct Run {
        /// The line's columns in the first row and in the last.
        let low: Int
        let high: Int
        /// How strong the edge is, summed up over its rows, less what noise has.
        let weight: Float
        /// The first and the last row with an edge.
        let start: Int
        let end: Int
    }

    /// Values behind the last gradient that are read, and not used.
    static let padding = lanes
    private static let lanes = 8
    private typealias Floats = SIMD8<Float>
    private typealias Rows = SIMD8<Int32>

    /// The strength of an edge, at least: noise and the ends of modules have less.
    /// Measured: 0.32 reads as many, 0.5 reads 2 fewer.
    private static let minStrength: Float = 0.4

    private let gradients: [Float]
    private let across: Int
    private let along: Int

    /// - Parameter gradients: `along` rows of `across` strengths, 0...1, and `padding` values more.
    init(_ gradients: [Float], across: Int, along: Int) {
        precondition(gradients.count >= across * along + Self.padding)
        (self.gradients, self.across, self.along) = (gradients, across, along)
    }

    /// Calls `body` for each line that ends `shift` columns beside where it begins, two columns off the picture's sides.
    func forEach(shift: Int, _ body: (Run) -> Void) {
        let (first, last) = (max(2, 2 - shift), min(across - 3, across - 3 - shift))
        guard first <= last else { return }
        let step = shift * 65536 / max(1, along - 1)
        gradients.withUnsafeBytes { gradients in
            // Lines beside each other read gradients beside each other.
            for low in stride(from: first, through: last, by: Self.lanes) {
                var (sum, weight) = (Floats.zero, Floats.zero)
                var (begun, start, end) = (Rows.zero, Rows.zero, Rows.zero)
                var x = low * 65536 + 32768
                for row in 0..<along {
                    // SAFETY: x >> 16 goes from `low` to `low + shift`, both inside of 0..<across; what the lanes behind the
                    // last column read is the next row's, or padding.
                    let offset = (row * across + x >> 16) * MemoryLayout<Float>.stride
                    sum += gradients.loadUnaligned(fromByteOffset: offset, as: Floats.self) - Self.minStrength
                    x += step
                    let isOver = sum .<= Floats.zero
                    sum.replace(with: Floats.zero, where: isOver)
                    begun.replace(with: Int32(row + 1), where: isOver)
                    let isMore = sum .> weight
                    weight.replace(with: sum, where: isMore)
                    start.replace(with: begun, where: isMore)
                    end.replace(with: Int32(row), where: isMore)
                }
                for lane in 0..<min(Self.lanes, last - low + 1) {
                    body(
                        Run(
                            low: low + lane, high: low + lane + shift, weight: weight[lane], start: Int(start[lane]),
                            end: Int(end[lane])))
                }
            }
        }
    }
}

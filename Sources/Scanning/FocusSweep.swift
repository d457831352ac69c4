/// Finds the lens position at which a picture is sharpest: a coarse row of positions through the range, left as soon as
/// the peak is behind, then a finer one around the best of them.
///
/// It moves no lens and reads no frame itself: whoever drives it sets each position, waits for a picture that was
/// caught there, and tells how sharp that is.
public struct FocusSweep: Sendable {
    /// What to do next.
    public enum Step: Hashable, Sendable {
        /// Measure at this position.
        case move(to: Int)
        /// Done: this position was the sharpest.
        case finished(at: Int)
    }

    /// Positions of the coarse row.
    static let coarsePositions = 9
    /// Positions of the finer row, on both sides of the best together.
    static let finePositions = 4
    /// A peak stands out when it is so many times sharper than the least sharp, …
    static let peakRatio = 2.0
    /// … and is behind when two positions on end have less than this share of it.
    static let pastPeak = 0.6

    private let range: ClosedRange<Int>
    private let step: Int
    private var waiting: [Int]
    private var measured: [(position: Int, sharpness: Double)] = []
    private var isFine = false

    /// A sweep over `range` by whole `step`s (at least 1).
    ///
    /// - Parameter position: where the lens is; the sweep begins at the end of the range that is closer. Default: the
    ///   lower end.
    public init(range: ClosedRange<Int>, step: Int, from position: Int = .min) {
        self.range = range
        self.step = max(1, step)
        let (span, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        let steps = overflow ? 0 : span / self.step
        let count = min(Self.coarsePositions, steps + 1)
        // Multiplied by shares, not by indices: a range may be as wide as the numbers are.
        waiting = (0..<count).map { index in
            let share = count > 1 ? Double(index) / Double(count - 1) : 0
            return range.lowerBound + Int((Double(steps) * share).rounded()) * max(1, step)
        }
        waiting = waiting.filter(range.contains)
        if position > range.lowerBound / 2 + range.upperBound / 2 { waiting.reverse() }
    }

    /// The position to begin at.
    public var start: Int { waiting.first ?? range.lowerBound }

    /// Positions measured so far.
    public var count: Int { measured.count }

    /// Takes how sharp the picture is at the position that was asked for last.
    public mutating func measured(_ sharpness: Double) -> Step {
        guard !waiting.isEmpty else { return .finished(at: best.position) }
        measured.append((waiting.removeFirst(), sharpness.isFinite ? sharpness : 0))
        if !isFine, waiting.isEmpty || isPastPeak {
            isFine = true
            waiting = around(best.position)
        }
        return waiting.first.map { .move(to: $0) } ?? .finished(at: best.position)
    }

    /// The sharpest so far; the first of equals.
    private var best: (position: Int, sharpness: Double) {
        var best = (position: range.lowerBound, sharpness: -1.0)
        for candidate in measured where candidate.sharpness > best.sharpness { best = candidate }
        return best
    }

    private var isPastPeak: Bool {
        let least = measured.map(\.sharpness).min() ?? 0
        return best.sharpness > least * Self.peakRatio && measured.count > 2
            && measured.suffix(2).allSatisfy { $0.sharpness < best.sharpness * Self.pastPeak }
    }

    /// Positions between `center` and its measured neighbours that were not measured, from the end where the lens is.
    private func around(_ center: Int) -> [Int] {
        let known = measured.map(\.position).sorted()
        let below = known.last { $0 < center } ?? center
        let above = known.first { $0 > center } ?? center
        var found: Set<Int> = []
        let parts = Self.finePositions / 2 + 1
        for part in 1..<parts {
            for neighbour in [below, above] {
                let steps = (neighbour - center) / step * part / parts
                found.insert(center + steps * step)
            }
        }
        let row = found.subtracting(known).filter(range.contains).sorted()
        return (measured.last?.position ?? center) > center ? row.reversed() : row
    }
}

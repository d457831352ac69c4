import Glibc

/// Finds the lens position at which a picture is sharpest: coarse positions through the range, until
/// the peak is passed, then a few at the vertex of a parabola through the best of them.
///
/// It moves no lens and reads no frame itself: the caller sets each position, waits for a picture
/// captured there, and passes its sharpness in.
package struct FocusSweep: Sendable {
    /// What to do next.
    package enum Step: Hashable, Sendable {
        /// Measure at this position.
        case move(to: Int)
        /// Done: this position was the sharpest.
        case finished(at: Int)
    }

    /// Positions of the coarse row.
    static let coarsePositions = 7
    /// Positions tried after it.
    static let finePositions = 2
    /// A peak counts when it is this many times as sharp as the least sharp position, …
    static let peakRatio = 2.0
    /// … and is passed when two consecutive positions have less than this share of its sharpness.
    static let pastPeak = 0.6

    private typealias Measured = (position: Int, sharpness: Double)

    private let range: ClosedRange<Int>
    private let step: Int
    private var waiting: [Int]
    private var measured: [Measured] = []
    private var fine = 0

    /// A sweep over `range` by whole `step`s (at least 1).
    ///
    /// - Parameter position: where the lens is; the sweep begins at the end of the range that is closer. Default: the
    ///   lower end.
    package init(range: ClosedRange<Int>, step: Int, from position: Int = .min) {
        self.range = range
        self.step = max(1, step)
        let (span, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        let steps = overflow ? 0 : span / self.step
        let count = min(Self.coarsePositions, steps + 1)
        // Multiplied by shares, not by indices: a range may span all of Int.
        waiting = (0..<count).map { index in
            let share = count > 1 ? Double(index) / Double(count - 1) : 0
            return range.lowerBound + Int((Double(steps) * share).rounded()) * max(1, step)
        }
        waiting = waiting.filter(range.contains)
        if position > range.lowerBound / 2 + range.upperBound / 2 { waiting.reverse() }
    }

    /// The position to begin at.
    package var start: Int { waiting.first ?? range.lowerBound }

    package var count: Int { measured.count }

    /// Takes the sharpness of the picture at the position that was asked for last.
    package mutating func measured(_ sharpness: Double) -> Step {
        guard !waiting.isEmpty else { return .finished(at: best.position) }
        measured.append((waiting.removeFirst(), sharpness.isFinite ? max(0, sharpness) : 0))
        if fine == 0, isPastPeak { waiting = [] }
        if waiting.isEmpty, fine < Self.finePositions, let next = top() {
            fine += 1
            waiting = [next]
        }
        return waiting.first.map { .move(to: $0) } ?? .finished(at: best.position)
    }

    /// The sharpest so far; the first of equals.
    var best: (position: Int, sharpness: Double) {
        var best = (position: range.lowerBound, sharpness: -1.0)
        for candidate in measured where candidate.sharpness > best.sharpness { best = candidate }
        return best
    }

    private var isPastPeak: Bool {
        let least = measured.map(\.sharpness).min() ?? 0
        return best.sharpness > least * Self.peakRatio && measured.count > 2
            && measured.suffix(2).allSatisfy { $0.sharpness < best.sharpness * Self.pastPeak }
    }

    /// The estimated peak, if nothing was measured there yet: the vertex of a parabola through the
    /// logarithms at the best position and its neighbours, as for a bell curve. At an end of the range, and where
    /// the vertex was measured, the middle of the wider gap.
    private func top() -> Int? {
        let known = measured.sorted { $0.position < $1.position }
        guard let index = known.firstIndex(where: { $0.position == best.position }) else { return nil }
        let below = index > 0 ? known[index - 1] : nil
        let above = index + 1 < known.count ? known[index + 1] : nil
        if let below, let above, let top = rounded(Self.top(below, known[index], above)),
            !known.contains(where: { $0.position == top })
        {
            return top
        }
        let gaps = [below, above].compactMap { $0?.position }
        guard let neighbour = gaps.max(by: { abs($0 - best.position) < abs($1 - best.position) }) else { return nil }
        let middle = rounded((Double(neighbour) + Double(best.position)) / 2)
        return known.contains { $0.position == middle } ? nil : middle
    }

    private static func top(_ a: Measured, _ b: Measured, _ c: Measured) -> Double {
        func height(_ point: Measured) -> Double { log(max(point.sharpness, 1e-9)) }
        let (left, right) = (Double(b.position) - Double(a.position), Double(b.position) - Double(c.position))
        let (rise, fall) = (height(b) - height(c), height(b) - height(a))
        let curvature = left * rise - right * fall
        return curvature == 0
            ? Double(b.position) : Double(b.position) - (left * left * rise - right * right * fall) / curvature / 2
    }

    /// The whole step of the range that is nearest; nil beyond the range.
    private func rounded(_ position: Double) -> Int? {
        let low = Double(range.lowerBound)
        guard position.isFinite, position >= low, position <= Double(range.upperBound) else { return nil }
        let steps = ((position - low) / Double(step)).rounded()
        guard let offset = Int(exactly: steps) else { return nil }
        let (way, tooFar) = offset.multipliedReportingOverflow(by: step)
        let (place, beyond) = range.lowerBound.addingReportingOverflow(way)
        return !tooFar && !beyond && range.contains(place) ? place : nil
    }
}

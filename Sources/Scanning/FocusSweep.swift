import Frames

/// Finds the lens position at which a picture is sharpest: a coarse row of positions over the whole range, then a
/// finer one around the best of them.
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

    private let range: ClosedRange<Int>
    private let step: Int
    private var waiting: [Int]
    private var measured: [(position: Int, sharpness: Double)] = []
    private var isFine = false

    /// A sweep over `range` by whole `step`s (at least 1).
    public init(range: ClosedRange<Int>, step: Int) {
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
    }

    /// The position to begin at.
    public var start: Int { waiting.first ?? range.lowerBound }

    /// Takes how sharp the picture is at the position that was asked for last.
    public mutating func measured(_ sharpness: Double) -> Step {
        guard !waiting.isEmpty else { return .finished(at: best) }
        measured.append((waiting.removeFirst(), sharpness.isFinite ? sharpness : 0))
        if waiting.isEmpty, !isFine {
            isFine = true
            waiting = around(best)
        }
        return waiting.first.map { .move(to: $0) } ?? .finished(at: best)
    }

    /// The sharpest so far; the first of equals.
    private var best: Int {
        var best = measured.first
        for candidate in measured where candidate.sharpness > best?.sharpness ?? -1 { best = candidate }
        return best?.position ?? range.lowerBound
    }

    /// Positions between `center` and its measured neighbours that were not measured.
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
        return found.subtracting(known).filter(range.contains).sorted()
    }
}

/// Notices that what the camera sees is no longer what it was focused on.
///
/// Brightness alone is no change: what counts is how the light is spread. It takes a clear difference in several
/// pictures on end, so that a hand that passes does not start the lens.
public struct SubjectChange: Sendable {
    /// Mean difference of luma from which a picture counts as another.
    static let threshold = 14.0
    /// How many of those on end make a change.
    static let pictures = 8

    private let reference: [Double]
    private var others = 0

    /// What it was focused on: mean brightnesses of a coarse grid.
    public init(_ grid: [UInt8]) { reference = Self.spread(grid) }

    /// Whether the subject has changed by now.
    public mutating func hasChanged(_ grid: [UInt8]) -> Bool {
        guard grid.count == reference.count, !grid.isEmpty else { return true }
        let difference = zip(Self.spread(grid), reference).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(grid.count)
        others = difference > Self.threshold ? others + 1 : 0
        return others >= Self.pictures
    }

    private static func spread(_ grid: [UInt8]) -> [Double] {
        let mean = Double(grid.reduce(0) { $0 + Int($1) }) / Double(max(1, grid.count))
        return grid.map { Double($0) - mean }
    }
}

extension Frame {
    /// How sharp the picture is inside `region`: the mean square of the differences of luma two pixels apart, along
    /// rows and columns. Only comparable between pictures of the same scene.
    public func sharpness(in region: PixelRect) -> Double {
        let region = region.clamped(to: bounds)
        guard region.width > 2, region.height > 2 else { return 0 }
        // At most about 120 rows: enough for a mean, and cheap at any size.
        let stride = max(1, region.height / 120)
        return withLuma { luma in
            var sum: UInt64 = 0
            var count: UInt64 = 0
            for y in Swift.stride(from: region.y, to: region.y + region.height - 2, by: stride) {
                for x in region.x..<(region.x + region.width - 2) {
                    let here = Int32(luma[y * width + x])
                    let across = Int32(luma[y * width + x + 2]) - here
                    let down = Int32(luma[(y + 2) * width + x]) - here
                    sum &+= UInt64(across * across + down * down)
                }
                count += UInt64(region.width - 2)
            }
            return Double(sum) / Double(max(1, count))
        }
    }
}

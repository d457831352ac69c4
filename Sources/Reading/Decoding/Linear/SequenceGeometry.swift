/// Finds symbols that are a start, characters of one width, and a stop: Code 128, Code 93 and similar ones.
struct SequenceGeometry {
    /// The edges that all starts have, from the start's beginning, and that of the first character.
    let startEdges: [PatternEdge]
    /// Those that all stops have, from the stop's end: negative.
    let stopEdges: [PatternEdge]
    /// Those that all characters have, from a character's beginning.
    let characterEdges: [PatternEdge]
    /// Modules of the start, of a character, of the stop.
    let widths: (start: Float, character: Float, stop: Float)
    /// How many characters there may be.
    let characters: ClosedRange<Int>

    init(start: [BarPattern], data: [BarPattern], stop: [BarPattern], characters: ClosedRange<Int>) {
        widths = (start[0].modules, data[0].modules, stop[0].modules)
        startEdges = Self.common(start)
        let width = stop[0].modules
        stopEdges = Self.common(stop).map { PatternEdge(at: $0.at - width, sign: $0.sign) }
        // The edge at a character's end is the next one's.
        characterEdges = Self.common(data).filter { $0.at < data[0].modules }
        self.characters = characters
    }

    private static func common(_ patterns: [BarPattern]) -> [PatternEdge] {
        patterns[0].edges.filter { edge in
            patterns.allSatisfy { $0.edges.contains { $0.at == edge.at && $0.sign == edge.sign } }
        }
    }

    func modules(_ count: Int) -> Float { widths.start + Float(count) * widths.character + widths.stop }

    /// A symbol's place along a scan line, in samples.
    struct Hypothesis {
        var start: Float
        var end: Float
        /// How far its middle lies from where it would if all modules were of one width.
        var bulge: Float
        /// Characters between start and stop.
        var count: Int
        var score: Float

        /// Where the share `t`, 0...1, of the symbol lies.
        func position(_ t: Float) -> Float { start + (end - start) * t + bulge * 4 * t * (1 - t) }
    }

    /// A start or a stop.
    private struct End {
        var at: Float
        /// How well the edges fit, less the edges in the quiet zones.
        var score: Float
        /// The edges in the quiet zones: 0...1, as a share of the symbol's own.
        var noise: Float
    }

    /// Starts, and stops, that are combined with each other. Not measured: time grows with the square.
    private static let endsKept = 5
    /// The mean strength of the edges of a start or a stop, at least. Measured: 0.2 and 0.312 read as many.
    private static let minStrength: Float = 0.25
    /// Places that are decoded. Not measured: each costs a fit of all its characters.
    private static let kept = 2
    /// The part of the line that a symbol takes, at least: a third.
    /// Geometry: `Rectification` adds less than its length to a region of bars; a part of the region may be something else.
    private static let partOfLine: Float = 3
    /// Values of the edges' line that the ends of two places of as many characters differ by together, at least.
    private static let samePlace: Float = 8
    /// Modules of a symbol are this many samples wide at least. Measured: 0.88 and 1.38 read as many.
    private static let minModule: Float = 1.1

    /// The most likely places of a symbol that is read from left to right, best first.
    func find(in line: EdgeLine) -> [Hypothesis] {
        let minLength = Float(line.count) / Self.partOfLine
        let starts = ends(line, startEdges, isStart: true)
        let stops = ends(line, stopEdges, isStart: false)
        var found: [Hypothesis] = []
        for start in starts {
            for stop in stops where stop.at - start.at >= minLength {
                let modules = (stop.at - start.at) / Self.minModule
                let maxCharacters = min(
                    characters.upperBound, Int((modules - widths.start - widths.stop) / widths.character))
                guard characters.lowerBound <= maxCharacters else { continue }
                for n in characters.lowerBound...maxCharacters { found.append(bestBulge(line, start, stop, n)) }
            }
        }
        var result: [Hypothesis] = []
        for candidate in found.sorted(by: { $0.score > $1.score }) where result.count < Self.kept {
            let isNew = result.allSatisfy {
                $0.count != candidate.count
                    || abs($0.start - candidate.start) + abs($0.end - candidate.end) > Self.samePlace * line.quantum
            }
            if isNew { result.append(candidate) }
        }
        return result
    }

    /// How far the middle may lie off, in characters.
    /// Not measured: a quarter of a character; further off, edges of the next one would be matched.
    private static let maxBulge: Float = 0.24
    /// Not measured: 0.66 modules of Code 128; nine steps.
    private static let bulgeStep: Float = 0.06

    private func bestBulge(_ line: EdgeLine, _ start: End, _ stop: End, _ n: Int) -> Hypothesis {
        let all = modules(n)
        let length = stop.at - start.at
        let module = length / all
        var best = (shift: Float(0), score: -Float.infinity)
        line.values.withUnsafeBufferPointer { values in
            var bulge = -Self.maxBulge
            while bulge <= Self.maxBulge {
                let shift = bulge * widths.character * module
                var score: Float = 0
                func add(_ edge: PatternEdge, _ from: Float) {
                    let t = (from + edge.at) / all
                    let i = Int(start.at + length * t + shift * 4 * t * (1 - t) + 0.5)
                    if i >= 0 && i < values.count { score += edge.sign * values[i] }
                }
                for edge in startEdges { add(edge, 0) }
                for edge in stopEdges { add(edge, all) }
                // The first character's first edge is the start's last, the stop's first the last character's.
                for edge in characterEdges where edge.at > 0 { add(edge, widths.start) }
                var from = widths.start
                for _ in 1..<n {
                    from += widths.character
                    for edge in characterEdges { add(edge, from) }
                }
                if score > best.score { best = (shift, score) }
                bulge += Self.bulgeStep
            }
        }
        // In standard deviations: more edges that fit as well are less likely chance.
        let count = Float(startEdges.count + stopEdges.count + n * characterEdges.count - 1)
        return Hypothesis(
            start: start.at * line.quantum, end: stop.at * line.quantum, bulge: best.shift * line.quantum, count: n,
            score: best.score / count.squareRoot() - start.noise - stop.noise)
    }

    /// Where the quiet zone is looked at, in modules from the symbol's end.
    /// Not measured: from behind the blur of the last edge to within what every standard asks for.
    private static let quiet: (near: Float, far: Float) = (1.2, 7)
    /// How far into the symbol the edges are counted that those in the quiet zone are compared with, in modules.
    /// Not measured: a little more than a start.
    private static let inner: Float = 12
    /// What a quiet zone as busy as the symbol costs, in edges' mean strength.
    /// Not measured: more than the weakest start or stop has.
    private static let noiseWeight: Float = 0.8
    /// From a module's width to the next that is tried.
    /// Not measured: over the 11 modules of a start less than one module.
    private static let widthStep: Float = 1.08

    /// Where `edges` fit best, with a quiet zone before or behind them.
    private func ends(_ line: EdgeLine, _ edges: [PatternEdge], isStart: Bool) -> [End] {
        let widest = Float(line.count) / modules(characters.lowerBound)
        var best = [End](repeating: End(at: 0, score: -.infinity, noise: 0), count: line.count)
        let scale = 1 / Float(edges.count)
        let sign: Float = isStart ? 1 : -1
        var sums = [Float](repeating: 0, count: line.count)
        var module = Self.minModule
        while module <= widest {
            sums.withUnsafeMutableBufferPointer { sums in
                guard let base = sums.baseAddress else { return }
                sums.update(repeating: 0)
                for edge in edges { line.add(edge.sign, shiftedBy: Int((edge.at * module).rounded()), to: base) }
            }
            for x in 0..<line.count where sums[x] * scale > Self.minStrength {
                let (near, far) = (
                    Float(x) - sign * Self.quiet.near * module, Float(x) - sign * Self.quiet.far * module
                )
                let inner = Float(x) + sign * Self.inner * module
                let quiet = line.strength(from: min(near, far), to: max(near, far))
                let busy = line.strength(from: min(Float(x), inner), to: max(Float(x), inner))
                let noise = min(1, quiet / max(busy, 1e-9))
                let score = sums[x] * scale - Self.noiseWeight * noise
                if score > best[x].score { best[x] = End(at: Float(x), score: score, noise: noise) }
            }
            module *= Self.widthStep
        }
        var result: [End] = []
        for end in best.sorted(by: { $0.score > $1.score }) where end.score > 0 && result.count < Self.endsKept {
            if result.allSatisfy({ abs($0.at - end.at) >= 2 }) { result.append(end) }
        }
        return result
    }
}

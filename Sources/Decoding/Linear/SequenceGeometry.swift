/// Where symbols lie that are a start, characters of one width, and a stop: Code 128, Code 93 and their like.
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
        var module: Float
        /// How well the edges fit; less for noise where quiet should be.
        var fit: Float
        var score: Float
    }

    private static let endsKept = 8
    /// The edges of a start or a stop are this strong on the mean, or it is none.
    private static let leastStrength: Float = 0.25
    private static let kept = 3

    /// The most likely places of a symbol that is read from left to right, best first.
    func find(in line: EdgeLine) -> [Hypothesis] {
        let least = Float(line.count) / 3
        let starts = ends(line, startEdges, quietBefore: true)
        let stops = ends(line, stopEdges, quietBefore: false)
        var found: [Hypothesis] = []
        for start in starts {
            for stop in stops where stop.at - start.at >= least {
                let length = stop.at - start.at
                guard max(start.module, stop.module) < 1.5 * min(start.module, stop.module) else { continue }
                let module = (start.module * stop.module).squareRoot()
                // Modules may be measured wrong by an eighth.
                func count(_ module: Float) -> Int {
                    Int((length / module - widths.start - widths.stop) / widths.character)
                }
                let counts = max(characters.lowerBound, count(module * 1.15))
                let last = min(characters.upperBound, count(module / 1.15) + 1)
                guard counts <= last else { continue }
                for n in counts...last {
                    guard let fit = bestBulge(line, start, stop, n) else { continue }
                    found.append(fit)
                }
            }
        }
        var result: [Hypothesis] = []
        for candidate in found.sorted(by: { $0.score > $1.score }) where result.count < Self.kept {
            let isNew = result.allSatisfy {
                $0.count != candidate.count || abs($0.start - candidate.start) + abs($0.end - candidate.end) > 8 * line.quantum
            }
            if isNew { result.append(candidate) }
        }
        return result
    }

    /// How far the middle may lie off, in characters, and in which steps.
    private static let mostBulge: Float = 0.24
    private static let bulgeStep: Float = 0.04

    private func bestBulge(_ line: EdgeLine, _ start: End, _ stop: End, _ n: Int) -> Hypothesis? {
        let all = modules(n)
        let length = stop.at - start.at
        let module = length / all
        var best = Hypothesis(
            start: start.at * line.quantum, end: stop.at * line.quantum, bulge: 0, count: n, score: -.infinity)
        var bulge = -Self.mostBulge
        while bulge <= Self.mostBulge {
            let shift = bulge * widths.character * module
            var score: Float = 0
            for c in 0...n {
                for edge in characterEdges {
                    // The character behind the last is the stop, which begins as they do.
                    if c == n && edge.at > 0 { break }
                    let t = (widths.start + Float(c) * widths.character + edge.at) / all
                    let x = start.at + length * t + shift * 4 * t * (1 - t)
                    let i = Int(x + 0.5)
                    if i >= 0 && i < line.count { score += edge.sign * line.values[i] }
                }
            }
            // In standard deviations: more edges that fit as well are less likely chance.
            let count = Float(n * characterEdges.count + 1)
            score =
                (score + start.fit * Float(startEdges.count) + stop.fit * Float(stopEdges.count))
                / (count + Float(startEdges.count + stopEdges.count)).squareRoot()
            if score > best.score {
                best.score = score
                best.bulge = shift * line.quantum
            }
            bulge += Self.bulgeStep
        }
        best.score += start.score - start.fit + stop.score - stop.fit
        return best.score > 0 ? best : nil
    }

    /// Where `edges` fit best, with a quiet zone before or behind them.
    private func ends(_ line: EdgeLine, _ edges: [PatternEdge], quietBefore: Bool) -> [End] {
        let narrowest: Float = 1.15
        let widest = Float(line.count) / modules(characters.lowerBound)
        guard widest > narrowest else { return [] }
        var best = [End](repeating: End(at: 0, module: 0, fit: 0, score: -.infinity), count: line.count)
        let scale = 1 / Float(edges.count)
        var sums = [Float](repeating: 0, count: line.count)
        var module = narrowest
        while module <= widest {
            sums.withUnsafeMutableBufferPointer { sums in
                sums.update(repeating: 0)
                for edge in edges {
                    line.add(edge.sign, shiftedBy: Int((edge.at * module).rounded()), to: sums.baseAddress!)
                }
            }
            for x in 0..<line.count where sums[x] * scale > Self.leastStrength {
                var score = sums[x] * scale
                let sign: Float = quietBefore ? 1 : -1
                let near = Float(x) - sign * 1.2 * module
                let (far, inner) = (Float(x) - sign * 7 * module, Float(x) + sign * 12 * module)
                let quiet = line.strength(from: min(near, far), to: max(near, far))
                let busy = line.strength(from: min(Float(x), inner), to: max(Float(x), inner))
                let fit = score
                score -= 0.8 * min(1, quiet / max(busy, 1e-9))
                if score > best[x].score { best[x] = End(at: Float(x), module: module, fit: fit, score: score) }
            }
            module *= 1.06
        }
        var result: [End] = []
        for end in best.sorted(by: { $0.score > $1.score }) where end.score > 0 && result.count < Self.endsKept {
            if result.allSatisfy({ abs($0.at - end.at) >= 2 }) { result.append(end) }
        }
        return result
    }
}

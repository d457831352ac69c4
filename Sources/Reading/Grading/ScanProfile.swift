/// Reflectance along a line across a linear symbol: its scan reflectance profile (ISO/IEC 15416, 5.4).
struct ScanProfile {
    /// A bar or a space between two edges.
    struct Element {
        let isBar: Bool
        /// Its samples.
        let range: Range<Int>
        /// The reflectance of a bar, its lowest, or of a space, its highest.
        let reflectance: Float
        /// The greatest difference between a peak and a valley in it.
        let nonuniformity: Float
    }

    let samples: [Float]
    /// Samples in a module, about.
    let samplesPerModule: Double
    let minimum: Float
    let maximum: Float
    /// From one quiet zone to the other: spaces are at both ends.
    let elements: [Element]
    /// Where each element but the last ends, in samples: halfway between its reflectance and the next one's.
    let edges: [Double]

    /// Nil where there are no two edges, or a quiet zone is dark.
    init?(_ samples: [Float], samplesPerModule: Double) {
        guard let minimum = samples.min(), let maximum = samples.max(), maximum > minimum else { return nil }
        (self.samples, self.samplesPerModule) = (samples, samplesPerModule)
        (self.minimum, self.maximum) = (minimum, maximum)
        let threshold = (minimum + maximum) / 2
        var starts = [0]
        for place in 1..<samples.count where (samples[place] < threshold) != (samples[place - 1] < threshold) {
            starts.append(place)
        }
        guard starts.count >= 3, starts.count % 2 == 1, samples[0] >= threshold else { return nil }
        elements = zip(starts, starts.dropFirst() + [samples.count]).enumerated().map { number, range in
            Element(samples[range.0..<range.1], isBar: number % 2 == 1)
        }
        edges = zip(elements, elements.dropFirst()).map { Self.edge(between: $0, $1, in: samples) }
    }

    /// Widths of the elements between the quiet zones, in samples: a bar first and last.
    var widths: [Double] { zip(edges, edges.dropFirst()).map { $1 - $0 } }

    /// The difference between the lightest and the darkest point.
    var contrast: Float { maximum - minimum }

    /// The smallest difference between neighbours.
    var minimumEdgeContrast: Float {
        zip(elements, elements.dropFirst()).map { abs($0.reflectance - $1.reflectance) }.min() ?? 0
    }

    /// Where the profile crosses the middle between two neighbours, nearest to their border.
    private static func edge(between one: Element, _ other: Element, in samples: [Float]) -> Double {
        let middle = (one.reflectance + other.reflectance) / 2
        let border = other.range.lowerBound
        var best: Double?
        for place in one.range.lowerBound..<other.range.upperBound - 1 {
            let (here, next) = (samples[place] - middle, samples[place + 1] - middle)
            guard here == 0 || (here < 0) != (next < 0), here != next else { continue }
            let crossing = Double(place) + Double(here / (here - next))
            if best.map({ abs($0 - Double(border) + 0.5) > abs(crossing - Double(border) + 0.5) }) ?? true {
                best = crossing
            }
        }
        return best ?? Double(border) - 0.5
    }
}

extension ScanProfile.Element {
    fileprivate init(_ samples: ArraySlice<Float>, isBar: Bool) {
        self.isBar = isBar
        range = samples.indices
        // Turned over, a bar is a space.
        let levels = isBar ? samples.map { -$0 } : Array(samples)
        let highest = levels.max() ?? 0
        reflectance = isBar ? -highest : highest
        // A valley has a peak on either side. The slopes to the neighbours have none.
        var (before, after) = (levels, levels)
        for place in levels.indices.dropFirst() { before[place] = max(before[place], before[place - 1]) }
        for place in levels.indices.dropLast().reversed() { after[place] = max(after[place], after[place + 1]) }
        // Of the deepest valley, not of the lowest: a wrinkle in a slope is none.
        let deepest = levels.indices.max {
            min(before[$0], after[$0]) - levels[$0] < min(before[$1], after[$1]) - levels[$1]
        }
        nonuniformity =
            deepest.map { min(before[$0], after[$0]) > levels[$0] ? highest - levels[$0] : 0 } ?? 0
    }
}

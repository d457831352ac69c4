import Glibc
import Symbols

/// An upright candidate's rows, brought into line with each other and averaged.
///
/// Bars that are seen at a slant lean and fan out; each band of rows is moved and stretched onto its neighbour before
/// it is averaged, so that the mean of all stays as sharp as one row.
struct ScanLines {
    /// The mean of all bands that agree, without what changes slowly along it.
    let whole: ScanLine
    /// Bands that agree.
    let count: Int
    /// The same as a share of all bands, 0...1.
    let share: Float
    private let alignment: Alignment
    /// The mean darkness of each band.
    private let levels: [[Float]]
    private var first: Placed { alignment.first }
    private var last: Placed { alignment.last }

    /// A band and where it lies: its sample x is at `x * stretch + shift` of the upright plane's row `y`.
    private struct Placed {
        var y: Double
        var shift: Float = 0
        var stretch: Float = 1
    }

    /// Bands that an upright plane is cut into, at most. Measured: 13 reads as many, 20 reads 1 fewer.
    private static let maxBands = 16
    /// The correlation of a band with the mean so far below which it shows something else. Measured: 0.4 reads 3 fewer,
    /// 0.625 reads 1 more. A hint: one picture is too little to choose by.
    private static let minLikeness: Float = 0.5
    /// Bands one after another that show other things, after which the symbol has ended.
    /// Not measured: a fifth of `maxBands`, about: a finger or a crease does not end it.
    private static let maxMissed = 3
    /// Rows of a band, at least. Not measured: the mean of three has little more than half of a row's noise.
    private static let minRows = 3
    /// What is added to the symbol's height at both ends, as a divisor of the way from the first to the last band.
    /// Not measured: half of a band is about a thirtieth, and the bars may go on beyond it.
    private static let partOfHeight: Double = 20
    /// Brightness is compared with its mean this far to either side, as a divisor of the line's length.
    /// Not measured: the widest bars and spaces take less of a symbol that fills the line.
    private static let partOfReach: Float = 10

    /// Samples that a line has to have to be aligned. Not measured: fewer show no bars.
    private static let minSamples = 8
    /// Steps of Gauss and Newton's method.
    /// Not measured: each costs a pass over the line; from a neighbour's place a few are enough.
    private static let maxSteps = 4
    /// One sample in this many is compared: neighbours show almost the same.
    private static let sampleStep = 2
    /// The least part of the equations' largest possible determinant that lets them be solved.
    /// Not measured: below it the bars that are compared lie in one place, which shows no stretching.
    private static let minDeterminant: Float = 1e-3
    /// A step of more samples than this comes to another bar.
    private static let longestStep: Float = 6
    /// A step of fewer samples than this ends the alignment. Not measured: a small part of a module.
    private static let shortestStep: Float = 0.02

    /// The lines of `upright`.
    init(_ upright: LumaView) {
        let bandCount = min(Self.maxBands, max(1, upright.height / Self.minRows))
        levels = (0..<bandCount).map { i in
            upright.darkness(ofRows: i * upright.height / bandCount..<(i + 1) * upright.height / bandCount)
        }
        var alignment = Alignment(
            levels.map(Self.contrasted), height: Double(upright.height) / Double(bandCount))
        alignment.follow(by: -1)
        alignment.follow(by: 1)
        count = alignment.places.count
        share = Float(count) / Float(bandCount)
        whole = ScanLine(alignment.reference)
        self.alignment = alignment
    }

    /// The mean of the bands that agree: how much less light they send out than white does, 0...255.
    var light: ScanLine { ScanLine(alignment.mean(of: levels).map(Self.missingLight)) }

    /// Bands brought into line with the middle one, from there outwards.
    private struct Alignment {
        let bands: [[Float]]
        /// Rows of a band.
        let height: Double
        /// Those that agree, in the order in which they were found.
        private(set) var places: [(index: Int, place: Placed)]
        /// The mean of those that agree.
        private(set) var reference: [Float]

        /// - Parameter height: rows of each of `bands`, of which there is one at least.
        init(_ bands: [[Float]], height: Double) {
            (self.bands, self.height) = (bands, height)
            let middle = bands.count / 2
            places = [(middle, Placed(y: (Double(middle) + 0.5) * height))]
            reference = bands[middle]
        }

        /// The mean of what `lines` show at the bands that agree.
        func mean(of lines: [[Float]]) -> [Float] {
            var mean = [Float](repeating: 0, count: reference.count)
            for (index, place) in places {
                let moved = ScanLines.moved(lines[index], place)
                for x in mean.indices { mean[x] += moved[x] / Float(places.count) }
            }
            return mean
        }

        /// The highest and the lowest of those that agree.
        var first: Placed { (places.min { $0.index < $1.index } ?? places[0]).place }
        var last: Placed { (places.max { $0.index < $1.index } ?? places[0]).place }

        /// Adds the bands above the middle (`step` -1) or below it (1): each begins where its neighbour was found to
        /// lie.
        mutating func follow(by step: Int) {
            var place = Placed(y: 0)
            var drift: (shift: Float, stretch: Float) = (0, 0)
            var index = bands.count / 2 + step
            var missed = 0
            while bands.indices.contains(index), missed < ScanLines.maxMissed {
                var next = place
                next.shift += drift.shift
                next.stretch += drift.stretch
                next = ScanLines.aligned(bands[index], to: reference, from: next)
                let moved = ScanLines.moved(bands[index], next)
                if ScanLines.likeness(moved, reference) >= ScanLines.minLikeness {
                    drift = (next.shift - place.shift, next.stretch - place.stretch)
                    next.y = (Double(index) + 0.5) * height
                    place = next
                    places.append((index, next))
                    let weight = 1 / Float(places.count)
                    for x in reference.indices { reference[x] += (moved[x] - reference[x]) * weight }
                    missed = 0
                } else {
                    missed += 1
                }
                index += step
            }
        }
    }

    /// The corners, in pixels of the upright plane, of what is read from `start` to `end` of the lines.
    func corners(from start: Float, to end: Float) -> Quadrilateral {
        func at(_ x: Float, _ side: (place: Placed, y: Double)) -> Point {
            Point(x: Double(x * side.place.stretch + side.place.shift), y: side.y)
        }
        let half = max(1, (last.y - first.y) / Self.partOfHeight)
        let (top, bottom) = ((first, first.y - half), (last, last.y + half))
        let (upper, lower) = start > end ? (bottom, top) : (top, bottom)
        return Quadrilateral(
            topLeft: at(start, upper), topRight: at(end, upper), bottomRight: at(end, lower),
            bottomLeft: at(start, lower))
    }

    /// How much less light than white a pixel of `darkness` stands for: lenses blur light, and pictures hold its root, about (IEC
    /// 61966-2-1).
    private static func missingLight(_ darkness: Float) -> Float {
        let level = max(0, 255 - darkness) / 255
        return 255 * (1 - pow(level, 2.2))
    }

    /// `line` around 0, without what changes slowly along it.
    private static func contrasted(_ line: [Float]) -> [Float] {
        let sums = ScanLine(line)
        let reach = Float(line.count) / partOfReach
        return line.indices.map { x in
            let (from, to) = (max(0, Float(x) - reach), min(Float(line.count), Float(x) + reach))
            let own = sums.integral(Float(x + 1)) - sums.integral(Float(x))
            return own - (sums.integral(to) - sums.integral(from)) / (to - from)
        }
    }

    @inline(__always)
    private static func sample(_ line: UnsafeBufferPointer<Float>, _ x: Float) -> Float {
        // SAFETY: i and i + 1 are bounded to the line's indices, of which there are two at least.
        let bounded = min(max(x, 0), Float(line.count - 1) - 0.001)
        let i = Int(bounded)
        let weight = bounded - Float(i)
        return line[i] + (line[i + 1] - line[i]) * weight
    }

    private static func moved(_ line: [Float], _ place: Placed) -> [Float] {
        guard line.count >= 2 else { return line }
        return line.withUnsafeBufferPointer { line in
            line.indices.map { sample(line, Float($0) * place.stretch + place.shift) }
        }
    }

    private static func likeness(_ a: [Float], _ b: [Float]) -> Float {
        var (ab, aa, bb): (Float, Float, Float) = (0, 0, 0)
        for x in a.indices {
            ab += a[x] * b[x]
            aa += a[x] * a[x]
            bb += b[x] * b[x]
        }
        return aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0
    }

    /// Where `line` lies best on `reference`, by Gauss and Newton's method from `start` (Lucas and Kanade, 1981).
    private static func aligned(_ line: [Float], to reference: [Float], from start: Placed) -> Placed {
        guard line.count >= minSamples else { return start }
        var place = start
        let center = Float(line.count) / 2
        line.withUnsafeBufferPointer { line in
            for _ in 0..<maxSteps {
                var (aa, ab, bb, ae, be): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
                for x in stride(from: 2, to: reference.count - 2, by: sampleStep) {
                    let slope = (reference[x + 1] - reference[x - 1]) / 2
                    let reach = (Float(x) - center) / center
                    let error = sample(line, Float(x) * place.stretch + place.shift) - reference[x]
                    aa += slope * slope
                    ab += slope * slope * reach
                    bb += slope * slope * reach * reach
                    ae += slope * error
                    be += slope * reach * error
                }
                let determinant = aa * bb - ab * ab
                guard determinant > minDeterminant * aa * bb, aa > 0 else { return }
                let shift = (bb * ae - ab * be) / determinant
                let stretch = (aa * be - ab * ae) / determinant
                guard abs(shift) + abs(stretch) < longestStep else { return }
                // shift + stretch · (x - center) / center, of samples.
                place.shift -= shift - stretch
                place.stretch -= stretch / center
                if abs(shift) + abs(stretch) < shortestStep { return }
            }
        }
        return place
    }
}

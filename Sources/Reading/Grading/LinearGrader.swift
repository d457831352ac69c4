import Decoding
import Symbols

/// Grades linear symbols in pictures after ISO/IEC 15416.
enum LinearGrader {
    /// The symbologies that it grades.
    static let symbologies = Set(Symbology.allCases.filter { ReferenceDecode.of($0) != nil })
    /// ISO/IEC 15416, 5.2.
    private static let profileCount = 10
    /// The part of a symbol's height that is left out above and below (ISO/IEC 15416, 5.2).
    private static let margin = 0.1
    /// The aperture's diameter in modules, as application standards have it for most sizes. Along the line the camera's own blur takes
    /// its place.
    private static let aperture = 0.8
    /// Samples of a pixel along a line.
    static let density = 4.0

    /// Grades a symbol, whose corners are in pixels of the picture.
    ///
    /// - Returns: nil for a symbology that is not graded, or where a module is narrower than a pixel.
    static func grade(_ symbol: Symbol, in picture: Reflectance) -> LinearGrade? {
        guard let decode = ReferenceDecode.of(symbol.content.symbology) else { return nil }
        let corners = symbol.corners
        let lines = (0..<profileCount).map { number in
            let share = margin + (1 - 2 * margin) * (Double(number) + 0.5) / Double(profileCount)
            return ScanPath(
                from: corners.topLeft.part(share, to: corners.bottomLeft),
                to: corners.topRight.part(share, to: corners.bottomRight))
        }
        let estimate = ReferenceDecode.estimatedModules(of: symbol.content)
        guard lines[0].length >= estimate else { return nil }
        let least = ReferenceDecode.leastElements(of: symbol.content)
        let extent =
            lines.lazy.compactMap { Extent($0, picture, decode, estimate: estimate, least: least) }.first
            ?? Extent(start: 0, end: 1, modules: estimate)
        let modules = extent.modules
        let paths = lines.map {
            ScanPath(from: $0.from.part(extent.start, to: $0.to), to: $0.from.part(extent.end, to: $0.to))
        }
        let scans = paths.map { Scan($0, picture, decode, modules: modules, aperture: aperture) }
        let growths = scans.compactMap { $0?.result?.growth }
        return LinearGrade(
            symbology: symbol.content.symbology,
            profiles: scans.map { scan in
                scan.map { LinearGrade.Profile($0.profile, $0.result, quiet: $0.quiet) }
                    ?? LinearGrade.Profile(
                        measured: [.decode: Measured(value: 0, grade: .worst)], reflectances: [], extremes: (0, 0),
                        quiet: nil)
            },
            growth: growths.isEmpty ? nil : growths.reduce(0, +) / Double(growths.count),
            module: paths[0].length / modules)
    }

    /// A line in a picture.
    struct ScanPath {
        let from: Point
        let to: Point
        var length: Double { from.distance(to: to) }

        /// Reflectances along the line.
        ///
        /// - Parameters:
        ///   - before: pixels before it, `after` those after it.
        ///   - height: pixels across it over which they are averaged.
        /// - Returns: `density` for each pixel; nil for more than a profile may have.
        func samples(in picture: Reflectance, before: Double, after: Double, height: Double) -> [Float]? {
            let (dx, dy) = ((to.x - from.x) / length, (to.y - from.y) / length)
            let count = Int((length + before + after) * LinearGrader.density)
            guard count > 0, count < 1 << 16 else { return nil }
            let layers = max(1, Int((height * 2).rounded(.up)))
            var samples = [Float](repeating: 0, count: count)
            for layer in 0..<layers {
                let offset = height * ((Double(layer) + 0.5) / Double(layers) - 0.5)
                for place in 0..<count {
                    let along = Double(place) / LinearGrader.density - before
                    samples[place] += picture.value(
                        x: from.x + dx * along - dy * offset, y: from.y + dy * along + dx * offset)
                }
            }
            let share = 1 / Float(layers)
            for place in 0..<count { samples[place] *= share }
            return samples
        }
    }

    /// Where a symbol begins and ends on a line, as shares of its length: what readers say of its ends is about right, or much too short.
    private struct Extent {
        let start: Double
        let end: Double
        /// How many modules lie between them.
        let modules: Double

        /// How far beyond both ends a symbol is looked for, as a share of the line, where it is not found within its quiet zones.
        private static let reach = 0.4
        /// Bars at which a symbol may begin, and as many at which it may end: the nearest to the ends of the line.
        private static let maximumEnds = 40
        /// The maximum number of parts of a line that are decoded: those nearest to the whole line.
        private static let maximumParts = 300

        init(start: Double, end: Double, modules: Double) {
            (self.start, self.end, self.modules) = (start, end, modules)
        }

        /// Nil where nothing is decoded.
        ///
        /// - Parameters:
        ///   - estimate: how many modules the symbol has, about.
        ///   - least: the least number of its elements.
        init?(_ path: ScanPath, _ picture: Reflectance, _ decode: ReferenceDecode, estimate: Double, least: Int) {
            let length = path.length
            let quiet = (max(decode.quietZones.before, decode.quietZones.after) + 1) * length / estimate
            for around in [quiet, Self.reach * length] {
                guard let samples = path.samples(in: picture, before: around, after: around, height: 0),
                    let extent = Self.found(
                        in: samples, around: around, length: length, decode, estimate: estimate, least: least)
                else { continue }
                self = extent
                return
            }
            return nil
        }

        private static func found(
            in samples: [Float], around: Double, length: Double, _ decode: ReferenceDecode, estimate: Double, least: Int
        ) -> Extent? {
            let light = Scan.lightRange(of: samples)
            let perModule = length / estimate * LinearGrader.density
            guard let whole = ScanProfile(Array(samples[light]), samplesPerModule: perModule) else { return nil }
            // An edge's place along the line.
            func place(_ edge: Double) -> Double {
                ((edge + Double(light.lowerBound) + 0.5) / LinearGrader.density - around) / length
            }
            // Bars have odd numbers.
            let bars = Array(stride(from: 1, to: whole.elements.count - 1, by: 2))
            func nearest(_ distance: (Int) -> Double) -> [(bar: Int, distance: Double)] {
                Array(bars.map { ($0, distance($0)) }.sorted { $0.1 < $1.1 }.prefix(maximumEnds))
            }
            let lasts = nearest { abs(place(whole.edges[$0]) - 1) }
            var parts: [(first: Int, last: Int, distance: Double)] = []
            for first in nearest({ abs(place(whole.edges[$0 - 1])) }) {
                for last in lasts where last.bar - first.bar + 1 >= least && decode.isCount(last.bar - first.bar + 1) {
                    parts.append((first.bar, last.bar, first.distance + last.distance))
                }
            }
            for part in parts.sorted(by: { $0.distance < $1.distance }).prefix(maximumParts) {
                let (from, to) = (
                    whole.elements[part.first - 1].range.lowerBound, whole.elements[part.last + 1].range.upperBound
                )
                guard
                    let profile = ScanProfile(
                        Array(samples[light][(light.lowerBound + from)..<(light.lowerBound + to)]),
                        samplesPerModule: perModule),
                    let result = decode.read(profile.widths), let first = profile.edges.first,
                    let last = profile.edges.last
                else { continue }
                return Extent(
                    start: place(first + Double(from)), end: place(last + Double(from)), modules: result.modules)
            }
            return nil
        }
    }

    /// A profile with what was read in it.
    private struct Scan {
        let profile: ScanProfile
        let result: ReferenceDecode.Result?
        /// The quiet zones by what they should be: 1 and more for enough.
        let quiet: (before: Double, after: Double)

        /// - Parameters:
        ///   - modules: how many the symbol has.
        ///   - aperture: in modules; across the line.
        init?(_ path: ScanPath, _ picture: Reflectance, _ decode: ReferenceDecode, modules: Double, aperture: Double) {
            let length = path.length
            guard length > 1 else { return nil }
            let module = length / modules
            // A little more than the quiet zones, for edges are not exact.
            guard
                let samples = path.samples(
                    in: picture, before: (decode.quietZones.before + 1) * module,
                    after: (decode.quietZones.after + 1) * module,
                    height: aperture * module)
            else { return nil }
            let perModule = module * LinearGrader.density
            let light = Self.lightRange(of: samples)
            guard let found = Self.found(in: Array(samples[light]), decode, samplesPerModule: perModule) else {
                guard let profile = ScanProfile(Array(samples[light]), samplesPerModule: perModule) else { return nil }
                (self.profile, result, quiet) = (profile, nil, (0, 0))
                return
            }
            (profile, result) = (found.profile, found.result)
            let width = (profile.edges.last ?? 0) - (profile.edges.first ?? 0)
            let exact = width / found.result.modules
            quiet = (
                (profile.edges.first ?? 0) / exact / decode.quietZones.before,
                (Double(profile.samples.count) - (profile.edges.last ?? 0)) / exact / decode.quietZones.after
            )
        }

        /// The samples from the first light one to the last: something dark may stand where a quiet zone should end.
        static func lightRange(of samples: [Float]) -> Range<Int> {
            let threshold = ((samples.min() ?? 0) + (samples.max() ?? 0)) / 2
            let (first, last) = (samples.firstIndex { $0 >= threshold }, samples.lastIndex { $0 >= threshold })
            guard let first, let last else { return samples.indices }
            return first..<(last + 1)
        }

        /// The profile of the symbol alone: what stands beside it, in its quiet zones, is cut off.
        private static func found(
            in samples: [Float], _ decode: ReferenceDecode, samplesPerModule: Double
        ) -> (profile: ScanProfile, result: ReferenceDecode.Result)? {
            guard let whole = ScanProfile(samples, samplesPerModule: samplesPerModule) else { return nil }
            for cut in 0...6 {
                for left in 0...cut {
                    let (first, last) = (2 * left, whole.elements.count - 1 - 2 * (cut - left))
                    guard last - first >= 2, decode.isCount(last - first - 1) else { continue }
                    let range = whole.elements[first].range.lowerBound..<whole.elements[last].range.upperBound
                    guard let profile = ScanProfile(Array(samples[range]), samplesPerModule: samplesPerModule),
                        let result = decode.read(profile.widths)
                    else { continue }
                    return (profile, result)
                }
            }
            return nil
        }
    }
}

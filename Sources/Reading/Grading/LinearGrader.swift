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
    private static let density = 4.0

    /// Grades a symbol, whose corners are in pixels of the picture.
    ///
    /// - Returns: nil for a symbology that is not graded, or where no profile shows a symbol.
    static func grade(_ symbol: Symbol, in picture: Reflectance) -> LinearGrade? {
        guard let decode = ReferenceDecode.of(symbol.content.symbology) else { return nil }
        let corners = symbol.corners
        // What is read first says how wide a module is.
        let lines = (0..<profileCount).map { number in
            let share = margin + (1 - 2 * margin) * (Double(number) + 0.5) / Double(profileCount)
            return ScanPath(
                from: corners.topLeft.part(share, to: corners.bottomLeft),
                to: corners.topRight.part(share, to: corners.bottomRight))
        }
        guard
            let modules = lines.lazy.compactMap({ line in
                Scan(line, picture, decode, modules: 60, aperture: 0)?.result?.modules
            }).first
        else { return nil }
        let scans = lines.map { Scan($0, picture, decode, modules: modules, aperture: aperture) }
        let growths = scans.compactMap { $0?.result?.growth }
        return LinearGrade(
            symbology: symbol.content.symbology,
            profiles: scans.map { scan in
                scan.map { LinearGrade.Profile($0.profile, $0.result, quiet: $0.quiet) }
                    ?? LinearGrade.Profile(measured: [:], reflectances: [], extremes: (0, 0), quiet: nil)
            },
            growth: growths.isEmpty ? nil : growths.reduce(0, +) / Double(growths.count),
            module: lines[0].length / modules)
    }

    /// A line in a picture.
    private struct ScanPath {
        let from: Point
        let to: Point
        var length: Double { from.distance(to: to) }
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
            let (dx, dy) = ((path.to.x - path.from.x) / length, (path.to.y - path.from.y) / length)
            // A little more than the quiet zones, for corners are not exact.
            let (before, after) = ((decode.quietZones.before + 1) * module, (decode.quietZones.after + 1) * module)
            let count = Int((length + before + after) * LinearGrader.density)
            guard count < 1 << 16 else { return nil }
            let height = aperture * module
            let layers = max(1, Int((height * 2).rounded(.up)))
            var samples = [Float](repeating: 0, count: count)
            for layer in 0..<layers {
                let offset = height * ((Double(layer) + 0.5) / Double(layers) - 0.5)
                for place in 0..<count {
                    let along = Double(place) / LinearGrader.density - before
                    samples[place] += picture.value(
                        x: path.from.x + dx * along - dy * offset, y: path.from.y + dy * along + dx * offset)
                }
            }
            let share = 1 / Float(layers)
            for place in 0..<count { samples[place] *= share }
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
        private static func lightRange(of samples: [Float]) -> Range<Int> {
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

import Decoding
import Symbols

/// Grades PDF417 in pictures after ISO/IEC 15415's rules for symbols of several rows that lines may cross.
enum StackedGrader {
    static let symbologies: Set<Symbology> = [.pdf417]
    /// Lines that are graded by their start and stop patterns (ISO/IEC 15416, 5.2).
    private static let profileCount = 10
    /// The part of a symbol's height that these leave out above and below.
    private static let margin = 0.1
    /// The aperture's diameter in modules, as of linear symbols: across the lines.
    private static let aperture = 0.8
    /// Lines by which columns and modules are found, and lines over all rows at most.
    private static let (fewLines, maximumLines) = (15, 300)
    private static let maximumSides = (columns: 30, rows: 90)
    /// Modules of a symbol besides its codewords: start, two row indicators, stop.
    private static let frame = 69.0
    private static let maximumModules = 1000.0
    /// How far before and after a symbol a line begins at first, as a share of its length: quiet zones of the narrowest.
    private static let reach = 0.06

    /// Grades a symbol, whose corners are in pixels of the picture; nil where its rows are not found.
    static func grade(_ symbol: Symbol, in picture: Reflectance) -> StackedGrade? {
        guard symbologies.contains(symbol.content.symbology) else { return nil }
        let corners = symbol.corners
        func path(_ share: Double) -> LinearGrader.ScanPath {
            LinearGrader.ScanPath(
                from: corners.topLeft.part(share, to: corners.bottomLeft),
                to: corners.topRight.part(share, to: corners.bottomRight))
        }
        let first = (0..<fewLines).compactMap { number in
            Line(path((Double(number) + 0.5) / Double(fewLines)), picture, known: nil)
        }
        guard let columns = mostFrequent(first.compactMap(\.columns)), 1...maximumSides.columns ~= columns,
            let module = first.filter({ $0.columns == columns }).map(\.module).sorted().middle, module >= 1
        else { return nil }
        let height = corners.topLeft.distance(to: corners.bottomLeft)
        let count = min(maximumLines, max(2 * profileCount, Int(height)))
        let lines = (0..<count).map { number in
            Line(
                path((Double(number) + 0.5) / Double(count)), picture, known: (columns, module))
        }
        guard let rows = Rows(lines, columns: columns, height: height / module) else { return nil }
        let profiles = (0..<profileCount).map { number in
            let share = margin + (1 - 2 * margin) * (Double(number) + 0.5) / Double(profileCount)
            return lines[min(count - 1, Int(share * Double(count)))]?.startAndStop
                ?? LinearGrade.Profile(
                    measured: [.decode: Measured(value: 0, grade: .worst)], reflectances: [], extremes: (0, 0),
                    quiet: nil)
        }
        let growths = lines.compactMap { $0?.growth }
        return StackedGrade(
            columns: columns, rows: rows.count,
            lines: LinearGrade(
                symbology: symbol.content.symbology, profiles: profiles,
                growth: growths.isEmpty ? nil : growths.reduce(0, +) / Double(growths.count), module: module),
            ofCodewords: rows.measured, wrongCodewords: rows.wrongCodewords)
    }

    private static func mostFrequent(_ values: [Int]) -> Int? {
        Dictionary(grouping: values) { $0 }.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
    }

    /// A codeword as a line shows it.
    private struct Seen {
        let character: ReferenceRows.Character
        let modulation: Double
        let defects: Double
        let decodability: Double
        /// Whether the aperture lies within one row.
        var isInside = true
    }

    /// A line across the symbol, with what is read on it.
    private struct Line {
        /// Codewords of a row; nil where start or stop pattern is not found.
        let columns: Int?
        /// Pixels of a module.
        let module: Double
        /// Row indicators and codewords in their places; nil where none is decoded.
        let seen: [Seen?]
        /// Its start and stop pattern by ISO/IEC 15416.
        let startAndStop: LinearGrade.Profile
        /// How much wider the bars of start and stop pattern are, in modules.
        let growth: Double?

        /// Nil where there are no edges.
        ///
        /// - Parameter known: codewords of a row, and pixels of a module; nil where these are to be found.
        init?(
            _ path: LinearGrader.ScanPath, _ picture: Reflectance, known: (columns: Int, module: Double)?
        ) {
            let length = path.length
            // Corners are not exact.
            let around = known.map { Double(ReferenceRows.quietZone + 2) * $0.module } ?? StackedGrader.reach * length
            guard length > 1,
                let samples = path.samples(
                    in: picture, before: around, after: around,
                    height: known.map { StackedGrader.aperture * $0.module } ?? 0)
            else { return nil }
            let threshold = ((samples.min() ?? 0) + (samples.max() ?? 0)) / 2
            guard let start = samples.firstIndex(where: { $0 >= threshold }),
                let end = samples.lastIndex(where: { $0 >= threshold }),
                let profile = ScanProfile(Array(samples[start...end]), samplesPerModule: 1)
            else { return nil }
            let (widths, edges) = (profile.widths, profile.edges)
            let first = widths.indices.first { $0 % 2 == 0 && Self.matches(widths, at: $0, ReferenceRows.start) }
            let last = widths.indices.last { $0 % 2 == 0 && Self.matches(widths, at: $0, ReferenceRows.stop) }
            guard let first, let last, last > first else {
                (columns, module, seen, growth) = (nil, 0, [], nil)
                startAndStop = LinearGrade.Profile(
                    measured: [
                        .decode: Measured(value: 0, grade: .worst),
                        .contrast: .contrast(Double(profile.contrast)),
                    ], reflectances: profile.samples, extremes: (Double(profile.maximum), Double(profile.minimum)),
                    quiet: nil)
                return
            }
            let (from, to) = (edges[first], edges[last + ReferenceRows.stop.count])
            let estimate = (edges[first + 8] - from) / Double(ReferenceRows.modules)
            guard estimate > 0, to > from, (to - from) / estimate < StackedGrader.maximumModules else { return nil }
            let found = Int(
                (((to - from) / estimate - StackedGrader.frame) / Double(ReferenceRows.modules)).rounded())
            let columns = known?.columns ?? found
            self.columns = found
            let exact = (to - from) / (StackedGrader.frame + Double(ReferenceRows.modules * max(1, columns)))
            module = exact / LinearGrader.density
            seen = (0..<max(0, columns) + 2).map { number in
                let place = from + exact * Double(ReferenceRows.modules * (number + 1))
                return Self.seen(profile, from: place, module: exact)
            }
            let patterns = [first..<first + ReferenceRows.start.count, last..<last + ReferenceRows.stop.count]
            let decodings = [
                EdgeDecoding(widths: widths[first..<first + 8], modules: ReferenceRows.modules),
                EdgeDecoding(widths: widths[last..<last + 8], modules: ReferenceRows.modules),
            ]
            growth =
                zip(decodings, [ReferenceRows.start, Array(ReferenceRows.stop.prefix(8))]).reduce(0) { sum, pair in
                    let nominal = stride(from: 0, to: 8, by: 2).reduce(0) { $0 + pair.1[$1] }
                    return sum + (pair.0.bars(firstIsBar: true) - Double(nominal)) / 4
                } / 2
            let quiet = Double(ReferenceRows.quietZone) * exact
            // What stands beside the symbol ends a quiet zone.
            let after = last + ReferenceRows.stop.count + 1
            let sides = (
                (from - (first > 0 ? edges[first - 1] : 0)) / quiet,
                ((after < edges.count ? edges[after] : Double(profile.samples.count)) - to) / quiet
            )
            startAndStop = Self.profile(profile, patterns, decodability: decodings.map(\.margin).min() ?? 0, sides)
        }

        private static func matches(_ widths: [Double], at place: Int, _ pattern: [Int]) -> Bool {
            guard place + pattern.count <= widths.count else { return false }
            let expected = zip(pattern, pattern.dropFirst()).prefix(6).map { $0 + $1 }
            let decoding = EdgeDecoding(widths: widths[place..<place + 8], modules: ReferenceRows.modules)
            return decoding.width > 0 && decoding.whole == expected
        }

        /// The codeword that begins near a place; nil where there are not four bars and four spaces, or they are none.
        private static func seen(_ profile: ScanProfile, from place: Double, module: Double) -> Seen? {
            let edges = profile.edges
            func bar(near place: Double) -> Int? {
                let nearest = stride(from: 0, to: edges.count, by: 2).min {
                    abs(edges[$0] - place) < abs(edges[$1] - place)
                }
                return nearest.flatMap { abs(edges[$0] - place) <= module ? $0 : nil }
            }
            guard let first = bar(near: place),
                let next = bar(near: place + module * Double(ReferenceRows.modules)), next - first == 8
            else { return nil }
            let decoding = EdgeDecoding(widths: profile.widths[first..<first + 8], modules: ReferenceRows.modules)
            guard decoding.width > 0, let character = ReferenceRows.character(similarEdges: decoding.whole) else {
                return nil
            }
            // Element 0 is the quiet zone: the first bar is element 1.
            let elements = profile.elements[first...first + 8]
            let contrast = Double(profile.contrast)
            let edge = zip(elements, elements.dropFirst()).map { abs($0.reflectance - $1.reflectance) }.min() ?? 0
            return Seen(
                character: character, modulation: Double(edge) / contrast,
                defects: Double(elements.dropFirst().map(\.nonuniformity).max() ?? 0) / contrast,
                decodability: max(0, decoding.margin))
        }

        /// The profile of start and stop pattern with the quiet zones beside them.
        private static func profile(
            _ profile: ScanProfile, _ patterns: [Range<Int>], decodability: Double, _ quiet: (Double, Double)
        ) -> LinearGrade.Profile {
            let contrast = Double(profile.contrast)
            // With the quiet zones, and without the codewords beside them: these may be two rows at once.
            let parts = [
                profile.elements[patterns[0].lowerBound...patterns[0].upperBound],
                profile.elements[patterns[1].lowerBound + 1...patterns[1].upperBound + 1],
            ]
            let edge = Double(
                parts.flatMap { part in zip(part, part.dropFirst()).map { abs($0.reflectance - $1.reflectance) } }.min()
                    ?? 0)
            let defects = Double(parts.joined().map(\.nonuniformity).max() ?? 0) / contrast
            let narrower = min(1, quiet.0, quiet.1)
            return LinearGrade.Profile(
                measured: [
                    .decode: Measured(value: 1, grade: .best), .contrast: .contrast(contrast),
                    .minimumReflectance: Measured(
                        value: Double(profile.minimum), grade: Grade(passes: profile.minimum <= profile.maximum / 2)),
                    .edgeContrast: Measured(value: edge, grade: Grade(passes: edge >= 0.15)),
                    .modulation: .modulation(edge / contrast), .defects: .defects(defects),
                    .decodability: .decodability(decodability),
                    .quietZones: Measured(value: narrower, grade: Grade(passes: narrower >= 1)),
                ], reflectances: profile.samples, extremes: (Double(profile.maximum), Double(profile.minimum)),
                quiet: (min(1, quiet.0), min(1, quiet.1)))
        }
    }

    /// All rows together.
    private struct Rows {
        let count: Int
        private(set) var measured: [PrintParameter: Measured] = [:]
        private(set) var wrongCodewords = (wrong: 0, of: 0)

        /// Nil where the row indicators do not say how many rows there are.
        ///
        /// - Parameter height: of the symbol, in modules.
        init?(_ lines: [Line?], columns: Int, height: Double) {
            let qualified = lines.enumerated().compactMap { number, line in
                line.flatMap { $0.seen.contains { $0 != nil } ? (number, $0) : nil }
            }
            guard let size = Self.size(qualified.map(\.1), columns: columns) else { return nil }
            (count, wrongCodewords.of) = (size.rows, size.rows * columns)
            var seen = [[Seen]](repeating: [], count: size.rows * columns)
            var decoded = 0
            for (number, line) in qualified {
                let place = (Double(number) + 0.5) / Double(lines.count) * Double(size.rows)
                guard let row = Self.row(line, at: place, of: size.rows) else { continue }
                let border = min(place - Double(row), Double(row + 1) - place) * height / Double(size.rows)
                for (place, found) in line.seen.enumerated() {
                    guard var found, found.character.cluster == row % 3 else { continue }
                    decoded += 1
                    guard 1...columns ~= place else { continue }
                    found.isInside = border >= StackedGrader.aperture / 2
                    seen[row * columns + place - 1].append(found)
                }
            }
            let yield = Double(decoded) / Double(max(1, qualified.count * (columns + 2)))
            measured[.codewordYield] = Measured(value: yield, grade: Grade(yield, limits: [0.71, 0.64, 0.57, 0.5]))
            correct(seen, checkWords: ReferenceRows.checkWords(level: size.level))
        }

        /// Rows and error correction level, by most row indicators.
        private static func size(_ lines: [Line], columns: Int) -> (rows: Int, level: Int)? {
            var (thirds, rests): ([Int], [Int]) = ([], [])
            for line in lines {
                for (place, turn) in [(0, 0), (columns + 1, 1)] {
                    guard let character = line.seen[place]?.character else { continue }
                    // Left indicators have thirds of the rows, levels and columns; right ones columns, thirds, levels (5.11.3).
                    switch (character.cluster - turn + 3) % 3 {
                    case 0: thirds.append(character.value % 30)
                    case 1: rests.append(character.value % 30)
                    default: break
                    }
                }
            }
            guard let third = StackedGrader.mostFrequent(thirds), let rest = StackedGrader.mostFrequent(rests) else {
                return nil
            }
            let (rows, level) = (3 * third + rest % 3 + 1, rest / 3)
            guard 3...StackedGrader.maximumSides.rows ~= rows, 0...8 ~= level else { return nil }
            return (rows, level)
        }

        /// The row that a line crosses: the nearest with the cluster of most of its codewords.
        private static func row(_ line: Line, at place: Double, of rows: Int) -> Int? {
            let cluster = StackedGrader.mostFrequent(line.seen.compactMap { $0?.character.cluster })
            let near = [-1, 0, 1].map { Int(place) + $0 }.filter { 0..<rows ~= $0 && $0 % 3 == cluster }
            return near.min { abs(Double($0) + 0.5 - place) < abs(Double($1) + 0.5 - place) }
        }

        /// Corrects the codewords, and measures what is left of the error correction.
        private mutating func correct(_ seen: [[Seen]], checkWords: Int) {
            let words = seen.map { StackedGrader.mostFrequent($0.map(\.character.value)) }
            guard let right = ReferenceRows.corrected(words, checkWords: checkWords) else {
                measured[.decode] = Measured(value: 0, grade: .worst)
                return
            }
            let lost = words.count { $0 == nil }
            let wrong = zip(words, right).count { $0 != nil && $0 != $1 }
            wrongCodewords.wrong = lost + wrong
            // Two check words only detect errors (ISO/IEC 15438, 5.10).
            let capacity = Double(checkWords - 2)
            func unused(lost: Int) -> Double {
                let used = Double(lost + 2 * wrong)
                return capacity > 0 ? max(0, 1 - used / capacity) : (used == 0 ? 1 : 0)
            }
            measured[.unusedErrorCorrection] = Measured(
                value: unused(lost: lost), grade: .ofUnusedCorrection(unused(lost: lost)))
            // Each codeword has the best that a line shows of it; what is below a grade counts as lost for it.
            // Two rows at once may look better than each.
            let best = zip(seen, right).map { lines, value in
                let right = lines.filter { $0.character.value == value }
                let inside = right.filter(\.isInside)
                return inside.isEmpty ? right : inside
            }
            func ofCodewords(_ values: [Double], _ grades: [Grade]) -> Measured {
                let grade = DamageOverlay.grade(grades) { .ofUnusedCorrection(unused(lost: max(lost, $0 - wrong))) }
                return Measured(value: values.reduce(0, +) / Double(max(1, values.count)), grade: grade)
            }
            let modulations = best.map { $0.map(\.modulation).max() ?? 0 }
            let defects = best.map { $0.map(\.defects).min() ?? 1 }
            let decodabilities = best.map { $0.map(\.decodability).max() ?? 0 }
            measured[.codewordModulation] = ofCodewords(modulations, modulations.map { Measured.modulation($0).grade })
            measured[.codewordDefects] = ofCodewords(defects, defects.map { Measured.defects($0).grade })
            measured[.codewordDecodability] = ofCodewords(
                decodabilities, decodabilities.map { Measured.decodability($0).grade })
        }
    }
}

extension Measured {
    fileprivate init(_ value: Double, limits: [Double], falling: Bool = false) {
        self.init(value: value, grade: Grade(value, limits: limits, falling: falling))
    }

    /// The limits of ISO/IEC 15416, table 3.
    static func contrast(_ value: Double) -> Measured { Measured(value, limits: [0.7, 0.55, 0.4, 0.2]) }
    static func modulation(_ value: Double) -> Measured { Measured(value, limits: [0.7, 0.6, 0.5, 0.4]) }
    static func defects(_ value: Double) -> Measured { Measured(value, limits: [0.15, 0.2, 0.25, 0.3], falling: true) }
    static func decodability(_ value: Double) -> Measured { Measured(value, limits: [0.62, 0.5, 0.37, 0.25]) }
}

extension [Double] {
    /// The middle one; nil for none.
    fileprivate var middle: Double? { isEmpty ? nil : self[count / 2] }
}

/// One of the two characters of a DataBar Limited symbol along a scan line, with the bar at its outer end.
struct DataBarLimitedSide {
    let isLeft: Bool
    /// Where the check character begins and ends, in samples.
    let inner: (start: Float, end: Float)
    /// The modules of the check character: 18 bits.
    let check: Int
    /// Where the symbol's outer end is, in samples.
    private(set) var outer: Float
    private(set) var samples: ModuleSamples

    /// What its modules may be, and how likely that is.
    struct Candidate {
        let modules: [UInt8]
        let character: DataBarLimited.Character
        /// The correlation of what is seen with what would be.
        let likeness: Float
        /// The logarithm of its likelihood.
        let score: Float
    }

    /// How far the outer end may be from where it was expected, in steps: 2.4 modules.
    /// Not measured: more than the steps of `DataBarLimitedGeometry` leave.
    private static let reach = 12
    /// In modules. Not measured: finer than the half modules that are compared.
    private static let step: Float = 0.2
    /// Outer ends that the character is searched with. Not measured: a bound on time.
    private static let endsTried = 4
    /// Beginnings that a search keeps to choose the outer end, and to find the character.
    /// Not measured: bounds on time, which grows with them.
    private static let narrow = 16
    private static let width = 96
    /// Characters of each side that are combined with those of the other.
    /// Not measured: a bound on time; half of the beginnings that were kept.
    private static let maxCandidates = 48
    /// How far from an edge its strength is measured, to either side, in modules.
    /// Not measured: more than half of a module, so that blurred edges count as well.
    private static let edgeReach: Float = 0.6

    /// The side whose outer end lies near `expected`, where its edges are those of a grid of modules.
    init(
        _ line: ScanLine, isLeft: Bool, inner: (start: Float, end: Float), check: Int, expected: Float, levels: Levels,
        _ response: ModuleResponse
    ) {
        (self.isLeft, self.inner, self.check) = (isLeft, inner, check)
        outer = expected
        samples = ModuleSamples(halfModules: [])
        let module = (inner.end - inner.start) / Float(DataBarLimited.checkModules)
        let ends = (-Self.reach...Self.reach).map { expected + Float($0) * Self.step * module }
        let ranked = ends.map { (end: $0, strength: gridStrength(line, $0)) }.sorted { $0.strength > $1.strength }
        var best = Float.infinity
        for (end, _) in ranked.prefix(Self.endsTried) {
            let seen = modules(of: line, end)
            let error = search(seen, levels, response, width: Self.narrow).first?.error ?? .infinity
            if error < best { (outer, samples, best) = (end, seen, error) }
        }
    }

    /// The likeliest characters, best first.
    func candidates(levels: Levels, _ response: ModuleResponse) -> [Candidate] {
        var candidates: [Candidate] = []
        for (bits, _) in search(samples, levels, response, width: Self.width)
        where candidates.count < Self.maxCandidates {
            guard let character = DataBarLimited.Character(bits: bits) else { continue }
            let modules = lead + UInt8.bits(bits, DataBarLimited.characterModules) + tail
            let likeness = samples.leastSquares(modules, response).likeness
            let score = Likelihood.log(likeness, modules: Float(samples.halfModules.count))
            candidates.append(Candidate(modules: modules, character: character, likeness: likeness, score: score))
        }
        return candidates.sorted { $0.score > $1.score }
    }

    private var first: Int { isLeft ? DataBarLimited.left : DataBarLimited.right }
    /// The modules that are compared: also the bar at the end and what must be light next to it.
    private var range: Range<Int> {
        isLeft ? first - 2..<DataBarLimited.check + 1 : first - 1..<DataBarLimited.modules + 3
    }
    /// What is before the character and behind it, with two modules more than are compared.
    private var lead: [UInt8] { isLeft ? [0, 0, 0, 1] : UInt8.bits(check, 3) }
    private var tail: [UInt8] { isLeft ? UInt8.bits(check >> 15, 3) : [0, 1, 0, 0, 0, 0, 0] }

    private func search(
        _ seen: ModuleSamples, _ levels: Levels, _ response: ModuleResponse, width: Int
    ) -> [(bits: Int, error: Float)] {
        let search = ModuleSearch(modules: DataBarLimited.characterModules, elements: 14, response: response)
        return search.likeliest(
            seen.halfModules[(first - range.lowerBound)...].prefix(DataBarLimited.characterModules),
            before: isLeft ? 0b0001 : check & 15, after: isLeft ? check >> 16 : 0b01, levels, width: width)
    }

    private func position(_ k: Float, _ end: Float) -> Float {
        parabola(
            k, (Float(DataBarLimited.check), inner.start), (Float(DataBarLimited.right), inner.end),
            (isLeft ? 0 : Float(DataBarLimited.modules), end))
    }

    private func modules(of line: ScanLine, _ end: Float) -> ModuleSamples {
        ModuleSamples(line, from: range.lowerBound, to: range.upperBound) { position($0, end) }
    }

    /// How strong edges are where modules meet, those of the bar at the end by their signs.
    private func gridStrength(_ line: ScanLine, _ end: Float) -> Float {
        func step(_ k: Int) -> Float {
            let (x, next) = (position(Float(k), end), position(Float(k) + Self.edgeReach, end))
            return line.step(at: x, width: max(1, next - x))
        }
        var strength: Float = 0
        for k in first..<first + DataBarLimited.characterModules + 1 { strength += abs(step(k)) }
        let bars: [(Int, Float)] = isLeft ? [(0, 1), (1, -1)] : [(71, -1), (72, 1), (73, -1)]
        for (k, sign) in bars { strength += 2 * sign * step(k) }
        return strength
    }
}

extension UInt8 {
    /// The lowest `count` bits of `value`, the highest first.
    static func bits(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (count - 1 - $0) & 1) } }
}

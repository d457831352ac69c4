/// How a module between two others on either side of it looks through some optics: the darkness of its first and of its
/// second half, 0...1.
struct ModuleResponse {
    /// By five modules, the first highest, `1` dark.
    let halfModules: [SIMD2<Float>]

    init(_ optics: Optics) {
        halfModules = (0..<32).map { bits in
            func isDark(_ i: Int) -> Bool { bits >> (4 - i) & 1 == 1 }
            func darkness(from: Float, to: Float) -> Float {
                var sum: Float = isDark(0) ? to - from : 0
                for i in 1..<5 where isDark(i) != isDark(i - 1) {
                    let sign: Float = isDark(i) ? 1 : -1
                    let at = Float(i - 2) - sign * optics.spread
                    sum += sign * (optics.ramp(to - at) - optics.ramp(from - at))
                }
                return sum / (to - from)
            }
            return SIMD2(darkness(from: 0, to: 0.5), darkness(from: 0.5, to: 1))
        }
    }

    /// Through each of `Optics.all`.
    static let all = Optics.all.map(ModuleResponse.init)
}

/// The darkness of the first and the second half of modules, one after another.
struct ModuleSamples {
    let halfModules: [SIMD2<Float>]

    init(halfModules: [SIMD2<Float>]) { self.halfModules = halfModules }

    /// Those of `line` from module `first` on to `last`, which is left out; `position` maps a module to where it begins.
    init(_ line: ScanLine, from first: Int, to last: Int, _ position: (Float) -> Float) {
        var halfModules: [SIMD2<Float>] = []
        halfModules.reserveCapacity(last - first)
        var (x, before) = (position(Float(first)), Float(0))
        before = line.integral(x)
        for k in first..<last {
            var half = SIMD2<Float>()
            for i in 0..<2 {
                let next = position(Float(k) + Float(i + 1) / 2)
                let integral = line.integral(next)
                half[i] = (integral - before) / max(next - x, 1e-3)
                (x, before) = (next, integral)
            }
            halfModules.append(half)
        }
        self.halfModules = halfModules
    }

    /// The levels that fit the darkness best if these are `modules`, with two more at either end, and the correlation.
    func leastSquares(_ modules: [UInt8], _ response: ModuleResponse) -> (levels: Levels, likeness: Float) {
        var (a, b, aa, ab, bb): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
        var window = Int(modules[0]) << 3 | Int(modules[1]) << 2 | Int(modules[2]) << 1 | Int(modules[3])
        for i in halfModules.indices {
            window = (window << 1 | Int(modules[i + 4])) & 31
            let (seen, expected) = (halfModules[i], response.halfModules[window])
            a += expected.sum()
            b += seen.sum()
            aa += (expected * expected).sum()
            ab += (expected * seen).sum()
            bb += (seen * seen).sum()
        }
        let n = Float(2 * halfModules.count)
        let (va, vb, cov) = (aa - a * a / n, bb - b * b / n, ab - a * b / n)
        guard va > 1e-9, vb > 1e-9 else { return (Levels(base: b / n, contrast: 0), 0) }
        let contrast = cov / va
        return (Levels(base: (b - contrast * a) / n, contrast: contrast), cov / (va * vb).squareRoot())
    }

    /// How far the darkness of the worst module is off from what `modules` would show, in shares of the contrast.
    func worstError(_ modules: [UInt8], _ response: ModuleResponse) -> Float {
        let levels = leastSquares(modules, response).levels
        guard levels.contrast > 0 else { return .infinity }
        var window = Int(modules[0]) << 3 | Int(modules[1]) << 2 | Int(modules[2]) << 1 | Int(modules[3])
        var worst: Float = 0
        for i in halfModules.indices {
            window = (window << 1 | Int(modules[i + 4])) & 31
            let expected: SIMD2<Float> = response.halfModules[window] * levels.contrast
            let error: SIMD2<Float> = halfModules[i] - expected - SIMD2<Float>(repeating: levels.base)
            worst = max(worst, abs(error.sum()) / 2)
        }
        return worst / levels.contrast
    }
}

/// The levels of light and dark along a scan line: seen = base + contrast · response.
struct Levels {
    /// The darkness of light.
    var base: Float
    /// How much darker dark is.
    var contrast: Float
}

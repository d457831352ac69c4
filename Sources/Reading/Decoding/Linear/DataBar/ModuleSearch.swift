/// The likeliest modules of a character that has too many patterns to compare with each: a search from module to module
/// that keeps the best beginnings (beam search).
struct ModuleSearch {
    /// Modules of the character, and how many elements they are: the first light, the last dark.
    let modules: Int
    let elements: Int
    let response: ModuleResponse

    private struct Beginning {
        /// The modules so far, the last lowest; those before the character too.
        var bits: UInt64
        var elements: Int
        /// The darkness of light, followed as it changes along the line.
        var base: Float
        /// The sum of squared errors.
        var error: Float
    }

    /// The share of an error that is taken for a change of the light.
    /// Not measured: of a constant error each module takes in 12 %, the 26 of a character nearly all.
    private static let baseRate: Float = 0.06

    /// The likeliest modules of the character, the best first, `1` dark, the first highest, each with the sum of its
    /// squared errors.
    ///
    /// - Parameters:
    ///   - samples: the character's.
    ///   - before: the four modules before it, the last lowest.
    ///   - after: the two behind it.
    ///   - width: how many beginnings are kept.
    func likeliest(
        _ samples: ArraySlice<SIMD2<Float>>, before: Int, after: Int, _ levels: Levels, width: Int
    ) -> [(bits: Int, error: Float)] {
        guard samples.count == modules, width > 0 else { return [] }
        var kept = [Beginning(bits: UInt64(before), elements: 0, base: levels.base, error: 0)]
        var next: [Beginning] = []
        next.reserveCapacity(2 * width)
        func scored(_ beginning: Beginning, module k: Int) -> Beginning {
            guard k >= 0 else { return beginning }
            var result = beginning
            let expected = response.halfModules[Int(beginning.bits & 31)] * levels.contrast + beginning.base
            let error = samples[samples.startIndex + k] - expected
            result.error += (error * error).sum()
            result.base += Self.baseRate * error.sum()
            return result
        }
        for k in 0..<modules {
            next.removeAll(keepingCapacity: true)
            for beginning in kept {
                for bit in UInt64(0)...1 {
                    // The character's first module begins its first element, which is light.
                    let changes = k == 0 || beginning.bits & 1 != bit
                    let count = beginning.elements + (changes ? 1 : 0)
                    guard k > 0 || bit == 0, count <= elements, count + modules - 1 - k >= elements else { continue }
                    var longer = beginning
                    longer.bits = beginning.bits << 1 | bit
                    longer.elements = count
                    next.append(scored(longer, module: k - 2))
                }
            }
            if next.count > width {
                next.sort { $0.error < $1.error }
                next.removeLast(next.count - width)
            }
            swap(&kept, &next)
        }
        let ended = kept.map { beginning in
            var result = beginning
            for i in 0..<2 {
                result.bits = result.bits << 1 | UInt64(after >> (1 - i) & 1)
                result = scored(result, module: modules - 2 + i)
            }
            return (bits: Int(result.bits >> 2) & (1 << modules - 1), error: result.error)
        }
        return ended.sorted { $0.error < $1.error }
    }
}

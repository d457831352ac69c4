/// Numbers encoded by the widths of elements: the place of the widths among all that have the same sum, in lexicographic
/// order (ISO/IEC 24724, annex B).
struct ElementWidths {
    /// Modules of all elements.
    let modules: Int
    /// No element is wider.
    let widest: Int
    /// Whether one element at least is a module wide.
    let hasNarrow: Bool
    let elements: Int

    /// How many numbers there are: 0 and up.
    var count: Int { Self.count(elements, modules, widest, hasNarrow) }

    /// The number that `widths` encode; nil when they are none of these.
    func number(_ widths: some Collection<Int>) -> Int? {
        guard widths.count == elements, widths.reduce(0, +) == modules else { return nil }
        var (number, left, needsNarrow) = (0, modules, hasNarrow)
        for (i, width) in widths.enumerated() {
            guard width >= 1, width <= widest else { return nil }
            for narrower in 1..<width {
                number += Self.count(elements - 1 - i, left - narrower, widest, needsNarrow && narrower != 1)
            }
            left -= width
            needsNarrow = needsNarrow && width != 1
        }
        return needsNarrow ? nil : number
    }

    /// The number of combinations of `elements` widths that sum to `modules`.
    private static func count(_ elements: Int, _ modules: Int, _ widest: Int, _ needsNarrow: Bool) -> Int {
        guard modules >= elements, modules <= maxModules, elements >= 0 else { return 0 }
        let all = combinations[elements][widest][modules]
        // Those without a narrow one have a module less in each.
        return needsNarrow ? all - combinations[elements][widest - 1][modules - elements] : all
    }

    /// Elements, modules and the widest element of any group (ISO/IEC 24724, table 8).
    private static let maxElements = 7
    private static let maxModules = 19
    private static let maxWidest = 8

    /// At [elements][widest][modules], narrow ones or not.
    private static let combinations: [[[Int]]] = {
        let none = [Int](repeating: 0, count: maxModules + 1)
        var combinations = [[[Int]]](repeating: [[Int]](repeating: none, count: maxWidest + 1), count: maxElements + 1)
        for widest in 0...maxWidest {
            combinations[0][widest][0] = 1
            for elements in 1...maxElements {
                for modules in 0...maxModules {
                    combinations[elements][widest][modules] = (0...widest).dropFirst().reduce(0) { sum, width in
                        sum + (width <= modules ? combinations[elements - 1][widest][modules - width] : 0)
                    }
                }
            }
        }
        return combinations
    }()
}

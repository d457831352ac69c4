/// Numbers told by the widths of elements: the place of the widths among all that have the same sum, in lexicographic
/// order (ISO/IEC 24724, annex B).
struct ElementWidths {
    /// Modules of all elements.
    let modules: Int
    /// No element is wider.
    let widest: Int
    /// Whether one element at least is a module wide.
    let hasNarrow: Bool
    /// How many elements there are.
    let elements: Int

    /// How many numbers there are: 0 and up.
    var count: Int { Self.count(elements, modules, widest, hasNarrow) }

    /// The number that `widths` tell; nil when they are none of these.
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

    /// In how many ways `elements` elements have `modules` modules together.
    private static func count(_ elements: Int, _ modules: Int, _ widest: Int, _ needsNarrow: Bool) -> Int {
        guard modules >= elements, modules <= mostModules, elements >= 0 else { return 0 }
        let all = ways[elements][widest][modules]
        // Those without a narrow one have a module less in each.
        return needsNarrow ? all - ways[elements][widest - 1][modules - elements] : all
    }

    private static let mostElements = 7
    private static let mostModules = 19
    private static let mostWidest = 8

    /// At [elements][widest][modules], narrow ones or not.
    private static let ways: [[[Int]]] = {
        let none = [Int](repeating: 0, count: mostModules + 1)
        var ways = [[[Int]]](repeating: [[Int]](repeating: none, count: mostWidest + 1), count: mostElements + 1)
        for widest in 0...mostWidest {
            ways[0][widest][0] = 1
            for elements in 1...mostElements {
                for modules in 0...mostModules {
                    ways[elements][widest][modules] = (0...widest).dropFirst().reduce(0) { sum, width in
                        sum + (width <= modules ? ways[elements - 1][widest][modules - width] : 0)
                    }
                }
            }
        }
        return ways
    }()
}

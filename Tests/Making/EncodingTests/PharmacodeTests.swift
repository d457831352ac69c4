import Encoding
import SeededRandomness
import Testing

/// Bars read back to numbers by the rules of Laetus' Pharmacode guide, which share nothing with libzint.
@Suite struct PharmacodeTests {
    /// Bars one module wide with one between them; from the right the i-th counts 3 to the power i once where it is in the lower half,
    /// twice where it is in the upper half, three times where it is in both.
    @Test func twoTracksAreDigitsToBaseThree() throws {
        // The ends of the range, of each count of bars, and numbers in between.
        var numbers = [4, 5, 12, 13, 39, 40, 120, 121, 117_480, 64_570_079, 64_570_080]
        var random = SplitMix(state: 53)
        numbers += (0..<200).map { _ in Int.random(in: 4...64_570_080, using: &random) }
        for number in numbers {
            let grid = try Self.grid(number, "pharmacode-two-track")
            #expect(grid.rows == 2)
            var value = 0
            for column in 0..<grid.width {
                let digit = (grid.isDark(column, row: 1) ? 1 : 0) + (grid.isDark(column, row: 0) ? 2 : 0)
                #expect((digit > 0) == (column % 2 == 0), "\(number)")
                if digit > 0 { value = 3 * value + digit }
            }
            #expect(value == number)
        }
    }

    /// From the right the i-th bar counts 2 to the power i where it is narrow, twice that where it is wide.
    @Test func oneTrackIsDigitsToBaseTwo() throws {
        var random = SplitMix(state: 51)
        let numbers =
            [3, 6, 7, 14, 15, 131_069, 131_070] + (0..<200).map { _ in Int.random(in: 3...131_070, using: &random) }
        for number in numbers {
            let grid = try Self.grid(number, "pharmacode")
            let bars = String((0..<grid.width).map { grid.isDark($0, row: 0) ? "1" : " " }).split(separator: " ")
            // The wide bar is three times as wide as the narrow one.
            #expect(Set(bars.map(\.count)).isSubset(of: [1, 3]), "\(number)")
            #expect(bars.reduce(0) { 2 * $0 + ($1.count == 1 ? 1 : 2) } == number)
        }
    }

    private static func grid(_ number: Int, _ kind: String) throws -> ModuleGrid {
        try SymbolEncoder().make(.text(String(number)), as: try #require(SymbolKind.named(kind)), MakeOptions()).grid
    }
}

import Testing

@testable import Symbols

@Suite struct GS1ElementLengthTests {
    /// Figure 7.8.5-2 of the General Specifications, row by row.
    @Test func theTableOfTheStandardIsWhole() {
        let table: [Int: Int] = [
            0: 20, 1: 16, 2: 16, 3: 16, 4: 18, 11: 8, 12: 8, 13: 8, 14: 8, 15: 8, 16: 8, 17: 8, 18: 8, 19: 8, 20: 4,
            31: 10, 32: 10, 33: 10, 34: 10, 35: 10, 36: 10, 41: 16,
        ]
        for number in 0...99 { #expect(GS1ElementLength.predefined(startingWith: number) == table[number]) }
    }
}

import Encoding
import Testing

/// The heights of stacked rows, which libzint leaves to its own drawing for most kinds.
@Suite struct RowHeightTests {
    private func heights(_ name: String, _ text: String? = nil, height: Int? = nil) throws -> [Int] {
        try made(name, text, height: height).grid.rowHeights
    }

    private func made(_ name: String, _ text: String? = nil, height: Int? = nil) throws -> MadeSymbol {
        var options = MakeOptions()
        options.height = height
        let content = try #require(text ?? ExampleContents.all[name])
        return try SymbolEncoder().make(.text(content), as: try #require(SymbolKind.named(name)), options)
    }

    /// The least heights of ISO/IEC 15438, ISO/IEC 24728 and ISO/IEC 24724, with their separators.
    @Test func rowsAreAsHighAsTheirStandardAsks() throws {
        for text in ["a", "hello world", String(repeating: "0815 Quietzone ", count: 20)] {
            for name in ["pdf417", "compact-pdf417"] { #expect(Set(try heights(name, text)) == [3], "\(name)") }
        }
        #expect(Set(try heights("micro-pdf417")) == [2])
        #expect(try heights("databar-stacked") == [5, 1, 7])
        #expect(try heights("databar-stacked-omnidirectional") == [33, 1, 1, 1, 33])
        #expect(try made("databar-stacked-omnidirectional").grid.height == 69)
        #expect(
            try heights("databar-expanded-stacked", "(01)09501101530003(10)AB-12") == [34, 1, 1, 1, 34, 1, 1, 1, 34])
    }

    /// The component's rows are two modules high (ISO/IEC 24723), the separator one.
    @Test func rowsBelowAComponentAreAsHighAsThoseWithoutOne() throws {
        let stacked = try heights("databar-stacked-composite")
        #expect(Array(stacked.suffix(4)) == [1, 5, 1, 7])
        #expect(Set(stacked.dropLast(4)) == [2])
        let omnidirectional = try heights("databar-stacked-omnidirectional-composite")
        #expect(Array(omnidirectional.suffix(6)) == [1, 33, 1, 1, 1, 33])
        #expect(Set(omnidirectional.dropLast(6)) == [2])
        let expanded = try heights("databar-expanded-stacked-composite")
        #expect(expanded.filter { $0 > 2 }.allSatisfy { $0 == 34 })
        #expect(expanded.count { $0 == 34 } >= 2 && expanded.last == 34)
    }

    @Test func aHeightIsSharedByTheRows() throws {
        let rows = try heights("pdf417").count
        let equal = try heights("pdf417", height: rows * 5)
        #expect(equal == Array(repeating: 5, count: rows))
        let unequal = try heights("pdf417", height: rows * 5 + 2)
        #expect(unequal == [6, 6] + Array(repeating: 5, count: rows - 2))
        #expect(try heights("databar-stacked-omnidirectional", height: 103) == [50, 1, 1, 1, 50])
        #expect(try made("databar-expanded-stacked-composite", height: 200).grid.height == 200)
        #expect(try made("micro-pdf417", height: 97).grid.height == 97)
    }

    @Test func lowRowsAreMadeWithACaution() throws {
        let low = try made("databar-stacked-omnidirectional", height: 25)
        #expect(low.grid.rowHeights == [11, 1, 1, 1, 11])
        #expect(low.cautions == ["rows are 11 modules high, and readers need 33: increase the height, or leave it out"])
        #expect(try made("databar-stacked-omnidirectional", height: 69).cautions.isEmpty)
        #expect(try made("pdf417").cautions.isEmpty)
    }

    @Test func aHeightThatTheRowsDoNotHaveIsRefused() throws {
        let few = #expect(throws: EncodingError.self) { try made("databar-stacked-omnidirectional", height: 4) }
        #expect(few?.description.hasSuffix("its 5 rows need at least 5 modules") == true)
        let fixed = #expect(throws: EncodingError.self) { try made("databar-stacked", height: 40) }
        #expect(fixed?.description.contains("it has no choice of height") == true)
    }
}

import Encoding
import Testing

@Suite struct LinearPartTests {
    private func made(_ name: String) throws -> MadeSymbol {
        let text = try #require(ExampleContents.all[name])
        return try SymbolEncoder().make(.text(text), as: try #require(SymbolKind.named(name)))
    }

    @Test func barsOfOneRowAreLowered() throws {
        let code = try made("ean-13")
        let low = code.lowered(to: 24)
        #expect(code.grid.height == 69 && low.grid.height == 24)
        #expect(low.grid.runs(row: 0) == code.grid.runs(row: 0))
        #expect(low.texts == code.texts)
        for name in ["qr-code", "pdf417", "pharmacode-two-track", "ean-13-composite"] {
            #expect(try made(name).lowered(to: 1).grid == made(name).grid, "\(name)")
        }
    }
}

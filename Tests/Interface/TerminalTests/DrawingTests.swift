import CNcurses
import Surface
import Testing

@testable import Terminal

@Suite struct DrawingTests {
    @Test func everythingDrawnHasAnAsciiStandIn() {
        for character in "─━│┃┌┐└┘┏┓┗┛╱╲•…×·█▀▄▓░▁▂▃▅▆▇" {
            let standIn = AsciiFallback.character(for: character)
            #expect(standIn.isASCII, "\(character)")
            #expect(standIn != "?", "\(character)")
        }
        #expect(AsciiFallback.character(for: "日") == "?")
    }

    @Test func withoutColoursAStyleKeepsItsAttributes() {
        let style = Style(.palette(10), on: .palette(1), [.bold, .reverse])
        #expect(CellEncoder.attributes(of: style, colorCount: 0) == qz_attr_bold() | qz_attr_reverse())
        var pairs = PairTable(colors: TerminalColors(count: 0), limit: 63) { _, _, _ in true }
        #expect(pairs.pair(of: style, in: Canvas(width: 0, height: 0)) == 0)
    }

    @Test func brightColoursAreBoldWhereThereAreEight() {
        let style = Style(.palette(10))
        #expect(CellEncoder.attributes(of: style, colorCount: 8) == qz_attr_bold())
        #expect(CellEncoder.attributes(of: style, colorCount: 16) == 0)
        #expect(CellEncoder.attributes(of: style, colorCount: 0) == 0)
    }
}

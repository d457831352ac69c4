import CNcurses
import Surface
import Testing

@testable import Terminal

@Suite struct DrawingTests {
    @Test func everythingDrawnHasAnAsciiStandIn() {
        for character in "─━│┃┌┐└┘┏┓┗┛╱╲•…×·█▀▄" {
            let standIn = AsciiFallback.character(for: character)
            #expect(standIn.isASCII, "\(character)")
            #expect(standIn != "?", "\(character)")
        }
        #expect(AsciiFallback.character(for: "日") == "?")
    }

    @Test func withoutColoursAStyleKeepsItsAttributes() {
        var pairs = PairTable()
        let look = pairs.look(of: Style(.palette(10), on: .palette(1), [.bold, .reverse]), colorCount: 0)
        #expect(look.pair == 0)
        #expect(look.attributes == qz_attr_bold() | qz_attr_reverse())
    }
}

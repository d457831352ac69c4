import CNcurses
import Surface
import Testing

@testable import Terminal

@Suite struct KeyDecodingTests {
    @Test func charactersAndControlsAreToldApart() {
        #expect(Key(ncurses: 0x71, isCode: false) == .character("q"))
        #expect(Key(ncurses: 0xE4, isCode: false) == .character("ä"))
        #expect(Key(ncurses: 3, isCode: false) == .control("c"))
        #expect(Key(ncurses: 26, isCode: false) == .control("z"))
        #expect(Key(ncurses: 27, isCode: false) == .escape)
        #expect(Key(ncurses: 13, isCode: false) == .enter && Key(ncurses: 10, isCode: false) == .enter)
        #expect(Key(ncurses: 9, isCode: false) == .tab)
        #expect(Key(ncurses: 127, isCode: false) == .backspace && Key(ncurses: 8, isCode: false) == .backspace)
    }

    @Test func whatSteersTerminalsIsNoKey() {
        for code: UInt32 in [0, 28, 0x80, 0x9B, 0x202E, 0x200B, 0xD800, 0x11_0000, .max] {
            #expect(Key(ncurses: code, isCode: false) == nil, "\(code)")
        }
    }

    @Test func namedKeysComeByTheirCodes() {
        let pairs: [(Int, Key)] = [
            (QZ_KEY_UP, .up), (QZ_KEY_SHIFT_LEFT, .shiftLeft), (QZ_KEY_PAGE_DOWN, .pageDown), (QZ_KEY_HOME, .home),
            (QZ_KEY_F0 + 1, .function(1)), (QZ_KEY_F0 + 12, .function(12)), (QZ_KEY_DELETE, .delete),
        ]
        for (code, key) in pairs { #expect(Key(ncurses: UInt32(code), isCode: true) == key) }
        #expect(Key(ncurses: 0xFFFF, isCode: true) == nil)
    }

    @Test func everythingDrawnHasAnAsciiStandIn() {
        for character in "─━│┃┌┐└┘┏┓┗┛╱╲•…×·█▀▄" {
            let standIn = AsciiFallback.character(for: character)
            #expect(standIn.isASCII && standIn != "?", "\(character)")
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

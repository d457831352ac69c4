import Surface
import Testing

@testable import Terminal

@Suite struct ColorTests {
    /// The nearest colour by exhaustive search.
    private func nearest(_ shade: XtermPalette.Shade, _ entries: ClosedRange<UInt8>) -> Int {
        entries.map { XtermPalette.distance(XtermPalette.shade(of: $0), shade) }.min() ?? .max
    }

    @Test func theNearestOf256IsAsNearAsAny() {
        for red in stride(from: 3, through: 255, by: 28) {
            for green in stride(from: 3, through: 255, by: 28) {
                for blue in stride(from: 3, through: 255, by: 28) {
                    let shade = (red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
                    let found = XtermPalette.nearestFixed(to: shade)
                    #expect(found >= 16)
                    #expect(XtermPalette.distance(XtermPalette.shade(of: found), shade) == nearest(shade, 16...255))
                }
            }
        }
    }

    @Test func everyGreyIsWithinFiveOfItself() {
        for grey in UInt8.min...UInt8.max {
            let found = XtermPalette.shade(of: XtermPalette.nearestFixed(to: (grey, grey, grey)))
            #expect(found.red == found.green)
            #expect(found.green == found.blue)
            // There is no colour between the last grey, 238, and white.
            #expect(abs(Int(found.red) - Int(grey)) <= (grey > 238 ? 8 : 5))
        }
    }

    @Test(arguments: [(8, 7), (16, 15), (88, 15), (256, 231)])
    func whiteIsTheWhitestThatThereIs(count: Int, white: Int32) {
        #expect(TerminalColors(count: count).number(of: .rgb(255, 255, 255)) == white)
    }

    @Test func sixteenColoursHaveFourGreys() {
        let colors = TerminalColors(count: 16)
        let greys = (UInt8.min...UInt8.max).map { colors.number(of: .rgb($0, $0, $0)) }
        #expect(Set(greys) == [0, 8, 7, 15])
        #expect(greys.first == 0)
        #expect(greys.last == 15)
    }

    @Test func paletteEntriesThatATerminalLacksHaveAStandIn() {
        let eight = TerminalColors(count: 8)
        #expect(eight.number(of: .palette(8)) == 0)
        #expect(eight.number(of: .palette(11)) == 3)
        #expect(eight.number(of: .palette(231)) == 7)
        #expect(eight.number(of: .palette(196)) == 1)
        #expect(eight.number(of: .standard) == -1)
        #expect(TerminalColors(count: 16).number(of: .palette(231)) == 15)
        #expect(TerminalColors(count: 256).number(of: .palette(200)) == 200)
    }

    @Test func directColoursAreTheirOwnNumbers() {
        let colors = TerminalColors(count: 1 << 24, direct: .init())
        #expect(colors.number(of: .rgb(1, 2, 3)) == 0x010203)
        #expect(colors.number(of: .rgb(255, 255, 255)) == 0xFFFFFF)
        #expect(colors.number(of: .palette(7)) == 7)
        // xterm-direct has eight palette entries; all other numbers are RGB.
        #expect(colors.number(of: .palette(9)) == 0xFF0000)
        #expect(colors.number(of: .palette(244)) == 0x808080)
        let all = TerminalColors(count: 1 << 24, direct: .init(paletteEntries: 256))
        #expect(all.number(of: .palette(244)) == 244)
    }

    @Test(arguments: [8, 16, 256]) func aDarkShadeIsNoEntryOfThePalette(entries: Int) {
        let direct = TerminalColors.Direct(paletteEntries: entries)
        for blue in UInt8.min...UInt8.max {
            let number = direct.number(of: (0, 0, blue))
            #expect(number >= entries)
            let shade = direct.shade(of: number)
            #expect(shade.red == 0)
            #expect(shade.green <= 1)
            #expect(shade.blue == blue)
        }
    }

    @Test func fewerBitsKeepTheUpperOnes() {
        let direct = TerminalColors.Direct(redBits: 5, greenBits: 6, blueBits: 5, paletteEntries: 8)
        #expect(direct.number(of: (255, 255, 255)) == 0xFFFF)
        #expect(direct.number(of: (8, 4, 8)) == 1 << 11 | 1 << 5 | 1)
        #expect(direct.shade(of: 0xFFFF) == (255, 255, 255))
    }

    @Test func aTerminalThatTakesAnyShadeIsUsedByADescriptionThatDoes() {
        func chosen(_ term: String, _ colorTerm: String, _ known: [String] = ["xterm-direct256"]) -> String {
            TerminalType.chosen(term, colorTerm: colorTerm) { known.contains($0) }
        }
        #expect(chosen("xterm-256color", "truecolor") == "xterm-direct256")
        #expect(chosen("xterm-256color", "24bit") == "xterm-direct256")
        #expect(chosen("xterm-256color", "") == "xterm-256color")
        #expect(chosen("xterm-256color", "truecolor", []) == "xterm-256color")
        // Announced by the outer terminal, not by the multiplexer.
        #expect(chosen("screen-256color", "truecolor") == "screen-256color")
        #expect(chosen("tmux-256color", "truecolor") == "tmux-256color")
        #expect(chosen("xterm-direct", "truecolor") == "xterm-direct")
        // Over ssh(1), which does not hand COLORTERM on.
        func named(_ term: String, _ version: String) -> String {
            var facts = TerminalFacts()
            facts.version = version
            return TerminalType.chosen(term, facts: facts) { _ in true }
        }
        #expect(named("xterm-256color", "foot(1.16.2)") == "xterm-direct256")
        #expect(named("xterm-256color", "WezTerm 20240203-110809-5046fc22") == "xterm-direct256")
        #expect(named("xterm-256color", "tmux 3.3a") == "xterm-256color")
        #expect(named("tmux-256color", "kitty(0.26.5)") == "tmux-256color")
    }

    /// TERM=xterm has eight colours on Debian, whatever the terminal shows.
    @Test func aTerminalThatAnswersWithMoreColoursGetsThem() {
        func chosen(_ term: String, _ answer: String, _ known: [String] = ["xterm-256color", "xterm-direct256"])
            -> String
        {
            let facts = TerminalFacts(in: Array(answer.utf8))
            return TerminalType.chosen(term, facts: facts) { ([term] + known).contains($0) }
        }
        // As xterm 379 answers by default, and with allowTcapOps.
        #expect(chosen("xterm", "\u{1B}]4;255;rgb:eeee/eeee/eeee\u{1B}\\\u{1B}[?64;1c") == "xterm-256color")
        #expect(chosen("xterm", "\u{1B}]4;255;rgb:eeee/eeee/eeee") == "xterm", "cut off")
        #expect(chosen("xterm", "\u{1B}P1+r436F=323536\u{1B}\\") == "xterm-256color")
        #expect(chosen("xterm", "\u{1B}P1+r436F=323536\u{1B}\\", []) == "xterm")
        #expect(chosen("xterm", "\u{1B}P1+r436F=38\u{1B}\\") == "xterm")
        #expect(chosen("xterm", "\u{1B}P0+r436F\u{1B}\\") == "xterm")
        #expect(chosen("xterm", "\u{1B}P1+r436f=323536\u{1B}\\\u{1B}P1+r524742=38\u{1B}\\") == "xterm-direct256")
        #expect(chosen("vt220", "\u{1B}P1+r436F=323536\u{1B}\\") == "vt220")
        for broken in ["436F", "436F=", "436F=3", "436F=zz", "=323536", "436F=2D35", "436F=393939393939393939393939"] {
            #expect(TerminalFacts(in: Array("\u{1B}P1+r\(broken)\u{1B}\\".utf8)).colorCount == nil, "\(broken)")
        }
        #expect(TerminalFacts(in: Array("\u{1B}P1+r436F=323536".utf8)).colorCount == nil, "cut off")
    }
}

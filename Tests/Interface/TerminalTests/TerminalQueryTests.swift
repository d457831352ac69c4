import Glibc
import Surface
import Testing

@testable import Terminal

@Suite struct TerminalQueryTests {
    private func background(_ text: String) -> TerminalBackground? { TerminalQuery.background(in: Array(text.utf8)) }

    /// xterm ends its answer as the question ended, kitty with ST, others with BEL.
    @Test func theBackgroundIsReadFromTheAnswer() {
        #expect(background("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\") == .light)
        #expect(background("\u{1B}]11;rgb:0000/0000/0000\u{7}") == .dark)
        #expect(background("q\u{1B}[A\u{1B}]11;rgba:fd/f6/e3/ff\u{1B}\\\u{1B}[?62;4c") == .light)
        #expect(background("\u{1B}]11;#002b36\u{7}") == .dark)
        #expect(background("\u{1B}]11;#fff\u{7}") == .light)
        #expect(background("\u{1B}]10;rgb:ffff/ffff/ffff\u{7}") == nil)
        #expect(background("\u{1B}]11;rgb:ffff/ffff/ff") == nil, "cut off")
        for broken in ["rgb:", "rgb:fffff/0/0", "rgb:ff/ff", "white", "#12", "rgb:-1/0/0", "rgb:f/f/f/f/f"] {
            #expect(background("\u{1B}]11;\(broken)\u{7}") == nil, "\(broken)")
        }
    }

    @Test func theFenceIsTheAnswerToDA1() {
        func isFenced(_ text: String) -> Bool { TerminalQuery.isFenced(Array(text.utf8)) }
        #expect(isFenced("\u{1B}[?1;2c"))
        #expect(isFenced("abc\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?62;4;22c"))
        #expect(!isFenced("\u{1B}[?1;2"))
        #expect(!isFenced("\u{1B}[>0;276;0c"), "that is DA2")
        #expect(!isFenced("\u{1B}[?25h c"))
    }

    @Test func whatTheEnvironmentTellsCountsWhereTheTerminalDoesNot() {
        #expect(TerminalBackground(colorFgBg: "0;15") == .light)
        #expect(TerminalBackground(colorFgBg: "0;default;7") == .light)
        #expect(TerminalBackground(colorFgBg: "15;0") == .dark)
        #expect(TerminalBackground(colorFgBg: "15;8") == .dark)
        #expect(TerminalBackground(colorFgBg: "15;default") == nil)
        #expect(TerminalBackground(colorFgBg: "") == nil)
    }

    @Test func aConsoleThatMeansSomethingElseIsNotAsked() {
        #expect(TerminalQuery.isSafe("xterm-256color", cursorAddress: "\u{1B}[%i%p1%d;%p2%dH"))
        #expect(!TerminalQuery.isSafe("linux", cursorAddress: "\u{1B}[%i%p1%d;%p2%dH"))
        #expect(!TerminalQuery.isSafe("vt52", cursorAddress: "\u{1B}Y%p1%' '%+%c"))
    }

    /// A late answer is no key: what `ask` has left unread, or never waited for.
    @Test func lateAnswersAreNoKeys() {
        var parser = InputParser()
        let text = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;4cq"
        for cut in 0...text.utf8.count {
            let bytes = Array(text.utf8)
            let inputs = parser.take(bytes[..<cut]) + parser.take(bytes[cut...])
            #expect(inputs == [.report(.background(.light)), .key(.character("q"))], "cut at \(cut)")
        }
    }

    @Test func aTypeThatTerminfoDoesNotKnowIsTakenForXterm() {
        func chosen(_ term: String, _ known: [String], colorTerm: String = "") -> String {
            TerminalType.chosen(term, colorTerm: colorTerm) { known.contains($0) }
        }
        #expect(chosen("foot", ["xterm", "xterm-256color"]) == "xterm-256color")
        #expect(chosen("xterm-kitty", ["xterm"]) == "xterm")
        #expect(
            chosen("alacritty", ["xterm-256color", "xterm-direct256"], colorTerm: "truecolor") == "xterm-direct256")
        #expect(chosen("alacritty", ["alacritty", "xterm-256color"]) == "alacritty")
        #expect(chosen("foot", []) == "foot")
    }

    /// Lines and what is drawn over the picture need 3 to 1 (WCAG 2.1, 1.4.11), text 4.5 to 1 (1.4.3). `dark` has the terminal's own colours.
    @Test(
        arguments: [ThemeChoice.light, .ocean, .forest, .ember, .parchment, .sky], Role.allCases)
    func themesAreReadOnTheirBackgrounds(choice: ThemeChoice, role: Role) {
        let style = choice.theme(on: .unknown)[role]
        guard case .palette(let entry) = style.foreground else { return }
        let isLight = choice.background(.unknown) == .light
        // Dark backgrounds are black to dark grey.
        var ground: XtermPalette.Shade = isLight ? (255, 255, 255) : (30, 30, 30)
        if case .palette(let behind) = style.background { ground = XtermPalette.shade(of: behind) }
        let isLine = [.border, .pictureDimmed, .laser].contains(role)
        #expect(contrast(XtermPalette.shade(of: entry), ground) >= (isLine ? 3 : 4.5), "\(choice) \(role)")
    }

    private func contrast(_ a: XtermPalette.Shade, _ b: XtermPalette.Shade) -> Double {
        func luminance(_ shade: XtermPalette.Shade) -> Double {
            func linear(_ value: UInt8) -> Double {
                let share = Double(value) / 255
                return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(shade.red) + 0.7152 * linear(shade.green) + 0.0722 * linear(shade.blue)
        }
        let (one, other) = (luminance(a), luminance(b))
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }
}

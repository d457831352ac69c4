import Surface
import Testing

@Suite struct ThemeTests {
    /// White characters are invisible on a light background.
    @Test(arguments: [Theme.dark, .light, .monochrome, .highContrast])
    func thePictureHasTheTerminalsOwnColour(_ theme: Theme) { #expect(theme[.picture] == .plain) }

    @Test func theThemeFollowsTheBackgroundUnlessOneIsChosen() {
        #expect(ThemeChoice.automatic.theme(on: .light)[.key] == Theme.light[.key])
        #expect(ThemeChoice.automatic.theme(on: .unknown)[.key] == Theme.dark[.key])
        #expect(ThemeChoice.dark.theme(on: .light)[.key] == Theme.dark[.key])
        #expect(ThemeChoice.light.background(.unknown) == .light)
        #expect(ThemeChoice.dark.background(.light) == .dark)
        #expect(ThemeChoice.highContrast.background(.light) == .light)
    }

    /// Sixteen colours have one grey only, and on an unknown ground it may not be seen.
    @Test func greysStandInForReverseVideoWhereTheyAreSeen() {
        func selection(_ choice: ThemeChoice, _ background: TerminalBackground, _ count: Int) -> Style {
            choice.theme(on: background, colorCount: count)[.selection]
        }
        let grey = selection(.automatic, .dark, 256)
        #expect(grey.attributes == [] && selection(.dark, .unknown, 1 << 24) == grey)
        for reverse in [
            selection(.automatic, .dark, 16), selection(.automatic, .dark, 8), selection(.automatic, .unknown, 256),
            selection(.dark, .dark, 16),
        ] {
            #expect(reverse.attributes == .reverse)
        }
    }

    /// A state has more than a colour: what is selected, kept and wrong differs in attributes or background from plain text.
    @Test func withoutColourNoStateLooksLikePlainText() {
        for role in [Role.selection, .outlineKept, .warning, .badge, .status, .key, .good] {
            #expect(Theme.monochrome[role].attributes != [], "\(role)")
        }
        #expect(Theme.monochrome[.outline] != Theme.monochrome[.outlineKept])
    }
}

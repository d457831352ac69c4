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

    /// A state has more than a colour: what is selected, kept and wrong differs in attributes or background from plain text.
    @Test func withoutColourNoStateLooksLikePlainText() {
        for role in [Role.selection, .outlineKept, .warning, .badge, .status, .key, .good] {
            #expect(Theme.monochrome[role].attributes != [], "\(role)")
        }
        #expect(Theme.monochrome[.outline] != Theme.monochrome[.outlineKept])
    }
}

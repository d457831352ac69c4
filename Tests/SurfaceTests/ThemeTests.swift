import Surface
import Testing

@Suite struct ThemeTests {
    /// White characters are invisible on a light background.
    @Test(arguments: [Theme.dark, .monochrome])
    func thePictureHasTheTerminalsOwnColour(_ theme: Theme) { #expect(theme[.picture] == .plain) }
}

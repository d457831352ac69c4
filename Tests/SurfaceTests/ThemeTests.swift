import Surface
import Testing

@Suite struct ThemeTests {
    /// White characters are not seen on a light background.
    @Test(arguments: [Theme.standard, .monochrome])
    func thePictureHasTheTerminalsOwnColour(_ theme: Theme) { #expect(theme[.picture] == .plain) }
}

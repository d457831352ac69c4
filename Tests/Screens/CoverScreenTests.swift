import Screens
import Surface
import Testing

/// A cover fills the screen, and any size of it.
@Suite struct CoverScreenTests {
    @Test func itIsDrawnWithinAFrameThatNamesTheProduct() throws {
        let screen = CoverScreen(title: "Nick Drake – Pink Moon (1972)", try #require(Samples.frame()))
        var canvas = Canvas(width: 60, height: 20)
        screen.render(into: &canvas, context: Samples.context)
        try expectGolden("cover-60x20", canvas)
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 3), (10, 2), (2, 10), (200, 60)])
    func anySizeIsDrawn(width: Int, height: Int) throws {
        let screen = CoverScreen(title: "Pink Moon", try #require(Samples.frame(width: 9, height: 400)))
        var canvas = Canvas(width: width, height: height)
        screen.render(into: &canvas, context: Samples.context)
        #expect(canvas.bounds.width == width)
    }

    @Test func itGoesBackAndOffersNothingElse() throws {
        var screen = CoverScreen(title: "", try #require(Samples.frame()))
        #expect(screen.handle(.back, model: AppModel()) == [.pop])
        #expect(screen.idle(AppModel()).isSuperset(of: [.find, .export, .pageDown]))
        #expect(!screen.idle(AppModel()).contains(.back))
    }
}

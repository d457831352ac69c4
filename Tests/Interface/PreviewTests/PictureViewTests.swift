import Frames
import Preview
import Surface
import Symbols
import Testing

@Suite struct OrientationTests {
    private let points = [
        Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 0.25, y: 0.75), Point(x: 0.1, y: 0.6),
    ]

    @Test(arguments: Orientation.all) func showsEveryPlaceWhereItCameFrom(orientation: Orientation) {
        for point in points {
            for back in [orientation.source(orientation.shown(point)), orientation.shown(orientation.source(point))] {
                #expect(abs(back.x - point.x) < 1e-12)
                #expect(abs(back.y - point.y) < 1e-12)
            }
        }
    }

    @Test(arguments: Orientation.all) func mirrorAndTurnAreThoseThatThePersonSees(orientation: Orientation) {
        for point in points {
            let shown = orientation.shown(point)
            let mirrored = orientation.mirrored.shown(point)
            #expect(abs(mirrored.x - (1 - shown.x)) < 1e-12)
            #expect(abs(mirrored.y - shown.y) < 1e-12)
            let turned = orientation.turned.shown(point)
            #expect(abs(turned.x - (1 - shown.y)) < 1e-12)
            #expect(abs(turned.y - shown.x) < 1e-12)
        }
        #expect(orientation.turned.turned.turned.turned == orientation)
        #expect(orientation.mirrored.mirrored == orientation)
    }

    @Test func anyNumberOfTurnsIsOneOfFour() {
        #expect(Orientation(quarterTurns: -1).quarterTurns == 3)
        #expect(Orientation(quarterTurns: 9).quarterTurns == 1)
        #expect(Set(Orientation.all).count == 8)
    }
}

@Suite struct OrientedPictureTests {
    private func frame(_ width: Int, _ height: Int, _ luma: (Int, Int) -> UInt8) -> Frame? {
        guard let pool = try? FramePool(slots: 1), var draft = pool.draft(width: width, height: height) else {
            return nil
        }
        draft.withLuma { bytes in
            for y in 0..<height { for x in 0..<width { bytes[y * width + x] = luma(x, y) } }
        }
        return draft.finish(sequence: 0)
    }

    @Test(arguments: Orientation.all) func pointsComeBackFromTheCanvas(orientation: Orientation) {
        let mapping = PictureMapping(
            showing: PixelRect(x: 100, y: 50, width: 320, height: 240), in: Rect(x: 5, y: 3, width: 77, height: 31),
            orientation: orientation)
        let aspect = Double(mapping.picture.width) / Double(mapping.picture.height) / 2
        #expect(abs(aspect - (orientation.isSideways ? 0.75 : 4.0 / 3)) < 0.1)
        for x in stride(from: 100.0, through: 420, by: 37) {
            for y in stride(from: 50.0, through: 290, by: 29) {
                let there = mapping.canvas(Point(x: x, y: y))
                let back = mapping.frame(there)
                #expect(abs(back.x - x) < 1e-6)
                #expect(abs(back.y - y) < 1e-6)
                let picture = mapping.picture
                #expect(there.x >= Double(picture.x) - 1e-9)
                #expect(there.x <= Double(picture.right) + 1e-9)
                #expect(there.y >= Double(picture.y) - 1e-9)
                #expect(there.y <= Double(picture.bottom) + 1e-9)
            }
        }
    }

    /// Each cell shows the pixel that the mapping assigns to it.
    @Test(arguments: Orientation.all) func thePictureAgreesWithTheMapping(orientation: Orientation) throws {
        let frame = try #require(frame(12, 8) { x, y in UInt8(y * 12 + x) })
        // One cell per pixel.
        let pane =
            orientation.isSideways ? Rect(x: 3, y: 2, width: 8, height: 12) : Rect(x: 3, y: 2, width: 12, height: 8)
        let mapping = PictureMapping(showing: frame.bounds, in: pane, cellAspect: 1, orientation: orientation)
        #expect(mapping.picture == pane)
        var grid = LumaGrid()
        grid.sample(frame, shownBy: mapping)
        #expect(grid.columns == pane.width)
        #expect(grid.rows == pane.height)
        for y in 0..<pane.height {
            for x in 0..<pane.width {
                let place = mapping.frame(Point(x: Double(pane.x + x) + 0.5, y: Double(pane.y + y) + 0.5))
                #expect(Int(grid.values[y * pane.width + x]) == Int(place.y) * 12 + Int(place.x))
            }
        }
    }

    /// The region that is decoded matches the displayed box, in all orientations and zooms.
    @Test(arguments: Orientation.all) func theDecoderReadsWhereTheBoxIsSeen(orientation: Orientation) throws {
        for zoom in [1.0, 1.6, 8] {
            var view = PictureView()
            view.orientation = orientation
            view.setZoom(zoom)
            let bounds = PixelRect(x: 0, y: 0, width: 1280, height: 720)
            let pane = Rect(x: 7, y: 1, width: 160, height: 80)
            let mapping = PictureMapping(showing: view.region(of: bounds), in: pane, orientation: orientation)
            let box = InterestBox(x: 0.1, y: 0.3, width: 0.35, height: 0.2)
            let read = try #require(view.frameBox(box)).pixels(width: 1280, height: 720)
            let seen = mapping.canvas(read)
            let picture = mapping.picture
            #expect(abs(seen.x - picture.x - Int(0.1 * Double(picture.width))) <= 1)
            #expect(abs(seen.y - picture.y - Int(0.3 * Double(picture.height))) <= 1)
            #expect(abs(seen.width - Int(0.35 * Double(picture.width))) <= 2)
            #expect(abs(seen.height - Int(0.2 * Double(picture.height))) <= 2)
        }
    }

    @Test func withoutABoxOnlyWhatIsShownIsRead() throws {
        var view = PictureView()
        #expect(view.frameBox(nil) == nil)
        view.setZoom(2)
        let region = view.region(of: PixelRect(x: 0, y: 0, width: 640, height: 480))
        #expect(region == PixelRect(x: 160, y: 120, width: 320, height: 240))
        #expect(try #require(view.frameBox(nil)).pixels(width: 640, height: 480) == region)
    }

    @Test func theZoomHasLimits() {
        var view = PictureView()
        for (wanted, taken) in [(0.1, 1), (99, 8), (.nan, 1), (.infinity, 1), (3, 3)] as [(Double, Double)] {
            view.setZoom(wanted)
            #expect(view.zoom == taken)
            #expect(!view.region(of: PixelRect(x: 0, y: 0, width: 1, height: 1)).isEmpty)
        }
    }
}

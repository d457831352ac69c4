import Frames
import Surface
import Symbols

/// Where a frame's pixels lie on a canvas: the one place that converts between the two, whichever way up it is shown.
package struct PictureMapping: Sendable, Equatable {
    /// The part of the frame that is shown, in pixels.
    package let region: PixelRect
    /// The cells that show it: as large as the pane allows at the right aspect, in its middle.
    package let picture: Rect
    package let orientation: Orientation

    /// Shows `region` in `pane`; a cell's height over its width is 2 for most fonts.
    package init(
        showing region: PixelRect, in pane: Rect, cellAspect: Double = 2, orientation: Orientation = .upright
    ) {
        (self.region, self.orientation) = (region, orientation)
        guard !region.isEmpty, !pane.isEmpty else {
            picture = Rect(x: pane.x, y: pane.y, width: 0, height: 0)
            return
        }
        let cellsAcross = Self.cellsAcross(showing: region, cellAspect: cellAspect, orientation: orientation)
        var width = Double(pane.width)
        var height = width / cellsAcross
        if height > Double(pane.height) {
            height = Double(pane.height)
            width = height * cellsAcross
        }
        picture = pane.centered(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    }

    /// How many columns a picture of `region` has for each of its rows, undistorted.
    package static func cellsAcross(
        showing region: PixelRect, cellAspect: Double, orientation: Orientation = .upright
    ) -> Double {
        let aspect = cellAspect.isFinite && cellAspect > 0.2 && cellAspect < 10 ? cellAspect : 2
        let shape = Double(max(1, region.width)) / Double(max(1, region.height))
        return (orientation.isSideways ? 1 / shape : shape) * aspect
    }

    /// The place on the canvas, in cells with fractions, of a place in the frame.
    package func canvas(_ point: Point) -> Point {
        let shown = orientation.shown(
            Point(
                x: (point.x - Double(region.x)) / Double(max(1, region.width)),
                y: (point.y - Double(region.y)) / Double(max(1, region.height))))
        return Point(
            x: Double(picture.x) + shown.x * Double(picture.width),
            y: Double(picture.y) + shown.y * Double(picture.height))
    }

    /// The place in the frame of a place on the canvas: the inverse of `canvas`.
    package func frame(_ point: Point) -> Point {
        let source = orientation.source(
            Point(
                x: (point.x - Double(picture.x)) / Double(max(1, picture.width)),
                y: (point.y - Double(picture.y)) / Double(max(1, picture.height))))
        return Point(
            x: Double(region.x) + source.x * Double(region.width),
            y: Double(region.y) + source.y * Double(region.height))
    }

    /// The cells that cover a rectangle of the frame.
    package func canvas(_ rect: PixelRect) -> Rect {
        let a = canvas(Point(x: Double(rect.x), y: Double(rect.y)))
        let b = canvas(Point(x: Double(rect.x + rect.width), y: Double(rect.y + rect.height)))
        let x = Int(min(a.x, b.x).rounded())
        let y = Int(min(a.y, b.y).rounded())
        return Rect(x: x, y: y, width: Int(max(a.x, b.x).rounded()) - x, height: Int(max(a.y, b.y).rounded()) - y)
    }
}

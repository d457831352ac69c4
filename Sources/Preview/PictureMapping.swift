import Frames
import Surface
import Symbols

/// Where a frame's pixels lie on a canvas: the one place that converts between the two.
public struct PictureMapping: Sendable, Equatable {
    /// The part of the frame that is shown, in pixels.
    public let region: PixelRect
    /// The cells that show it: as large as the pane allows at the right aspect, in its middle.
    public let picture: Rect

    /// Shows `region` in `pane`.
    ///
    /// - Parameter cellAspect: a cell's height over its width; 2 for most fonts.
    public init(showing region: PixelRect, in pane: Rect, cellAspect: Double = 2) {
        self.region = region
        guard !region.isEmpty, !pane.isEmpty else {
            picture = Rect(x: pane.x, y: pane.y, width: 0, height: 0)
            return
        }
        let aspect = cellAspect.isFinite && cellAspect > 0.2 && cellAspect < 10 ? cellAspect : 2
        let cellsAcross = Double(region.width) / Double(region.height) * aspect
        var width = Double(pane.width)
        var height = width / cellsAcross
        if height > Double(pane.height) {
            height = Double(pane.height)
            width = height * cellsAcross
        }
        picture = pane.centered(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    }

    /// The place on the canvas, in cells with fractions, of a place in the frame.
    public func canvas(_ point: Point) -> Point {
        Point(
            x: Double(picture.x) + (point.x - Double(region.x)) * Double(picture.width) / Double(max(1, region.width)),
            y: Double(picture.y) + (point.y - Double(region.y)) * Double(picture.height)
                / Double(max(1, region.height)))
    }

    /// The place in the frame of a place on the canvas: the inverse of `canvas`.
    public func frame(_ point: Point) -> Point {
        Point(
            x: Double(region.x) + (point.x - Double(picture.x)) * Double(region.width) / Double(max(1, picture.width)),
            y: Double(region.y) + (point.y - Double(picture.y)) * Double(region.height)
                / Double(max(1, picture.height)))
    }

    /// The cells that cover a rectangle of the frame.
    public func canvas(_ rect: PixelRect) -> Rect {
        let topLeft = canvas(Point(x: Double(rect.x), y: Double(rect.y)))
        let bottomRight = canvas(Point(x: Double(rect.x + rect.width), y: Double(rect.y + rect.height)))
        let x = Int(topLeft.x.rounded())
        let y = Int(topLeft.y.rounded())
        return Rect(x: x, y: y, width: Int(bottomRight.x.rounded()) - x, height: Int(bottomRight.y.rounded()) - y)
    }
}

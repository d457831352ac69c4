import Frames
import Symbols

/// Which way up a picture is shown: mirrored left to right, then turned clockwise by quarters.
package struct Orientation: Hashable, Sendable {
    /// Quarter turns clockwise, 0…3.
    package let quarterTurns: Int
    /// Whether left and right are exchanged before that, as in a mirror.
    package let isMirrored: Bool

    /// As the camera sends it.
    package static let upright = Orientation()

    /// An orientation; any number of turns is taken as what is left of full ones.
    package init(quarterTurns: Int = 0, isMirrored: Bool = false) {
        self.quarterTurns = ((quarterTurns % 4) + 4) % 4
        self.isMirrored = isMirrored
    }

    package static let all = [false, true].flatMap { mirrored in
        (0..<4).map { Orientation(quarterTurns: $0, isMirrored: mirrored) }
    }

    /// The same seen in a mirror: left and right are exchanged as the person sees them.
    package var mirrored: Orientation { Orientation(quarterTurns: -quarterTurns, isMirrored: !isMirrored) }

    /// The same turned clockwise by a quarter.
    package var turned: Orientation { Orientation(quarterTurns: quarterTurns + 1, isMirrored: isMirrored) }

    /// Whether width and height are exchanged.
    package var isSideways: Bool { quarterTurns % 2 == 1 }

    /// Where a place of the unit square is shown.
    package func shown(_ point: Point) -> Point {
        var result = isMirrored ? Point(x: 1 - point.x, y: point.y) : point
        for _ in 0..<quarterTurns { result = Point(x: 1 - result.y, y: result.x) }
        return result
    }

    /// The place that is shown at a place of the unit square: the inverse of `shown`.
    package func source(_ point: Point) -> Point {
        var result = point
        for _ in 0..<quarterTurns { result = Point(x: result.y, y: 1 - result.x) }
        return isMirrored ? Point(x: 1 - result.x, y: result.y) : result
    }
}

/// What of every frame is shown, and which way up: shared by the preview and, through `frameBox`, by the decoder.
package struct PictureView: Hashable, Sendable {
    package var orientation = Orientation.upright
    /// How many times larger than the whole frame, 1…8: the frame's middle is shown.
    package private(set) var zoom = 1.0

    package static let largestZoom = 8.0

    package init() {}

    /// Zooms to `factor`, as far as the limits allow.
    package mutating func setZoom(_ factor: Double) {
        zoom = factor.isFinite ? min(max(factor, 1), Self.largestZoom) : 1
    }

    /// The part of a frame of these bounds that is shown.
    package func region(of bounds: PixelRect) -> PixelRect {
        guard zoom > 1, !bounds.isEmpty else { return bounds }
        let width = max(1, Int((Double(bounds.width) / zoom).rounded()))
        let height = max(1, Int((Double(bounds.height) / zoom).rounded()))
        return PixelRect(
            x: bounds.x + (bounds.width - width) / 2, y: bounds.y + (bounds.height - height) / 2, width: width,
            height: height)
    }

    /// The box in shares of the frame that lies where `box`, in shares of what is shown, is seen. nil, everywhere,
    /// becomes what is shown; all of a whole frame stays nil.
    package func frameBox(_ box: InterestBox?) -> InterestBox? {
        // Exactly, not by way of sums that round.
        if zoom == 1, box == nil || orientation == .upright { return box }
        let box = box ?? InterestBox(x: 0, y: 0, width: 1, height: 1)
        let a = orientation.source(Point(x: box.x, y: box.y))
        let b = orientation.source(Point(x: box.x + box.width, y: box.y + box.height))
        let margin = (1 - 1 / zoom) / 2
        return InterestBox(
            x: margin + min(a.x, b.x) / zoom, y: margin + min(a.y, b.y) / zoom, width: abs(a.x - b.x) / zoom,
            height: abs(a.y - b.y) / zoom, smallest: InterestBox.smallest / Self.largestZoom)
    }
}

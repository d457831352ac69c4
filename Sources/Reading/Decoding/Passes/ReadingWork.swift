import Frames
import Symbols

extension SymbolReader {
    /// The state of one read.
    struct Work {
        let view: LumaView
        let area: PixelRect
        /// Whether there is no other frame that could expose a misread.
        let isStill: Bool
        var readings: [Reading] = []
        var result: ReadResult
        /// The candidates that showed bars, read or not, the likeliest first.
        var barRegions: [BarRegion] = []
        var hasBars: Bool { !barRegions.isEmpty }
        private var grid: GradientGrid?
        private var reduced: TransformedPlane?

        /// A larger area is looked at in full once, and as a smaller copy after that; candidates are looked at in full.
        /// Not measured: a little more than 1920 × 1080.
        private static let maximumWhole = 2_100_000

        init(view: LumaView, area: PixelRect, isStill: Bool) {
            (self.view, self.area, self.isStill) = (view, area, isStill)
            result = ReadResult()
        }

        /// What is in the area.
        var part: LumaView { view.cropped(to: area) }

        /// How many pixels the area has.
        var pixels: Int { area.width * area.height }

        /// Corners of the frame in pixels of the area.
        func local(_ corners: Quadrilateral) -> Quadrilateral { corners.moved(by: -area.origin) }

        /// Corners of the area in pixels of the frame.
        func framed(_ corners: Quadrilateral) -> Quadrilateral { corners.moved(by: area.origin) }

        /// The gradients of the area.
        mutating func gradients() -> GradientGrid {
            if let grid { return grid }
            let made = GradientGrid(part)
            grid = made
            return made
        }

        /// The area after `change`, reduced where it is large; nil if nothing is to be changed.
        mutating func whole(changedBy change: Transform) -> TransformedPlane? {
            guard pixels > Self.maximumWhole else { return change.apply(to: part) }
            let reduced = self.reduced ?? part.reduced(toPixels: Self.maximumWhole)
            self.reduced = reduced
            return reduced.changed(by: change)
        }

        /// Whether `reading` is enough for its place: no other look has to agree on it, no other reader has to look.
        func isSettled(_ reading: Reading) -> Bool {
            (!isStill || reading.standsAlone) && !reading.wantsSecondOpinion
        }

        /// Whether something was read at a candidate that no other look has to agree on: where the middle of one lies in
        /// the other.
        func hasRead(at center: Point, _ contains: (Point) -> Bool) -> Bool {
            readings.contains { isSettled($0) && lies($0, at: center, contains) }
        }

        /// Whether `reading` lies at a candidate.
        func lies(_ reading: Reading, at center: Point, _ contains: (Point) -> Bool) -> Bool {
            let corners = reading.symbol.corners
            return corners.boundsContain(center + area.origin) || contains(corners.center - area.origin)
        }
    }
}

extension PixelRect {
    /// The part of it that lies around `corners`, which may be those of a few lines of a symbol.
    func around(_ corners: Quadrilateral) -> PixelRect {
        let (middle, reach) = (corners.center, corners.diameter)
        let part = PixelRect(
            x: Int(middle.x - reach), y: Int(middle.y - reach), width: Int(2 * reach) + 1, height: Int(2 * reach) + 1)
        return part.clamped(to: self)
    }

    /// The part of it within `margin` pixels of the bounding box of `corners`.
    func surroundings(of corners: Quadrilateral, margin: Double) -> PixelRect {
        let (xs, ys) = (corners.corners.map(\.x), corners.corners.map(\.y))
        let (left, top) = (xs.min()! - margin, ys.min()! - margin)
        let part = PixelRect(
            x: Int(left), y: Int(top), width: Int(xs.max()! + margin - left) + 1,
            height: Int(ys.max()! + margin - top) + 1)
        return part.clamped(to: self)
    }

    /// By how much corners that engines extrapolate may lie outside: pixels at least, and a divisor of the symbol's size.
    /// Not measured: a module of a small symbol, and of a large one.
    private static let extrapolated = (pixels: 3.0, ofSymbol: 50.0)

    /// Whether all corners lie inside, apart from what engines extrapolate.
    func holds(_ corners: Quadrilateral) -> Bool {
        let margin = max(Self.extrapolated.pixels, corners.diameter / Self.extrapolated.ofSymbol)
        return corners.corners.allSatisfy {
            $0.x >= Double(x) - margin && $0.y >= Double(y) - margin && $0.x <= Double(x + width) + margin
                && $0.y <= Double(y + height) + margin
        }
    }
}

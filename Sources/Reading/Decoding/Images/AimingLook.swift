import Frames
import Symbols

/// What a part of a frame looks like to somebody who aims: how light it is, and what in it may be a symbol.
///
///     let look = AimingLook(at: frame, in: box)
///     look.candidate?.sharpness      // 0.25 for edges within a pixel, below 0.1 when they are out of focus
///
/// Takes about as long as finding candidates does: for one look in a while, not for each frame.
package struct AimingLook: Sendable, Hashable {
    /// The strongest part with edges as bars or modules have.
    package struct Candidate: Sendable, Hashable {
        /// Its middle, in frame pixels.
        package var center: Point
        /// Pixels along its longer side.
        package var length: Double
        /// Whether its edges have one direction, as bars have.
        package var isLinear: Bool
        /// Differences between neighbouring pixels as a share of those four pixels apart, both squared: 0.25 where edges are
        /// within a pixel, a sixteenth where they are wider than four.
        package var sharpness: Double
        /// Whether it reaches the end of the part at both ends of a side, so that more of it may lie outside.
        package var isCutOff: Bool

        package init(center: Point, length: Double, isLinear: Bool, sharpness: Double, isCutOff: Bool = false) {
            self.center = center
            self.length = length
            self.isLinear = isLinear
            self.sharpness = sharpness
            self.isCutOff = isCutOff
        }
    }

    /// The luma below which 2 % of the pixels are.
    package var darkest: Int
    /// The luma above which 2 % of the pixels are.
    package var lightest: Int
    /// The share of pixels that are as light as can be, 0…1.
    package var glare: Double
    /// What may be a symbol; nil if nothing is.
    package var candidate: Candidate?

    /// A look with these figures.
    package init(darkest: Int, lightest: Int, glare: Double, candidate: Candidate? = nil) {
        self.darkest = darkest
        self.lightest = lightest
        self.glare = glare
        self.candidate = candidate
    }

    /// Looks at `region` of `frame`; nil looks at all of it.
    package init(at frame: Frame, in region: PixelRect? = nil) {
        let area = (region ?? frame.bounds).clamped(to: frame.bounds)
        self.init(darkest: 0, lightest: 255, glare: 0)
        guard area.width >= Self.smallestSide, area.height >= Self.smallestSide else { return }
        let (width, height) = (frame.width, frame.height)
        frame.withLuma { luma in
            luma.withUnsafeBufferPointer { bytes in
                guard let base = bytes.baseAddress else { return }
                // SAFETY: `withLuma` keeps width × height bytes alive and unchanged until this returns.
                let view = LumaView(base: base, width: width, height: height, rowStride: width).cropped(to: area)
                measureLight(of: view)
                guard var found = Self.candidate(in: view) else { return }
                found.center = found.center + area.origin
                candidate = found
            }
        }
    }

    /// The least pixels along a side that are looked at.
    private static let smallestSide = 32
    /// From this luma on a pixel counts as glare: sensors end a little below 255.
    private static let clipped = 250

    private mutating func measureLight(of view: LumaView) {
        // Some ten thousand pixels tell as much as all of them.
        let histogram = Histogram(view, step: max(1, min(view.width, view.height) / 100))
        (darkest, lightest) = (histogram.level(above: 2), histogram.level(above: 98))
        glare = Double(histogram.counts[Self.clipped...].reduce(0, +)) / Double(max(1, histogram.total))
    }

    /// The strongest candidate of `view`, its middle in pixels of that.
    private static func candidate(in view: LumaView) -> Candidate? {
        let grid = GradientGrid(view)
        let bars = BarRegions.of(grid, maxCount: 1).first
        let matrix = MatrixRegions.of(view, grid, maxCount: 1).first
        // A symbol of two directions has some cells of one; bars have hardly any of two.
        if let matrix, bars.map({ $0.length * $0.height < matrix.width * matrix.height }) ?? true {
            let sides = (max(matrix.width, matrix.height), min(matrix.width, matrix.height))
            return sides.0 < longestMatrix * sides.1 ? candidate(matrix, isLinear: false, view) : nil
        }
        return bars.map { candidate($0.outline, isLinear: true, view) }
    }

    /// Longer regions are lines of print rather than a symbol.
    private static let longestMatrix = 2.5
    /// How near to the end of a part a candidate counts as cut off, in pixels: cells of edges are 8 or 16.
    private static let edge = 12.0

    private static func candidate(_ region: MatrixRegion, isLinear: Bool, _ view: LumaView) -> Candidate {
        let (center, along, width, height) = (region.center, region.along, region.width, region.height)
        let across = abs(along.x) * width / 2 + abs(along.y) * height / 2
        let down = abs(along.y) * width / 2 + abs(along.x) * height / 2
        let isWide = center.x - across < edge && center.x + across > Double(view.width) - edge
        let isHigh = center.y - down < edge && center.y + down > Double(view.height) - edge
        let box = PixelRect(
            x: Int(center.x - across), y: Int(center.y - down), width: Int(2 * across), height: Int(2 * down)
        ).clamped(to: view.bounds)
        return Candidate(
            center: center, length: isLinear ? width : max(width, height), isLinear: isLinear,
            sharpness: sharpness(view.cropped(to: box)),
            // Bars may well be higher than the part: a line across all of them is enough.
            isCutOff: isLinear ? (abs(along.x) > abs(along.y) ? isWide : isHigh) : isWide || isHigh)
    }

    /// Squared differences of neighbours as a share of those of pixels four apart, along rows and columns; 1 where there is none.
    private static func sharpness(_ view: LumaView) -> Double {
        let reach = 4
        guard view.width > reach, view.height > reach else { return 1 }
        var (near, far) = (0, 0)
        let step = max(1, view.height / 64)
        for y in stride(from: 0, to: view.height - reach, by: step) {
            let row = view.base + y * view.rowStride
            for x in 0..<(view.width - reach) {
                // SAFETY: x + 4 and y + 4 are inside of the view.
                let here = Int(row[x])
                let (right, below) = (Int(row[x + 1]) - here, Int(row[x + view.rowStride]) - here)
                let (rights, belows) = (Int(row[x + reach]) - here, Int(row[x + reach * view.rowStride]) - here)
                near += right * right + below * below
                far += rights * rights + belows * belows
            }
        }
        return far == 0 ? 1 : min(1, Double(near) / Double(far))
    }
}

import Frames
import Glibc
import Symbols

/// A part of a picture with edges in two directions, as modules have: a rectangle along them.
struct MatrixRegion {
    /// Its middle, in pixels of the picture.
    var center: Point
    /// Unit vector along rows of modules; less than 45° from the picture's rows.
    var along: Point
    /// Pixels along and across that.
    var width: Double
    var height: Double

    /// Whether `point` lies inside.
    func contains(_ point: Point) -> Bool {
        let offset = point - center
        return abs(offset.dot(along)) <= width / 2 && abs(offset.cross(along)) <= height / 2
    }
}

extension MatrixRegion {
    /// By how much a picture of a region is larger than it: a part of a quiet zone, as cells at the edges may have been
    /// too faint to be counted. A share of the side, and pixels for what is small.
    /// Measured: share 0.12 reads 2 more, 0.188 1 fewer; pixels 9.6 reads 1 more, 15 1 fewer. The smaller
    /// ones are a hint: two pictures are too few to choose by.
    static let margin = (share: 0.15, pixels: 12.0)

    var withMargin: MatrixRegion {
        var larger = self
        larger.width += width * Self.margin.share + Self.margin.pixels
        larger.height += height * Self.margin.share + Self.margin.pixels
        return larger
    }

    /// The region in a picture that was made with its margin, about: how many pixels of it the picture has is not
    /// known.
    var withoutMargin: MatrixRegion {
        var smaller = self
        smaller.width /= 1 + Self.margin.share
        smaller.height /= 1 + Self.margin.share
        return smaller
    }

    /// The rectangle at `angle`, in radians, around `center` that has `box` as its bounds, for a square about.
    init(center: Point, angle: Double, within box: PixelRect) {
        let (c, s) = (abs(cos(angle)), abs(sin(angle)))
        // Bounds of a turned square are c + s times as large.
        self.init(
            center: center, along: Point(x: cos(angle), y: sin(angle)), width: Double(box.width) / (c + s),
            height: Double(box.height) / (c + s))
    }
}

/// Finds where matrix symbols may be: islands of cells with edges in two directions.
enum MatrixRegions {
    /// The weaker direction's mean squared differences below this are paper and noise.
    /// Measured: 24 and 38 read as many.
    private static let minEnergy: Float = 30
    /// Shares of the strongest cells' strength that separate a symbol from what is around it.
    /// Not measured: about half where it touches other print, and less for faint ones.
    private static let shares: [Float] = [0.45, 0.15]
    /// 10 modules of 2 pixels. Measured: 16 and 25 read as many.
    private static let smallestSide = 20.0
    /// The fewest cells of a region. Not measured: 2 × 2 cells of 8 pixels, a little less than `smallestSide`.
    private static let minCells = 4
    /// Sides of a rectangular Data Matrix are 4 to 1 at most.
    /// 8 × 32 modules (ISO/IEC 16022, table 7), with half a module for blur.
    static let maxAspectRatio = 4.5
    /// The largest share of the picture: a larger symbol was seen when the whole picture was looked at.
    private static let maxShare = 0.8
    /// Of the cells in order of strength, the one that counts as the strongest: those above may be glare or print.
    private static let strongest = (rank: 49, of: 50)
    /// One cell in this many is enough to find that one. Not measured: it leaves some hundreds of them.
    private static let sampleStep = 4
    /// How far apart the middles of two regions may be, and how different their sides, as shares of the side, for them
    /// to count as the same region.
    /// Not measured: two shares of the strength cut the same symbol out with some cells more or fewer.
    private static let alike = (distance: 0.15, size: 0.25)

    /// The regions of `view`, whose grid is `grid`, those of most edges first.
    static func of(_ view: LumaView, _ grid: GradientGrid, maxCount: Int) -> [MatrixRegion] {
        guard !grid.tensors.isEmpty else { return [] }
        let smooth = grid.smoothed()
        // The smaller eigenvalue: how much the weaker direction has.
        let strength = smooth.tensors.map { $0.energy * (1 - $0.coherence) / 2 / GradientGrid.smoothedCells }
        let some = stride(from: 0, to: strength.count, by: sampleStep).map { strength[$0] }.sorted()
        let top = some[some.count * strongest.rank / strongest.of]
        var found: [(weight: Double, region: MatrixRegion)] = []
        for share in shares {
            var isOpen = strength.map { $0 >= max(minEnergy, top * share) }
            for start in isOpen.indices where isOpen[start] {
                let island = grid.connected(from: start, &isOpen)
                guard let region = region(of: island, view, grid) else { continue }
                let weight = island.reduce(0.0) { $0 + Double(strength[$1]).squareRoot() }
                if !found.contains(where: { isAlike($0.region, region) }) { found.append((weight, region)) }
            }
        }
        return found.sorted { $0.weight > $1.weight }.prefix(maxCount).map(\.region)
    }

    private static func isAlike(_ a: MatrixRegion, _ b: MatrixRegion) -> Bool {
        a.center.distance(to: b.center) < alike.distance * a.width
            && abs(a.width - b.width) < alike.size * a.width && abs(a.height - b.height) < alike.size * a.height
    }

    private static func region(of island: [Int], _ view: LumaView, _ grid: GradientGrid) -> MatrixRegion? {
        guard island.count >= minCells else { return nil }
        let angle = gridAngle(of: island, view, grid)
        let along = Point(x: cos(angle), y: sin(angle))
        let extent = Extent(of: island.map(grid.middle), along: along)
        let (width, height) = (extent.width + Double(grid.cell), extent.height + Double(grid.cell))
        guard min(width, height) >= smallestSide, max(width, height) < maxAspectRatio * min(width, height),
            width * height < maxShare * Double(view.width * view.height)
        else { return nil }
        return MatrixRegion(center: extent.center, along: along, width: width, height: height)
    }

    /// The angle of rows of modules, −45°…45°: the mean of four times the gradients' angles, which is the same for
    /// all four sides of a module.
    static func gridAngle(of island: [Int], _ view: LumaView, _ grid: GradientGrid) -> Double {
        var (real, imaginary) = (Float(0), Float(0))
        for i in island {
            let (x0, y0) = (max(1, i % grid.columns * grid.cell), max(1, i / grid.columns * grid.cell))
            let x1 = min((i % grid.columns + 1) * grid.cell, view.width - 1)
            for y in stride(from: y0, to: min((i / grid.columns + 1) * grid.cell, view.height - 1), by: 2) {
                // SAFETY: x and y keep one pixel away from the view's edges.
                let here = view.base + y * view.rowStride
                for x in x0..<max(x0, x1) {
                    let gradient = GradientGrid.gradient(at: here + x, rowStride: view.rowStride)
                    let (dx, dy) = (Float(gradient.x), Float(gradient.y))
                    let (a, b) = (dx * dx - dy * dy, 2 * dx * dy)
                    let strength = dx * dx + dy * dy + 1
                    real += (a * a - b * b) / strength
                    imaginary += 2 * a * b / strength
                }
            }
        }
        return Double(atan2(imaginary, real)) / 4
    }
}

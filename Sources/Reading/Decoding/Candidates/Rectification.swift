import Symbols

/// Pictures of candidate regions, turned so that bars or rows of modules stand upright.
enum Rectification {
    /// Sides above this are scaled down: no linear symbol needs more.
    /// Three pixels for each of 530 modules, those of a Code 128 of 46 characters.
    private static let longest = 1600.0
    /// Regions shorter than this are drawn twice as large: their modules may be finer than two pixels.
    /// Not measured: 250 modules of two pixels.
    private static let short = 500.0
    /// The same for matrix symbols. Not measured: 100 modules of two pixels.
    private static let smallMatrix = 200.0
    /// Sides above this are scaled down: three pixels for each of 144 modules, the most of a Data Matrix (ISO/IEC
    /// 16022, table 7), and a margin.
    private static let largestMatrix = 480.0
    /// How much larger than a region of bars its picture is: a factor along the bars' row and pixels in both directions,
    /// for quiet zones and for cells at the ends that were too faint to be counted.
    /// Not measured: a tenth of the symbol and two cells of 8 pixels at either end; across it, half a cell in all.
    private static let margin = (share: 1.2, along: 32.0, across: 4.0)
    /// Pixels along the shortest side of the result. Not measured: less holds no symbol.
    private static let smallest = 8
    /// How many bands an upright region is averaged in.
    /// Not measured: each costs the engines a row, and a few of them may be damaged.
    private static let bandCount = (fewest: 4, most: 12)
    /// Rows of a band where the region is low.
    private static let rowsOfBand = 4

    /// The region with a quiet zone's width at both ends, upright.
    ///
    /// - Parameter maxRows: rows of the result at most; default enough for a stacked symbol. Along bars all rows
    ///   are the same.
    static func upright(_ region: BarRegion, of view: LumaView, maxRows: Double = 240) -> TransformedPlane {
        var larger = region
        larger.length = region.length * margin.share + margin.along
        larger.height += margin.across
        return turned(view, larger, maxRows: maxRows)
    }

    /// The part of the region that lies in the picture, upright and twice as large, without a quiet zone: what lies outside is
    /// not taken for paper.
    static func inside(_ region: BarRegion, of view: LumaView, maxRows: Double) -> TransformedPlane {
        let ends = region.ends(in: view)
        var part = region
        part.center = region.point(across: (ends.lowerBound + ends.upperBound) / 2, along: 0)
        part.length = ends.upperBound - ends.lowerBound
        return turned(view, part, maxRows: maxRows)
    }

    /// Short ones twice as large.
    private static func turned(_ view: LumaView, _ region: BarRegion, maxRows: Double) -> TransformedPlane {
        let scale = region.length < short ? 2 : min(1, longest / region.length)
        let outline = MatrixRegion(
            center: region.center, along: region.along, width: region.length, height: region.height)
        return turned(
            view, outline, slope: region.slope, scale: scale, rowScale: min(1, maxRows / region.height))
    }

    /// The region with a quiet zone around it, upright.
    static func upright(_ region: MatrixRegion, of view: LumaView) -> TransformedPlane {
        let region = region.withMargin
        let side = max(region.width, region.height)
        let scale = side < smallMatrix ? 2 : min(1, largestMatrix / side)
        return turned(view, region, scale: scale, rowScale: scale)
    }

    private static func turned(
        _ view: LumaView, _ region: MatrixRegion, slope: Double = 0, scale: Double, rowScale: Double
    ) -> TransformedPlane {
        let along = region.along
        let row = Point(x: along.x - slope * along.y, y: along.y + slope * along.x)
        let size = (
            width: max(smallest, Int(region.width * scale)), height: max(smallest, Int(region.height * rowScale))
        )
        let mapping = Affine(a: row.x / scale, b: -along.y / rowScale, c: row.y / scale, d: along.x / rowScale)
            .mapping(Point(x: Double(size.width) / 2, y: Double(size.height) / 2), to: region.center)
        return view.sampled(width: size.width, height: size.height, toSource: mapping)
    }

    /// An upright region in a few rows, each the mean of many: noise along the bars averages out.
    static func bands(ofUpright upright: TransformedPlane) -> TransformedPlane {
        let plane = upright.plane
        let rows = min(bandCount.most, max(bandCount.fewest, plane.height / rowsOfBand))
        // Neighbouring bands share half of their rows.
        let step = Double(plane.height) / Double(rows + 1)
        let banded = plane.withView { view in
            view.means(rows: rows, UInt32.self, isRounded: true) { row in
                let first = Int(Double(row) * step)
                return first..<min(view.height, max(first + 1, Int(Double(row + 2) * step)))
            }
        }
        var mapping = upright.toSource
        // Row r of the bands is about the middle of its rows: y = (r + 0.5) · step + step / 2.
        mapping.dx += mapping.b * step / 2
        mapping.dy += mapping.d * step / 2
        mapping.b *= step
        mapping.d *= step
        return TransformedPlane(plane: banded, toSource: mapping)
    }
}

extension TransformedPlane {
    /// The same in fewer rows, each the mean of `rows`: for upright bars.
    func averaged(rows: Int) -> TransformedPlane {
        let height = max(1, plane.height / rows)
        let averaged = plane.withView { view in
            view.means(rows: height, UInt16.self, isRounded: false) { $0 * rows..<min(view.height, ($0 + 1) * rows) }
        }
        var mapping = toSource
        mapping.b *= Double(rows)
        mapping.d *= Double(rows)
        return TransformedPlane(plane: averaged, toSource: mapping)
    }
}

extension LumaView {
    /// A picture of `count` rows, each the mean of those that `rows` names, rounded or cut.
    fileprivate func means<Sum: FixedWidthInteger & UnsignedInteger>(
        rows count: Int, _: Sum.Type, isRounded: Bool, of rows: (Int) -> Range<Int>
    ) -> LumaPlane {
        LumaPlane(width: width, height: count) { out in
            withUnsafeTemporaryAllocation(of: Sum.self, capacity: width) { sums in
                for row in 0..<count {
                    let range = rows(row)
                    sums.update(repeating: 0)
                    // SAFETY: `range` are rows of the view, x is below its width.
                    for y in range {
                        let line = base + y * rowStride
                        for x in 0..<width { sums[x] &+= Sum(truncatingIfNeeded: line[x]) }
                    }
                    let divisor = Sum(max(1, range.count))
                    let half = isRounded ? divisor / 2 : 0
                    let to = out + row * width
                    for x in 0..<width { to[x] = UInt8(truncatingIfNeeded: (sums[x] &+ half) / divisor) }
                }
            }
        }
    }
}

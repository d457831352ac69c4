import Symbols

/// Pictures of candidate regions, turned so that bars or rows of modules stand upright.
enum Rectification {
    /// Sides above this are scaled down: no linear symbol needs more.
    /// Three pixels for each of 530 modules, those of a Code 128 of 46 characters.
    private static let longest = 1600.0
    /// Regions shorter than this are drawn twice as large: their modules may be finer than two pixels.
    /// Not measured: 250 modules of two pixels.
    private static let short = 500.0
    /// The same for matrix symbols.
    /// Not measured: 100 modules of two pixels.
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
    /// Not measured.
    private static let rowsOfBand = 4

    /// The region with a quiet zone's width at both ends, upright.
    ///
    /// - Parameter maxRows: rows of the result at most; default enough for a stacked symbol. Along bars all rows
    ///   are the same.
    static func upright(_ region: BarRegion, of view: LumaView, maxRows: Double = 240) -> TransformedPlane {
        let length = region.length * margin.share + margin.along
        let height = region.height + margin.across
        return turned(
            view, about: region.center, along: region.along, width: length, height: height,
            scale: length < short ? 2 : min(1, longest / length), rowScale: min(1, maxRows / height))
    }

    /// The region with a quiet zone around it, upright.
    static func upright(_ region: MatrixRegion, of view: LumaView) -> TransformedPlane {
        let region = region.withMargin
        let (width, height) = (region.width, region.height)
        let side = max(width, height)
        let scale = side < smallMatrix ? 2 : min(1, largestMatrix / side)
        return turned(
            view, about: region.center, along: region.along, width: width, height: height, scale: scale,
            rowScale: scale)
    }

    private static func turned(
        _ view: LumaView, about center: Point, along: Point, width: Double, height: Double, scale: Double,
        rowScale: Double
    ) -> TransformedPlane {
        let size = (width: max(smallest, Int(width * scale)), height: max(smallest, Int(height * rowScale)))
        var mapping = Affine(a: along.x / scale, b: -along.y / rowScale, c: along.y / scale, d: along.x / rowScale)
        let middle = mapping(Point(x: Double(size.width) / 2, y: Double(size.height) / 2))
        mapping.dx = center.x - middle.x
        mapping.dy = center.y - middle.y
        return TransformedPlane(
            plane: view.sampled(width: size.width, height: size.height, toSource: mapping), toSource: mapping)
    }

    /// An upright region in a few rows, each the mean of many: noise along the bars averages out.
    static func bands(ofUpright upright: TransformedPlane) -> TransformedPlane {
        let plane = upright.plane
        let rows = min(bandCount.most, max(bandCount.fewest, plane.height / rowsOfBand))
        // Neighbouring bands share half of their rows.
        let step = Double(plane.height) / Double(rows + 1)
        let banded = plane.withView { view in
            LumaPlane(width: view.width, height: rows) { out in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: view.width) { sums in
                    for row in 0..<rows {
                        let first = Int(Double(row) * step)
                        let last = min(view.height, max(first + 1, Int(Double(row + 2) * step)))
                        sums.update(repeating: 0)
                        // SAFETY: rows first..<last are rows of the view, x is below its width.
                        for y in first..<last {
                            let line = view.base + y * view.rowStride
                            for x in 0..<view.width { sums[x] &+= UInt32(line[x]) }
                        }
                        let count = UInt32(last - first)
                        let to = out + row * view.width
                        for x in 0..<view.width { to[x] = UInt8(truncatingIfNeeded: (sums[x] + count / 2) / count) }
                    }
                }
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
            LumaPlane(width: view.width, height: height) { out in
                withUnsafeTemporaryAllocation(of: UInt16.self, capacity: view.width) { sums in
                    for row in 0..<height {
                        let (first, last) = (row * rows, min(view.height, (row + 1) * rows))
                        sums.update(repeating: 0)
                        // SAFETY: rows first..<last are rows of the view, x is below its width.
                        for y in first..<last {
                            let line = view.base + y * view.rowStride
                            for x in 0..<view.width { sums[x] &+= UInt16(line[x]) }
                        }
                        let count = UInt16(max(1, last - first))
                        let to = out + row * view.width
                        for x in 0..<view.width { to[x] = UInt8(truncatingIfNeeded: sums[x] / count) }
                    }
                }
            }
        }
        var mapping = toSource
        mapping.b *= Double(rows)
        mapping.d *= Double(rows)
        return TransformedPlane(plane: averaged, toSource: mapping)
    }
}

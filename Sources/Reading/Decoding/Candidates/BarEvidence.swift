import Symbols

/// Whether the bands of a candidate show bars at all, so that no engine looks at text, wood or a keyboard.
enum BarEvidence {
    /// The shortest symbol that is read has 33 edges (UPC-E); blur takes some. Measured: 16 and 25 read as many.
    static let minEdges = 20
    /// Pharmacode, which is read only where it is asked for, has four bars at least.
    private static let minEdgesOfPharmacode = 6
    /// Differences between grey levels below this are paper and noise. Measured: 6 and 10 read as many.
    private static let minSwing = 8
    /// The same as a part of the row's range: a sixth.
    /// Not measured: blur takes more than half of the range from narrow bars.
    private static let partOfRange = 6
    /// The part of a row at either end that is left out: a tenth. It reaches beyond the symbol, or beyond the picture, where it is white.
    /// Geometry: about as much as `Rectification` adds to a region there.
    private static let ends = 10

    /// Whether at least `minRows` of the rows of `bands` go from dark to light and back as often as bars of `symbologies` do.
    static func isIn(_ bands: TransformedPlane, rows minRows: Int = 2, of symbologies: Set<Symbology> = []) -> Bool {
        let isShort = symbologies.contains(.pharmacode) || symbologies.contains(.pharmacodeTwoTrack)
        let minEdges = isShort ? minEdgesOfPharmacode : minEdges
        return bands.plane.withView { view in
            var rows = 0
            for row in 0..<view.height where edges(ofRow: row, in: view) >= minEdges { rows += 1 }
            return rows >= min(minRows, view.height)
        }
    }

    /// How often the row goes up and down by a sixth of its range or more.
    private static func edges(ofRow row: Int, in view: LumaView) -> Int {
        // SAFETY: `row` is a row of the view, and x is below its width.
        let line = view.base + row * view.rowStride
        let (first, last) = (view.width / ends, view.width - view.width / ends)
        guard first < last else { return 0 }
        var (low, high) = (Int(line[first]), Int(line[first]))
        for x in first..<last {
            low = min(low, Int(line[x]))
            high = max(high, Int(line[x]))
        }
        let swing = max(minSwing, (high - low) / partOfRange)
        var (count, extreme, isRising) = (0, Int(line[first]), false)
        for x in first..<last {
            let value = Int(line[x])
            if isRising ? value > extreme : value < extreme {
                extreme = value
            } else if abs(value - extreme) >= swing {
                count += 1
                extreme = value
                isRising.toggle()
            }
        }
        return count
    }
}

import Frames

/// How a row of upright bars is inclined, and the picture with a level row.
enum PostalSlope {
    /// Parts of the row whose heights are compared. Not measured: a few bars each.
    private static let parts = 12
    /// The steepest row. Geometry: a square letter seen from the side at 60°, turned by 15°.
    private static let steepest = 0.3
    /// Less is not a slope: over 65 bars it is less than half of a bar's middle part.
    private static let minimumSlope = 0.002

    /// How far the bars counted part by part may differ from those of a symbol: some lie across two parts.
    private static let countedBars = (fewest: 0.8, most: 1.4)

    /// The slope of the row, in rows per column: the median over pairs of parts. Nil where there are fewer bars than in
    /// any code, or many more, or where the row is level.
    static func slope(of view: LumaView) -> Double? {
        let width = view.width / parts
        guard width > 4 else { return nil }
        var (heights, counted) = ([Double](), 0)
        for part in 0..<parts {
            let energies = view.changes(inColumns: part * width..<(part + 1) * width)
            guard let peak = energies.indices.max(by: { energies[$0] < energies[$1] }) else { return nil }
            counted += bars(in: view.base + peak * view.rowStride + part * width, width)
            // Where most edges are, and from there their middle.
            let floor = energies[peak] / 2
            var (from, to) = (peak, peak)
            while from > 0, energies[from - 1] > floor { from -= 1 }
            while to + 1 < energies.count, energies[to + 1] > floor { to += 1 }
            let weight = energies[from...to].reduce(0, +)
            let moment = (from...to).reduce(0.0) { $0 + (Double($1) + 0.5) * Double(energies[$1]) }
            heights.append(moment / Double(max(1, weight)))
        }
        guard Double(counted) >= countedBars.fewest * Double(PostalCode.minimumCount),
            Double(counted) <= countedBars.most * Double(PostalCode.maximumCount)
        else { return nil }
        // Quiet zones are at both ends.
        let inner = 1..<parts - 1
        var slopes = [Double]()
        for i in inner {
            for j in inner where j > i + 2 { slopes.append((heights[j] - heights[i]) / Double((j - i) * width)) }
        }
        let slope = slopes.sorted()[slopes.count / 2]
        return (minimumSlope...steepest).contains(abs(slope)) ? slope : nil
    }

    /// The number of dark bars in `width` pixels of a row.
    private static func bars(in line: UnsafePointer<UInt8>, _ width: Int) -> Int {
        // SAFETY: the caller's row has `width` pixels from `line`.
        let pixels = UnsafeBufferPointer(start: line, count: width)
        guard let low = pixels.min(), let high = pixels.max(), Float(high) - Float(low) >= PostalBars.minContrast else {
            return 0
        }
        let middle = Int(low) + (Int(high) - Int(low)) / 2
        return zip(pixels, pixels.dropFirst()).count { Int($0) >= middle && Int($1) < middle }
    }
}

extension LumaView {
    /// The same with each column moved up by `slope` rows for each column that it lies right of the middle.
    func sheared(by slope: Double) -> LumaPlane {
        LumaPlane(width: width, height: height) { out in
            for x in 0..<width {
                let shift = slope * (Double(x) - Double(width) / 2)
                let whole = Int(shift.rounded(.down))
                let part = Int((shift - Double(whole)) * 256)
                for y in 0..<height {
                    // SAFETY: rows are clamped to the view's.
                    let (above, below) = (min(max(y + whole, 0), height - 1), min(max(y + whole + 1, 0), height - 1))
                    let (a, b) = (Int(base[above * rowStride + x]), Int(base[below * rowStride + x]))
                    out[y * width + x] = UInt8((a * (256 - part) + b * part) >> 8)
                }
            }
        }
    }
}

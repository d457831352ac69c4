import Frames

/// A bar, followed from the rows that all lie in.
struct PostalBarLength {
    let view: LumaView
    let center: Double
    let pitch: Double
    let rows: Range<Int>
    /// How much darker it is in those rows than the spaces beside it.
    let contrast: Float

    init?(_ view: LumaView, at center: Double, _ pitch: Double, _ rows: Range<Int>) {
        (self.view, self.center, self.pitch, self.rows) = (view, center, pitch, rows)
        var sum: Float = 0
        for y in rows { sum += Self.difference(view, center, pitch, y) }
        contrast = sum / Float(rows.count)
        guard contrast > PostalBars.minContrast / 2 else { return nil }
    }

    /// How much darker it is in a row than the spaces beside it.
    private static func difference(_ view: LumaView, _ center: Double, _ pitch: Double, _ y: Int) -> Float {
        func level(_ x: Double) -> Float {
            let reach = max(0.5, pitch / 8)
            let (from, to) = (max(0, Int(x - reach)), min(view.width - 1, Int(x + reach)))
            guard from <= to else { return 255 }
            // SAFETY: x is in the view and y one of its rows.
            let line = view.base + y * view.rowStride
            return (from...to).reduce(Float(0)) { $0 + Float(line[$1]) } / Float(to - from + 1)
        }
        return (level(center - pitch / 2) + level(center + pitch / 2)) / 2 - level(center)
    }

    /// Where it ends above (`step` −1) or below (1): between two rows where half of its darkness is gone.
    func end(by step: Int) -> Double {
        var y = step < 0 ? rows.lowerBound : rows.upperBound - 1
        var before = contrast
        while (0..<view.height).contains(y + step) {
            let here = Self.difference(view, center, pitch, y + step)
            if here < contrast / 2 {
                let part = before > here ? Double((before - contrast / 2) / (before - here)) : 0
                let last = Double(y) + (step < 0 ? 0 : 1)
                return last + Double(step) * min(1, max(0, part)) - Double(step) / 2
            }
            before = min(here, contrast)
            y += step
        }
        return Double(y) + (step < 0 ? 0 : 1)
    }
}

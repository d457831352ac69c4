import Symbols

extension BarRegion {
    /// The place of a linear symbol that was read in this region: as far along the scan lines as `read`, and as high
    /// as the region. Engines mark the few scan lines that succeeded; the bars extend above and below.
    ///
    /// - Parameters:
    ///   - read: the corners that an engine reported, in the region's pixels.
    ///   - share: how much of the region's height to take, 0...1; default all.
    ///   - bars: how far the bars go, across the region from its middle; default as far as the region.
    ///   - isExact: whether nothing beyond those belongs to it, whatever the engine marked; default false.
    /// - Returns: nil when the symbol does not lie along the region.
    func extent(
        of read: Quadrilateral, share: Double = 1, bars: ClosedRange<Double>? = nil, isExact: Bool = false
    ) -> Quadrilateral? {
        func along(_ p: Point) -> Double { offsets(to: p).across }
        func across(_ p: Point) -> Double { offsets(to: p).along }
        let left = (along(read.topLeft) + along(read.bottomLeft)) / 2
        let right = (along(read.topRight) + along(read.bottomRight)) / 2
        let drift = across(read.topRight) + across(read.bottomRight) - across(read.topLeft) - across(read.bottomLeft)
        guard abs(right - left) > 2 * abs(drift / 2) else { return nil }
        // Cells count from one with bars in it: what the engine saw may reach further.
        let all = read.corners.map(across)
        let half = max(0, height / 2 - margin) * share
        let (from, to) = (max(-half, bars?.lowerBound ?? -half), min(half, bars?.upperBound ?? half))
        let (low, high) = isExact ? (from, to) : (min(from, all.min()!), max(to, all.max()!))
        // Read from right to left it is rotated by 180°: its top is below.
        let (top, bottom) = right >= left ? (low, high) : (high, low)
        return Quadrilateral(
            topLeft: point(across: left, along: top), topRight: point(across: right, along: top),
            bottomRight: point(across: right, along: bottom), bottomLeft: point(across: left, along: bottom))
    }

    /// The shortest symbol whose bars are followed, in pixels. Not measured: what is shorter has no modules of a pixel.
    static let minReadLength = 16.0
    /// Bars have ended where the levels change less than this part of what they change in three rows in the middle, as a
    /// divisor: by less than three tenths of such a row.
    private static let partOfChange = 10

    /// How far the bars of `read` go before paper comes, across the region from its middle: where labels are so close
    /// above each other that they are one region.
    func bars(of read: Quadrilateral, in view: LumaView) -> ClosedRange<Double> {
        let places = read.corners.map(offsets)
        let (us, vs) = (places.map(\.across), places.map(\.along))
        let (left, right, middle) = (us.min()!, us.max()!, (vs.min()! + vs.max()!) / 2)
        /// How much the levels change along the bars' width at `v`.
        func change(_ v: Double) -> Int {
            var (sum, last) = (0, -1)
            for u in stride(from: left, through: right, by: 2) {
                let place = point(across: u, along: v)
                let (x, y) = (Int(place.x), Int(place.y))
                guard x >= 0, y >= 0, x < view.width, y < view.height else { continue }
                // SAFETY: x and y are inside of the view.
                let level = Int(view.base[y * view.rowStride + x])
                if last >= 0 { sum += abs(level - last) }
                last = level
            }
            return sum
        }
        let minChange = (change(middle) + change(middle + 1) + change(middle - 1)) / Self.partOfChange
        func end(_ step: Double) -> Double {
            var (v, last, misses) = (middle + step, middle, 0)
            while abs(v) <= height / 2 {
                if change(v) >= minChange { (last, misses) = (v, 0) } else { misses += 1 }
                guard misses < 2 else { return last + step }
                v += step
            }
            return v
        }
        return end(-2)...end(2)
    }
}

extension SymbolReader.Work {
    /// Gives the linear readings from `first` on the height of their bars, each by itself.
    mutating func stretch(from first: Int) {
        for i in first..<readings.count where readings[i].symbology.traits.dimension == .linear {
            readings[i].symbol.corners = stretched(readings[i].symbol.corners)
        }
    }

    /// `corners` of a linear symbol as high as its bars are around their middle, if that lies in the area: what was read
    /// in bands may be marked a band higher, over the labels next to it.
    func stretched(_ corners: Quadrilateral) -> Quadrilateral {
        let local = self.local(corners)
        guard let region = BarRegion(around: local, minHeight: 1), region.length >= BarRegion.minReadLength else {
            return corners
        }
        let bars = region.bars(of: local, in: part)
        guard let extent = region.extent(of: local, bars: bars, isExact: true).map(framed), area.holds(extent) else {
            return corners
        }
        return extent
    }

    /// Shares of a region's height that are tried for a single symbol's, until it lies in the area.
    private static let sharesOfHeight = [1, 0.75, 0.5]

    /// Gives what was read in `region` the height of its bars: up to paper where several labels are so close that they
    /// are one region, and lie in bands of it by their middle alone.
    mutating func stretch(to region: BarRegion) {
        let inside = readings.indices.filter {
            readings[$0].symbology.traits.dimension == .linear
                && region.contains(readings[$0].symbol.corners.center - area.origin)
        }
        let contents = Set(inside.map { readings[$0].symbol.content }.filter { !$0.symbology.isAddOn })
        guard !contents.isEmpty else { return }
        let isOne = contents.count == 1
        // The region may end in the middle of one of several labels.
        var region = region
        if !isOne { region.height += 2 * region.length }
        for i in inside {
            let local = local(readings[i].symbol.corners)
            // A tilted region's box reaches beyond the picture, or the interest box, where the bars do not.
            let bars = region.bars(of: local, in: part)
            let extents = (isOne ? Self.sharesOfHeight : [1]).lazy
                .compactMap { region.extent(of: local, share: $0, bars: bars, isExact: !isOne) }
                .map { [origin = area.origin] in $0.moved(by: origin) }
            if let extent = extents.first(where: area.holds) { readings[i].symbol.corners = extent }
        }
    }
}

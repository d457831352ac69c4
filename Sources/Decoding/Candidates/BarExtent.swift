import Symbols

extension BarRegion {
    /// The place of a linear symbol that was read in this region: as far along the scan lines as `read`, and as high
    /// as the region. Engines mark the few scan lines that succeeded; the bars go on above and below.
    ///
    /// - Parameters:
    ///   - read: the corners that an engine told, in the region's pixels.
    ///   - share: how much of the region's height to take, 0...1; default all.
    /// - Returns: nil when the symbol does not lie along the region.
    func extent(of read: Quadrilateral, share: Double = 1) -> Quadrilateral? {
        func along(_ p: Point) -> Double { (p.x - center.x) * self.along.x + (p.y - center.y) * self.along.y }
        func across(_ p: Point) -> Double { (p.y - center.y) * self.along.x - (p.x - center.x) * self.along.y }
        let left = (along(read.topLeft) + along(read.bottomLeft)) / 2
        let right = (along(read.topRight) + along(read.bottomRight)) / 2
        let drift = across(read.topRight) + across(read.bottomRight) - across(read.topLeft) - across(read.bottomLeft)
        guard abs(right - left) > 2 * abs(drift / 2) else { return nil }
        // Cells count from one with bars in it: what the engine saw may reach further.
        let all = read.corners.map(across)
        let half = max(0, height / 2 - margin) * share
        let (low, high) = (min(-half, all.min()!), max(half, all.max()!))
        // Read from right to left it stands on its head: its top is below.
        let (top, bottom) = right >= left ? (low, high) : (high, low)
        func place(_ u: Double, _ v: Double) -> Point {
            Point(
                x: center.x + u * self.along.x - v * self.along.y, y: center.y + u * self.along.y + v * self.along.x)
        }
        return Quadrilateral(
            topLeft: place(left, top), topRight: place(right, top), bottomRight: place(right, bottom),
            bottomLeft: place(left, bottom))
    }
}

extension SymbolReader.Work {
    /// Gives what was read in `region` the height of its bars, if that is one symbol: where two stand so close that
    /// their bars are one region, each keeps what its engine told.
    mutating func stretch(to region: BarRegion) {
        let (x, y) = (Double(area.x), Double(area.y))
        let inside = readings.indices.filter { i in
            let middle = readings[i].symbol.corners.center
            return readings[i].symbology.traits.dimension == .linear
                && region.contains(Point(x: middle.x - x, y: middle.y - y))
        }
        let contents = Set(inside.map { readings[$0].symbol.content }.filter { !$0.symbology.isAddOn })
        guard contents.count == 1 else { return }
        for i in inside {
            let local = readings[i].symbol.corners.map { Point(x: $0.x - x, y: $0.y - y) }
            // A tilted region's box reaches beyond the picture, or the interest box, where the bars do not.
            let extents = [1, 0.75, 0.5].lazy.compactMap { region.extent(of: local, share: $0) }
                .map { $0.map { Point(x: $0.x + x, y: $0.y + y) } }
            if let extent = extents.first(where: area.holds) { readings[i].symbol.corners = extent }
        }
    }
}

import Symbols

extension BarRegions {
    /// What is looked for in bar regions.
    static let symbologies = Set(Symbology.allCases.filter { $0.traits.dimension == .linear || $0 == .pdf417 })
}

extension SymbolReader {
    /// Looks at regions of bars, each turned upright, that nothing was read in yet: at the region as it is, by
    /// zxing and by our own engine, then at the means of its rows.
    ///
    /// - Parameters:
    ///   - grid: the grid of `view`.
    ///   - view: the part of the picture that is looked at.
    ///   - most: look at so many regions at most.
    ///   - everyCode: whether our own engine tries the rarer symbologies too.
    ///   - change: what is done to each before it is looked at; default nothing.
    /// - Returns: the time that it took.
    @discardableResult
    func lookAtBars(
        _ grid: GradientGrid, of view: LumaView, _ work: inout Work, most: Int, everyCode: Bool,
        change: Transform = .none
    ) -> Duration {
        guard !options.symbologies.isDisjoint(with: BarRegions.symbologies) else { return .zero }
        let clock = ContinuousClock()
        let start = clock.now
        for region in BarRegions.of(grid, most: most) where !work.hasRead(at: region.center, region.contains) {
            let upright = Rectification.upright(region, of: view).changed(by: change)
            let before = work.readings.count
            look("bars", .bars, upright, &work, .upright)
            guard work.readings.count == before else { continue }
            look("bars", .linear, upright, &work, everyCode ? .upright : .quick)
            guard work.readings.count == before else { continue }
            let bands = Rectification.bands(upright)
            look("bands", .bars, bands, &work, .upright)
            // What zbar keeps of the last strip says nothing about this one.
            strips.forget()
            look("bands", .strips, bands, &work, .upright)
        }
        return clock.now - start
    }
}

import Symbols

extension SymbolReader {
    /// Looks at regions of modules, each turned upright, that nothing was read in yet.
    ///
    /// - Parameters:
    ///   - regions: what to look at.
    ///   - view: the picture that they are regions of.
    /// - Returns: the time that it took.
    @discardableResult
    func lookAtMatrices(_ regions: some Sequence<MatrixRegion>, of view: LumaView, _ work: inout Work) -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        for region in regions where !work.hasRead(at: region.center, region.contains) {
            look("modules", .centred, Rectification.upright(region, of: view), &work, .upright)
        }
        return clock.now - start
    }
}

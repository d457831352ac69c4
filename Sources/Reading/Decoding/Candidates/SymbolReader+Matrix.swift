import Symbols

extension MatrixRegions {
    /// What is looked for in regions of modules.
    static let symbologies: Set<Symbology> = [.dataMatrix, .aztec, .qrCode, .microQRCode]
}

extension SymbolReader {
    /// Looks at regions of modules, each turned upright, that nothing was read in yet.
    ///
    /// - Parameters:
    ///   - regions: what to look at, in the area of `work`.
    ///   - change: what is done to each before it is looked at; default nothing.
    ///   - kinds: the readers of each, in order, until one of them reads something.
    /// - Returns: the time that it took.
    @discardableResult
    func lookAtMatrices(
        _ regions: some Sequence<MatrixRegion>, _ work: inout Work, change: Transform = .none, by kinds: [ReaderKind]
    ) -> Duration {
        let start = ContinuousClock.now
        for region in regions where !work.hasRead(at: region.center, region.contains) {
            let upright = Rectification.upright(region, of: work.part).changed(by: change)
            let before = work.readings.count
            for kind in kinds where work.readings.count == before {
                // It is not known which way rows of bars run in a region of modules.
                look("modules", kind, upright, &work, kind.reads(.stackedBars) ? .full : .upright)
            }
        }
        return ContinuousClock.now - start
    }
}

import Symbols

extension MatrixRegions {
    /// What is looked for in regions of modules.
    static let symbologies: Set<Symbology> = [.dataMatrix, .aztec, .qrCode, .microQRCode, .dotCode, .hanXin]
}

extension SymbolReader {
    /// Looks at regions of modules, each turned upright and changed, that nothing was read in yet, by one of `kinds` after
    /// the other until something is read.
    ///
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

import Symbols

extension MatrixRegions {
    /// What is looked for in regions of modules.
    static let symbologies: Set<Symbology> = [.dataMatrix, .aztec, .qrCode, .microQRCode]
}

extension SymbolReader {
    /// Looks at regions of modules, each turned upright, that nothing was read in yet.
    ///
    /// - Parameters:
    ///   - regions: what to look at.
    ///   - view: the picture that they are regions of.
    ///   - change: what is done to each before it is looked at; default nothing.
    /// - Returns: the time that it took.
    @discardableResult
    func lookAtMatrices(
        _ regions: some Sequence<MatrixRegion>, of view: LumaView, _ work: inout Work, change: Transform = .none
    ) -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        for region in regions where !work.hasRead(at: region.center, region.contains) {
            let upright = Rectification.upright(region, of: view).changed(by: change)
            let before = work.readings.count
            look("modules", .centred, upright, &work, .upright)
            guard work.readings.count == before else { continue }
            look("modules", .matrix, upright, &work, .upright)
            guard work.readings.count == before, QREngine.halves(view) else { continue }
            look("modules", .qr, upright, &work, .upright)
        }
        return clock.now - start
    }
}

import Symbols

extension BarRegions {
    /// What is looked for in bar regions.
    static let symbologies = Set(Symbology.allCases.filter { $0.traits.dimension == .linear || $0 == .pdf417 })
}

extension SymbolReader {
    /// Looks at regions of bars, each turned upright and changed, that nothing was read in yet: at the means of its rows,
    /// which is cheap, then at the region as it is.
    ///
    /// - Parameters:
    ///   - maxCount: the likeliest regions, at most.
    ///   - first: of them those that are left out; default none.
    ///   - coherence: what the cells of a region have at least (`BarRegions.of`).
    ///   - native: how the native readers look: `upright` for every symbology, `quick` for the frequent ones; nil
    ///   not at all.
    /// - Returns: the time that it took.
    @discardableResult
    func lookAtBars(
        _ work: inout Work, maxCount: Int, from first: Int = 0, coherence: Float = BarRegions.minCoherence,
        native: Thoroughness?, change: Transform = .none
    ) -> Duration {
        guard !options.symbologies.isDisjoint(with: BarRegions.symbologies) else { return .zero }
        let start = ContinuousClock.now
        for region in BarRegions.of(work.gradients(), maxCount: maxCount, coherence: coherence).dropFirst(first) {
            if !work.hasRead(at: region.center, region.contains) { look(at: region, &work, change, native: native) }
            work.stretch(to: region)
        }
        return ContinuousClock.now - start
    }

    /// Rows in which a region is drawn for a look at its bands.
    /// Not measured: more than six for each of the twelve bands.
    private static let rowsOfFew = 80.0
    /// Regions that are looked at for what few engines read. Not measured: a bound on time.
    private static let regionsOfRare = 2

    /// Has native readers look at the likeliest regions of bars for everything, also for what a quick look leaves out.
    func lookForRareBars(_ work: inout Work) {
        guard !options.symbologies.isDisjoint(with: BarRegions.symbologies) else { return }
        for region in work.barRegions.prefix(Self.regionsOfRare) {
            let few = Rectification.upright(region, of: work.part, maxRows: Self.rowsOfFew)
            for kind in NativeReaders.kinds(for: .bars) { look("bars", kind, few, &work, .upright) }
        }
    }

    /// Has native readers look at the likeliest regions for bars out of focus, strip by strip.
    func lookForBlurredBars(_ work: inout Work) {
        guard !options.symbologies.isDisjoint(with: BarRegions.symbologies) else { return }
        let grid = work.gradients()
        let regions =
            BarRegions.of(grid, maxCount: Self.regionsOfRare, coherence: BarRegions.coherenceOfBars)
            + BarRegions.of(grid, maxCount: Self.regionsOfRare)
        for region in regions where merged(work).isEmpty {
            for strip in 0..<BarRegion.strips where merged(work).isEmpty {
                lookForBlurredBars(in: region.strip(strip), &work)
            }
            work.stretch(to: region)
        }
    }

    /// Looks at one strip of the likeliest region, another one each time until something is read in it.
    ///
    /// - Returns: the time that it took.
    func lookAtNextStrip(_ work: inout Work) -> Duration {
        let start = ContinuousClock.now
        guard !options.symbologies.isDisjoint(with: BarRegions.symbologies),
            let region = BarRegions.of(work.gradients(), maxCount: 1).first,
            !work.hasRead(at: region.center, region.contains)
        else { return .zero }
        let before = work.readings.count
        lookForBlurredBars(in: region.strip(nextStrip), &work)
        if work.readings.count == before { nextStrip = (nextStrip + 1) % BarRegion.strips }
        work.stretch(to: region)
        return ContinuousClock.now - start
    }

    private func lookForBlurredBars(in strip: BarRegion, _ work: inout Work) {
        let upright = Rectification.inside(strip, of: work.part, maxRows: Self.rowsOfStrip)
        for kind in NativeReaders.kinds(for: .blurredBars) where isAskedFor(kind) {
            look("blurred bars", kind, upright, &work, .upright)
        }
    }

    /// Not measured: three or four rows for each of the bands that are brought into line.
    private static let rowsOfStrip = 20.0

    /// Looks beyond the ends of the likeliest regions for what only native readers read: where modules are large, a wide space near the end of a
    /// symbol cuts the region off there; of blurred postal bars a part may be a region.
    func lookBeyondBars(_ work: inout Work) {
        for (kind, symbologies, length) in Self.beyond where !options.symbologies.isDisjoint(with: symbologies) {
            for var region in work.barRegions.prefix(Self.regionsOfRare) {
                region.length *= length
                let few = Rectification.upright(region, of: work.part, maxRows: Self.rowsOfFew)
                look("beyond bars", kind, few, &work, .upright)
            }
        }
    }

    /// How far it is looked, in lengths of the region. Of DataBar Limited's 73 modules a wide space and the bar behind it may lie beyond an end,
    /// with the quiet zone. Measured: of 150 symbols of 6 pixels a module 111 are read without this, 133 with 1.4, 140 with 1.6, all with 2.
    /// Of blurred postal bars, a third at one end may be a region.
    private static let beyond: [(ReaderKind, Set<Symbology>, length: Double)] = [
        (.dataBarLimited, [.dataBarLimited], 2), (.postal, PostalEngine.symbologies, 5),
    ]

    private func look(at region: BarRegion, _ work: inout Work, _ change: Transform, native: Thoroughness?) {
        let (view, before) = (work.part, work.readings.count)
        let few = Rectification.upright(region, of: view, maxRows: Self.rowsOfFew).changed(by: change)
        let bands = Rectification.bands(ofUpright: few)
        guard BarEvidence.isIn(bands, of: options.symbologies) else { return }
        work.barRegions.append(region)
        // What zbar keeps of the last region's rows has nothing to do with this one.
        forget(.barRows)
        look("bands", .barRows, bands, &work, .upright)
        if let doubted = Array(work.readings[before...]).doubtedDataBar {
            askAboutDataBar(doubted, Rectification.upright(region, of: view).changed(by: change), &work)
        }
        guard needsMore(work, since: before) else { return }
        func isDoubted(_ reading: Reading) -> Bool {
            reading.wantsSecondOpinion && work.lies(reading, at: region.center, region.contains)
        }
        // Native readers are asked in every frame about what may be misread on each line alike.
        let doubted = work.readings.firstIndex(where: isDoubted)
        if let thoroughness = native ?? (doubted.map { _ in .quick }) {
            for kind in NativeReaders.kinds(for: .bars) { look("bars", kind, few, &work, thoroughness) }
        }
        // In a still picture zxing may still agree with zbar.
        if let doubted, !work.isStill || doubted < before { return }
        guard needsMore(work, since: before) else { return }
        look("bands", .bars, bands, &work, .upright)
        guard needsMore(work, since: before) else { return }
        let upright = Rectification.upright(region, of: view).changed(by: change)
        look("bars", .bars, upright, &work, .upright)
        guard native == .upright, work.readings.isEmpty else { return }
        for kind in NativeReaders.kinds(for: .stackedBars) { look("bars", kind, upright, &work, .upright) }
    }

    /// Has zxing look at a region and, where it reads nothing, at the picture around what zbar read there: the region
    /// may hold only a part of the rows.
    private func askAboutDataBar(_ doubted: Reading, _ region: TransformedPlane, _ work: inout Work) {
        let before = work.readings.count
        look("bars", .zxing, region, &work, .full)
        guard work.readings.count == before else { return }
        let around = work.area.around(doubted.symbol.corners)
        look("databar", .zxing, &work, .full, in: around)
    }

    /// Whether a candidate needs another look: nothing was read in it, or only what another look has to agree on.
    private func needsMore(_ work: Work, since before: Int) -> Bool {
        let merging = ReadingMerger(options: options)
        return !work.readings[before...].contains { work.isSettled($0) && merging.isPlausible($0) }
    }
}

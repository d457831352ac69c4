import Frames
import Symbols

/// A sheet of many symbols: once one was found the reader looks where the picture looks like more of them.
///
/// Matrix symbols are read one by one in the boxes of their islands, linear ones along rows of the whole sheet. Each
/// call of an engine is over a part so small that it takes a few milliseconds, so that the time can be checked in
/// between.
extension SymbolReader {
    /// What may be spent on a sheet. Its numbers are not measured: they are bounds on time.
    struct SheetLimits {
        /// No further call of an engine after this.
        var end: ContinuousClock.Instant
        /// Places that are looked at even after `end`.
        var minTries = 0
        /// Islands that hold nothing before those of one size are given up; each that holds something allows two more.
        var maxFailures = 12
        /// Strips of rows.
        var maxStrips = Int.max

        var isOver: Bool { .now >= end }
    }

    /// Time for the rest of a still picture. The deadline is for hostile pictures: a sheet of 336 takes 0.1 s.
    static let restOfNormal = Duration.milliseconds(800) * slowness
    /// Not measured: as long as a person waits for a picture that is known to be hard.
    static let restOfThorough = Duration.seconds(5) * slowness
    #if DEBUG
        /// Debug builds' loops are up to a hundred times slower.
        static let slowness = 20
    #else
        static let slowness = 1
    #endif

    /// Reads what else is in a still picture.
    func readRest(_ work: inout Work, within time: Duration) {
        let limits = SheetLimits(end: .now + time)
        var unread = unreadPlaces(&work)
        if readsModules && unread.hasModules {
            var tries = IslandTries()
            lookAtIslands(&work, &tries, limits)
            let matrices = work.readings.count { $0.symbology.traits.dimension == .matrix }
            if matrices >= SheetMemory.minSymbols { lookCloser(at: tries.failed, &work, limits) }
            unread = unreadPlaces(&work)
        }
        guard readsBars, unread.linearRead > 0, showsBars(unread, work) else { return }
        let before = work.readings.count
        lookAlongRows(unread, &work, from: 0, limits, by: .sheetRows)
        // Single symbols that zxing does not read were already looked for by zbar among the candidates.
        guard work.readings.count > before, !limits.isOver else { return }
        unread = unreadPlaces(&work)
        guard showsBars(unread, work) else { return }
        lookAlongRows(unread, &work, from: 0, limits, by: .barRows)
    }

    /// Whether matrix symbols are looked for in islands.
    var readsModules: Bool { !options.symbologies.isDisjoint(with: MatrixRegions.symbologies) }
    /// Whether linear symbols are looked for along rows.
    var readsBars: Bool { options.symbologies.contains { $0.traits.dimension == .linear } }

    /// Where nothing of `work`, and nothing of `known` besides, was read.
    func unreadPlaces(_ work: inout Work, known: [Symbol] = []) -> UnreadPlaces {
        let merging = ReadingMerger(options: options)
        var places: [UnreadPlaces.Read] = []
        for symbol in work.readings.filter({ merging.isPlausible($0) }).map(\.symbol) + known {
            let isLinear = symbol.content.symbology.traits.dimension == .linear
            let corners = work.local(symbol.corners)
            // What several looks read counts as one place.
            guard !places.contains(where: { $0.isLinear == isLinear && $0.place.contains(corners.center) }) else {
                continue
            }
            // Engines mark the lines that they read; the bars go on above and below.
            places.append((isLinear ? work.local(work.stretched(symbol.corners)) : corners, isLinear))
        }
        return UnreadPlaces(work.gradients(), read: places)
    }

    /// Groups of cells whose edges are counted, the largest first. Not measured: a bound on time.
    private static let regionsLookedAt = 6
    /// Rows that a group is drawn in for that, and how many of them have to look like bars.
    /// Not measured: a label is a row of forty at least where a dozen lie one above the other.
    private static let (rowsOfEvidence, rowsWithBars) = (40.0, 3)

    /// Whether one of the groups of cells shows edges as often as bars do.
    private func showsBars(_ unread: UnreadPlaces, _ work: Work) -> Bool {
        unread.regions.sorted { $0.length * $0.height > $1.length * $1.height }.prefix(Self.regionsLookedAt).contains {
            region in
            // Rows as they are: a region may hold many labels, one above the other.
            BarEvidence.isIn(
                Rectification.upright(region, of: work.part, maxRows: Self.rowsOfEvidence), rows: Self.rowsWithBars)
        }
    }

    // MARK: - A live frame

    /// A frame that shows a symbol or none is looked at for a sheet only once in this many; zbar looks along rows as often.
    /// Not measured: several times in a second.
    private static let framesBetweenLooks = 4
    /// A frame's budget is divided by this: what is spent on the whole frame may be four such parts, and on a sheet at least one.
    /// Not measured: a frame may take a third longer where there is a sheet.
    private static let budgetParts = 3
    /// Islands looked at, and symbols read again, even where there is no time left.
    /// Not measured: each costs a call of zxing, a millisecond.
    private static let triesOfLive = 32
    /// Strips of rows looked along in a frame. Not measured: a bound on time, as each is more pixels than a label.
    private static let stripsOfLive = 3
    /// Faults of an engine after which the symbols that are left wait for the next frame.
    /// Not measured: a bound on time.
    private static let maximumFaults = 16

    /// Reads as much of a sheet as a frame has time for: first what was not read in the frames before, then some of what was.
    ///
    /// - Returns: the time that it took.
    func readSheet(_ work: inout Work, frame: Int, budget: Duration, spent: Duration) -> Duration {
        // One symbol or none may still be a sheet.
        guard frame % Self.framesBetweenLooks == 2 || work.readings.count >= 2 || sheet.known.count >= 2 else {
            return .zero
        }
        let start = ContinuousClock.now
        var limits = SheetLimits(
            end: start + max(budget * 4 / Self.budgetParts - spent, budget / Self.budgetParts) * Self.slowness)
        limits.minTries = Self.triesOfLive
        let known = sheet.known.map(\.symbol)
        let labels = Set(
            (work.readings.map(\.symbol) + known).map(\.content).filter { $0.symbology.traits.dimension == .linear })
        // Engines mark the lines that they read; where labels are close together, the lines around may belong to others.
        if labels.count >= 2 { work.stretch(from: 0) }
        let unread = unreadPlaces(&work, known: known)
        let before = work.readings.count
        if readsModules && unread.hasModules && sheet.looksAtIslands(at: frame) {
            var tries = IslandTries()
            tries.isKnownToFail = { [sheet] in sheet.failed($0, at: frame) }
            lookAtIslands(&work, &tries, limits, known: known)
            sheet.noteIslands(found: work.readings.count > before, failed: tries.failed, at: frame)
        }
        // One label alone is read in the regions of bars.
        if readsBars && labels.count >= 2 && unread.hasBars && sheet.looksAlongRows(at: frame)
            && showsBars(unread, work)
        {
            let before = work.readings.count
            limits.maxStrips = Self.stripsOfLive
            let count = lookAlongRows(
                unread, &work, from: sheet.strip, limits,
                by: frame % Self.framesBetweenLooks == 3 ? .barRows : .sheetRows)
            sheet.strip = count == 0 ? 0 : (sheet.strip + 1) % count
            sheet.noteRows(found: work.readings.count > before, at: frame)
        }
        if sheet.isSheet { readKnownAgain(&work, frame: frame, limits) }
        return ContinuousClock.now - start
    }

    /// Reads symbols of the sheet again that this frame has not shown, as many as there is time for.
    private func readKnownAgain(_ work: inout Work, frame: Int, _ limits: SheetLimits) {
        let again = ContinuousClock.now
        let (first, faults) = (work.readings.count, work.result.faults.count)
        var tries = 0
        for index in sheet.waiting(read: work.readings) {
            guard tries < limits.minTries || !limits.isOver, work.result.faults.count - faults < Self.maximumFaults
            else {
                break
            }
            tries += 1
            sheet.noteTried(index, at: frame)
            readAgain(sheet.known[index].symbol, &work)
        }
        note("again", .zxing, since: again, found: work.readings.count - first, &work)
    }

    // MARK: - One place

    /// Rows in which a symbol is drawn that was read before. Not measured: two for each of the twelve bands.
    private static let rowsOfOne = 24.0

    /// Reads a `known` symbol again where it was in an earlier frame.
    func readAgain(_ known: Symbol, _ work: inout Work) {
        let corners = work.local(known.corners)
        let before = work.readings.count
        if known.content.symbology.traits.dimension == .linear {
            guard let region = BarRegion(around: corners), region.length >= BarRegion.minReadLength else { return }
            let upright = Rectification.upright(region, of: work.part, maxRows: Self.rowsOfOne)
            let bands = Rectification.bands(ofUpright: upright)
            for kind in [ReaderKind.sheetRows, .barRows] where work.readings.count == before {
                if kind == .barRows { forget(.barRows) }
                let found = bands.plane.withView { engineReadings(kind, $0, $0.bounds, .upright, &work) }
                work.readings += found.map { $0.placed { work.framed(bands.toSource($0)) } }
            }
            work.stretch(from: before)
        } else if MatrixRegions.symbologies.contains(known.content.symbology) {
            let place = Place(corners)
            let box = PixelRect(
                x: Int(place.left), y: Int(place.top), width: Int(place.right - place.left) + 1,
                height: Int(place.bottom - place.top) + 1)
            _ = readings(.centred, Islands.Island(box: box, fill: 1).crop(in: work.part), .quick, &work)
        }
    }

    /// What an engine reads in `region` of the area of `work`; it joins the work's readings.
    func readings(
        _ kind: ReaderKind, _ region: PixelRect, _ thoroughness: Thoroughness, _ work: inout Work
    ) -> [Reading] {
        guard !region.isEmpty else { return [] }
        let found = engineReadings(kind, work.part, region, thoroughness, &work).map { $0.placed(work.framed) }
        work.readings += found
        return found
    }
}

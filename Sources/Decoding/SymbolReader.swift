import Frames
import Symbols

/// Reads the symbols in frames and pictures by all engines.
///
/// Not shared between threads: each thread that reads has a reader of its own.
public final class SymbolReader {
    /// What it looks for and believes.
    public let options: ReaderOptions
    private var zxing: ZXingEngine
    private var zbar: ZBarEngine
    /// zxing for what it finds in the middle only.
    private var centred: ZXingEngine
    /// zxing for what it is asked for alone, see `ZXingTraits.readsAlone`.
    private var dataBar: ZXingEngine
    /// zxing and zbar for bars that were turned upright.
    private var bars: ZXingEngine
    var strips: ZBarEngine
    /// zxing for rows of linear symbols.
    private var rows: ZXingEngine
    /// Our own for the same.
    private var linear: LinearEngine
    /// Our own for matrix symbols.
    private var matrix: MatrixEngine
    private var qr: QREngine
    private var microPDF417: MicroPDF417Engine
    private var nextWindow = 0
    /// How many live frames were read.
    private var turn = 0
    /// How many bar regions are worth a look.
    private static let barRegionsPerFrame = 2
    /// How many regions of each kind a still picture's look takes.
    private static let candidatesOfNormal = 3
    /// In a picture of fewer pixels candidates are too coarse to tell that there are no bars.
    private static let smallPicture = 100_000
    private static let candidatesOfThorough = 16
    /// After this no further pass begins: a large photograph takes a second or a few, what takes longer is hostile.
    private static let mostOfThorough = Duration.seconds(30) * slowness
    /// How many windows a live frame looks at.
    private static let windowsPerFrame = 4
    /// Over how many live frames our own looks are spread.
    private static let turns = 8
    private var schedule = LiveSchedule()
    /// What frames have told of a sheet.
    var sheet = SheetMemory()

    /// A reader with `options`; default: everything that some engine reads.
    public init(options: ReaderOptions = ReaderOptions()) {
        self.options = options
        let most = min(max(options.mostSymbols, 1), ReaderOptions.mostPossible)
        let alone = ZXingTraits.current.readsAlone
        zxing = ZXingEngine(symbologies: options.symbologies.subtracting(alone), mostSymbols: most)
        zbar = ZBarEngine(symbologies: options.symbologies, mostSymbols: most)
        centred = ZXingEngine(
            symbologies: options.symbologies.intersection(MatrixRegions.symbologies), mostSymbols: most)
        dataBar = ZXingEngine(symbologies: options.symbologies.intersection(alone), mostSymbols: 1)
        let barred = options.symbologies.intersection(BarRegions.symbologies)
        bars = ZXingEngine(symbologies: barred.subtracting(alone), mostSymbols: most)
        strips = ZBarEngine(symbologies: barred, mostSymbols: most, rowsOnly: true)
        rows = ZXingEngine(
            symbologies: barred.subtracting(alone).filter { $0.traits.dimension == .linear }, mostSymbols: most)
        linear = LinearEngine(symbologies: barred)
        matrix = MatrixEngine(symbologies: options.symbologies)
        qr = QREngine(symbologies: options.symbologies)
        microPDF417 = MicroPDF417Engine(symbologies: options.symbologies)
        guard let charset = options.charset else { return }
        zxing.charset = charset
        zbar.charset = charset
        centred.charset = charset
        dataBar.charset = charset
        bars.charset = charset
        rows.charset = charset
        strips.charset = charset
        linear.charset = charset
        matrix.charset = charset
        qr.charset = charset
        microPDF417.charset = charset
    }

    /// Reads `frame`.
    ///
    /// - Parameters:
    ///   - region: where to look; what lies outside of it, even in part, is not read. Nil: the whole frame.
    ///   - effort: how much time to take.
    /// - Returns: symbols with corners in pixels of the whole frame. A fault inside an engine is told in `faults` and
    ///   costs that engine's look only.
    public func read(_ frame: Frame, region: PixelRect? = nil, effort: Effort = .normal) -> ReadResult {
        frame.withLuma { read(luma: $0, width: frame.width, height: frame.height, region: region, effort: effort) }
    }

    /// Reads `height` packed rows of `width` luma bytes; like `read(_:region:effort:)`.
    ///
    /// An area of no pixels, or one that `luma` is too short for, holds no symbols.
    public func read(
        luma: Span<UInt8>, width: Int, height: Int, region: PixelRect? = nil, effort: Effort = .normal
    ) -> ReadResult {
        guard FramePool.accepts(width: width, height: height), luma.count >= width * height else { return ReadResult() }
        let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        let area = region.map { $0.clamped(to: bounds) } ?? bounds
        guard !area.isEmpty else { return ReadResult() }
        return luma.withUnsafeBufferPointer { bytes in
            // SAFETY: `bytes` has width * height > 0 bytes and lives until this closure returns.
            let view = LumaView(base: bytes.baseAddress!, width: width, height: height, rowStride: width)
            let isStill = if case .live = effort { false } else { true }
            var work = Work(view: view, area: area, isStill: isStill)
            switch effort {
            case .live(let budget): readLive(&work, budget: budget)
            case .normal:
                readNormal(&work)
                if !merged(work).isEmpty { readRest(&work, within: Self.restOfNormal) }
            case .thorough:
                readThorough(&work)
                if !merged(work).isEmpty { readRest(&work, within: Self.restOfThorough) }
            }
            work.result.symbols = ReadingOrder.sorted(merged(work))
            if case .live = effort {
                sheet.update(work.result.symbols, at: turn)
                turn += 1
            }
            return work.result
        }
    }

    /// One of the reader's engines.
    enum Looker {
        case zxing
        case zbar
        case centred
        case bars
        case strips
        case rows
        case linear
        case matrix
        case qr
        case microPDF417
        case dataBar

        var engine: EngineKind {
            switch self {
            case .zxing, .centred, .bars, .rows, .dataBar: .zxing
            case .zbar, .strips: .zbar
            case .linear, .matrix, .qr, .microPDF417: .own
            }
        }
    }

    /// zxing that looks for DataBar Expanded.
    static let ofDataBarExpanded: Looker =
        ZXingTraits.current.readsAlone.contains(.dataBarExpanded) ? .dataBar : .zxing

    /// One read under way.
    struct Work {
        let view: LumaView
        let area: PixelRect
        /// Whether no other frame will tell what was misread.
        let isStill: Bool
        var readings: [Reading] = []
        var result: ReadResult
        /// The candidates that showed bars, read or not, the likeliest first.
        var barred: [BarRegion] = []
        var hasBars: Bool { !barred.isEmpty }
        private var grid: GradientGrid?

        init(view: LumaView, area: PixelRect, isStill: Bool) {
            (self.view, self.area, self.isStill) = (view, area, isStill)
            result = ReadResult()
        }

        /// The gradients of the area.
        mutating func gradients() -> GradientGrid {
            if let grid { return grid }
            let made = GradientGrid(view.cropped(to: area))
            grid = made
            return made
        }

        /// Whether `reading` is enough for its place: no other look has to agree on it, nobody else is asked.
        func isSettled(_ reading: Reading) -> Bool {
            (!isStill || reading.standsAlone) && !reading.wantsSecondOpinion
        }

        /// Whether something was read at a candidate that no other look has to agree on: where the middle of one lies in
        /// the other.
        func hasRead(at center: Point, _ contains: (Point) -> Bool) -> Bool {
            readings.contains { isSettled($0) && lies($0, at: center, contains) }
        }

        /// Whether `reading` lies at a candidate.
        func lies(_ reading: Reading, at center: Point, _ contains: (Point) -> Bool) -> Bool {
            let middle = reading.symbol.corners.center
            return reading.symbol.corners.boundsContain(
                Point(x: center.x + Double(area.x), y: center.y + Double(area.y)))
                || contains(Point(x: middle.x - Double(area.x), y: middle.y - Double(area.y)))
        }
    }

    private func readLive(_ work: inout Work, budget: Duration) {
        let pixels = work.area.width * work.area.height
        let thoroughness = schedule.zxingThoroughness(pixels: pixels, budget: budget)
        var spent = look(Pass.plain.name, .zxing, work.view, work.area, &work, thoroughness)
        schedule.recordZXing(thoroughness, pixels: pixels, spent: spent)
        let part = work.view.cropped(to: work.area)
        let grid = work.gradients()
        let change = Pass.ofCandidates[turn % Pass.ofCandidates.count]
        // Our own take turns: a symbol held still is found within a few frames, by one region and change or another. The
        // first frame may be the only one: while nothing is found in it each of them has its turn.
        // On a sheet there is more to be read where it is plain to see.
        let isBusy = sheet.isSheet && sheet.isGrowing(at: turn)
        spent += readSheet(&work, grid, turn: turn, budget: budget, spent: spent)
        var hasRead = turn == 0 && !merged(work).isEmpty
        var known = work.readings.count
        func isTurn(_ place: Int) -> Bool {
            guard turn == 0 else { return !isBusy && turn % Self.turns == place }
            if !hasRead && work.readings.count > known {
                (hasRead, known) = (!merged(work).isEmpty, work.readings.count)
            }
            return !hasRead
        }
        spent += lookAtBars(
            grid, of: part, &work, most: Self.barRegionsPerFrame, own: isTurn(0) ? .upright : isTurn(4) ? .quick : nil,
            change: change)
        if isTurn(3) && readsWindows {
            let regions = matrixRegions(part, grid, most: 12)
            let next = (0..<min(Self.windowsPerFrame, regions.count)).map { regions[(nextWindow + $0) % regions.count] }
            nextWindow = regions.isEmpty ? 0 : (nextWindow + next.count) % regions.count
            // What was seen at half its size shows more in candidates.
            let lookers: [Looker] = QREngine.halves(part) ? [.centred, .matrix, .qr] : [.centred, .matrix]
            spent += lookAtMatrices(next, of: part, &work, by: lookers)
        } else if isTurn(7) && readsWindows {
            let changed = Pass.ofMatrices[turn / Self.turns % Pass.ofMatrices.count]
            let regions = MatrixRegions.of(part, grid, most: Self.windowsPerFrame)
            spent += lookAtMatrices(regions, of: part, &work, change: changed, by: [.centred])
        }
        if isTurn(5) && readsWindows { spent += look(Pass.plain.name, .matrix, work.view, work.area, &work, .quick) }
        if isTurn(2) { spent += look(Pass.plain.name, .microPDF417, work.view, work.area, &work, .rotated) }
        if isTurn(1) { spent += look(Pass.plain.name, .qr, work.view, work.area, &work, .quick) }
        // What is found in the first frame is shown at once; zbar's look for more comes with the next.
        guard turn > 0 ? !isBusy : isTurn(0) else { return }
        let pass = pixels > LiveSchedule.mostPixelsOfZBar ? Pass.halvedZBar : Pass.plainZBar
        guard schedule.isZBarsTurn(pixels: pixels, budget: budget, spent: spent) else { return }
        let slow =
            if let half = pass.transform.apply(to: part) {
                look(pass.name, .zbar, half, &work, .full)
            } else {
                look(pass.name, .zbar, work.view, work.area, &work, .full)
            }
        schedule.recordZBar(pixels: pixels, spent: slow)
    }

    /// zxing's quick look first, then candidates, which is how most is read; line by line, by zbar, and by our own only
    /// while nothing was found.
    private func readNormal(_ work: inout Work) {
        look("quick", .zxing, work.view, work.area, &work, .rotated)
        // Beside what was found there may be more: bars that only zbar knows, modules off the middle.
        lookAtCandidates(&work, most: Self.candidatesOfNormal)
        guard merged(work).isEmpty else { return }
        // A sheet whose symbols are smaller than candidates are told apart.
        readRest(&work, within: Self.restOfNormal)
        guard merged(work).isEmpty else { return }
        // What is left to find is bars, for the most part. Where there are none nobody has to look line by line.
        let looksForBars = !options.symbologies.isDisjoint(with: BarRegions.symbologies)
        let looksAtBars = work.hasBars || !looksForBars || work.area.width * work.area.height <= Self.smallPicture
        if looksAtBars {
            run(Pass.plainZBar, &work)
            guard merged(work).isEmpty else { return }
            if work.hasBars { lookForDataBar(&work) }
            guard merged(work).isEmpty else { return }
            run(Pass.plainZXing, &work)
            guard merged(work).isEmpty else { return }
        }
        look(Pass.plain.name, .qr, work.view, work.area, &work, .rotated)
        guard merged(work).isEmpty else { return }
        // Rows of bars this low may be no candidate; in a picture that is not large they are soon looked for.
        if looksAtBars || work.area.width * work.area.height <= 2 * Self.smallPicture {
            look(Pass.plain.name, .microPDF417, work.view, work.area, &work, .rotated)
            guard merged(work).isEmpty else { return }
        }
        if readsWindows {
            look(Pass.plain.name, .matrix, work.view, work.area, &work, .quick)
            // A picture that was cut out of another may hold nothing but a symbol.
            if work.area.width * work.area.height <= Self.smallPicture && merged(work).isEmpty {
                let part = work.view.cropped(to: work.area)
                lookAtMatrices([.all(of: part)], of: part, &work, by: [.matrix])
            }
        }
        guard merged(work).isEmpty else { return }
        if work.hasBars { lookForRareBars(&work) }
        guard merged(work).isEmpty, let inverted = Transform.inverted.apply(to: work.view.cropped(to: work.area)) else {
            return
        }
        look("inverted", .zxing, inverted, &work, .rotated)
    }

    /// Everything, while nothing was found.
    private func readThorough(_ work: inout Work) {
        let start = ContinuousClock.now
        run(Pass.plain, &work)
        lookAtCandidates(&work, most: Self.candidatesOfThorough)
        look(Pass.plain.name, .qr, work.view, work.area, &work, .full)
        look(Pass.plain.name, .microPDF417, work.view, work.area, &work, .full)
        lookForMatrices(&work, most: Self.candidatesOfThorough)
        if readsWindows && !work.readings.contains(where: { Windows.symbologies.contains($0.symbology) }) {
            for window in Windows.of(work.view, in: work.area) { lookAtWindow(window, &work) }
        }
        if merged(work).isEmpty { lookForDataBar(&work) }
        for change in Pass.ofCandidates where change != .none && merged(work).isEmpty {
            lookAtCandidates(&work, most: Self.candidatesOfThorough, change: change)
        }
        for pass in Pass.thorough where pass.applies(width: work.area.width, height: work.area.height) {
            guard merged(work).isEmpty, start.duration(to: .now) < Self.mostOfThorough else { return }
            run(pass, &work)
        }
    }

    /// What zbar misses of DataBar.
    private func lookForDataBar(_ work: inout Work) {
        guard !options.symbologies.isDisjoint(with: ZXingTraits.current.readsAlone) else { return }
        let before = work.readings.count
        look("databar", .dataBar, work.view, work.area, &work, .full)
        guard work.readings[before...].contains(where: { !$0.standsAlone }),
            let smoothed = Transform.smoothed.apply(to: work.view.cropped(to: work.area))
        else { return }
        look("smoothed", .dataBar, smoothed, &work, .full)
    }

    private func lookAtCandidates(_ work: inout Work, most: Int, change: Transform = .none) {
        let part = work.view.cropped(to: work.area)
        let grid = work.gradients()
        lookAtBars(
            grid, of: part, &work, most: most, own: most > Self.candidatesOfNormal ? .upright : .quick, change: change)
        if readsWindows {
            let lookers: [Looker] = change == .none ? [.centred] : [.centred, .matrix]
            lookAtMatrices(MatrixRegions.of(part, grid, most: most), of: part, &work, change: change, by: lookers)
        }
    }

    /// Our own look at a picture as it is: everywhere, then at candidates.
    private func lookForMatrices(_ work: inout Work, most: Int) {
        guard readsWindows else { return }
        look(Pass.plain.name, .matrix, work.view, work.area, &work, .quick)
        guard merged(work).isEmpty else { return }
        let part = work.view.cropped(to: work.area)
        let grid = work.gradients()
        // A picture that was cut out of another may hold nothing but a symbol.
        let regions = [MatrixRegion.all(of: part)] + matrixRegions(part, grid, most: most)
        lookAtMatrices(regions, of: part, &work, by: [.matrix, .microPDF417])
    }

    /// Where modules may be: squares full of them and islands of them in turns, the likeliest first.
    private func matrixRegions(_ view: LumaView, _ grid: GradientGrid, most: Int) -> [MatrixRegion] {
        let peaks = MatrixRegions.peaks(view, grid, most: 3)
        let islands = MatrixRegions.of(view, grid, most: most)
        return (0..<max(peaks.count, islands.count)).flatMap {
            peaks.dropFirst($0).prefix(1) + islands.dropFirst($0).prefix(1)
        }
    }

    private var readsWindows: Bool { !options.symbologies.isDisjoint(with: Windows.symbologies) }

    @discardableResult
    private func lookAtWindow(_ window: PixelRect, _ work: inout Work) -> Duration {
        look("window", .centred, work.view, window, &work, .full)
    }

    private func merged(_ work: Work) -> [Symbol] {
        let symbols = Merging(options: options, needsAgreement: work.isStill).merge(
            work.readings.filter { work.area.holds($0.symbol.corners) && work.isNoTexture($0.symbol) })
        // Of a camera's frames each shows other parts: whoever follows them joins them.
        return work.isStill ? SequenceJoining.joined(symbols, in: options.charset) : symbols
    }

    private func run(_ pass: Pass, _ work: inout Work) {
        let lookers = [Looker.zxing, .zbar].filter { pass.engines.contains($0.engine) }
        // State that zbar keeps helps with the next frame and harms with an unrelated picture.
        zxing.forget()
        zbar.forget()
        let clock = ContinuousClock()
        let start = clock.now
        guard let changed = pass.transform.apply(to: work.view.cropped(to: work.area)) else {
            for looker in lookers { look(pass.name, looker, work.view, work.area, &work, .full) }
            return
        }
        var preparing = clock.now - start
        for looker in lookers {
            look(pass.name, looker, changed, &work, .full, preparing)
            preparing = .zero
        }
    }

    /// Looks at a picture that was made from the area; what is found is told in places of the whole frame.
    @discardableResult
    func look(
        _ name: String, _ looker: Looker, _ changed: TransformedPlane, _ work: inout Work,
        _ thoroughness: Thoroughness, _ preparing: Duration = .zero
    ) -> Duration {
        let before = work.readings.count
        let spent = changed.plane.withView { look(name, looker, $0, $0.bounds, &work, thoroughness, preparing) }
        for i in before..<work.readings.count {
            work.readings[i].symbol.corners = work.readings[i].symbol.corners.map {
                let p = changed.toSource($0)
                return Point(x: p.x + Double(work.area.x), y: p.y + Double(work.area.y))
            }
        }
        return spent
    }

    @discardableResult
    func look(
        _ name: String, _ looker: Looker, _ view: LumaView, _ area: PixelRect, _ work: inout Work,
        _ thoroughness: Thoroughness, _ preparing: Duration = .zero
    ) -> Duration {
        let start = ContinuousClock.now
        let found = engineReadings(looker, view, area, thoroughness, &work)
        let spent = ContinuousClock.now - start + preparing
        for reading in found {
            var reading = reading
            reading.look = work.result.attempts.count
            work.readings.append(reading)
        }
        if looker == .zxing || looker == .zbar { work.result.engines.insert(looker.engine) }
        work.result.attempts.append(Attempt(name: name, engine: looker.engine, duration: spent, found: found.count))
        // zxing knows all that DataBar Expanded may hold, but finds fewer: it is told where to look.
        guard looker == .zbar, let doubted = found.doubtedDataBar else { return spent }
        return spent + look(name, Self.ofDataBarExpanded, view, area.around(doubted.symbol.corners), &work, .full)
    }

    /// Notes many small looks as one attempt.
    func note(
        _ name: String, _ engine: EngineKind, since start: ContinuousClock.Instant, found: Int, _ work: inout Work
    ) {
        work.result.attempts.append(
            Attempt(name: name, engine: engine, duration: ContinuousClock.now - start, found: found))
    }

    /// What one engine reads in `area` of `view`, in pixels of `view`.
    func engineReadings(
        _ looker: Looker, _ view: LumaView, _ area: PixelRect, _ thoroughness: Thoroughness, _ work: inout Work
    ) -> [Reading] {
        var found = EngineReading()
        do {
            switch looker {
            case .zxing: found = try zxing.read(view, region: area, thoroughness: thoroughness)
            case .zbar: found = try zbar.read(view, region: area, thoroughness: thoroughness)
            case .centred: found = try centred.read(view, region: area, thoroughness: thoroughness)
            case .bars: found = try bars.read(view, region: area, thoroughness: thoroughness)
            case .strips: found = try strips.read(view, region: area, thoroughness: thoroughness)
            case .rows: found = try rows.read(view, region: area, thoroughness: thoroughness)
            case .dataBar: found = try dataBar.read(view, region: area, thoroughness: thoroughness)
            case .linear: found = try linear.read(view, region: area, thoroughness: thoroughness)
            case .qr: found = try qr.read(view, region: area, thoroughness: thoroughness)
            case .microPDF417: found = try microPDF417.read(view, region: area, thoroughness: thoroughness)
            case .matrix: found = try matrix.read(view, region: area, thoroughness: thoroughness)
            }
        } catch {
            found.fault = error
        }
        if let fault = found.fault { work.result.faults.append(fault) }
        return found.readings.filter { $0.engine == .own || !isContradicted($0, in: view, &work) }
    }
}

extension PixelRect {
    /// The part of it that lies around `corners`, which may be those of a few lines of a symbol.
    func around(_ corners: Quadrilateral) -> PixelRect {
        let (middle, reach) = (corners.center, corners.diameter)
        let part = PixelRect(
            x: Int(middle.x - reach), y: Int(middle.y - reach), width: Int(2 * reach) + 1, height: Int(2 * reach) + 1)
        return part.clamped(to: self)
    }

    /// Whether all corners lie inside, but for what engines extrapolate: 3 pixels or a fiftieth of the symbol.
    func holds(_ corners: Quadrilateral) -> Bool {
        let margin = max(3, corners.diameter / 50)
        return corners.corners.allSatisfy {
            $0.x >= Double(x) - margin && $0.y >= Double(y) - margin && $0.x <= Double(x + width) + margin
                && $0.y <= Double(y + height) + margin
        }
    }
}

import Frames
import Symbols

/// Reads the symbols in frames and pictures by all engines.
///
/// Not shared between threads: each thread that reads has a reader of its own.
///
///     let reader = SymbolReader()
///     for symbol in reader.read(frame, effort: .live(budget: .milliseconds(15))).symbols { … }
///
/// Where a constant of this target says "Measured", it alone was changed and `quietzone-bench corpus` with the reader
/// `normal` counted the pictures of its symbologies that were read exactly: as many as with the value that was chosen, more
/// or fewer. Other constants were not measured.
package final class SymbolReader {
    /// What it looks for and believes. More than what is asked for: a composite is joined from its parts.
    let options: ReaderOptions
    /// What it reports.
    private let asked: Set<Symbology>
    var engines: [ReaderKind: any Engine]
    /// How many live frames were read; those that were skipped do not count.
    private(set) var frameNumber = 0
    /// How many of the last ones showed no symbol in a view that moves.
    private(set) var framesWithoutSymbol = 0
    /// The region of modules that live frames look at next.
    var nextRegion = 0
    /// The strip of a region of bars that live frames look at next.
    var nextStrip = 0
    /// The last change of each input that showed something in a live frame.
    var changesThatHelped: [LivePlan.Input: LivePlan.HelpfulChange] = [:]
    var schedule = LiveSchedule()
    /// What is known of a sheet from earlier frames.
    var sheet = SheetMemory()
    private var stillView = StillView()
    /// The symbols that live frames are read for first.
    private(set) var heldView = HeldView()

    /// A reader with `options`; default: what is read by default.
    package init(options: ReaderOptions = ReaderOptions()) {
        asked = options.symbologies
        var options = options
        if asked.contains(.gs1Composite) {
            options.symbologies.formUnion(CompositeCarrier.symbologies.union([.pdf417, .microPDF417]))
        }
        self.options = options
        engines = Dictionary(uniqueKeysWithValues: ReaderKind.all.map { ($0, $0.makeEngine(options)) })
    }

    /// Reads `frame`.
    ///
    /// - Parameters:
    ///   - region: where to look; what lies outside of it, even in part, is not read. Nil: the whole frame.
    ///   - effort: how much time to take.
    /// - Returns: symbols with corners in pixels of the whole frame. A fault inside an engine is reported in `faults` and
    ///   costs that engine's look only.
    package func read(_ frame: Frame, region: PixelRect? = nil, effort: Effort = .normal) -> ReadResult {
        frame.withLuma { read(luma: $0, width: frame.width, height: frame.height, region: region, effort: effort) }
    }

    /// Reads `height` packed rows of `width` luma bytes; like `read(_:region:effort:)`.
    ///
    /// An area of no pixels, or one that `luma` is too short for, holds no symbols.
    package func read(
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
            case .live(let budget):
                if heldView.isDue {
                    if readHeld(&work) { break }
                    heldView.reset()
                }
                guard !stillView.isSkippable(work.gradients()) else { return work.result }
                if stillView.frames >= LivePlan.period { framesWithoutSymbol = 0 }
                readLive(&work, budget: budget)
            case .normal:
                readNormal(&work)
                if !merged(work).isEmpty { readRest(&work, within: Self.restOfNormal) }
            case .thorough:
                readThorough(&work)
                if !merged(work).isEmpty { readRest(&work, within: Self.restOfThorough) }
            }
            lookForComponents(&work)
            work.result.symbols = ReadingOrder.sorted(merged(work).filter { asked.contains($0.content.symbology) })
            if case .live = effort {
                framesWithoutSymbol = work.result.symbols.isEmpty ? framesWithoutSymbol + 1 : 0
                if !work.result.symbols.isEmpty { stillView.reset() }
                heldView.update(work.result.symbols)
                sheet.update(work.result.symbols, at: frameNumber)
                frameNumber += 1
            }
            return work.result
        }
    }

    /// What was read, engines compared; in a still picture with sequences joined.
    func merged(_ work: Work) -> [Symbol] {
        let symbols = ReadingMerger(options: options, needsAgreement: work.isStill).merge(
            work.readings.filter { work.area.holds($0.symbol.corners) && work.isNoTexture($0.symbol) })
        // Each frame of a camera may show other parts: the caller, who follows the frames, joins them.
        return work.isStill ? SequenceJoining.joined(symbols, in: options.charset) : symbols
    }

    /// What one engine reads in `area` of `view`, in pixels of `view`.
    func engineReadings(
        _ kind: ReaderKind, _ view: LumaView, _ area: PixelRect, _ thoroughness: Thoroughness, _ work: inout Work
    ) -> [Reading] {
        var found = EngineReading()
        do {
            found = try engines[kind]?.read(view, region: area, thoroughness: thoroughness) ?? found
        } catch {
            found.fault = error
        }
        if let fault = found.fault { work.result.faults.append(fault) }
        return found.readings.filter { $0.engine == .native || !isContradicted($0, in: view, &work) }
    }

    /// Makes readers forget what earlier pictures left behind in them: what zbar keeps helps with the next frame and
    /// harms with an unrelated picture.
    func forget(_ kinds: ReaderKind...) {
        for kind in kinds { engines[kind]?.forget() }
    }
}

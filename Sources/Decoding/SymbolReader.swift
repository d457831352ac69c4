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
    private var nextWindow = 0
    /// How many windows a live frame looks at.
    private static let windowsPerFrame = 3
    private var schedule = LiveSchedule()

    /// A reader with `options`; default: everything that some engine reads.
    public init(options: ReaderOptions = ReaderOptions()) {
        self.options = options
        let most = min(max(options.mostSymbols, 1), 255)
        zxing = ZXingEngine(symbologies: options.symbologies, mostSymbols: most)
        zbar = ZBarEngine(symbologies: options.symbologies, mostSymbols: most)
        centred = ZXingEngine(symbologies: options.symbologies.intersection(Windows.symbologies), mostSymbols: most)
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
            var work = Work(view: view, area: area, result: ReadResult())
            switch effort {
            case .live(let budget): readLive(&work, budget: budget)
            case .normal: readStill(&work, then: Pass.normal)
            case .thorough: readStill(&work, then: Pass.normal + Pass.thorough)
            }
            if case .live = effort { work.result.symbols = merged(work) }
            return work.result
        }
    }

    /// One of the reader's engines.
    private enum Looker {
        case zxing
        case zbar
        case centred

        var engine: EngineKind { self == .zbar ? .zbar : .zxing }
    }

    /// One read under way.
    private struct Work {
        let view: LumaView
        let area: PixelRect
        var readings: [Reading] = []
        var result: ReadResult
    }

    private func readLive(_ work: inout Work, budget: Duration) {
        let pixels = work.area.width * work.area.height
        let thoroughness = schedule.zxingThoroughness(pixels: pixels, budget: budget)
        var spent = look(Pass.plain.name, .zxing, work.view, work.area, &work, thoroughness)
        schedule.recordZXing(thoroughness, pixels: pixels, spent: spent)
        // In turns: a symbol held still is found within a few frames.
        let windows = readsWindows ? Windows.of(work.view, in: work.area) : []
        for _ in 0..<min(Self.windowsPerFrame, windows.count) {
            nextWindow = (nextWindow + 1) % windows.count
            spent += lookAtWindow(windows[nextWindow], &work)
        }
        guard schedule.isZBarsTurn(pixels: pixels, budget: budget, spent: spent) else { return }
        let slow = look(Pass.plain.name, .zbar, work.view, work.area, &work, .full)
        schedule.recordZBar(pixels: pixels, spent: slow)
    }

    private func readStill(_ work: inout Work, then passes: [Pass]) {
        for pass in [Pass.plain] + passes where pass.applies(width: work.area.width, height: work.area.height) {
            run(pass, &work)
            if pass == Pass.plain && readsWindows
                && !work.readings.contains(where: { Windows.symbologies.contains($0.symbology) })
            {
                for window in Windows.of(work.view, in: work.area) { lookAtWindow(window, &work) }
            }
            work.result.symbols = merged(work)
            if !work.result.symbols.isEmpty { return }
        }
    }

    private var readsWindows: Bool { !options.symbologies.isDisjoint(with: Windows.symbologies) }

    @discardableResult
    private func lookAtWindow(_ window: PixelRect, _ work: inout Work) -> Duration {
        look("window", .centred, work.view, window, &work, .full)
    }

    private func merged(_ work: Work) -> [Symbol] {
        Merging(options: options).merge(work.readings.filter { work.area.holds($0.symbol.corners) })
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
        let origin = Point(x: Double(work.area.x), y: Double(work.area.y))
        changed.plane.withView { view in
            for looker in lookers {
                let before = work.readings.count
                look(pass.name, looker, view, view.bounds, &work, .full, preparing)
                preparing = .zero
                for i in before..<work.readings.count {
                    work.readings[i].symbol.corners = work.readings[i].symbol.corners.map {
                        let p = changed.toSource($0)
                        return Point(x: p.x + origin.x, y: p.y + origin.y)
                    }
                }
            }
        }
    }

    @discardableResult
    private func look(
        _ name: String, _ looker: Looker, _ view: LumaView, _ area: PixelRect, _ work: inout Work,
        _ thoroughness: Thoroughness, _ preparing: Duration = .zero
    ) -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        var found = EngineReading()
        do {
            switch looker {
            case .zxing: found = try zxing.read(view, region: area, thoroughness: thoroughness)
            case .zbar: found = try zbar.read(view, region: area, thoroughness: thoroughness)
            case .centred: found = try centred.read(view, region: area, thoroughness: thoroughness)
            }
        } catch {
            found.fault = error
        }
        let spent = clock.now - start + preparing
        if let fault = found.fault { work.result.faults.append(fault) }
        work.readings += found.readings
        work.result.engines.insert(looker.engine)
        work.result.attempts.append(
            Attempt(name: name, engine: looker.engine, duration: spent, found: found.readings.count))
        return spent
    }
}

extension PixelRect {
    /// Whether all corners lie inside, but for what engines extrapolate: 3 pixels or a fiftieth of the symbol.
    fileprivate func holds(_ corners: Quadrilateral) -> Bool {
        let margin = max(3, corners.diameter / 50)
        return corners.corners.allSatisfy {
            $0.x >= Double(x) - margin && $0.y >= Double(y) - margin && $0.x <= Double(x + width) + margin
                && $0.y <= Double(y + height) + margin
        }
    }
}

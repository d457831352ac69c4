import Frames
import Symbols

extension SymbolReader {
    /// Runs a pass: each of its engines over the whole area.
    func run(_ pass: Pass, _ work: inout Work) {
        let kinds = [ReaderKind.zxing, .zbar].filter { pass.engines.contains($0.engine) }
        forget(.zxing, .zbar)
        let clock = ContinuousClock()
        let start = clock.now
        guard let changed = pass.transform.apply(to: work.view.cropped(to: work.area)) else {
            for kind in kinds { look(pass.name, kind, work.view, work.area, &work, .full) }
            return
        }
        var preparing = clock.now - start
        for kind in kinds {
            look(pass.name, kind, changed, &work, .full, preparing)
            preparing = .zero
        }
    }

    /// Looks at a picture that was made from the area; corners are in pixels of the whole frame.
    @discardableResult
    func look(
        _ name: String, _ kind: ReaderKind, _ changed: TransformedPlane, _ work: inout Work,
        _ thoroughness: Thoroughness, _ preparing: Duration = .zero
    ) -> Duration {
        let before = work.readings.count
        let spent = changed.plane.withView { look(name, kind, $0, $0.bounds, &work, thoroughness, preparing) }
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
        _ name: String, _ kind: ReaderKind, _ view: LumaView, _ area: PixelRect, _ work: inout Work,
        _ thoroughness: Thoroughness, _ preparing: Duration = .zero
    ) -> Duration {
        let start = ContinuousClock.now
        let found = engineReadings(kind, view, area, thoroughness, &work)
        let spent = ContinuousClock.now - start + preparing
        for reading in found {
            var reading = reading
            reading.look = work.result.attempts.count
            work.readings.append(reading)
        }
        if kind == .zxing || kind == .zbar { work.result.engines.insert(kind.engine) }
        work.result.attempts.append(Attempt(name: name, engine: kind.engine, duration: spent, found: found.count))
        // zxing knows all that DataBar Expanded may hold, but finds fewer: it gets the place.
        guard kind == .zbar, let doubted = found.doubtedDataBar else { return spent }
        return spent + look(name, ReaderKind.dataBarExpanded, view, area.around(doubted.symbol.corners), &work, .full)
    }

    /// Notes many small looks as one attempt.
    func note(
        _ name: String, _ engine: EngineKind, since start: ContinuousClock.Instant, found: Int, _ work: inout Work
    ) {
        work.result.attempts.append(
            Attempt(name: name, engine: engine, duration: ContinuousClock.now - start, found: found))
    }
}

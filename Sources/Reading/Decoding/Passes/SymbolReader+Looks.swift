import Frames
import Symbols

extension SymbolReader {
    /// Runs a pass: each of its readers over the whole area.
    func run(_ pass: Pass, _ work: inout Work) {
        forget(.zxing, .zbar)
        let start = ContinuousClock.now
        let thoroughness: Thoroughness = pass.transform == .none ? .complete : .full
        guard let changed = work.whole(changedBy: pass.transform) else {
            for kind in pass.readers { look(pass.name, kind, &work, thoroughness) }
            return
        }
        var preparing = ContinuousClock.now - start
        for kind in pass.readers {
            look(pass.name, kind, changed, &work, thoroughness, preparing)
            preparing = .zero
        }
    }

    /// Looks at a picture that was made from the area, or at a part of it; corners are in pixels of the whole frame.
    @discardableResult
    func look(
        _ name: String, _ kind: ReaderKind, _ changed: TransformedPlane, _ work: inout Work,
        _ thoroughness: Thoroughness, in part: PixelRect? = nil, _ preparing: Duration = .zero
    ) -> Duration {
        let before = work.readings.count
        let spent = changed.plane.withView { look(name, kind, $0, part ?? $0.bounds, &work, thoroughness, preparing) }
        for i in before..<work.readings.count {
            work.readings[i] = work.readings[i].placed { work.framed(changed.toSource($0)) }
        }
        return spent
    }

    /// Looks at the area, or at another `area` of the whole frame.
    @discardableResult
    func look(
        _ name: String, _ kind: ReaderKind, _ work: inout Work, _ thoroughness: Thoroughness, in area: PixelRect? = nil
    ) -> Duration {
        look(name, kind, work.view, area ?? work.area, &work, thoroughness, .zero)
    }

    private func look(
        _ name: String, _ kind: ReaderKind, _ view: LumaView, _ area: PixelRect, _ work: inout Work,
        _ thoroughness: Thoroughness, _ preparing: Duration
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
        let around = area.around(doubted.symbol.corners)
        return spent + look(name, .zxing, view, around, &work, .full, .zero)
    }

    /// Notes many small looks as one attempt.
    func note(
        _ name: String, _ engine: EngineKind, since start: ContinuousClock.Instant, found: Int, _ work: inout Work
    ) {
        work.result.attempts.append(
            Attempt(name: name, engine: engine, duration: ContinuousClock.now - start, found: found))
    }
}

import Files
import Frames
import Places
import Screens
import Services
import Synchronization

/// A watch of positions, with what it has reported.
final class PositionFollowing {
    let watch: PositionWatch
    var follower: PlaceFollower
    private let reports: Mailbag

    /// What was reported and not taken yet, the newest last.
    private final class Mailbag: Sendable {
        let states = Mutex<[PositionWatch.State]>([])
        /// More than the loop ever leaves.
        static let most = 100
    }

    /// - Parameter doorbell: rung with each report.
    init(_ source: PositionSource, _ follower: PlaceFollower, _ doorbell: Doorbell) {
        let reports = Mailbag()
        (self.follower, self.reports) = (follower, reports)
        watch = PositionWatch(source) { state in
            reports.states.withLock { states in
                if states.count >= Mailbag.most { states.removeFirst() }
                states.append(state)
            }
            doorbell.ring()
        }
    }

    /// Takes what was reported.
    func take() -> [PositionWatch.State] {
        reports.states.withLock { states in
            defer { states = [] }
            return states
        }
    }
}

/// The place by where this machine is.
extension PlacesFeature {
    /// Begins to follow the source of the settings, or another one.
    func followPosition() {
        positions?.watch.stop()
        positions = nil
        (model.places.position, model.places.problem, model.places.isLocating) = (nil, nil, false)
        records.keeping.locate(nil, settings.positionRecording)
        guard let source = settings.positionSource else { return }
        model.places.isLocating = true
        withPlaces(holdsKeys: false) { [self] places in
            guard source == settings.positionSource, let doorbell else { return }
            followsSince = app.now
            let follower = PlaceFollower(places, source, recording: settings.positionRecording)
            positions = PositionFollowing(source, follower, doorbell)
        }
    }

    /// Takes what the watch has reported.
    func takePositions() {
        guard let positions else { return }
        for state in positions.take() {
            show(state)
            let seconds = app.now - followsSince
            // Nobody made a picture here just because it is looked at here.
            if scanning.source.isStill { continue }
            let events = positions.follower.take(state, at: seconds / .seconds(1), for: records.keeping)
            guard !events.isEmpty else { continue }
            showPlace()
            tell(events)
        }
    }

    private func show(_ state: PositionWatch.State) {
        let former = model.places
        switch state {
        case .position(let position): (model.places.position, model.places.problem) = (position, nil)
        case .noFix:
            (model.places.position, model.places.problem) = (nil, "There is no position yet")
        case .failed(let problem):
            (model.places.position, model.places.problem) = (nil, problem)
            // It is tried again and again, and said once.
            if former.problem != problem { warn(problem) }
        }
        if model.places.position != former.position || model.places.problem != former.problem {
            if display.stack.shows(.places) { sortPlaces() }
            display.needsDrawing = true
        }
    }

    /// Says once which places were entered and left.
    private func tell(_ events: [Geofences.Event]) {
        for event in events {
            switch event {
            case .entered(let place):
                let line = "Entered \(place.name)"
                let hint = place.links.isEmpty ? "" : ": press F7 for what is here"
                show(Notice(line + hint))
                display.notify(line, orRing: false)
            case .left(let place):
                show(Notice("Left \(place.name)"))
                display.notify("Left \(place.name)", orRing: false)
            }
        }
    }
}

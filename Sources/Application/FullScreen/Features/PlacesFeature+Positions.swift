import Config
import Files
import Frames
import Places
import Screens
import Services

/// A watch of positions, with what it has reported.
final class PositionFollowing {
    let watch: PositionWatch
    var follower: PlaceFollower
    private let reports: Reports<PositionWatch.State>

    /// - Parameter doorbell: rung with each report.
    init(_ source: PositionSource, _ follower: PlaceFollower, _ doorbell: Doorbell) {
        let reports = Reports<PositionWatch.State>(doorbell)
        (self.follower, self.reports) = (follower, reports)
        watch = PositionWatch(source) { reports.add($0) }
    }

    /// What was reported since the last time.
    func take() -> [PositionWatch.State] { reports.take() }
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

    /// Says once which places were entered and left, and does what the settings want done then.
    private func tell(_ events: [Geofences.Event]) {
        for event in events {
            switch event {
            case .entered(let place):
                let line = "Entered \(place.name)"
                let hint = place.links.isEmpty ? "" : ": press F7 for what is here"
                show(Notice(line + hint))
                display.notify(line, orRing: false)
                act(settings.onEnteringPlace, on: event)
            case .left(let place):
                show(Notice("Left \(place.name)"))
                display.notify("Left \(place.name)", orRing: false)
                act(settings.onLeavingPlace, on: event)
            }
        }
    }

    private func act(_ action: PlaceAction, on event: Geofences.Event) {
        switch action {
        case .notice: break
        case .showItems:
            // What somebody is doing on another screen goes on.
            if display.stack.context == .scanner, model.places.id.flatMap({ list?[$0] })?.links[.collection] != nil {
                showItems()
            }
        case .run(let name): perform(.command(.runForPlace(event, name: name)))
        }
    }
}

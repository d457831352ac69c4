import Beacons
import Frames
import Places
import Screens
import Services

/// A watch of beacons, with what it has reported.
final class BeaconFollowing {
    let watch: BeaconWatch
    private let reports: Reports<BeaconWatch.State>

    /// - Parameter doorbell: rung with each report.
    init(of places: [Place], _ doorbell: Doorbell) {
        let reports = Reports<BeaconWatch.State>(doorbell)
        self.reports = reports
        watch = BeaconWatch(of: places) { reports.add($0) }
    }

    /// What was reported since the last time.
    func take() -> [BeaconWatch.State] { reports.take() }
}

/// The place and the shelf by the beacon that is clearly the strongest.
extension PlacesFeature {
    /// Begins to listen where the settings want it, or ends it.
    func followBeacons() {
        beacons?.watch.stop()
        beacons = nil
        records.keeping.hear(nil)
        guard settings.followsBeacons else { return }
        withPlaces(holdsKeys: false) { [self] places in
            guard settings.followsBeacons, let doorbell else { return }
            guard places.contains(where: { $0.links[.beacon] != nil }) else {
                return warn("No place has a beacon: `quietzone places add` gives it one by --beacon")
            }
            beacons = BeaconFollowing(of: places, doorbell)
        }
    }

    /// Takes what the watch has reported.
    func takeBeacons() {
        for state in beacons?.take() ?? [] {
            switch state {
            case .decided(let id): decide(id)
            case .failed(let problem):
                // It is tried again and again, and said once.
                if problem != model.places.beaconProblem { warn(problem) }
                model.places.beaconProblem = problem
            }
        }
    }

    /// A beacon decides the place and the shelf; without one the place stays, and all of its shelves count.
    private func decide(_ id: BeaconID?) {
        model.places.beaconProblem = nil
        let place = id.flatMap { id in list?.places.first { $0.links[.beacon] == id.place } }
        records.keeping.hear(place == nil ? nil : id?.text)
        var run = records.keeping.current
        if let place {
            run.fields[Location.placeField] = place.id
            run.fields[Location.shelfField] = id?.shelf
        } else {
            run.fields[Location.shelfField] = nil
        }
        guard run.fields != records.keeping.current.fields else { return }
        records.keeping.current = run
        showPlace()
        tellPlace()
    }
}

import Config
import Places

/// Lets scans belong to the place that this machine is in, and have its position.
///
///     var follower = PlaceFollower(list.places, source, recording: .exact)
///     let events = follower.take(state, at: seconds, for: keeping)
package struct PlaceFollower: Sendable {
    private var fences: Geofences
    private let recording: PositionRecording

    /// - Parameters:
    ///   - source: who says where this machine is: where it does not move, the first position counts.
    ///   - recording: how exactly scans keep their positions.
    package init(_ places: [Place], _ source: PositionSource, recording: PositionRecording) {
        let isFixed = if case .fixed = source { true } else { false }
        fences = Geofences(places, settling: isFixed ? 0 : 10)
        self.recording = recording
    }

    /// The places that this machine is in.
    package var current: [Place] { fences.current }

    /// Takes a report.
    ///
    /// - Parameters:
    ///   - seconds: the time, by a clock that does not jump.
    ///   - keeping: what keeps the scans to come. Its place changes when one is entered or left: of several that this machine is in, the
    ///     smallest counts.
    /// - Returns: the places that were entered and left.
    package mutating func take(
        _ state: PositionWatch.State, at seconds: Double, for keeping: ScanKeeping
    ) -> [Geofences.Event] {
        guard case .position(let position) = state else {
            // An older position holds for a while.
            return []
        }
        keeping.locate(position, recording)
        let events = fences.update(position.point, accuracy: position.accuracy, at: seconds)
        guard !events.isEmpty else { return [] }
        var run = keeping.current
        let left = events.compactMap { if case .left(let place) = $0 { place.id } else { nil } }
        let isEntering = events.count > left.count
        let smallest = fences.current.min { ($0.radius ?? 0) < ($1.radius ?? 0) }
        if isEntering || left.contains(where: { $0 == run.fields[Location.placeField] }) {
            if run.fields[Location.placeField] != smallest?.id { run.fields[Location.shelfField] = nil }
            run.fields[Location.placeField] = smallest?.id
            keeping.current = run
        }
        return events
    }
}

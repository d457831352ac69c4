import Beacons
import Files
import Foundation
import Places
import Synchronization

/// Listens for the beacons of places on a thread of its own, and begins again when Bluetooth fails.
///
///     let watch = BeaconWatch(of: list.places) { state in … }    // called on that thread
///     watch.stop()
package final class BeaconWatch: Sendable {
    /// What is known of the beacons.
    package enum State: Sendable, Hashable {
        /// The one beacon that is clearly the strongest; nil where none is.
        case decided(BeaconID?)
        /// Why nothing is heard, in a line.
        case failed(String)
    }

    private let isStopped = Mutex(false)

    /// How long `stop` may take to be noticed, and how often time passes for beacons that are silent.
    private static let step = Duration.milliseconds(250)
    /// Pauses before Bluetooth is tried again, in seconds; the last one stays.
    private static let pauses = [2, 5, 10, 30]

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - places: others' beacons are ignored.
    ///   - changed: called on the watch's thread with each change.
    package init(of places: [Place], _ changed: @escaping @Sendable (State) -> Void) {
        let wanted = Set(places.compactMap { $0.links[.beacon] })
        Thread.detachNewThread { [weak self] in
            var failures = 0
            while self?.isRunning ?? false {
                do throws(UserError) {
                    let scanner = try BeaconScanner()
                    defer { scanner.stop() }
                    failures = 0
                    try Self.listen(scanner, for: wanted, changed) { self?.isRunning ?? false }
                    return
                } catch {
                    guard self?.isRunning ?? false else { return }
                    changed(.decided(nil))
                    changed(.failed(error.description))
                }
                let pause = Self.pauses[min(failures, Self.pauses.count - 1)]
                failures += 1
                for _ in 0..<pause where self?.isRunning ?? false { Thread.sleep(forTimeInterval: 1) }
            }
        }
    }

    private static func listen(
        _ scanner: BeaconScanner, for wanted: Set<String>, _ changed: (State) -> Void, while isRunning: () -> Bool
    ) throws(UserError) {
        var ranging = BeaconRanging { id in id.place.map(wanted.contains) ?? false }
        let begun = ContinuousClock.now
        while isRunning() {
            let sighting = try scanner.next(until: .now + step)
            let seconds = (ContinuousClock.now - begun) / .seconds(1)
            let events =
                sighting.map { ranging.take($0.beacon, rssi: $0.rssi, at: seconds) } ?? ranging.advance(to: seconds)
            for case .decided(let id) in events { changed(.decided(id)) }
        }
    }

    private var isRunning: Bool { !isStopped.withLock { $0 } }

    /// Ends the watch within a second or two; nothing waits for it.
    package func stop() { isStopped.withLock { $0 = true } }

    deinit { stop() }
}

extension BeaconID {
    /// What places have as their beacon: the UUID and the major number of an iBeacon; nil for another kind.
    package var place: String? {
        if case .iBeacon(let uuid, let major, _) = self { "\(uuid.text):\(major)" } else { nil }
    }

    /// The shelf that it stands for: its minor number.
    package var shelf: String? { if case .iBeacon(_, _, let minor) = self { "\(minor)" } else { nil } }
}

import Capture
import Files

/// Tells the event loop which cameras are there after some came or went.
///
/// Listing opens each camera for a moment, which may take long when one hangs, so it happens beside the loop.
final class HotPlug {
    /// What is there now, and what of it was not before.
    struct Change: Sendable {
        var cameras: [CameraDevice]
        var arrived: [CameraDevice]
    }

    /// Why cameras that come are not noticed; nil when they are.
    let problem: String?

    private let system: CameraSystem
    private let watch: FileWatch?
    private let jobs: Jobs
    /// The newest list that was not taken yet.
    private var listed: [CameraDevice]?
    private var known: Set<String>?
    /// Every camera that was there in this run, as it was last, in the order of their first coming.
    private(set) var seen: [CameraDevice] = []
    /// The names of those that are there now.
    var present: Set<String> { known ?? [] }
    /// How many those are; nil before the first list.
    var count: Int? { known?.count }
    private var settled: ContinuousClock.Instant?

    /// Watches the cameras of `system`; `jobs` list them.
    init(_ system: CameraSystem, jobs: Jobs) {
        (self.system, self.jobs) = (system, jobs)
        do {
            watch = try CameraList.watch(system)
            problem = nil
        } catch {
            watch = nil
            problem = error.description
        }
        if watch != nil { list() }
    }

    /// What the loop has to poll.
    var descriptor: Int32? { watch?.descriptor }

    /// Whether a change waits until no more follow.
    var isSettling: Bool { settled != nil }

    /// The descriptor is ready: waits from now on until things have settled.
    func note() {
        if watch?.takeChanges() == true { settled = .now + CameraList.settling }
    }

    /// Lists the cameras when the last change is old enough.
    func listWhenSettled() {
        guard let end = settled, ContinuousClock.now >= end else { return }
        settled = nil
        list()
    }

    /// The change since the last call; nil when there is none.
    func takeChange() -> Change? {
        guard let cameras = listed.take() else { return nil }
        let before = known
        known = Set(cameras.map(\.name))
        for camera in cameras {
            if let index = seen.firstIndex(where: { $0.name == camera.name }) {
                seen[index] = camera
            } else {
                seen.append(camera)
            }
        }
        // The first list only says what was there from the start.
        guard let before else { return nil }
        return Change(cameras: cameras, arrived: cameras.filter { !before.contains($0.name) && $0.problem == nil })
    }

    private func list() {
        jobs.run { [system] in
            CameraList.available(in: system)
        } then: { [weak self] result in
            self?.listed = try? result.get()
        }
    }
}

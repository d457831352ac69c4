import Services
import ArgumentParser
import Formats

/// A time as people write it: `2026-12-24 19:30` by the clock here, `2026-12-24T18:30:00Z` or `…+01:00` anywhere.
struct Moment: ExpressibleByArgument {
    let time: Timestamp

    init?(argument: String) {
        guard let time = DoorTime.time(argument) else { return nil }
        self.time = time
    }

    /// A time by the clock here: `2026-12-24 19:30:05`.
    static func local(_ time: Timestamp) -> String { DoorTime.exact(time.date) }
}

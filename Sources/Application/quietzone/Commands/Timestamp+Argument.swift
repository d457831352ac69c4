import Services
import ArgumentParser
import Formats

extension Timestamp: ExpressibleByArgument {
    /// A time as people write it: `2026-12-24 19:30` by the clock here, `2026-12-24T18:30:00Z` or `…+01:00` anywhere.
    package init?(argument: String) {
        guard let time = DoorTime.time(argument) else { return nil }
        self = time
    }

    /// By the clock here: `2026-12-24 19:30:05`.
    var local: String { DoorTime.exact(date) }

    /// The time now.
    static var now: Timestamp { Timestamp(.init()) }
}

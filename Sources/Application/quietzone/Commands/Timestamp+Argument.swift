import Services
import ArgumentParser
import Formats

extension Timestamp {
    /// A time as people write it: `2026-12-24 19:30` by the clock here, `2026-12-24T18:30:00Z` or `…+01:00` anywhere.
    ///
    /// - Throws: `ValidationError` for another form, with the one to write.
    static func argument(_ text: String) throws -> Timestamp {
        guard let time = DoorTime.time(text) else { throw ValidationError(DoorTime.advice(on: text)) }
        return time
    }

    /// By the clock here: `2026-12-24 19:30:05`.
    var local: String { DoorTime.exact(date) }

    /// The time now.
    static var now: Timestamp { Timestamp(.init()) }
}

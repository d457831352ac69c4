import Foundation

/// What time it is, for limits, queues and caches. Tests have one of their own.
package protocol LookupClock: Sendable {
    /// Seconds since 1970.
    var now: Double { get }
}

/// The machine's clock.
package struct SystemClock: LookupClock {
    package init() {}

    package var now: Double { Date().timeIntervalSince1970 }
}

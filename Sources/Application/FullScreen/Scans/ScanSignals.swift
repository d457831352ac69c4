import Services
import Config
import Screens

/// What is heard and seen of a scan without looking at the list.
struct ScanSignals {
    /// Until when the status line is lit.
    var end: ContinuousClock.Instant?
    /// When the bell was rung last.
    var rung: ContinuousClock.Instant?

    /// How long the status line is lit.
    static let flash = Duration.milliseconds(300)
    /// Of many scans at once one is heard.
    static let bellPause = Duration.milliseconds(250)
}

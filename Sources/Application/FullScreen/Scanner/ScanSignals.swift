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

extension ScannerApp {
    /// Gives the signal that settings have for a scan.
    ///
    /// - Parameter isNew: whether its content had not been scanned before; one that had rings twice, and says so.
    func signal(_ signal: ScanSignal, isNew: Bool) {
        // A door has bells of its own.
        guard !doors.isOpen else { return }
        if signal.flashes {
            scanSignals.end = .now + ScanSignals.flash
            model.flash = isNew ? .new : .known
            display.needsDrawing = true
        }
        let isPause = scanSignals.rung.map { .now - $0 < ScanSignals.bellPause } ?? false
        if signal.rings, !isPause {
            scanSignals.rung = .now
            display.terminal.ring(times: isNew ? 1 : 2)
        }
    }

    /// Takes the light away when its time is over.
    func endFlash() {
        guard let end = scanSignals.end, end <= .now else { return }
        scanSignals.end = nil
        model.flash = nil
        display.needsDrawing = true
    }
}

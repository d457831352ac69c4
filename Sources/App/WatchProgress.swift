import Capture
import Frames
import Scanning
import Symbols

/// What a watch has come to: the events of its session go in, and what it ends with comes out.
struct WatchProgress {
    /// Whether it ends with the first symbol.
    let endsAtFirst: Bool
    /// Whether each frame is a picture that somebody wanted read, not one of many in a stream.
    let isStill: Bool
    /// Takes each scan.
    let show: (Scan) -> Void
    /// Takes each line that says what is wrong.
    let complain: (String) -> Void
    private var hasFound = false
    private var hasFailed = false
    private var hasDamage = false
    private var hasStreamed = false
    private var interruption: SourceError?

    /// Nothing has happened yet.
    init(
        endsAtFirst: Bool, isStill: Bool, show: @escaping (Scan) -> Void, complain: @escaping (String) -> Void
    ) {
        self.endsAtFirst = endsAtFirst
        self.isStill = isStill
        self.show = show
        self.complain = complain
    }

    /// What the watch has come to when its time is over.
    var outcome: ScanWatch.Outcome { hasFound ? .found : .nothing }

    /// Takes an event.
    ///
    /// - Parameter hasUnkept: whether scans could not be kept; asked when the source has ended.
    /// - Returns: what the watch ends with; nil when it goes on.
    mutating func take(_ event: ScanSession.Event, hasUnkept: () -> Bool) -> ScanWatch.Outcome? {
        switch event {
        case .kept(let scan, _), .seen(let scan):
            hasFound = true
            show(scan)
            return endsAtFirst ? .found : nil
        case .notKept(let scan, let reason):
            hasFound = true
            show(scan)
            complain("not kept in the history yet: \(reason)")
            return endsAtFirst ? .trouble : nil
        case .keptLater, .readThoroughly: return nil
        case .damaged(let defect, let hasSymbols):
            complain(defect.asDefect(hasSymbols: hasSymbols))
            if !hasSymbols { if isStill { hasFailed = true } else { hasDamage = true } }
            return nil
        case .skipped(let line):
            complain(line)
            hasFailed = true
            return nil
        case .interrupted(let error): return interrupted(by: error)
        case .streaming:
            hasStreamed = true
            interruption = nil
            return nil
        case .ended(let error):
            if let error { complain(error.description) }
            if hasFailed || error != nil || hasUnkept() { return .trouble }
            return !hasFound && hasDamage ? .trouble : outcome
        }
    }

    private mutating func interrupted(by error: SourceError) -> ScanWatch.Outcome? {
        // One that never opened is a wrong name or a camera in use: nobody waits for that unasked.
        guard hasStreamed else {
            complain(error.description)
            return .trouble
        }
        if interruption != error { complain("\(error.description) Waiting for it to come back.") }
        interruption = error
        return nil
    }
}

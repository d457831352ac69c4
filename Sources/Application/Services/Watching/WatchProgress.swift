import Frames
import Scanning
import Symbols

/// A scan of a watch, and what became of it.
package struct WatchedScan {
    /// What was read.
    package let scan: Scan
    /// Its number in the history, where it is on the disk; nil if nothing is kept.
    package var id: Int64?
    /// How many there are of it, where it was counted on a scan before; nil for one of its own.
    package var quantity: Int?
}

/// What a watch has come to: the events of its session go in, and what it ends with comes out.
package struct WatchProgress {
    /// After how many symbols it ends; nil for no such end.
    package let endsAfter: Int?
    /// Whether each frame is a picture that somebody wanted read, not one of many in a stream.
    package let isStill: Bool
    /// Takes each scan.
    package let show: (WatchedScan) -> Void
    /// Takes each line that says what is wrong.
    package let complain: (String) -> Void
    /// Takes what somebody needs to connect, or nil when they have; whether it is the first.
    package var invite: (SourceInvitation?, _ isFirst: Bool) -> Void = { _, _ in }
    private var hasInvited = false
    private var found = 0
    private var hasFailed = false
    private var hasDamage = false
    private var hasStreamed = false
    private var interruption: SourceError?

    /// Nothing has happened yet.
    package init(
        endsAfter: Int? = nil, isStill: Bool, show: @escaping (WatchedScan) -> Void,
        complain: @escaping (String) -> Void
    ) {
        self.endsAfter = endsAfter
        self.isStill = isStill
        self.show = show
        self.complain = complain
    }

    /// What the watch has come to when its time is over.
    package var outcome: ScanWatch.Outcome { found > 0 ? .found : .nothing }

    /// Takes an event.
    ///
    /// - Parameter hasUnkept: whether scans could not be kept; asked when the source has ended.
    /// - Returns: what the watch ends with; nil when it goes on.
    package mutating func take(_ event: ScanSession.Event, hasUnkept: () -> Bool) -> ScanWatch.Outcome? {
        switch event {
        case .scan(let scan, let fate): return take(scan, fate)
        case .readThoroughly: return nil
        case .damaged(let defect, let hasSymbols):
            complain(defect.asDefect(hasSymbols: hasSymbols))
            if !hasSymbols { if isStill { hasFailed = true } else { hasDamage = true } }
            return nil
        case .invitation(let invitation):
            invite(invitation, !hasInvited)
            hasInvited = true
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
            return found == 0 && hasDamage ? .trouble : outcome
        }
    }

    private mutating func take(_ scan: Scan, _ fate: ScanFate) -> ScanWatch.Outcome? {
        switch fate {
        case .kept(let id): return found(WatchedScan(scan: scan, id: id))
        case .counted(let id, let quantity): return found(WatchedScan(scan: scan, id: id, quantity: quantity))
        case .seen, .leftOut: return found(WatchedScan(scan: scan))
        // It was told when it was new.
        case .known:
            found += 1
            return isEnough ? .found : nil
        case .field(let name):
            complain("\(name): \((scan.symbol.content.text ?? "").prefix(80))")
            return nil
        case .waiting(let reason):
            found += 1
            show(WatchedScan(scan: scan))
            complain("not saved in the history yet: \(reason)")
            return isEnough ? .trouble : nil
        case .keptLater: return nil
        }
    }

    private var isEnough: Bool { endsAfter.map { found >= $0 } ?? false }

    private mutating func found(_ scan: WatchedScan) -> ScanWatch.Outcome? {
        found += 1
        show(scan)
        return isEnough ? .found : nil
    }

    private mutating func interrupted(by error: SourceError) -> ScanWatch.Outcome? {
        // One that never opened is a wrong name or a camera in use: nobody waits for that unasked.
        guard hasStreamed else {
            complain(error.description)
            return .trouble
        }
        if interruption != error { complain("\(error.sentence) Waiting for it to come back.") }
        interruption = error
        return nil
    }
}

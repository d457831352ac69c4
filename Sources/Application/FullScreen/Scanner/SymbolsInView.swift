import Services
import Foundation
import History
import Scanning
import Screens
import Symbols

/// What is known of the symbols in view besides where they are: what they say in a line, and their scans.
struct SymbolsInView {
    /// One of them.
    struct Known {
        let row: HistoryRow
        /// What the row was made of: of another picture of a folder a symbol may have the same number.
        let content: SymbolContent
        /// Its scan of a moment ago, where it came back too soon for another one.
        var formerScan: Int64?
        /// Whether the history was asked for that.
        var hasAsked = false
    }

    /// By tracks of the session under way.
    var tracks: [UInt64: Known] = [:]
    /// When the content of a scan of this run was scanned before, by the scan's number.
    var earlier: [Int64: Date] = [:]
    /// What was read thoroughly while the picture is held still, as often as it was.
    var heldReads: UInt64 = 0

    /// What `symbol` says in a line; parsed once.
    mutating func row(of symbol: TrackedSymbol) -> HistoryRow {
        let former = tracks[symbol.id]
        if let former, former.content == symbol.content { return former.row }
        let row = HistoryRow(id: 0, scan: Scan(time: Date(), source: "", symbol: symbol.symbol))
        var known = Known(row: row, content: symbol.content)
        // An add-on that was read later makes it no other scan.
        if let former, former.content.symbology == symbol.content.symbology,
            former.content.bytes == symbol.content.bytes
        {
            (known.formerScan, known.hasAsked) = (former.formerScan, former.hasAsked)
        }
        tracks[symbol.id] = known
        return row
    }

    /// Forgets what has gone: `earlier` of scans that nobody sees any more, too.
    mutating func keep(tracks ids: Set<UInt64>, scans: Set<Int64>) {
        if tracks.count > ids.count { tracks = tracks.filter { ids.contains($0.key) } }
        if earlier.count > Self.maxEarlier { earlier = earlier.filter { scans.contains($0.key) } }
    }

    private static let maxEarlier = 256
}

extension ScannerApp {
    /// Shows what is in view, unless the picture is held still and nothing new was read in it.
    func showSymbols(_ view: ScanSession.View) {
        let isReadWhileHeld = view.heldReads != inView.heldReads
        inView.heldReads = view.heldReads
        model.picture.cue = model.picture.isFrozen ? nil : view.advice.map(cue)
        guard !model.picture.isFrozen || isReadWhileHeld else { return }
        if doors.isOpen { keepAtDoor(view.symbols.map(\.content)) }
        let symbols = view.symbols + view.awaiting
        model.picture.symbols =
            view.symbols.map { outlined($0, view) } + view.awaiting.map { outlined($0, view, isAwaiting: true) }
        inView.keep(tracks: Set(symbols.map(\.id)), scans: Set(model.picture.symbols.compactMap(\.id)))
        askForFormerScans(view)
    }

    private func outlined(
        _ symbol: TrackedSymbol, _ view: ScanSession.View, isAwaiting: Bool = false
    ) -> PictureModel.OutlinedSymbol {
        let row = inView.row(of: symbol)
        let id = view.keptIDs[symbol.id] ?? inView.tracks[symbol.id]?.formerScan
        let isDeleted = id.map(records.deleted.contains) ?? false
        var state = PictureModel.OutlinedSymbol.State.new
        if isAwaiting {
            state = .awaiting
        } else if isDeleted || view.unkept.contains(symbol.id) {
            state = .unkept
        } else if let id, inView.earlier[id] != nil {
            state = .known
        }
        return PictureModel.OutlinedSymbol(
            number: symbol.number, corners: symbol.corners, state: state, id: isDeleted ? nil : id,
            symbology: row.symbology, summary: row.summary)
    }

    /// Finds the scans of symbols that came back too soon for another one, beside the loop.
    private func askForFormerScans(_ view: ScanSession.View) {
        var asked: [(track: UInt64, content: SymbolContent)] = []
        for symbol in view.symbols
        where view.keptIDs[symbol.id] == nil && !view.unkept.contains(symbol.id)
            && inView.tracks[symbol.id]?.hasAsked == false
        {
            inView.tracks[symbol.id]?.hasAsked = true
            asked.append((symbol.id, symbol.content))
        }
        guard !asked.isEmpty else { return }
        let history = records.history
        jobs.run { [asked] in
            try asked.map { ($0.track, $0.content, try history.latest(of: $0.content)?.id) }
        } then: { [self, weak session = scanning.session] result in
            guard session != nil, session === scanning.session, case .success(let found) = result else { return }
            for (track, content, id) in found where inView.tracks[track]?.content == content {
                inView.tracks[track]?.formerScan = id
            }
            display.needsDrawing = true
        }
    }

    /// A scan was kept: finds when its content was scanned before, and gives the signal for either.
    func lookForEarlier(than id: Int64, _ content: SymbolContent) {
        let history = records.history
        jobs.run {
            try history.latest(of: content, before: id)?.time
        } then: { [self, weak session = scanning.session] result in
            // The demo's history has numbers of its own.
            guard session != nil, session === scanning.session else { return }
            let earlier = try? result.get()
            if let earlier {
                inView.earlier[id] = earlier
                if model.lastScan?.row.id == id { model.lastScan?.earlier = earlier }
            }
            signal(earlier == nil ? settings.newScanSignal : settings.scannedBeforeSignal, isNew: earlier == nil)
            display.needsDrawing = true
        }
    }

    /// What may help so that something is read, in a few words.
    private func cue(_ advice: AimingAdvice) -> String {
        switch advice {
        case .moreLight: "too dark: more light"
        case .holdStill: "hold still"
        case .tilt: "it shines: tilt it"
        case .focus: "out of focus"
        case .intoBox: "move it into the box"
        case .farther: "farther away"
        case .closer: "closer"
        }
    }
}

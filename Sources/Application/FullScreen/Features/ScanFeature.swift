import Config
import Foundation
import Scanning
import Screens
import Services
import Symbols

/// What can be done with one scan, which its screen knows.
final class ScanFeature: FeatureBase, Feature {
    static let purpose = "This scan"
    static let commands: [FeatureCommand<ScanFeature>] = [
        FeatureCommand(
            onScreen: .copy, [.scanner, .history, .scan], ["y"], label: "copy",
            "Copy the text of the scan, or of marked scans"
        ).found(by: "clipboard"),
        FeatureCommand(
            onScreen: .save, [.scan], ["s"], label: "save",
            "Save the scan as a file, such as .vcf or .txt"
        ).found(by: "vcard download"),
        FeatureCommand(
            onScreen: .act, [.scanner, .history, .scan], ["o"], label: "open",
            "Act on the scan, such as open its link (asks first)"
        ).found(by: "wifi website browser contact calendar call map"),
        FeatureCommand(onScreen: .nextScan, [.scan], ["J"], label: "next", "Show the next (older) scan"),
        FeatureCommand(onScreen: .previousScan, [.scan], ["K"], label: "previous", "Show the previous (newer) scan"),
        FeatureCommand(
            onScreen: .reveal, [.scan], [.control("t")], label: "secrets", "Show or hide passwords and other secrets"
        ).found(by: "password"),
    ]

    private var inView = SymbolsInView()
    /// Until when the status line is lit.
    private var flashEnds: ContinuousClock.Instant?
    private var rung: ContinuousClock.Instant?
    private var notified: ContinuousClock.Instant?

    func start() {
        if settings.gradesScans { records.own.grading = ScanGrading(in: records.own.history, complain: app.warning) }
        guard settings.keepsScanPictures else { return }
        let saving = PictureSaving(settings, parsing: scanning.cameras.parsing)
        records.own.pictures = ScanPictures(saving: saving, history: records.own.history, complain: app.warning)
    }

    func perform(_ effect: SignalEffect) {
        switch effect {
        case .give(let wanted, let isNew): signal(wanted, isNew: isNew)
        }
    }

    func follow(_ event: AppEvent) {
        switch event {
        case .sessionBegins: inView = SymbolsInView()
        case .viewed(let view): showSymbols(view)
        case .session(.scan(let scan, let fate)): show(scan, fate)
        default: break
        }
    }

    var pause: Duration? { flashEnds == nil ? nil : .milliseconds(200) }

    func advance(at now: ContinuousClock.Instant) {
        endFlash(at: now)
        // A one-time password counts its seconds.
        if display.stack.shows(.scan) { display.needsDrawing = true }
    }

    func finish(within patience: Duration) -> String? {
        records.own.pictures?.finish()
        records.own.grading?.finish()
        return nil
    }

    private func show(_ scan: Scan, _ fate: ScanFate) {
        if case .keptLater(let id) = fate {
            if let last = model.lastScan, case .waiting = last.fate, last.row.time == scan.time {
                model.lastScan = LastScan(
                    row: HistoryRow(id: id, scan: scan), fate: fate, content: scan.symbol.content)
            }
            return show(Notice("Saved after a delay"))
        }
        var last = LastScan(
            row: HistoryRow(id: fate.id ?? 0, scan: scan), fate: fate, content: scan.symbol.content)
        switch fate {
        case .kept(let id): lookForEarlier(than: id, scan.symbol.content)
        case .known(let id, let time):
            last.earlier = time
            inView.earlier[id] = time
            signal(settings.scannedBeforeSignal, isNew: false, of: last.row)
            if model.door == nil { warn("Scanned before at \(display.appearance.moment(time))") }
        case .counted, .leftOut, .field: signal(settings.newScanSignal, isNew: true, of: last.row)
        case .waiting(let reason):
            let brief = HistoryFeature.brief(reason)
            last.fate = .waiting(reason: brief)
            warn("Not saved yet, will retry: \(brief)", seconds: 10)
            LogFile.write("scan not saved: \(reason)")
        case .seen, .keptLater: break
        }
        model.lastScan = last
    }

    // MARK: - Signals

    /// How long the status line is lit.
    private static let flash = Duration.milliseconds(300)
    /// Of many scans at once one is heard.
    private static let bellPause = Duration.milliseconds(250)
    private static let notificationPause = Duration.seconds(2)

    /// Gives the signal that settings have for a scan.
    ///
    /// - Parameters:
    ///   - isNew: whether its content had not been scanned before; one that had rings twice, and says so.
    ///   - row: the scan, where it is known.
    private func signal(_ signal: ScanSignal, isNew: Bool, of row: HistoryRow? = nil) {
        // A door has bells of its own.
        guard model.door == nil else { return }
        if let row { notify(row, isNew: isNew) }
        if signal.flashes {
            flashEnds = app.now + Self.flash
            model.flash = isNew ? .new : .known
            display.needsDrawing = true
        }
        let isPause = rung.map { app.now - $0 < Self.bellPause } ?? false
        if signal.rings, !isPause {
            rung = app.now
            display.terminal.ring(times: isNew ? 1 : 2)
        }
    }

    /// Shows on the desktop that there is a scan: its kind alone, for the content may be a secret.
    private func notify(_ row: HistoryRow, isNew: Bool) {
        let isPause = notified.map { app.now - $0 < Self.notificationPause } ?? false
        guard !isPause else { return }
        notified = app.now
        let kind = (row.kind.map { "\($0.title), " } ?? "") + row.symbology.traits.title
        display.notify("\(isNew ? "New scan" : "Scanned before"): \(kind)", orRing: false)
    }

    /// Takes the light away when its time is over.
    private func endFlash(at now: ContinuousClock.Instant) {
        guard let flashEnds, flashEnds <= now else { return }
        self.flashEnds = nil
        model.flash = nil
        display.needsDrawing = true
    }

    // MARK: - What is in view

    /// Shows what is in view, unless the picture is held still and nothing new was read in it.
    private func showSymbols(_ view: ScanSession.View) {
        let isReadWhileHeld = view.heldReads != inView.heldReads
        inView.heldReads = view.heldReads
        model.picture.cue = model.picture.isFrozen ? nil : view.advice.map(cue)
        guard !model.picture.isFrozen || isReadWhileHeld else { return }
        let symbols = view.symbols + view.awaiting
        let before = model.picture.symbols
        defer { if model.picture.symbols != before { display.needsDrawing = true } }
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
        let isDeleted = id.map(records.scanned.deleted.contains) ?? false
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
            symbology: row.symbology, summary: row.summary, kind: row.kind, content: symbol.content)
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
        askHistory(\.scanned) { [asked] history in
            try asked.map { ($0.track, $0.content, try history.latest(of: $0.content)?.id) }
        } failed: { _ in
        } then: { [self, weak session = scanning.session] found in
            guard session != nil, session === scanning.session else { return }
            for (track, content, id) in found where inView.tracks[track]?.content == content {
                inView.tracks[track]?.formerScan = id
            }
        }
    }

    /// A scan was kept: finds when its content was scanned before, and gives the signal for either.
    private func lookForEarlier(than id: Int64, _ content: SymbolContent) {
        let session = scanning.session
        askHistory(\.scanned) { history in
            try history.latest(of: content, before: id)?.time
        } failed: { [self] _ in
            show(earlier: nil, of: id)
        } then: { [self, weak session] earlier in
            // The demo's history has numbers of its own.
            guard session != nil, session === scanning.session else { return }
            show(earlier: earlier, of: id)
        }
    }

    private func show(earlier: Date?, of id: Int64) {
        if let earlier {
            inView.earlier[id] = earlier
            if model.lastScan?.row.id == id { model.lastScan?.earlier = earlier }
        }
        signal(
            earlier == nil ? settings.newScanSignal : settings.scannedBeforeSignal, isNew: earlier == nil,
            of: model.lastScan.flatMap { $0.row.id == id ? $0.row : nil })
    }

    /// What may help so that something is read, in a few words.
    private func cue(_ advice: AimingAdvice) -> String {
        switch advice {
        case .moreLight: "too dark: more light"
        case .holdStill: "hold still"
        case .tilt: "glare: tilt the code"
        case .focus: "out of focus"
        case .intoBox: "move it into the box"
        case .farther: "farther away"
        case .closer: "closer"
        }
    }
}

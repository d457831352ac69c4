import Capture
import Decoding
import Dispatch
import Foundation
import Frames
import History
import Scanning
import Screens
import Symbols

/// The session under way: beginning and ending it, and what it brings.
extension ScannerApp {
    /// Starts scanning `source`; a failure is shown in place of the picture.
    ///
    /// - Parameter keepsPicture: whether the last picture stays until the first one comes.
    func startSession(keepsPicture: Bool = false) {
        afterRelease = nil
        if !keepsPicture { model.clearPicture() }
        if source.camera == nil {
            openedCamera = nil
            model.picture.view.setZoom(1)
            model.picture.view.orientation = .upright
        }
        model.source.title = source.title
        model.source.isDemo = source.isDemo
        model.picture.problem = nil
        focusing = nil
        rate = FrameRate()
        var options = ScanSession.Options()
        options.interestBox = model.picture.activeBox
        options.tracker.reappearanceInterval = .seconds(settings.reappearanceSeconds)
        options.reader = ReaderOptions(settings)
        options.makeReader = makeReader
        options.formerTracker = formerTracker
        options.consumers = ScanConsumers.list(keeping: keeping, pictures: scanPictures, of: source.title)
        do {
            let session = try ScanSession(options: source.sessionOptions(options), doorbell: doorbell)
            session.setFrozen(model.picture.isFrozen)
            try session.start(opening: source.open)
            self.session = session
        } catch {
            session = nil
            model.picture.problem = error.description
        }
        needsDrawing = true
    }

    /// Gives the terminal and the camera free, stops as the shell expects, and takes both again.
    ///
    /// Other sources just stand still: a stream on standard input could not be begun again in its middle.
    func suspend() {
        let releases = source.camera != nil
        keepsLit = false
        abandonSwitch()
        if releases { stopSession(patience: Self.patienceAtEnd) }
        model.isScreenLit = false
        terminal.suspend()
        signals.stopUntilContinued()
        terminal.resume()
        appearance.cellAspect = terminal.cellAspect
        if releases { startSession(keepsPicture: true) }
        needsDrawing = true
    }

    /// What is wrong with the history without its path, which may fill the line of a notice by itself; the log has it.
    static func brief(_ line: String) -> String {
        line.replacing(Paths.history.withVisibleBytes, with: "the history")
    }

    /// How long who leaves or stops the program waits for a camera that does not let go.
    static let patienceAtEnd = Duration.seconds(1)

    /// Ends the session and keeps what it had in view for the next one. Its camera lets go by itself, which may take long.
    ///
    /// - Returns: the session that has ended; nil when there was none.
    @discardableResult
    func endSession() -> ScanSession? {
        afterRelease = nil
        guard let ended = session else { return nil }
        ended.end()
        drainSession()
        formerTracker = ended.tracker ?? formerTracker
        session = nil
        lettingGo.removeAll { $0.session.waitForRelease(atMost: .zero) }
        lettingGo.append((cameraName, ended))
        (cameraDetails, isAskingForDetails) = (nil, false)
        cameraCalls = DispatchQueue(label: "quietzone.camera")
        model.lights = .init()
        return ended
    }

    /// Ends the session and waits until every camera has let go and has its own settings back, for `patience` at most.
    func stopSession(patience: Duration) {
        endSession()
        let end = ContinuousClock.now + patience
        for (camera, session) in lettingGo where !session.waitForRelease(atMost: max(.zero, end - .now)) {
            LogFile.write("\(camera ?? source.title) does not let go: it is left behind")
        }
    }

    /// `next` follows when the camera of `ended`, a session that has ended, has let go, unless another is begun meanwhile.
    func release(_ ended: ScanSession?, then next: @escaping () -> Void) {
        afterRelease = next
        // One that is letting go already is waited for by who asked it to.
        guard let ended else {
            if releasing == 0 { takeAfterRelease() }
            return
        }
        releasing += 1
        let generation = releaseGeneration
        jobs.run {
            ended.waitForRelease()
        } then: { [self] _ in
            guard generation == releaseGeneration else { return }
            releasing -= 1
            if releasing == 0 { takeAfterRelease() }
        }
    }

    /// Another camera streams: what follows a release from now on does not wait for those before.
    func forgetReleases() {
        releaseGeneration += 1
        releasing = 0
    }

    /// Whether a session is begun as soon as the former one's camera has let go.
    var isReleasing: Bool { afterRelease != nil }

    private func takeAfterRelease() {
        guard let next = afterRelease else { return }
        afterRelease = nil
        next()
    }

    func drainSession() {
        guard let session else { return }
        for event in session.drainEvents() {
            handle(event)
            needsDrawing = true
        }
        if let line = history.takeReplacement() {
            LogFile.write(line)
            try? loadHistory()
            show(Notice(line, isWarning: true), seconds: 12)
        }
        if let frame = session.takePreview() {
            rate.count(at: .now)
            noteFirstPicture()
            keepFormat()
            model.picture.show(frame)
            advanceFocus(frame)
            model.picture.figures.framesPerSecond = rate.perSecond
            needsDrawing = needsDrawing || stack.showsScanner
        }
        let view = session.view
        model.picture.figures.dropped = view.droppedFrames
        if view.lostReads <= toldLosses {
            // Down as well: a new session counts from 0.
            toldLosses = view.lostReads
        } else if noticeEnd == nil {
            // On a slow machine it is lost again and again: what keys have to say goes first.
            toldLosses = view.lostReads
            show(Notice("The decoder was lost with a frame and is started anew: see the log", isWarning: true))
        }
        if view.decodedFrames > 0 { model.picture.figures.decodeMilliseconds = rate.meanDecode(view) }
        if !model.picture.isFrozen {
            model.picture.symbols = view.symbols.map {
                PictureModel.OutlinedSymbol(
                    number: $0.number, corners: $0.corners, isKept: isKept($0, view))
            }
        }
    }

    private func isKept(_ symbol: TrackedSymbol, _ view: ScanSession.View) -> Bool {
        if let id = view.keptIDs[symbol.id] { return !deleted.contains(id) }
        return !view.unkept.contains(symbol.id)
    }

    private func handle(_ event: ScanSession.Event) {
        switch event {
        case .streaming(let format):
            model.picture.format = format
            if let title = session?.source?.title { model.source.title = title }
            cameraOpened()
            showCameras()
        case .interrupted(let error):
            let problem = "\(error.description) It is taken again as soon as it can be."
            // Every attempt to open it says the same.
            if model.picture.problem != problem { LogFile.write("source interrupted: \(error.description)") }
            model.picture.problem = problem
            model.source.title = source.title
            model.picture.figures.framesPerSecond = nil
            focusing = nil
            model.lights = .init()
            formatChange?.failure = error
        case .skipped(let line): show(Notice(line, isWarning: true))
        case .damaged(let defect, let hasSymbols):
            show(Notice(defect.asDefect(hasSymbols: hasSymbols), isWarning: true))
        case .kept(let scan, let id):
            let row = HistoryRow(id: id, scan: scan)
            model.lastScan = .init(row: row)
            model.history.prepend(row)
        case .keptLater(let scan, let id):
            // A history that was held when the program started is listed now.
            if hasListed || (try? loadHistory()) == nil { model.history.prepend(HistoryRow(id: id, scan: scan)) }
            show(Notice("Kept after all"))
        case .seen(let scan): model.lastScan = .init(row: HistoryRow(id: 0, scan: scan))
        case .notKept(let scan, let reason):
            model.lastScan = .init(row: HistoryRow(id: 0, scan: scan), failure: reason)
            show(Notice("Not kept, will be tried again: \(Self.brief(reason))", isWarning: true), seconds: 10)
            LogFile.write("scan not kept: \(reason)")
        case .ended(let error):
            if let error {
                model.picture.problem = error.description
                LogFile.write("source ended: \(error.description)")
            } else if !source.isDemo {
                show(Notice("\(source.title) has ended."))
            }
        }
    }
}

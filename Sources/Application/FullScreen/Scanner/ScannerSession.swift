import Services
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
        if !keepsPicture { model.clearPicture() }
        takeHistory()
        if scanning.source.camera == nil {
            inUse.openedCamera = nil
            model.picture.view.setZoom(1)
            model.picture.lensFactor = nil
            model.picture.view.orientation = .upright
        }
        model.source.title = scanning.source.title
        model.source.isDemo = scanning.source.isDemo
        model.source.isCamera = scanning.source.camera != nil
        model.source.isStill = scanning.source.isStill
        model.source.hasEnded = false
        model.source.pictureCount = nil
        model.picture.problem = nil
        inUse.focusing = nil
        scanning.rate = FrameRate()
        var options = ScanSession.Options()
        options.interestBox = model.picture.activeBox
        options.tracker.reappearanceInterval = .seconds(settings.reappearanceSeconds)
        options.reader = ReaderOptions(settings)
        options.colour = colour
        options.ignores = settings.rules.ignoring
        options.makeReader = scanning.makeReader
        options.formerTracker = scanning.formerTracker
        inView = SymbolsInView()
        options.consumers = ScanConsumers.list(
            keeping: records.queue, pictures: records.pictures, of: scanning.source.title, typing: records.typing)
        do {
            let session = try ScanSession(options: scanning.source.sessionOptions(options), doorbell: doorbell)
            session.setFrozen(model.picture.isFrozen)
            try session.start(opening: scanning.source.open)
            scanning.session = session
            happened(.sessionBegan)
        } catch {
            scanning.session = nil
            model.picture.problem = error.description
            happened(.startFailed)
        }
        display.needsDrawing = true
    }

    /// Shows the history that the source's scans go to: the demo has one of its own.
    private func takeHistory() {
        do {
            guard try records.use(ofDemo: scanning.source.isDemo) else { return }
            // What is open or asked there is about scans of the other.
            display.stack.leaveHistory()
            model.lastScan = nil
            let columns = model.history.columns
            model.history = HistoryModel()
            model.history.columns = columns
            model.history.place = records.isOfDemo ? .demo : records.isInMemory ? .private : .kept
            model.history.undoableDeletions = records.deletions.count
            scanning.formerTracker = nil
            try listHistory()
            showSession()
        } catch {
            show(Notice("\(error)", isWarning: true), seconds: 8)
        }
    }

    /// Gives the terminal and the camera free, stops as the shell expects, and takes both again.
    ///
    /// Other sources just stand still: a stream on standard input could not be begun again in its middle.
    func suspend() {
        let releases = scanning.source.camera != nil
        inUse.keepsLit = false
        happened(.suspended)
        if releases { stopSession(patience: Self.patienceAtEnd) }
        model.isScreenLit = false
        display.terminal.suspend()
        signals.stopUntilContinued()
        display.terminal.resume()
        display.appearance.cellAspect = display.terminal.cellAspect
        model.picture.painter.terminal = display.terminal.traits
        if releases { happened(.sessionWanted) }
        display.needsDrawing = true
    }

    /// What is wrong with the history without its path, which may fill the line of a notice by itself; the log has it.
    static func brief(_ line: String) -> String {
        line.replacing(Paths.history.withVisibleBytes, with: "the history")
    }

    /// How long leaving or stopping the program waits for a camera that does not let go.
    static let patienceAtEnd = Duration.seconds(1)

    /// Ends the session and keeps what it had in view for the next one. Its camera lets go by itself, which may take long.
    ///
    /// - Returns: the session that has ended; nil when there was none.
    @discardableResult
    func endSession() -> ScanSession? {
        guard let ended = scanning.session else { return nil }
        ended.end()
        drainSession()
        scanning.formerTracker = ended.tracker ?? scanning.formerTracker
        scanning.session = nil
        driver.lettingGo.removeAll { $0.session.waitForRelease(atMost: .zero) }
        driver.lettingGo.append((cameraName, ended))
        (inUse.details, inUse.isAskingForDetails) = (nil, false)
        inUse.calls = DispatchQueue(label: "quietzone.camera")
        model.lights = .init()
        return ended
    }

    /// Ends the session and waits until every camera has let go and has its own settings back, for `patience` at most.
    func stopSession(patience: Duration) {
        endSession()
        let end = ContinuousClock.now + patience
        for (camera, session) in driver.lettingGo where !session.waitForRelease(atMost: max(.zero, end - .now)) {
            LogFile.write("\(camera ?? scanning.source.title) does not let go: it is left behind")
        }
    }

    func drainSession() {
        guard let session = scanning.session else { return }
        for event in session.drainEvents() {
            handle(event)
            display.needsDrawing = true
        }
        showReplacement()
        if let frame = session.takePreview() {
            scanning.rate.count(at: .now)
            noteFirstPicture()
            happened(.pictureCame)
            model.picture.show(frame)
            showPosition()
            advanceFocus(frame)
            model.picture.figures.framesPerSecond = scanning.rate.perSecond
            display.needsDrawing = display.needsDrawing || display.stack.showsScanner
        }
        let view = session.view
        model.picture.figures.dropped = view.droppedFrames
        if view.lostReads <= scanning.reportedLosses {
            // Down as well: a new session counts from 0.
            scanning.reportedLosses = view.lostReads
        } else if display.stack.notice == nil {
            // On a slow machine it is lost again and again: what keys have to say goes first.
            scanning.reportedLosses = view.lostReads
            show(Notice("The decoder was lost with a frame and is started anew: see the log", isWarning: true))
        }
        if view.decodedFrames > 0 { model.picture.figures.decodeMilliseconds = scanning.rate.meanDecode(view) }
        showSymbols(view)
    }

    private func handle(_ event: ScanSession.Event) {
        if let scan = event.scan {
            if doors.isOpen { showAtDoor(scan.symbol.content) }
            alarm(scan)
            deliveries?.wake()
        }
        switch event {
        case .streaming(let format):
            model.picture.format = format
            if let title = scanning.session?.source?.title { model.source.title = title }
            showPosition()
            cameraOpened()
            showCameras()
        case .interrupted(let error):
            let problem = "\(error.description) It is taken again as soon as it can be."
            // Every attempt to open it says the same.
            if model.picture.problem != problem { LogFile.write("source interrupted: \(error.description)") }
            model.picture.problem = problem
            model.source.title = scanning.source.title
            model.picture.figures.framesPerSecond = nil
            inUse.focusing = nil
            model.lights = .init()
            happened(.interrupted(error))
        case .readThoroughly(let count): saidThoroughly(count)
        case .skipped(let line): show(Notice(line, isWarning: true, of: .stillPicture))
        case .damaged(let defect, let hasSymbols):
            show(Notice(defect.asDefect(hasSymbols: hasSymbols), isWarning: true, of: .stillPicture))
        case .kept(let scan, let id):
            model.lastScan = .init(row: HistoryRow(id: id, scan: scan))
            listKept(scan, id: id)
            lookForEarlier(than: id, scan.symbol.content)
            if records.keeping.current.session != nil { showSession() }
            followRules(scan, id: id)
        case .counted(let scan, let id, let quantity): counted(scan, id: id, quantity: quantity)
        case .known(let scan, let id, let time): known(scan, id: id, since: time)
        case .leftOut(let scan):
            model.lastScan = .init(row: HistoryRow(id: 0, scan: scan), outcome: .leftOut)
            signal(settings.newScanSignal, isNew: true)
        case .field(let scan, let name): fieldSet(name, by: scan)
        case .keptLater(let scan, let id):
            // A history that was held when the program started is listed now.
            if records.hasListed || (try? loadHistory()) == nil {
                listKept(scan, id: id)
            }
            if let last = model.lastScan, last.failure != nil, last.row.time == scan.time {
                model.lastScan = .init(row: HistoryRow(id: id, scan: scan))
            }
            show(Notice("Kept after all"))
        case .seen(let scan): model.lastScan = .init(row: HistoryRow(id: 0, scan: scan))
        case .notKept(let scan, let reason):
            model.lastScan = .init(row: HistoryRow(id: 0, scan: scan), failure: Self.brief(reason))
            show(Notice("Not kept, will be tried again: \(Self.brief(reason))", isWarning: true), seconds: 10)
            LogFile.write("scan not kept: \(reason)")
        case .ended(let error):
            model.source.hasEnded = true
            if let error {
                model.picture.problem = error.description
                LogFile.write("source ended: \(error.description)")
            } else if !scanning.source.isDemo {
                show(Notice("\(scanning.source.title) has ended.", of: .stillPicture))
            }
        }
    }
}

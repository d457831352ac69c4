import Decoding
import Dispatch
import Encoding
import Foundation
import Frames
import Scanning
import Screens
import Services

/// What is scanned: its source, the session that does, and the cameras that can be taken in its place.
final class Scanning {
    unowned let app: AppContext
    private(set) var source: SourceSelection
    /// Nil while none could be begun, or the camera of the last one lets go.
    private(set) var session: ScanSession?
    /// Whether the preview wants colours; shared with sessions.
    let colour = ChromaRequest()
    /// What holds for every camera.
    var cameras: CameraOptions
    /// Cameras that come and go.
    let hotPlug: HotPlug
    /// Decides what is done with sessions and cameras.
    private(set) var machine = CameraStateMachine()
    /// What is under way with sessions that have ended, and cameras that are being opened.
    var switching = Switching()
    /// Calls of the camera in use, one after the other; another queue for each session, for a camera may hang.
    private(set) var calls = DispatchQueue(label: "quietzone.camera")
    private var openedCamera: String?
    private var rate = FrameRate()
    /// Losses of the decoder that a notice has reported.
    private var reportedLosses: UInt64 = 0
    /// What was in view when the last session ended.
    private var formerTracker: Tracker?

    /// Nothing is scanned yet.
    init(_ app: AppContext) {
        self.app = app
        source = app.start.source
        cameras = app.start.cameras
        hotPlug = HotPlug(app.start.cameras.system, jobs: app.jobs)
    }

    /// Uses the history of the first source.
    func begin() throws {
        _ = try app.records.use(ofDemo: source.isDemo)
        for problem in [cameras.memory?.problem, hotPlug.problem].compactMap({ $0 }) { LogFile.write(problem) }
    }

    /// Says why this source is scanned, where nobody asked for it.
    func sayWhy() {
        // The demo says what it is for as long as it is shown; another camera only once.
        if source.isDemo {
            app.model.source.remark = app.start.reason
        } else if let reason = app.start.reason {
            app.display.warn(reason, seconds: 12)
        }
    }

    /// Something has happened to the camera: does what follows from it.
    func happened(_ event: CameraStateMachine.Event) {
        for action in machine.step(event) { perform(action) }
    }

    /// Scans `source` from now on, when its session begins.
    func take(_ source: SourceSelection) { self.source = source }

    /// The part of the picture that is read has changed.
    func boxChanged() { session?.setInterestBox(app.model.picture.activeBox) }

    // MARK: - Beginning and ending

    /// Starts scanning `source`; a failure is shown instead of the picture.
    ///
    /// - Parameter keepsPicture: whether the last picture stays until the first one comes.
    func startSession(keepsPicture: Bool = false) {
        if !keepsPicture { app.model.clearPicture() }
        takeHistory()
        if source.camera == nil { openedCamera = nil }
        app.model.source.take(source)
        app.model.picture.problem = nil
        rate = FrameRate()
        app.post(.sessionBegins)
        var options = ScanSession.Options()
        options.interestBox = app.model.picture.activeBox
        options.tracker.reappearanceInterval = .seconds(app.settings.reappearanceSeconds)
        options.reader = ReaderOptions(app.settings)
        options.colour = colour
        options.ignores = app.settings.rules.ignoring
        options.makeReader = app.start.makeReader
        options.formerTracker = formerTracker
        options.consumers = ScanConsumers.list(
            keeping: app.records.scanned.queue, grading: app.records.scanned.grading,
            pictures: app.records.scanned.pictures, of: source.title, recorder: app.start.recorder,
            typing: app.records.typing)
        do {
            let session = try ScanSession(options: source.sessionOptions(options), doorbell: app.jobs.doorbell)
            session.setFrozen(app.model.picture.isFrozen)
            try session.start(opening: source.open)
            self.session = session
            happened(.sessionBegan)
        } catch {
            session = nil
            app.model.picture.problem = error.description
            happened(.startFailed)
        }
        app.display.needsDrawing = true
    }

    /// Uses the history that the source's scans go to: the demo has one of its own. The kept history stays in view where it is.
    private func takeHistory() {
        if !app.display.stack.shows(.history) { _ = app.records.view(kept: false) }
        let before = app.records.history
        do {
            guard try app.records.use(ofDemo: source.isDemo) else { return }
            app.model.lastScan = nil
            formerTracker = nil
            guard app.records.history !== before else {
                app.model.history.otherPlace = app.records.otherPlace
                return
            }
            // What is open or asked there is about scans of the other.
            app.display.stack.leaveHistory()
            app.showViewedHistory()
        } catch {
            app.display.warn("\(error)")
        }
    }

    /// Ends the session and keeps what it had in view for the next one. Its camera lets go by itself, which may take long.
    ///
    /// - Returns: the session that has ended; nil when there was none.
    @discardableResult
    func endSession() -> ScanSession? {
        guard let ended = session else { return nil }
        ended.end()
        drain()
        formerTracker = ended.tracker ?? formerTracker
        session = nil
        switching.lettingGo.removeAll { $0.session.waitForRelease(atMost: .zero) }
        switching.lettingGo.append((cameraName, ended))
        calls = DispatchQueue(label: "quietzone.camera")
        app.post(.sessionEnded)
        return ended
    }

    /// Ends the session and waits until every camera has let go and has its own settings back, for `patience` at most.
    func stopSession(patience: Duration) {
        endSession()
        let end = ContinuousClock.now + patience
        for (camera, session) in switching.lettingGo where !session.waitForRelease(atMost: max(.zero, end - .now)) {
            LogFile.write("\(camera ?? source.title) does not respond and was abandoned")
        }
    }

    /// Gives the camera free, does `body`, and takes it again.
    ///
    /// Other sources just stand still: a stream on standard input could not be begun again in its middle.
    func whileGivenFree(_ body: () -> Void) {
        let releases = source.camera != nil
        app.post(.suspends)
        happened(.suspended)
        if releases { stopSession(patience: ScannerApp.patienceAtEnd) }
        body()
        if releases { happened(.sessionWanted) }
    }

    // MARK: - News

    /// What is due while the loop waits: cameras that came or went.
    func advance() {
        hotPlug.listWhenSettled()
        if let change = hotPlug.takeChange() { camerasListed(change) }
    }

    /// Tells what the session has brought, and does what follows from all of it.
    func takeNews() {
        drain()
        happened(.newsTaken)
    }

    /// Tells what the session has brought.
    func drain() {
        guard let session else { return }
        for event in session.drainEvents() {
            take(event)
            app.post(.session(event))
            app.display.needsDrawing = true
        }
        app.post(.sessionTold)
        if let frame = session.takePreview() {
            rate.count(at: app.now)
            noteFirstPicture()
            happened(.pictureCame)
            app.model.picture.show(frame)
            app.post(.picture(frame))
            app.model.picture.figures.framesPerSecond = rate.perSecond
            app.display.needsDrawing = app.display.needsDrawing || app.display.stack.showsScanner
        }
        let view = session.view
        app.model.picture.figures.dropped = view.droppedFrames
        reportLosses(view)
        if view.decodedFrames > 0 { app.model.picture.figures.decodeMilliseconds = rate.meanDecode(view) }
        app.post(.viewed(view))
    }

    private func reportLosses(_ view: ScanSession.View) {
        if view.lostReads <= reportedLosses {
            // Down as well: a new session counts from 0.
            reportedLosses = view.lostReads
        } else if app.display.stack.notice == nil {
            // On a slow machine it is lost again and again: what keys have to say goes first.
            reportedLosses = view.lostReads
            app.display.warn("The decoder failed on a frame and was restarted: see the log")
        }
    }

    private func take(_ event: ScanSession.Event) {
        switch event {
        case .streaming(let format):
            app.model.picture.format = format
            if let title = session?.source?.title { app.model.source.title = title }
            cameraOpened()
            app.post(.cameraChanged)
        case .interrupted(let error):
            let problem = "\(error.sentence) It will be reopened as soon as possible."
            // Every attempt to open it says the same.
            if app.model.picture.problem != problem { LogFile.write("source interrupted: \(error.description)") }
            app.model.picture.problem = problem
            app.model.source.title = source.title
            app.model.picture.figures.framesPerSecond = nil
            app.post(.sourceLost)
            happened(.interrupted(error))
        case .invitation(let invitation): take(invitation)
        case .skipped(let line): app.display.show(Notice(line, isWarning: true, of: .stillPicture))
        case .damaged(let defect, let hasSymbols):
            app.display.show(Notice(defect.asDefect(hasSymbols: hasSymbols), isWarning: true, of: .stillPicture))
        case .ended(let error):
            app.model.source.hasEnded = true
            app.model.source.invitation = nil
            if let error {
                app.model.picture.problem = error.description
                LogFile.write("source ended: \(error.description)")
            } else if !source.isDemo {
                app.display.show(Notice("\(source.title) has ended.", of: .stillPicture))
            }
        default: break
        }
    }

    /// A phone is waited for, or has connected.
    private func take(_ invitation: SourceInvitation?) {
        app.model.picture.figures.framesPerSecond = nil
        rate = FrameRate()
        guard let invitation else {
            app.model.source.invitation = nil
            return
        }
        app.model.source.title = source.title
        app.model.source.invitation = Invitation(invitation)
        app.jobs.run {
            try SymbolEncoder.encode(invitation.address, as: .qrCode)
        } then: { [self] (result: Result<SymbolImage, any Error>) in
            guard app.model.source.invitation?.address == invitation.address, case .success(let image) = result else {
                return
            }
            app.model.source.invitation?.modules = CodeModules(
                width: image.width, height: image.height, isDark: image.isDark)
            app.display.needsDrawing = true
        }
    }

    /// A source streams: a camera is shown as is remembered of it.
    private func cameraOpened() {
        guard let camera = camera?.device else { return }
        let isOther = camera.name != openedCamera
        openedCamera = camera.name
        app.post(.cameraOpened(camera, isOther: isOther))
        if isOther { boxChanged() }
    }

    /// Cameras came or went: a lost one is opened at once, and one that others stand in for is taken.
    private func camerasListed(_ change: HotPlug.Change) {
        session?.reopenNow()
        defer { app.post(.cameraChanged) }
        let usable = change.cameras.filter { $0.problem == nil }
        if source.standsIn, let camera = usable.first(where: { $0.name == source.missing ?? $0.name }) {
            return happened(.switchWanted(camera, isChoice: false, at: .now))
        }
        // By the name that it is known by since it was opened, too: its node may be another now.
        let own = [source.camera, cameraName].compactMap(\.self)
        if let camera = change.arrived.first(where: { !own.contains($0.name) && !own.contains($0.node) }) {
            LogFile.write("\(camera.title) was plugged in")
            app.display.show(Notice("\(camera.title) was plugged in: press c for the next camera"))
        }
    }
}

extension SourceModel {
    /// What is known of a source before it was opened.
    fileprivate mutating func take(_ source: SourceSelection) {
        title = source.title
        isDemo = source.isDemo
        isCamera = source.camera != nil
        isStill = source.isStill
        hasEnded = false
        pictureCount = nil
        invitation = nil
    }
}

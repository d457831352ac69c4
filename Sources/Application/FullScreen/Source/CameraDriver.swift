import Capture
import Foundation
import Frames
import Scanning
import Screens
import Services

/// Sessions that have ended, cameras that are being opened, and sources that are waited for.
struct Switching {
    /// Sessions that have ended, with their cameras' names: those may not have let go yet.
    var lettingGo: [(camera: String?, session: ScanSession)] = []
    /// Those of them that a session to come waits for.
    var awaited: [ScanSession] = []
    /// Distinguishes the release that is waited for from those that no longer are.
    var releaseNumber = 0
    /// The camera that the switch in hand has opened, and how long that took.
    var opened: (camera: V4L2Camera, duration: Duration)?
    var sessionEnding = Duration.zero
    /// What is to be scanned instead of the source in use, and is not a camera.
    var wantedSource: SourceSelection?
    /// What was scanned before files were dropped, and is again when they are left; nil if none were.
    var formerSource: SourceSelection?
    /// Until the first picture after a switch.
    var times: SwitchTimes?
}

/// How long the parts of a switch took, until its first picture comes.
struct SwitchTimes {
    let title: String
    let begun: ContinuousClock.Instant
    /// Opening the new camera and letting the old one go: calls of drivers.
    let opening: Duration
    let closing: Duration
    /// When the new camera's session began.
    let started = ContinuousClock.now
}

/// Doing what the state machine decides.
extension Scanning {
    func perform(_ action: CameraStateMachine.Action) {
        switch action {
        case .endSession:
            let begun = ContinuousClock.now
            if let ended = endSession() { switching.awaited.append(ended) }
            switching.sessionEnding = begun.duration(to: .now)
        case .awaitRelease: awaitRelease()
        case .startSession: startSession(keepsPicture: true)
        case .takeSource: takeWantedSource()
        case .open(let wanted): open(wanted)
        case .take(let done): take(done)
        case .reportOpening(let camera):
            app.display.show(Notice("Opening \(camera.title) …", isUnderWay: true), seconds: 10)
        case .reportRefusal(let reason):
            LogFile.write("camera not switched: \(reason.description)")
            app.display.warn("\(reason.description) Still using \(source.title).")
            app.post(.cameraChanged)
        case .useFormat(let request):
            var options = cameras
            options.format = request
            take(source.changed(options))
            app.display.show(Notice("Format \(request.text)"))
        case .keepFormat(let request): keep(request)
        case .restoreFormat(let request, let failure): restoreFormat(insteadOf: request, because: failure)
        }
    }

    /// Waits beside the loop until the cameras of ended sessions have let go.
    private func awaitRelease() {
        switching.releaseNumber += 1
        let (number, awaited) = (switching.releaseNumber, switching.awaited)
        app.jobs.run {
            for session in awaited { session.waitForRelease() }
        } then: { [self] _ in
            guard number == switching.releaseNumber else { return }
            switching.awaited = []
            happened(.released)
        }
    }

    /// Opens a camera beside the loop: the picture of the one in use goes on meanwhile.
    private func open(_ wanted: CameraStateMachine.Switch) {
        let camera = cameras.camera(wanted.camera)
        // The same camera may be closing still, and putting its settings back.
        let closing = switching.lettingGo.filter { $0.camera == camera.name }.map(\.session)
        app.jobs.run {
            let begun = ContinuousClock.now
            for session in closing { session.waitForRelease(atMost: .seconds(5)) }
            try camera.open()
            return begun.duration(to: .now)
        } then: { [self] result in
            switch result {
            case .success(let duration):
                switching.opened = (camera, duration)
                happened(.opened(number: wanted.number))
                // One that nobody waits for any more is let go here.
                switching.opened = nil
            case .failure(let error):
                guard let refusal = error as? CameraOpeningError else { return }
                // Only a camera that is in use can be in the way.
                let isContention = refusal.isContention && source.camera != nil
                happened(.refused(number: wanted.number, reason: refusal.error, isContention: isContention))
            }
        }
    }

    /// The camera of a switch streams, and the former session has ended: this one is scanned from now on.
    private func take(_ done: CameraStateMachine.Switch) {
        guard let (camera, opening) = switching.opened else { return }
        // The camera that was let go may take its time, and nobody waits for it.
        switching.awaited = []
        switching.releaseNumber += 1
        leaveSource()
        noteFormerSource(nil)
        take(SourceSelection(opened: camera, options: cameras))
        let closing = switching.sessionEnding
        startSession()
        switching.times = SwitchTimes(title: camera.title, begun: done.begun, opening: opening, closing: closing)
        if done.isChoice { rememberCameras { $0.chosen = camera.device.name } }
        app.display.show(Notice("Camera: \(camera.title)"))
        app.post(.cameraChanged)
    }

    /// What Esc leads back to from now on; nil for nothing.
    func noteFormerSource(_ source: SourceSelection?) {
        switching.formerSource = source
        app.model.source.former = source?.title
    }

    /// Scans `wanted`, which is not a camera, instead of the source in use.
    func scan(_ wanted: SourceSelection) {
        switching.wantedSource = wanted
        happened(.sourceWanted)
    }

    /// Scans what was wanted instead of the source whose session has ended.
    private func takeWantedSource() {
        guard let wanted = switching.wantedSource else { return }
        switching.wantedSource = nil
        app.display.stack.hide(about: .stillPicture)
        leaveSource()
        take(wanted)
        app.display.stack.scanner.setBox(nil, isOn: app.settings.isInterestBoxOn && wanted.isAimed)
        app.model.picture.interestBox = app.display.stack.scanner.shownBox
        startSession()
        app.post(.cameraChanged)
    }

    private func leaveSource() {
        app.post(.sourceChanges)
        app.model.source.remark = nil
    }

    /// A picture came: the first one after a switch says how long that took.
    func noteFirstPicture() {
        guard let times = switching.times else { return }
        switching.times = nil
        func milliseconds(_ duration: Duration) -> Int { Int(duration / .milliseconds(1)) }
        let now = ContinuousClock.now
        let waiting = now - times.started
        let own = now - times.begun - times.opening - times.closing - waiting
        LogFile.write(
            "switched to \(times.title) in \(milliseconds(now - times.begun)) ms: opening \(milliseconds(times.opening)), "
                + "closing the other \(milliseconds(times.closing)), first picture \(milliseconds(waiting)), "
                + "own \(milliseconds(own))")
    }

    // MARK: - Formats

    /// The format that is asked of the camera in use.
    var wantedFormat: CameraFormatRequest { machine.newFormat ?? formerFormat }

    /// The format that is asked of it when no change is under way.
    private var formerFormat: CameraFormatRequest {
        let remembered = cameraName.flatMap { cameras.memory?.settings(of: $0).format }
        return cameras.format ?? remembered.flatMap(CameraFormatRequest.init) ?? cameras.standard
    }

    private func keep(_ request: CameraFormatRequest) {
        // What the command line asked for has been overruled.
        cameras.format = nil
        remember { $0.format = request.text }
        take(source.changed(cameras))
        app.post(.cameraChanged)
    }

    /// Asks for the format before `request` again, which has failed.
    private func restoreFormat(insteadOf request: CameraFormatRequest, because failure: SourceError) {
        take(source.changed(cameras))
        let line = "Format \(request.text): \(failure.description) Back to \(wantedFormat.text)."
        LogFile.write("format not applied: \(line)")
        app.display.warn(line)
        app.post(.cameraChanged)
    }
}

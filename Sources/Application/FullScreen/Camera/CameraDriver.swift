import Services
import Capture
import Dispatch
import Foundation
import Frames
import Scanning
import Screens

/// What is done with sessions and their cameras, and what is waited for.
struct CameraDriver {
    /// What holds for every camera.
    var cameras: CameraOptions
    /// Cameras that come and go.
    let hotPlug: HotPlug
    /// Decides what is done.
    var machine = CameraStateMachine()
    /// Sessions that have ended, with their cameras' names: those may not have let go yet.
    var lettingGo: [(camera: String?, session: ScanSession)] = []
    /// Those of them that a session to come waits for.
    var awaited: [ScanSession] = []
    /// Distinguishes the release that is waited for from those that no longer are.
    var releaseNumber = 0
    /// The camera that the switch in hand has opened, and how long that took.
    var opened: (camera: V4L2Camera, duration: Duration)?
    /// How long the last session took to end.
    var sessionEnding = Duration.zero
    /// What is to be scanned in place of the source in use, and is no camera.
    var wantedSource: SourceSelection?
    /// What was scanned before files were dropped, and is again when they are left; nil where none were.
    var formerSource: SourceSelection?
    /// Until the first picture after a switch.
    var switchTimes: SwitchTimes?
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

extension ScannerApp {
    /// Something has happened to the camera: does what follows from it.
    func happened(_ event: CameraStateMachine.Event) {
        for action in driver.machine.step(event) { perform(action) }
    }

    private func perform(_ action: CameraStateMachine.Action) {
        switch action {
        case .endSession:
            let begun = ContinuousClock.now
            if let ended = endSession() { driver.awaited.append(ended) }
            driver.sessionEnding = begun.duration(to: .now)
        case .awaitRelease: awaitRelease()
        case .startSession: startSession(keepsPicture: true)
        case .takeSource: takeWantedSource()
        case .open(let wanted): open(wanted)
        case .take(let done): take(done)
        case .reportOpening(let camera): show(Notice("Opening \(camera.title) …", isUnderWay: true), seconds: 10)
        case .reportRefusal(let reason):
            LogFile.write("camera not taken: \(reason.description)")
            show(Notice("\(reason.description) This is still \(scanning.source.title).", isWarning: true), seconds: 8)
            showCameras()
        case .useFormat(let wish):
            var options = driver.cameras
            options.format = wish
            scanning.source = scanning.source.changed(options)
            show(Notice("Format \(wish.text)"))
        case .keepFormat(let wish): keep(wish)
        case .restoreFormat(let wish, let failure): restoreFormat(instead: wish, because: failure)
        }
    }

    /// Waits beside the loop until the cameras of ended sessions have let go.
    private func awaitRelease() {
        driver.releaseNumber += 1
        let (number, awaited) = (driver.releaseNumber, driver.awaited)
        jobs.run {
            for session in awaited { session.waitForRelease() }
        } then: { [self] _ in
            guard number == driver.releaseNumber else { return }
            driver.awaited = []
            happened(.released)
        }
    }

    /// Opens a camera beside the loop: the picture of the one in use goes on meanwhile.
    private func open(_ wanted: CameraStateMachine.Switch) {
        let camera = driver.cameras.camera(wanted.camera)
        // The same camera may be closing still, and putting its settings back.
        let closing = driver.lettingGo.filter { $0.camera == camera.name }.map(\.session)
        jobs.run {
            let begun = ContinuousClock.now
            for session in closing { session.waitForRelease(atMost: .seconds(5)) }
            try camera.open()
            return begun.duration(to: .now)
        } then: { [self] result in
            switch result {
            case .success(let duration):
                driver.opened = (camera, duration)
                happened(.opened(number: wanted.number))
                // One that nobody waits for any more is let go here.
                driver.opened = nil
            case .failure(let error):
                guard let refusal = error as? CameraOpeningError else { return }
                // Only a camera that is in use can be in the way.
                let isContention = refusal.isContention && scanning.source.camera != nil
                happened(.refused(number: wanted.number, reason: refusal.error, isContention: isContention))
            }
        }
    }

    /// The camera of a switch streams, and the former session has ended: this one is scanned from now on.
    private func take(_ done: CameraStateMachine.Switch) {
        guard let (camera, opening) = driver.opened else { return }
        // The camera that was let go may take its time, and nobody waits for it.
        driver.awaited = []
        driver.releaseNumber += 1
        inUse.keepsLit = false
        noteFormerSource(nil)
        scanning.source = SourceSelection(opened: camera, options: driver.cameras)
        model.source.remark = nil
        let closing = driver.sessionEnding
        startSession()
        driver.switchTimes = SwitchTimes(title: camera.title, begun: done.begun, opening: opening, closing: closing)
        if done.isChoice {
            do {
                try driver.cameras.memory?.change { $0.chosen = camera.device.name }
            } catch {
                LogFile.write(error.description)
            }
        }
        show(Notice("Camera: \(camera.title)"))
        showCameras()
    }

    /// A picture came: the first one after a switch says how long that took.
    func noteFirstPicture() {
        guard let times = driver.switchTimes else { return }
        driver.switchTimes = nil
        func milliseconds(_ duration: Duration) -> Int { Int(duration / .milliseconds(1)) }
        let now = ContinuousClock.now
        let waiting = now - times.started
        let own = now - times.begun - times.opening - times.closing - waiting
        LogFile.write(
            "switched to \(times.title) in \(milliseconds(now - times.begun)) ms: opening \(milliseconds(times.opening)), "
                + "letting the other go \(milliseconds(times.closing)), first picture \(milliseconds(waiting)), "
                + "own \(milliseconds(own))")
    }
}

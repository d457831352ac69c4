import Capture
import Foundation
import Scanning
import Screens
import Surface

extension Command {
    static let nextCamera = Command("next-camera")
    static let previousCamera = Command("previous-camera")
}

/// Which camera is in use.
extension Feature {
    static let cameraChoice = Feature([
        FeatureCommand(
            .nextCamera, .on([.scanner]), [.character("c")], label: "camera", "Take the next camera"
        ) { $0.switchCamera(by: 1) },
        FeatureCommand(.previousCamera, .on([.scanner]), [.character("C")], "Take the camera before") {
            $0.switchCamera(by: -1)
        },
    ])
}

/// A switch to another camera that is under way. The one in use streams on until the other surely does.
struct CameraSwitch {
    /// Tells what comes of this switch from what comes of one that was given up.
    let number: Int
    /// Where it goes.
    let camera: CameraDevice
    /// Whether the camera is chosen for the next run, too.
    let isChoice: Bool
    /// Whether the camera in use was let go because there was no room for both.
    var hasLetGo = false
    let begun = ContinuousClock.now
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
    /// Goes to the camera `places` further in the list.
    func switchCamera(by places: Int) {
        listCameras { [self] in goOn(by: places, among: $0) }
    }

    private func goOn(by places: Int, among cameras: [CameraDevice]) {
        guard !cameras.isEmpty else {
            return show(Notice("No camera found: plug one in and press the key again", isWarning: true))
        }
        let now = switching?.camera.name ?? cameraName ?? source.camera
        let current = cameras.firstIndex { $0.name == now || $0.node == now }
        if cameras.count == 1, current != nil { return show(Notice("\(source.title) is the only camera")) }
        let next = current.map { ($0 + places + cameras.count) % cameras.count } ?? 0
        choose(cameras[next])
    }

    /// Scans `camera` from now on, and in the next run.
    func choose(_ camera: CameraDevice) { begin(switchingTo: camera, isChoice: true) }

    /// Scans `camera` from now on.
    func take(_ camera: CameraDevice) {
        if switching?.camera.name != camera.name { begin(switchingTo: camera, isChoice: false) }
    }

    /// Gives a switch up; what it opened is let go when it comes.
    func abandonSwitch() { switching = nil }

    /// Gives up a switch for which the camera in use was let go: that one is taken again.
    func abandonContendedSwitch() {
        if switching?.hasLetGo == true { abandonSwitch() }
    }

    private func begin(switchingTo camera: CameraDevice, isChoice: Bool) {
        switchCount += 1
        let hasLetGo = switching?.hasLetGo ?? false
        switching = CameraSwitch(number: switchCount, camera: camera, isChoice: isChoice, hasLetGo: hasLetGo)
        show(Notice("Opening \(camera.title) …"), seconds: 10)
        // A camera that is letting go is followed by the newest choice.
        if !(hasLetGo && isReleasing) { openBeside() }
    }

    /// Opens the camera beside the loop: the picture of the one in use goes on meanwhile.
    private func openBeside() {
        guard let switching else { return }
        let (camera, number) = (cameras.camera(switching.camera), switching.number)
        // The same camera may be closing still, and putting its settings back.
        let closing = lettingGo.filter { $0.camera == camera.name }.map(\.session)
        jobs.run {
            let begun = ContinuousClock.now
            for session in closing { session.waitForRelease(atMost: .seconds(5)) }
            try camera.open()
            return begun.duration(to: .now)
        } then: { [self] result in
            switch result {
            case .success(let duration): opened(camera, number: number, after: duration)
            case .failure(let error):
                guard let refusal = error as? CameraRefusal else { return }
                refused(refusal, number: number)
            }
        }
    }

    /// The other camera streams: lets the one in use go.
    func opened(_ camera: V4L2Camera, number: Int, after opening: Duration) {
        guard let finished = switching, finished.number == number else { return }
        switching = nil
        let closing = ContinuousClock.now
        keepsLit = false
        formatChange = nil
        // The camera that is let go may take its time, and nobody waits for others that do.
        endSession()
        forgetReleases()
        let times = SwitchTimes(
            title: camera.title, begun: finished.begun, opening: opening, closing: .now - closing)
        source = SourceSelection(opened: camera, options: cameras)
        model.source.remark = nil
        startSession()
        switchTimes = times
        if finished.isChoice {
            do {
                try cameras.memory?.change { $0.chosen = camera.device.name }
            } catch {
                LogFile.write(error.description)
            }
        }
        show(Notice("Camera: \(camera.title)"))
        showCameras()
    }

    /// The other camera cannot be opened: once more without the one in use, where that may be the reason; else the one
    /// in use stays.
    func refused(_ refusal: CameraRefusal, number: Int) {
        guard switching?.number == number else { return }
        if refusal.isContention, session != nil, source.camera != nil, switching?.hasLetGo == false {
            switching?.hasLetGo = true
            return release(endSession()) { [self] in
                if switching == nil { startSession(keepsPicture: true) } else { openBeside() }
            }
        }
        switching = nil
        if session == nil, !isReleasing { startSession(keepsPicture: true) }
        LogFile.write("camera not taken: \(refusal.error.description)")
        show(Notice("\(refusal.error.description) This is still \(source.title).", isWarning: true), seconds: 8)
        showCameras()
    }

    /// A picture came: the first one after a switch says how long that took.
    func noteFirstPicture() {
        guard let times = switchTimes else { return }
        switchTimes = nil
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

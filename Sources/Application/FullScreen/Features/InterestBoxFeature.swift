import Capture
import Config
import Frames
import Screens
import Services
import Surface

/// The interest box: the scanner's screen keeps it, and only what is inside is read.
final class InterestBoxFeature: FeatureBase, Feature {
    static let purpose = "Interest box"
    static let contexts: [KeyContext] = [.box]
    static let commands: [FeatureCommand<InterestBoxFeature>] = [
        FeatureCommand(
            onScreen: .adjustBox, [.scanner], ["b"], label: "box", "Move, resize or switch the interest box"
        ).opening(.box).found(by: "area region"),
        FeatureCommand(onScreen: .boxUp, [.box], [.up], label: "move", "Move the box up"),
        FeatureCommand(onScreen: .boxDown, [.box], [.down], "Move the box down"),
        FeatureCommand(onScreen: .boxLeft, [.box], [.left], "Move the box left"),
        FeatureCommand(onScreen: .boxRight, [.box], [.right], "Move the box right"),
        FeatureCommand(
            onScreen: .nextBox, [.box], ["b"], label: "shape", "Next box shape: square, wide, line or none"),
        FeatureCommand(onScreen: .nextBox, [.scanner], ["B"], "Next box shape: square, wide, line or none"),
        FeatureCommand(onScreen: .boxReset, [.box], ["r"], label: "reset", "Reset the box"),
        FeatureCommand(onScreen: .boxLarger, [.box], ["+"], label: "larger", "Enlarge the box"),
        FeatureCommand(onScreen: .boxSmaller, [.box], ["-"], label: "smaller", "Shrink the box"),
        FeatureCommand(onScreen: .boxWider, [.box], [.shiftRight], label: "wider", "Make the box wider"),
        FeatureCommand(onScreen: .boxNarrower, [.box], [.shiftLeft], "Make the box narrower"),
        FeatureCommand(onScreen: .boxTaller, [.box], [.shiftDown], label: "taller", "Make the box taller"),
        FeatureCommand(onScreen: .boxShorter, [.box], [.shiftUp], "Make the box shorter"),
        FeatureCommand(onScreen: .toggleBox, [.scanner, .box], [], "Turn the interest box on or off"),
        FeatureCommand(onScreen: .back, [.box], [.enter, .escape, "q"], label: "done", "Go back to the scanner"),
    ]

    /// When the box was changed last; nil when it is remembered as it is.
    private var changedBox: ContinuousClock.Instant?

    func perform(_ effect: BoxEffect) {
        switch effect {
        case .set(let box): take(box)
        }
    }

    func follow(_ event: AppEvent) {
        switch event {
        case .sourceChanges: rememberBox()
        case .cameraOpened(let camera, isOther: true): takeRememberedBox(of: camera)
        default: break
        }
    }

    func apply(_ new: Settings, insteadOf old: Settings) -> String? {
        guard new.interestBox != old.interestBox || new.isInterestBoxOn != old.isInterestBoxOn else { return nil }
        let box = new.interestBox
        display.stack.scanner.takeFirst(
            InterestBox(x: box[0], y: box[1], width: box[2], height: box[3]),
            isOn: new.isInterestBoxOn && scanning.source.isAimed)
        take(display.stack.scanner.shownBox)
        return nil
    }

    var pause: Duration? { changedBox == nil ? nil : .milliseconds(200) }

    func advance(at now: ContinuousClock.Instant) {
        if let changedBox, now - changedBox >= Self.boxPause { rememberBox() }
    }

    func finish(within patience: Duration) -> String? {
        rememberBox()
        return nil
    }

    private func take(_ box: InterestBox?) {
        model.picture.interestBox = box
        scanning.boxChanged()
        changedBox = app.now
    }

    /// How long the box stays as it is before it is remembered: it is moved by many keys.
    static let boxPause = Duration.seconds(1)

    /// The box as it was left for this camera, else as settings have it.
    func takeRememberedBox(of camera: CameraDevice) {
        let settings = scanning.cameras.memory?.settings(of: camera.name)
        display.stack.scanner.setBox(settings?.box, isOn: settings?.readsWhole == true ? false : nil)
        model.picture.interestBox = display.stack.scanner.shownBox
    }

    /// Keeps the box for the camera in use.
    func rememberBox() {
        guard changedBox != nil else { return }
        changedBox = nil
        let scanner = display.stack.scanner
        scanning.remember { settings in
            settings.box = scanner.changedBox
            settings.readsWhole = scanner.isBoxOn ? nil : true
        }
    }
}

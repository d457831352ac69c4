import Services
import Capture
import Frames
import Screens
import Surface

/// The interest box: the scanner's screen keeps it, and only what is inside is read.
extension Feature {
    static let interestBox = Feature(
        "Interest box",
        [
            FeatureCommand(
                onScreen: .toggleBox, .on([.scanner]), [.character("b")], label: "box",
                "Read only inside the interest box, or everywhere"),
            FeatureCommand(
                onScreen: .nextBox, .on([.scanner]), [.character("B")],
                "Make the box square, wide (PDF417), a line (bars), or none"),
            FeatureCommand(onScreen: .boxUp, .on([.scanner]), [.character("w"), .shiftUp], "Move the box up"),
            FeatureCommand(onScreen: .boxDown, .on([.scanner]), [.character("s"), .shiftDown], "Move the box down"),
            FeatureCommand(onScreen: .boxLeft, .on([.scanner]), [.character("a"), .shiftLeft], "Move the box left"),
            FeatureCommand(onScreen: .boxRight, .on([.scanner]), [.character("d"), .shiftRight], "Move the box right"),
            FeatureCommand(onScreen: .boxNarrower, .on([.scanner]), [.character("A")], "Make the box narrower"),
            FeatureCommand(onScreen: .boxWider, .on([.scanner]), [.character("D")], "Make the box wider"),
            FeatureCommand(onScreen: .boxShorter, .on([.scanner]), [.character("W")], "Make the box lower in height"),
            FeatureCommand(onScreen: .boxTaller, .on([.scanner]), [.character("S")], "Make the box higher"),
            FeatureCommand(
                onScreen: .boxReset, .on([.scanner]), [.character("r")], "Put the box back where it was at first"),
        ])
}

extension ScannerApp {
    /// How long the box stays as it is before it is remembered: it is moved by many keys.
    static let boxPause = Duration.seconds(1)

    /// The box as it was left for this camera, else as settings have it.
    func takeRememberedBox(of camera: CameraDevice) {
        let settings = driver.cameras.memory?.settings(of: camera.name)
        display.stack.scanner.setBox(settings?.box, isOn: settings?.readsWhole == true ? false : nil)
        model.picture.interestBox = display.stack.scanner.shownBox
    }

    /// Keeps the box for the camera in use.
    func rememberBox() {
        guard inUse.changedBox != nil else { return }
        inUse.changedBox = nil
        guard let name = cameraName else { return }
        let scanner = display.stack.scanner
        do {
            try driver.cameras.memory?.change(name) { settings in
                settings.box = scanner.changedBox
                settings.readsWhole = scanner.isBoxOn ? nil : true
            }
        } catch {
            show(Notice("\(error)", isWarning: true), seconds: 8)
        }
    }
}

import Files
import Services
import Capture
import Frames
import Preview
import Scanning
import Screens
import Surface

extension Command {
    static let toggleFocus = Command("toggle-focus")
    static let focusNearer = Command("focus-nearer")
    static let focusFarther = Command("focus-farther")
    static let focusOnce = Command("focus-once")
    static let toggleNearFocus = Command("near-focus")
}

/// Focus: automatic, locked, moved by hand, or found once on what is in the box.
final class FocusFeature: FeatureBase, Feature {
    static let purpose = "Focus"
    static let commands: [FeatureCommand<FocusFeature>] = [
        FeatureCommand(
            .toggleFocus, [.scanner, .door], ["f"], label: "focus", "Switch between autofocus and fixed focus",
            idle: { !$0.source.isCamera }
        ) { try $0.toggleFocus() },
        FeatureCommand(.focusNearer, [.scanner], ["[", "("], "Focus nearer (locks the focus)") {
            try $0.moveFocus(by: 1)
        },
        FeatureCommand(.focusFarther, [.scanner], ["]", ")"], "Focus farther (locks the focus)") {
            try $0.moveFocus(by: -1)
        },
        FeatureCommand(
            .focusOnce, [.scanner], [";"],
            "Focus once on the box and hold"
        ) { try $0.focusOnce(on: nil) },
        FeatureCommand(
            .toggleNearFocus, [.scanner], ["M"],
            "Toggle close-up focus"
        ) { try $0.toggleNearFocus() },
    ]

    /// The focusing under way, or what it ended on.
    private var focusing: AutofocusRun? {
        didSet { model.picture.focusMark = focusing.flatMap { $0.isUnderWay ? $0.region : nil } }
    }
    /// Distinguishes the focusing under way from those that were given up.
    private var focusRun = 0
    private var focusesNear = false

    func perform(_ effect: FocusEffect) throws {
        switch effect {
        case .once(let region): try focusOnce(on: region)
        }
    }

    func follow(_ event: AppEvent) {
        switch event {
        case .sessionBegins, .sourceLost: focusing = nil
        case .picture(let frame): advanceFocus(frame)
        case .cameraOpened(let camera, let isOther):
            if isOther { focusesNear = scanning.cameras.memory?.settings(of: camera.name).focusesNear ?? false }
            // A camera forgets its focus range when it is closed.
            if focusesNear { scanning.restoreInCamera { try $0.setFocusNear(true) } }
        default: break
        }
    }

    /// Locks the focus, or lets the camera focus by itself again.
    func toggleFocus() throws {
        endFocusing()
        try scanning.askCamera { controls in
            guard let isAutomatic = try controls.isFocusAutomatic() else {
                throw UserError("This camera has no autofocus")
            }
            try controls.focus(isAutomatic ? .locked : .automatic)
            return isAutomatic
        } then: { [self] isLocked in
            show(Notice(isLocked ? "Focus locked" : "Autofocus on"))
        }
    }

    /// Moves the lens by `steps` of a key, nearer when positive.
    func moveFocus(by steps: Int) throws {
        endFocusing()
        try scanning.askCamera {
            try $0.moveFocus(by: steps)
        } then: { [self] focus in
            show(Notice("Focus \(focus.value ?? 0) of \(focus.range.upperBound)"))
        }
    }

    /// Focuses on `region` of the frame, or on what is in the box: by the camera's own means where it has them, else by
    /// trying lens positions.
    func focusOnce(on region: PixelRect?) throws {
        if model.picture.isFrozen { throw UserError("The picture is frozen: resume it first") }
        endFocusing()
        let (part, isNear, run) = (share(of: region), focusesNear, focusRun)
        try scanning.askCamera { controls in
            try AutofocusRun.begin(on: part, isNear: isNear, controls)
        } then: { [self] begun in
            guard run == focusRun else {
                // Another key was pressed meanwhile.
                if begun.usesRegion { scanning.restoreInCamera { try $0.setFocusRegion(nil) } }
                return
            }
            focusing = AutofocusRun(stage: begun.stage, region: region, usesRegion: begun.usesRegion, begun: .now)
            show(Notice("Focusing …", isUnderWay: true), seconds: 3)
        }
    }

    /// Keeps the focus near from now on, or lets it go anywhere again; remembered for this camera.
    func toggleNearFocus() throws {
        let isNear = !focusesNear
        try scanning.askCamera { controls in
            guard let means = try controls.focusAbilities().near else {
                throw UserError("This camera has no close-up focus")
            }
            try controls.setFocusNear(isNear)
            return means
        } then: { [self] means in
            focusesNear = isNear
            scanning.remember { $0.focusesNear = isNear ? true : nil }
            let how = means == .sweep ? " (when focusing once)" : ""
            show(Notice(isNear ? "Close-up focus on\(how)" : "Close-up focus off"))
        }
    }

    /// Forgets what was begun; a camera that was told where to look looks where it likes again.
    func endFocusing() {
        focusRun += 1
        if focusing?.usesRegion == true { scanning.restoreInCamera { try $0.setFocusRegion(nil) } }
        focusing = nil
    }

    /// Goes on with what was begun, with a picture that came in.
    func advanceFocus(_ frame: Frame) {
        focusing?.pictures += 1
        guard let focusing = focusing, scanning.hasControls else { return }
        switch focusing.stage {
        case .asking: break
        case .sweeping(var sweep, let position, let rested):
            guard frame.timestamp >= rested else { return }
            switch sweep.measured(sharpness(of: frame)) {
            case .move(let next):
                let sweep = sweep
                askForFocus { controls in
                    .sweeping(sweep, position: next, rested: try AutofocusRun.send(next, from: position, controls))
                }
            case .finished(let best):
                let count = sweep.count
                askForFocus { controls in
                    .arrived(rested: try AutofocusRun.send(best, from: position, controls))
                } andReport: { [self] in
                    reportHeld($0, focusing, positions: count)
                }
            }
        case .settling(var settling):
            let hasSettled = settling.hasSettled(sharpness(of: frame), at: frame.timestamp)
            self.focusing?.stage = .settling(settling)
            guard hasSettled else { return }
            askForFocus { controls in
                if try controls.isFocusAutomatic() == true { try controls.focus(.locked) }
                return .arrived(rested: .now)
            } andReport: { [self] in
                reportHeld($0, focusing)
            }
        case .arrived(let rested):
            guard frame.timestamp >= rested else { return }
            self.focusing?.stage = .holding(SubjectChange(grid(frame)))
        case .holding(var change):
            let hasChanged = change.hasChanged(grid(frame), at: frame.timestamp)
            self.focusing?.stage = .holding(change)
            if hasChanged { letFocusGo() }
        }
    }

    /// Takes the stage that `step` leads to as soon as the camera has taken it. A camera that refuses is not asked with every
    /// picture.
    ///
    /// - Parameter report: gets where the lens is then; default none.
    private func askForFocus(
        _ step: @escaping @Sendable (CameraControls) throws -> AutofocusRun.Stage,
        andReport report: ((CameraControl?) -> Void)? = nil
    ) {
        let run = focusRun
        focusing?.stage = .asking
        let wantsLens = report != nil
        try? scanning.askCamera { controls in
            (try step(controls), wantsLens ? try controls.lens() : nil)
        } failed: { [self] in
            guard run == focusRun else { return }
            endFocusing()
            warn("\($0)")
        } then: { [self] (stage, lens) in
            guard run == focusRun else { return }
            focusing?.stage = stage
            report?(lens)
        }
    }

    /// Something else is in view: the camera focuses by itself again.
    private func letFocusGo() {
        endFocusing()
        try? scanning.askCamera { controls in
            guard try controls.isFocusAutomatic() == false else { return false }
            try controls.focus(.automatic)
            return true
        } then: { [self] isAutomatic in
            if isAutomatic { show(Notice("The picture changed: autofocus on")) }
        }
    }

    private func reportHeld(_ lens: CameraControl?, _ focusing: AutofocusRun, positions: Int? = nil) {
        let place = lens.flatMap { lens in lens.value.map { " at \($0) of \(lens.range.upperBound)" } } ?? ""
        show(Notice("Focus held\(place)"))
        let milliseconds = Int((ContinuousClock.now - focusing.begun) / .milliseconds(1))
        let measured = positions.map { ", \($0) positions" } ?? ""
        LogFile.write("focus held\(place) after \(milliseconds) ms, \(focusing.pictures) pictures\(measured)")
    }

    private func sharpness(of frame: Frame) -> Double {
        let box = model.picture.activeBox?.pixels(width: frame.width, height: frame.height)
        return frame.sharpness(in: focusing?.region ?? box ?? frame.bounds)
    }

    /// A part of the frame, or what is in the box, as shares of its sides.
    private func share(of region: PixelRect?) -> InterestBox? {
        guard let region, let format = model.picture.format else { return model.picture.activeBox }
        let (width, height) = (Double(max(1, format.width)), Double(max(1, format.height)))
        return InterestBox(
            x: Double(region.x) / width, y: Double(region.y) / height, width: Double(region.width) / width,
            height: Double(region.height) / height, smallest: 0.01)
    }

    private func grid(_ frame: Frame) -> [UInt8] {
        var grid = LumaGrid()
        grid.sample(frame, region: frame.bounds, columns: 16, rows: 12)
        return grid.values
    }
}

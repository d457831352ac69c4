import Capture
import Frames
import Preview
import Scanning
import Screens

/// Focusing once on a part of the picture, then a watch over what it ended on.
struct Focusing {
    /// What is under way.
    enum Stage {
        /// The lens was sent somewhere; a picture caught after `rested` shows what it looks like from there.
        case sweeping(FocusSweep, position: Int, rested: ContinuousClock.Instant)
        /// The camera focuses by itself.
        case settling(FocusSettling)
        /// The lens is held; the subject is learned from a picture caught after `rested`.
        case arrived(rested: ContinuousClock.Instant)
        /// The lens is held until the subject changes.
        case holding(SubjectChange)
    }

    var stage: Stage
    /// On which part of the frame; nil: on what is in the interest box.
    let region: PixelRect?
    /// Whether the camera was told where to look.
    let usesRegion: Bool
    let begun: ContinuousClock.Instant
    /// Pictures looked at so far.
    var pictures = 0

    /// Whether the lens is on its way; not while it is held.
    var isUnderWay: Bool {
        switch stage {
        case .sweeping, .settling: true
        case .arrived, .holding: false
        }
    }

    /// How long a lens rests after a move that goes through this share of its range.
    static func rest(share: Double) -> Duration { .milliseconds(30 + Int(100 * min(max(share, 0), 1))) }
}

extension ScannerApp {
    /// Focuses on `region` of the frame, or on what is in the box: by the camera's own means where it has them, else by
    /// trying lens positions.
    func focusOnce(on region: PixelRect?) throws {
        let controls = try cameraControls()
        if stack.scanner.isFrozen { throw Trouble("The picture is held still: let it run first") }
        guard let means = try controls.focusAbilities().once else {
            throw Trouble("This camera has no focus control: its lens is fixed or moves by itself")
        }
        var stage = Focusing.Stage.settling(FocusSettling(since: .now))
        switch means {
        case .region:
            try controls.setFocusRegion(share(of: region) ?? InterestBox(x: 0, y: 0, width: 1, height: 1))
            try controls.focus(.automatic)
        case .camera:
            if try controls.isFocusAutomatic() == true { try controls.focus(.locked) }
            try controls.set(.autoFocusStart, to: 1)
        case .sweep:
            if try controls.isFocusAutomatic() == true { try controls.focus(.locked) }
            // Asked after that: while automatic focus is on, its value may be old.
            guard let lens = try controls.lens() else { return }
            let range = focusesNear ? lens.nearRange : lens.range
            let sweep = FocusSweep(range: range, step: lens.step, from: lens.value ?? .min)
            let rested = try send(sweep.start, from: lens.value, controls)
            stage = .sweeping(sweep, position: sweep.start, rested: rested)
        }
        focusing = Focusing(stage: stage, region: region, usesRegion: means == .region, begun: .now)
        show(Notice("Focusing …"), seconds: 3)
    }

    /// Keeps the focus near from now on, or lets it go anywhere again; remembered for this camera.
    func toggleNearFocus() throws {
        let controls = try cameraControls()
        guard let means = try controls.focusAbilities().near else {
            throw Trouble("This camera's focus cannot be kept near")
        }
        try controls.setFocusNear(!focusesNear)
        focusesNear.toggle()
        let isNear = focusesNear
        if let name = cameraName { try cameras.memory?.change(name) { $0.focusesNear = isNear ? true : nil } }
        let how = means == .sweep ? ", when it is asked to focus once" : ""
        show(Notice(isNear ? "Focus near only\(how)" : "Focus near and far"))
    }

    /// Forgets what was begun; a camera that was told where to look looks where it likes again.
    func endFocusing() {
        if focusing?.usesRegion == true { try? controls?.setFocusRegion(nil) }
        focusing = nil
    }

    /// Goes on with what was begun, with a picture that came in.
    func advanceFocus(_ frame: Frame) {
        focusing?.pictures += 1
        guard let focusing, let controls else { return }
        do {
            try advance(focusing, with: frame, controls)
        } catch {
            // A camera that refuses now is not asked with every frame.
            endFocusing()
            show(Notice(error.description, isWarning: true))
        }
    }

    private func advance(
        _ focusing: Focusing, with frame: Frame, _ controls: CameraControls
    ) throws(SourceError) {
        switch focusing.stage {
        case .sweeping(var sweep, let position, let rested):
            guard frame.timestamp >= rested else { return }
            switch sweep.measured(sharpness(of: frame)) {
            case .move(let next):
                let rested = try send(next, from: position, controls)
                self.focusing?.stage = .sweeping(sweep, position: next, rested: rested)
            case .finished(let best):
                let rested = try send(best, from: position, controls)
                tellHeld(try controls.lens(), focusing, positions: sweep.count)
                self.focusing?.stage = .arrived(rested: rested)
            }
        case .settling(var settling):
            let hasSettled = settling.hasSettled(sharpness(of: frame), at: frame.timestamp)
            self.focusing?.stage = .settling(settling)
            guard hasSettled else { return }
            if try controls.isFocusAutomatic() == true { try controls.focus(.locked) }
            tellHeld(try controls.lens(), focusing)
            self.focusing?.stage = .arrived(rested: .now)
        case .arrived(let rested):
            guard frame.timestamp >= rested else { return }
            self.focusing?.stage = .holding(SubjectChange(grid(frame)))
        case .holding(var change):
            let hasChanged = change.hasChanged(grid(frame), at: frame.timestamp)
            self.focusing?.stage = .holding(change)
            guard hasChanged else { return }
            endFocusing()
            guard try controls.isFocusAutomatic() == false else { return }
            try controls.focus(.automatic)
            show(Notice("Something else is there: focus automatic"))
        }
    }

    /// Sends the lens to `position`; the result is when it has come to rest there.
    private func send(
        _ position: Int, from former: Int?, _ controls: CameraControls
    ) throws(SourceError) -> ContinuousClock.Instant {
        let lens = try controls.set(.focusAbsolute, to: position)
        let span = Double(lens.range.upperBound) - Double(lens.range.lowerBound)
        let way = abs(Double(position) - Double(former ?? lens.range.lowerBound))
        return .now + Focusing.rest(share: span > 0 ? way / span : 0)
    }

    private func tellHeld(_ lens: CameraControl?, _ focusing: Focusing, positions: Int? = nil) {
        let place = lens.flatMap { lens in lens.value.map { " at \($0) of \(lens.range.upperBound)" } } ?? ""
        show(Notice("Focus held\(place)"))
        let milliseconds = Int((ContinuousClock.now - focusing.begun) / .milliseconds(1))
        let measured = positions.map { ", \($0) positions" } ?? ""
        LogFile.write("focus held\(place) after \(milliseconds) ms, \(focusing.pictures) pictures\(measured)")
    }

    private func sharpness(of frame: Frame) -> Double {
        let box = stack.scanner.activeBox?.pixels(width: frame.width, height: frame.height)
        return frame.sharpness(in: focusing?.region ?? box ?? frame.bounds)
    }

    /// A part of the frame, or what is in the box, as shares of its sides.
    private func share(of region: PixelRect?) -> InterestBox? {
        guard let region, let format = stack.scanner.format else { return stack.scanner.activeBox }
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

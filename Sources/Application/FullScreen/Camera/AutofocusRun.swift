import Files
import Services
import Capture
import Frames
import Scanning

/// Focusing once on a part of the picture, then a watch over what it ended on.
struct AutofocusRun {
    /// What is under way.
    enum Stage: Sendable {
        /// The lens was sent somewhere; a picture caught after `rested` shows what it looks like from there.
        case sweeping(FocusSweep, position: Int, rested: ContinuousClock.Instant)
        /// The camera focuses by itself.
        case settling(FocusSettling)
        /// The lens is held; the subject is learned from a picture caught after `rested`.
        case arrived(rested: ContinuousClock.Instant)
        case holding(SubjectChange)
        /// The camera was asked for the next step and has not answered yet.
        case asking
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
        case .sweeping, .settling, .asking: true
        case .arrived, .holding: false
        }
    }

    /// How long a lens rests after a move that goes through this share of its range.
    static func rest(share: Double) -> Duration { .milliseconds(30 + Int(100 * min(max(share, 0), 1))) }
}

extension AutofocusRun {
    /// Begins to focus by the camera's own means where it has them, else by trying lens positions.
    ///
    /// - Parameters:
    ///   - part: on which part of the picture, in shares of its sides; nil: all of it.
    ///   - isNear: whether a sweep keeps to what is near.
    /// - Returns: the first stage, and whether the camera was told where to look.
    static func begin(
        on part: InterestBox?, isNear: Bool, _ controls: CameraControls
    ) throws -> (stage: Stage, usesRegion: Bool) {
        guard let means = try controls.focusAbilities().once else {
            throw UserError("This camera has no focus control: its lens is fixed or automatic")
        }
        switch means {
        case .region:
            try controls.setFocusRegion(part ?? InterestBox(x: 0, y: 0, width: 1, height: 1))
            try controls.focus(.automatic)
        case .camera:
            if try controls.isFocusAutomatic() == true { try controls.focus(.locked) }
            try controls.set(.autoFocusStart, to: 1)
        case .sweep:
            if try controls.isFocusAutomatic() == true { try controls.focus(.locked) }
            // Asked after that: while automatic focus is on, its value may be old.
            guard let lens = try controls.lens() else {
                throw UserError("This camera has no focus control: its lens is fixed or automatic")
            }
            let range = isNear ? lens.nearRange : lens.range
            let sweep = FocusSweep(range: range, step: lens.step, from: lens.value ?? .min)
            let rested = try send(sweep.start, from: lens.value, controls)
            return (.sweeping(sweep, position: sweep.start, rested: rested), false)
        }
        return (.settling(FocusSettling(since: .now)), means == .region)
    }

    /// Sends the lens to `position`; the result is when it has come to rest there.
    static func send(
        _ position: Int, from former: Int?, _ controls: CameraControls
    ) throws(SourceError) -> ContinuousClock.Instant {
        let lens = try controls.set(.focusAbsolute, to: position)
        let span = Double(lens.range.upperBound) - Double(lens.range.lowerBound)
        let way = abs(Double(position) - Double(former ?? lens.range.lowerBound))
        return .now + AutofocusRun.rest(share: span > 0 ? way / span : 0)
    }
}

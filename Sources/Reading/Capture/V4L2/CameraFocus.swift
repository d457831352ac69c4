import Frames

/// What a camera's focus can do.
package struct CameraFocus: Hashable, Sendable {
    /// How it focuses once on a part of the picture.
    package enum Once: String, Sendable {
        /// The camera itself, on that part only: its region of interest.
        case region
        /// The camera itself, on any part: its control that starts focusing.
        case camera
        /// Its lens is moved through its range, and left where that part is sharpest.
        case sweep
    }

    /// How focus is limited to near distances.
    package enum Near: String, Sendable {
        /// The camera itself: its control of the focus range.
        case camera
        /// Sweeps go through the near part of the lens's range only.
        case sweep
    }

    package var isContinuous: Bool
    /// How it focuses once; nil when it cannot.
    package var once: Once?
    /// How focus is limited to near distances; nil when it cannot be.
    package var near: Near?

    /// All of it as people read it: `continuous, once by sweeping the lens, near by sweeping the lens`; `fixed`.
    package var summary: String {
        var parts = isContinuous ? ["continuous"] : []
        switch once {
        case .region: parts.append("on a part of the picture by the camera")
        case .camera: parts.append("once by the camera")
        case .sweep: parts.append("on a part of the picture by sweeping the lens")
        case nil: break
        }
        if near != nil { parts.append("near only") }
        return parts.isEmpty ? "fixed" : parts.joined(separator: ", ")
    }
}

extension CameraControls {
    /// What the focus can do, by the best means that the camera has.
    package func focusAbilities() throws(SourceError) -> CameraFocus {
        let isContinuous = try control(.focusAutomatic) != nil
        let lens = try lens()
        var focus = CameraFocus(isContinuous: isContinuous)
        let hasRegion = try with { device throws(CameraError) in RegionOfInterest(of: device) != nil }
        if hasRegion, isContinuous {
            focus.once = .region
        } else if try control(.autoFocusStart) != nil {
            focus.once = .camera
        } else if lens != nil {
            focus.once = .sweep
        }
        focus.near = try nearControl() != nil ? .camera : lens != nil && focus.once == .sweep ? .sweep : nil
        return focus
    }

    /// The control of the lens; nil for fixed focus, or where it cannot be set.
    package func lens() throws(SourceError) -> CameraControl? {
        try control(.focusAbsolute).flatMap { $0.kind == .integer && !$0.isReadOnly ? $0 : nil }
    }

    /// Lets the camera's automatic focus look at `part` of the picture only, in shares of its sides; nil: where it
    /// looked before. A camera without such a region ignores it. Put back by `close`.
    package func setFocusRegion(_ part: InterestBox?) throws(SourceError) {
        try with { device throws(CameraError) in
            guard let region = RegionOfInterest(of: device) else { return }
            if let part {
                // Before anything is changed: what fails half-way is put back as well.
                if formerRegion == nil { formerRegion = try region.current() }
                try region.look(at: part)
            } else if let former = formerRegion {
                try region.restore(former)
                formerRegion = nil
            }
        }
    }

    /// Limits automatic focus to near distances, or ends that, where the camera has a control for it.
    package func setFocusNear(_ isNear: Bool) throws(SourceError) {
        guard let range = try nearControl() else { return }
        let hasAnywhere = range.items.contains { $0.value == FocusRange.anywhere }
        let anywhere = hasAnywhere ? FocusRange.anywhere : range.defaultValue
        _ = try set(range, to: isNear ? FocusRange.near : anywhere)
    }

    /// Values of V4L2_CID_AUTO_FOCUS_RANGE: V4L2_AUTO_FOCUS_RANGE_AUTO and _MACRO.
    private enum FocusRange {
        static let anywhere = 0
        static let near = 2
    }

    private func nearControl() throws(SourceError) -> CameraControl? {
        guard let range = try control(.autoFocusRange), range.items.contains(where: { $0.value == FocusRange.near })
        else { return nil }
        return range
    }
}

extension CameraControl {
    /// The half of a lens's range that is near: V4L2_CID_FOCUS_ABSOLUTE grows towards the camera.
    package var nearRange: ClosedRange<Int> {
        let middle = range.lowerBound / 2 + range.upperBound / 2
        return clamped(middle)...range.upperBound
    }
}

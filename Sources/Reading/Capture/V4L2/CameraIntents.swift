import Frames

/// What controls the lens.
package enum FocusMode: Sendable, Hashable {
    /// Continuous automatic focus.
    case automatic
    /// Nothing: it stays where it is.
    case locked
}

/// The operations behind keys. Each throws the reason when the camera cannot do it.
extension CameraControls {
    /// Whether automatic focus is on; nil when it has no such control.
    package func isFocusAutomatic() throws(SourceError) -> Bool? {
        try control(.focusAutomatic)?.value.map { $0 != 0 }
    }

    /// Starts or ends automatic focus.
    package func focus(_ mode: FocusMode) throws(SourceError) {
        guard let control = try control(.focusAutomatic) else {
            throw SourceError("This camera has no automatic focus.")
        }
        _ = try set(control, to: mode == .automatic ? 1 : 0)
    }

    /// Moves the lens by `steps` twentieths of its range, nearer when positive; ends automatic focus first.
    ///
    /// - Returns: the focus control with the camera's new value.
    @discardableResult
    package func moveFocus(by steps: Int) throws(SourceError) -> CameraControl {
        guard try control(.focusAbsolute) != nil else {
            throw SourceError("This camera has no focus control: its lens is fixed or automatic.")
        }
        if try isFocusAutomatic() == true { try focus(.locked) }
        // Asked after that: while automatic focus is on, the control is inactive and its value may be old.
        return try move(.focusAbsolute, by: steps, missing: "This camera has no focus control.")
    }

    /// Zooms by `steps` twentieths of the range, in when positive.
    ///
    /// - Returns: the zoom control with the camera's new value; its `factor` is what to show.
    @discardableResult
    package func zoom(by steps: Int) throws(SourceError) -> CameraControl {
        try move(.zoomAbsolute, by: steps, missing: "This camera has no zoom control.")
    }

    /// Whether the torch is lit; nil when the camera has none.
    package func isTorchOn() throws(SourceError) -> Bool? {
        if let mode = try torchControl() { return mode.value == Torch.lit }
        if let flash { return try flash.isTorchOn() }
        return led.map { ($0.brightness ?? 0) > 0 }
    }

    /// Switches the torch: a control, else a flash LED's node, else a LED. It is switched off when the stream ends.
    package func torch(_ on: Bool) throws(SourceError) {
        if let mode = try torchControl() {
            _ = try set(mode, to: on ? Torch.lit : Torch.dark)
        } else if let flash {
            try flash.torch(on)
        } else {
            guard let led else { throw SourceError("This camera has no torch.") }
            try led.light(on)
        }
    }

    /// Values of V4L2_CID_FLASH_LED_MODE: V4L2_FLASH_LED_MODE_NONE and _TORCH.
    private enum Torch {
        static let dark = 0
        static let lit = 2
    }

    private func torchControl() throws(SourceError) -> CameraControl? {
        try control(.flashLEDMode).flatMap { $0.isTorch ? $0 : nil }
    }

    private func move(_ id: CameraControl.ID, by steps: Int, missing: String) throws(SourceError) -> CameraControl {
        guard let control = try control(id), control.kind == .integer else { throw SourceError(missing) }
        let (change, tooFar) = steps.multipliedReportingOverflow(by: control.keyStep)
        let (target, beyond) = (control.value ?? control.defaultValue).addingReportingOverflow(change)
        let end = steps < 0 ? control.range.lowerBound : control.range.upperBound
        return try set(control, to: tooFar || beyond ? end : target)
    }
}

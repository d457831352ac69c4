import Frames

/// Exposure for reading: a short one, so that a code in a moving hand is not blurred, and gain to keep it bright.
extension CameraControls {
    /// The result of turning it on.
    package enum ReadingLight: Sendable, Hashable {
        /// The exposure time in seconds; gain keeps the picture bright.
        case amplified(seconds: Double)
        /// The exposure time in seconds; the camera has no gain control, so its picture is darker.
        case darker(seconds: Double)
    }

    /// The target exposure, in units of 100 µs: at 4 ms a hand that moves by 10 cm a second blurs a module
    /// of 0.4 mm at its edges only.
    static let readingExposure = 40

    package var isReadingLightOn: Bool { beforeReadingLight != nil }

    /// Sets a short exposure, and as much more gain as the exposure became shorter. The power line's frequency stays.
    ///
    /// - Throws: when the camera has no exposure time that can be set; everything is as before then.
    package func readingLightOn() throws(SourceError) -> ReadingLight {
        guard try control(.exposureTime)?.kind == .integer else { throw Self.noExposure }
        // The values from before the first call are restored.
        readingLightOff()
        var before: [CameraControl] = []
        do throws(SourceError) {
            // Off: the camera may not lower the frame rate for a longer exposure.
            try change(.exposurePriority, noting: &before) { _ in 0 }
            try change(.exposureMode, noting: &before) { mode in
                // Manual, else shutter priority, in which the time can be set as well.
                [1, 2].first { choice in mode.items.contains { $0.value == choice } }
            }
            guard let time = try control(.exposureTime), time.refusal == nil else { throw Self.noExposure }
            var share = 1.0
            let set = try change(.exposureTime, noting: &before) { time in
                let now = time.value ?? time.defaultValue
                // An exposure that is shorter already stays.
                let short = time.clamped(min(now, Self.readingExposure))
                share = now > 0 ? Double(short) / Double(now) : 1
                return short
            }
            try change(.automaticGain, noting: &before) { _ in 0 }
            let gain = try change(.gain, noting: &before) { gain in
                // Its unit is the camera's: a picture that lost no light keeps its gain, one that lost nearly all
                // gets nearly the maximum.
                let now = gain.value ?? gain.defaultValue
                let room = Double(gain.range.upperBound) - Double(now)
                return Int(exactly: (Double(now) + room * (1 - share)).rounded())
            }
            beforeReadingLight = before
            let seconds = Double(set?.value ?? Self.readingExposure) / 10_000
            return gain == nil ? .darker(seconds: seconds) : .amplified(seconds: seconds)
        } catch {
            putBack(before)
            throw error
        }
    }

    /// Restores the values from before; does nothing while it is off.
    package func readingLightOff() {
        guard let before = beforeReadingLight else { return }
        beforeReadingLight = nil
        putBack(before)
    }

    private static let noExposure = SourceError("This camera has no exposure time that can be set.")

    /// Sets a control to `value` of it and remembers its former value; nil when the camera lacks it, it cannot be set
    /// now, or `value` is nil.
    @discardableResult
    private func change(
        _ id: CameraControl.ID, noting before: inout [CameraControl], to value: (CameraControl) -> Int?
    ) throws(SourceError) -> CameraControl? {
        guard let control = try control(id), control.refusal == nil, let wanted = value(control) else { return nil }
        before.append(control)
        return control.value == wanted ? control : try set(control, to: wanted)
    }
}

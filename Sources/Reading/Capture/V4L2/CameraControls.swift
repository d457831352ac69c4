import CLinux
import Frames
import Glibc
import Synchronization

/// The controls of an open camera, to be used from any thread while it streams.
///
/// Calls go to the camera; over USB one may take a millisecond, and seconds when the camera
/// hangs. After the camera was closed every call throws.
package final class CameraControls: Sendable {
    private struct State {
        var device: V4L2Device?
        /// Whether the torch was lit here, so that `close` has to switch it off.
        var isTorchOurs = false
        /// Controls that were set here as they were before, in the order in which they were first set.
        var originals: [CameraControl] = []
        /// The region of automatic focus before it was set; nil while it was not set.
        var formerRegion: RegionOfInterest.Setting?
        /// What reading light changed as it was before, in the order in which it was changed; nil while that is off.
        var beforeReadingLight: [CameraControl]?
    }

    /// A flash LED with its own node, open; nil when none was found.
    let flash: CameraControls?
    /// What lights the scene where no control does; nil when nothing was found.
    let led: LightLED?
    let title: String
    private let restores: Bool
    /// Held during a call; whether the camera was closed.
    private let calls = Mutex(false)
    let isClosing = Atomic(false)
    private let state: Mutex<State>

    /// - Parameter restores: whether `close` restores the camera's values, and switches a light off.
    init(
        device: V4L2Device, title: String, flash: CameraControls? = nil, led: LightLED? = nil, restores: Bool = true
    ) {
        self.title = title
        self.flash = flash
        self.led = led
        self.restores = restores
        state = Mutex(State(device: device))
    }

    /// Calls `body`, and keeps the camera open until it has returned.
    ///
    /// - Throws: `SourceError` when the camera is being closed, or what `body` throws.
    package func whileOpen<Value: Sendable>(_ body: () throws -> Value) throws -> Value {
        try calls.withLock { isClosed in
            guard !isClosed, !isClosing.load(ordering: .acquiring) else { throw SourceError("\(title) is not open.") }
            return try body()
        }
    }

    /// All controls of the kinds we know, with their values, in the driver's order.
    package func list() throws(SourceError) -> [CameraControl] {
        try with { device throws(CameraError) in try device.controls() }.filter { !$0.isDisabled }
    }

    /// The control `id` with its value; nil when the camera has none.
    package func control(_ id: CameraControl.ID) throws(SourceError) -> CameraControl? {
        try with { device throws(CameraError) in try device.control(id) }
    }

    /// Sets `id` to the nearest value that its range and step allow.
    ///
    /// - Returns: the control with the value that the camera took.
    /// - Throws: when there is no such control, it cannot be set now, or a menu has no such item.
    @discardableResult
    package func set(_ id: CameraControl.ID, to value: Int) throws(SourceError) -> CameraControl {
        guard let control = try control(id) else { throw SourceError("This camera has no such control.") }
        return try set(control, to: value)
    }

    func set(_ control: CameraControl, to value: Int) throws(SourceError) -> CameraControl {
        guard !control.isReadOnly else { throw SourceError("\(control.name) cannot be changed on this camera.") }
        guard !control.isInactive else {
            throw SourceError("\(control.name) cannot be changed now: an automatic mode controls it.")
        }
        guard control.kind != .menu || control.items.contains(where: { $0.value == value }) else {
            throw SourceError("\(control.name) has no choice \(value).")
        }
        if restores, control.isSetting, !state.withLock({ $0.originals.contains { $0.id == control.id } }) {
            // Reading the value may fail once; it must be restored nevertheless.
            let original = control.value != nil ? control : try self.control(control.id) ?? control
            if original.value != nil { state.withLock { $0.originals.append(original) } }
        }
        var changed = control
        changed.value = try with(control) { device throws(CameraError) in
            try device.set(control, to: control.clamped(value))
        }
        if control.id == .flashLEDMode { noteTorch(isLit: changed.value != 0) }
        return changed
    }

    /// A torch that was lit here is put out here, also when the program dies; not one that was lit permanently.
    private func noteTorch(isLit: Bool) {
        guard restores else { return }
        state.withLock { state in
            state.isTorchOurs = isLit
            guard let descriptor = state.device?.descriptor else { return }
            if isLit {
                qz_rescue_control(descriptor, CameraControl.ID.flashLEDMode.rawValue, 0)
            } else {
                qz_rescue_light_done(descriptor)
            }
        }
    }

    /// What reading light changed, as it was before; nil while it is off.
    var beforeReadingLight: [CameraControl]? {
        get { state.withLock { $0.beforeReadingLight } }
        set { state.withLock { $0.beforeReadingLight = newValue } }
    }

    /// Puts controls back to the values they hold here, the last first: a lens position or an exposure time can only be
    /// put back before the automatic mode is.
    func putBack(_ originals: [CameraControl]) {
        for original in originals.reversed() {
            guard let value = original.value, let now = try? control(original.id), now.value != value else { continue }
            _ = try? set(now, to: value)
        }
    }

    /// Sets the controls that are named by their keys, automatic modes before the values that they hold.
    ///
    /// Controls that the camera lacks or refuses are skipped: settings of another firmware must not prevent scanning.
    package func apply(_ values: [String: Int]) throws(SourceError) {
        guard !values.isEmpty else { return }
        let controls = try list().filter { $0.isSetting && values[$0.key] != nil }
        for control in controls.filter({ $0.kind != .integer }) + controls.filter({ $0.kind == .integer }) {
            // Queried again: a mode that was set just now may have made it active.
            guard let value = values[control.key], let now = try self.control(control.id), now.value != value else {
                continue
            }
            _ = try? set(now, to: value)
        }
    }

    /// Sets every control to what the driver starts with, automatic modes last, so that what they hold can be set.
    ///
    /// - Returns: the controls that changed, with their new values.
    @discardableResult
    package func reset() throws(SourceError) -> [CameraControl] {
        var changed: [CameraControl] = []
        // Twice: the first round may switch an automatic mode off that held other controls, or on again.
        for _ in 0..<2 {
            for control in try list() where control.kind != .button && control.value != control.defaultValue {
                guard !control.isReadOnly, !control.isInactive,
                    let set = try? set(control, to: control.defaultValue), set.value != control.value
                else { continue }
                changed.append(set)
            }
        }
        return changed
    }

    /// Puts out a torch that was lit through these controls, puts back what else was set, and lets the device go.
    /// Calls under way end first.
    package func close() {
        // Calls that wait are not made any more; one that is under way must not undo what is put back.
        isClosing.store(true, ordering: .releasing)
        calls.withLock { $0 = true }
        if formerRegion != nil { try? setFocusRegion(nil) }
        putBack(state.withLock { $0.originals })
        if state.withLock({ $0.isTorchOurs }) {
            // An unplugged camera refuses; its light is off already.
            _ = try? set(.flashLEDMode, to: 0)
        }
        flash?.close()
        led?.putBack()
        state.withLock { state in
            if let descriptor = state.device?.descriptor { qz_rescue_light_done(descriptor) }
            state.device = nil
        }
    }

    /// The region of automatic focus before `setFocusRegion`; nil while it is unchanged.
    var formerRegion: RegionOfInterest.Setting? {
        get { state.withLock { $0.formerRegion } }
        set { state.withLock { $0.formerRegion = newValue } }
    }

    /// Calls `body` with the open device, and puts what goes wrong with it, or with setting `control`, into words.
    func with<R>(
        _ control: CameraControl? = nil, _ body: (V4L2Device) throws(CameraError) -> R
    ) throws(SourceError) -> R {
        // The lock is not held during the call, which may be slow; this reference keeps the device open.
        guard let device = state.withLock({ $0.device }) else { throw SourceError("\(title) is not open.") }
        do {
            return try body(device)
        } catch .call("VIDIOC_S_EXT_CTRLS", let errno) where errno != ENODEV {
            let reason =
                errno == EBUSY || errno == EACCES ? "something else controls it" : String(cString: strerror(errno))
            throw SourceError("\(control?.name ?? "The control") cannot be set: \(reason).")
        } catch {
            throw CameraDiagnosis(path: device.path, title: title).explain(error)
        }
    }
}

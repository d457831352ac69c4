import Frames
import Glibc
import Synchronization

/// The controls of an open camera, to be used from any thread while it streams.
///
/// Calls ask the camera itself; one over USB may take a millisecond, and some seconds when the camera
/// hangs. After the camera was closed every call throws.
public final class CameraControls: Sendable {
    private struct State {
        var device: V4L2Device?
        /// Whether we lit the torch and so have to put it out.
        var isTorchOurs = false
    }

    private let title: String
    private let state: Mutex<State>

    init(device: V4L2Device, title: String) {
        self.title = title
        state = Mutex(State(device: device))
    }

    /// All controls of the kinds we know, with their values, in the driver's order.
    public func list() throws(SourceError) -> [CameraControl] {
        try with { device throws(CameraFault) in try device.controls() }.filter { !$0.isDisabled }
    }

    /// The control `id` with its value; nil when the camera has none.
    public func control(_ id: CameraControl.ID) throws(SourceError) -> CameraControl? {
        try with { device throws(CameraFault) in try device.control(id) }
    }

    /// Sets `id` to the nearest value that its range and step allow.
    ///
    /// - Returns: the control with the value that the camera took.
    /// - Throws: when there is no such control, it cannot be set now, or a menu has no such item.
    @discardableResult
    public func set(_ id: CameraControl.ID, to value: Int) throws(SourceError) -> CameraControl {
        guard let control = try control(id) else { throw SourceError("This camera has no such control.") }
        return try set(control, to: value)
    }

    func set(_ control: CameraControl, to value: Int) throws(SourceError) -> CameraControl {
        guard !control.isReadOnly else { throw SourceError("\(control.name) cannot be changed on this camera.") }
        guard !control.isInactive else {
            throw SourceError("\(control.name) cannot be changed now: an automatic mode holds it.")
        }
        guard control.kind != .menu || control.items.contains(where: { $0.value == value }) else {
            throw SourceError("\(control.name) has no choice \(value).")
        }
        var changed = control
        changed.value = try with(control) { device throws(CameraFault) in
            try device.set(control, to: control.clamped(value))
        }
        if control.id == .flashLEDMode { state.withLock { $0.isTorchOurs = changed.value != 0 } }
        return changed
    }

    /// Puts out a torch that was lit through these controls and lets the device go. Calls under way end first.
    func close() {
        if state.withLock({ $0.isTorchOurs }) {
            // An unplugged camera refuses, and is dark already.
            _ = try? set(.flashLEDMode, to: 0)
        }
        state.withLock { $0.device = nil }
    }

    private func with<R>(
        _ control: CameraControl? = nil, _ body: (V4L2Device) throws(CameraFault) -> R
    ) throws(SourceError) -> R {
        // The lock is not held during the call, which may be slow; this reference keeps the device open.
        guard let device = state.withLock({ $0.device }) else { throw SourceError("\(title) is not open.") }
        do {
            return try body(device)
        } catch .call("VIDIOC_S_EXT_CTRLS", let errno) where errno != ENODEV {
            let reason =
                errno == EBUSY || errno == EACCES ? "it is held by something else" : String(cString: strerror(errno))
            throw SourceError("\(control?.name ?? "The control") cannot be set: \(reason).")
        } catch {
            throw CameraDiagnosis(path: device.path, title: title).explain(error)
        }
    }
}

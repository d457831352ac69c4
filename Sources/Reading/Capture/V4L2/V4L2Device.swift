import CLinux
import Frames
import Glibc

/// An open video node; it is closed with the last reference.
///
/// A class, not a unique owner: controls are set from another thread than the one that streams, and a
/// descriptor must not be closed, and its number reused, during a call.
final class V4L2Device: Sendable {
    let path: String
    /// The table of calls, for what is not wrapped here.
    let calls: V4L2Calls
    let descriptor: Int32

    /// - Throws: `CameraError.call("open", …)`.
    init(path: String, calls: V4L2Calls) throws(CameraError) {
        let descriptor = qz_v4l2_open(calls.table, path)
        guard descriptor >= 0 else { throw .call("open", errno: -descriptor) }
        (self.path, self.calls, self.descriptor) = (path, calls, descriptor)
    }

    /// A camera that is open as `descriptor`, which this object owns from now on.
    init(adopting descriptor: Int32) {
        path = ""
        calls = .system
        self.descriptor = descriptor
    }

    deinit { _ = qz_v4l2_close(calls.table, descriptor) }

    /// Makes a call whose result is non-negative or -errno.
    @discardableResult
    func call(
        _ name: StaticString, _ body: (UnsafePointer<qz_v4l2_ops>, Int32) -> Int32
    ) throws(CameraError) -> Int32 {
        let result = body(calls.table, descriptor)
        guard result >= 0 else { throw .call("\(name)", errno: -result) }
        return result
    }

    /// What the node is: VIDIOC_QUERYCAP.
    /// - Throws: `CameraError.notACamera` where there is no such request.
    func capability() throws(CameraError) -> V4L2Capability {
        var raw = v4l2_capability()
        do {
            try call("VIDIOC_QUERYCAP") { qz_v4l2_querycap($0, $1, &raw) }
        } catch {
            throw error.isErrno(ENOTTY) || error.isErrno(EINVAL) ? .notACamera : error
        }
        return V4L2Capability(raw)
    }

    /// Subscribes to changes of the captured format (V4L2_EVENT_SOURCE_CHANGE). Few drivers support it; the others say
    /// nothing of it.
    func watchSource() { _ = qz_v4l2_subscribe_source_change(calls.table, descriptor) }

    /// Takes the pending events; returns whether the format has changed.
    func takeSourceChange() -> Bool {
        // Event queues are short; a faulty driver's may never end.
        for _ in 0..<16 {
            var event = v4l2_event()
            guard qz_v4l2_dqevent(calls.table, descriptor, &event) >= 0 else { return false }
            if event.type == UInt32(V4L2_EVENT_SOURCE_CHANGE) { return true }
        }
        return false
    }

    /// Waits for a frame or for `stop`; the result is qz_poll's, the device being descriptor 0, `stop` 1.
    func poll(or stop: Doorbell, milliseconds: Int32) throws(CameraError) -> Int32 {
        let descriptors = [descriptor, stop.descriptor]
        return try call("poll") { calls, _ in qz_v4l2_poll(calls, descriptors, 2, milliseconds) }
    }
}

/// What VIDIOC_QUERYCAP returns, as text that is safe to show.
struct V4L2Capability: Equatable {
    var driver: String
    var card: String
    var bus: String
    /// Capabilities of this node, not of the whole device.
    var flags: UInt32

    init(_ raw: v4l2_capability) {
        driver = printable(text(of: raw.driver))
        card = printable(text(of: raw.card))
        bus = printable(text(of: raw.bus_info))
        flags = raw.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? raw.device_caps : raw.capabilities
    }

    /// Whether it streams single-planar video. Multi-planar capture is what SoC camera pipelines offer
    /// behind a graph of sub-devices; those are not used through one node and are left out.
    var capturesVideo: Bool {
        flags & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0 && flags & UInt32(V4L2_CAP_STREAMING) != 0
    }
}

/// The text in a C character array, up to its first NUL or its end.
func text<CharacterArray>(of array: CharacterArray) -> String {
    withUnsafeBytes(of: array) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

/// `text` without control, format (bidi) and unassigned characters, at most 80 long: a device names itself.
func printable(_ text: String) -> String {
    let kept = text.unicodeScalars.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
    var result = Substring(String(String.UnicodeScalarView(kept)).prefix(80))
    while result.first == " " { result.removeFirst() }
    while result.last == " " { result.removeLast() }
    return String(result)
}

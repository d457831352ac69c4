import CLinux
import Capture
import Frames
import Glibc
import Synchronization

// SAFETY: mutable state is behind the mutex `state`; `table` is written only in init.
/// A simulated V4L2 device: a table of system calls. Each ring of its eventfd signals a filled buffer, so that the real
/// poll waits for it.
final class BenchCamera: @unchecked Sendable {
    private struct State {
        var pictures: [UnsafeMutableRawPointer] = []
        var queued: [UInt32] = []
        var ready: [timespec] = []
    }

    private let format: FourCC
    private let width: Int
    private let height: Int
    private let frame: [UInt8]
    private let state = Mutex(State())
    private let bell: Doorbell
    private let table: UnsafeMutablePointer<qz_v4l2_ops>

    /// - Parameter frame: the contents of every buffer.
    init(format: String, width: Int, height: Int, frame: [UInt8]) throws {
        guard let format = FourCC(format) else { throw BenchError("no format \(format)") }
        self.format = format
        self.width = width
        self.height = height
        self.frame = frame
        bell = try Doorbell()
        table = .allocate(capacity: 1)
        table.initialize(
            to: qz_v4l2_ops(
                context: nil, open: { context, _ in BenchCamera.of(context).bell.descriptor }, close: { _, _ in 0 },
                ioctl: { context, _, request, argument in BenchCamera.of(context).answer(UInt(request), argument!) },
                map: { context, _, length, _, address in BenchCamera.of(context).map(length, address!) },
                unmap: { _, address, _ in
                    address?.deallocate()
                    return 0
                },
                poll: { _, descriptors, count, milliseconds in qz_poll(descriptors, count, milliseconds) }))
        table.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { table.deallocate() }

    func source(_ parsing: any PictureParsing = DirectParsing()) -> V4L2Camera {
        V4L2Camera(
            device: CameraDevice(name: "bench", title: "bench", node: "/dev/null", path: "/dev/null"),
            system: CameraSystem(calls: V4L2Calls(table: UnsafePointer(table), owner: self)), parsing: parsing)
    }

    /// Marks the next buffer as filled, with the current time as its timestamp.
    func feed() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        state.withLock { $0.ready.append(now) }
        bell.ring()
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> BenchCamera {
        Unmanaged<BenchCamera>.fromOpaque(context!).takeUnretainedValue()
    }

    private func map(_ length: Int, _ address: UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32 {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 4096)
        frame.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress!, byteCount: min(length, $0.count)) }
        address.pointee = memory
        return 0
    }

    private func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        switch request {
        case qz_VIDIOC_QUERYCAP:
            let out = argument.assumingMemoryBound(to: v4l2_capability.self)
            out.pointee.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        case qz_VIDIOC_ENUM_FMT:
            let out = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
            guard out.pointee.index == 0 else { return -EINVAL }
            out.pointee.pixelformat = format.rawValue
        case qz_VIDIOC_TRY_FMT, qz_VIDIOC_S_FMT, qz_VIDIOC_G_FMT:
            let out = argument.assumingMemoryBound(to: v4l2_format.self)
            out.pointee.fmt.pix.pixelformat = format.rawValue
            out.pointee.fmt.pix.width = UInt32(width)
            out.pointee.fmt.pix.height = UInt32(height)
            out.pointee.fmt.pix.bytesperline = format == FourCC("YUYV") ? UInt32(width * 2) : 0
            out.pointee.fmt.pix.sizeimage = UInt32(frame.count)
        case qz_VIDIOC_REQBUFS: break
        case qz_VIDIOC_QUERYBUF:
            let out = argument.assumingMemoryBound(to: v4l2_buffer.self)
            out.pointee.length = UInt32(frame.count)
        case qz_VIDIOC_QBUF:
            let out = argument.assumingMemoryBound(to: v4l2_buffer.self)
            state.withLock { $0.queued.append(out.pointee.index) }
        case qz_VIDIOC_DQBUF:
            let out = argument.assumingMemoryBound(to: v4l2_buffer.self)
            return state.withLock { state in
                bell.clear()
                guard !state.queued.isEmpty, !state.ready.isEmpty else { return -EAGAIN }
                let caught = state.ready.removeFirst()
                if !state.ready.isEmpty { bell.ring() }
                out.pointee.index = state.queued.removeFirst()
                out.pointee.bytesused = UInt32(frame.count)
                out.pointee.flags = UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
                out.pointee.timestamp = timeval(tv_sec: caught.tv_sec, tv_usec: caught.tv_nsec / 1000)
                return 0
            }
        case qz_VIDIOC_STREAMON, qz_VIDIOC_STREAMOFF: break
        default: return -ENOTTY
        }
        return 0
    }
}

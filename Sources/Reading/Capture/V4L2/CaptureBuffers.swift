import CLinux
import Glibc

/// A device's frame buffers, mapped here for reading; returned when this is dropped.
struct CaptureBuffers: ~Copyable {
    private struct Mapping {
        var address: UnsafeMutableRawPointer
        var length: Int
    }

    /// What VIDIOC_DQBUF handed over. Queue it again to get more frames.
    struct Filled {
        fileprivate var raw: v4l2_buffer
        /// The driver's flag that the data may be damaged (V4L2_BUF_FLAG_ERROR).
        var isDamaged: Bool { raw.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 }
        /// Bytes that the driver says it filled.
        var length: Int { Int(raw.bytesused) }
        /// When the frame was captured, by CLOCK_MONOTONIC; nil if the driver uses no such clock.
        var monotonicTime: Duration? {
            guard raw.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
            else { return nil }
            return .seconds(raw.timestamp.tv_sec) + .microseconds(raw.timestamp.tv_usec)
        }
    }

    private let device: V4L2Device
    private let mappings: [Mapping]

    /// The maximum number of buffers that a driver may grant.
    private static let most = 32

    /// Requests `count` buffers, maps and queues those that the driver grants, which may be fewer or more.
    init(device: V4L2Device, count: Int = 4) throws(CameraError) {
        var mappings: [Mapping] = []
        do throws(CameraError) {
            let granted = try Self.request(count, of: device)
            guard granted > 0, granted <= Self.most else { throw .call("VIDIOC_REQBUFS", errno: ENOMEM) }
            for index in 0..<granted {
                var buffer = Self.buffer(UInt32(index))
                try device.call("VIDIOC_QUERYBUF") { qz_v4l2_querybuf($0, $1, &buffer) }
                let length = Int(buffer.length)
                let offset = Int64(buffer.m.offset)
                var address: UnsafeMutableRawPointer?
                try device.call("mmap") { qz_v4l2_map($0, $1, length, offset, &address) }
                guard let address else { throw .call("mmap", errno: ENOMEM) }
                mappings.append(Mapping(address: address, length: length))
                try device.call("VIDIOC_QBUF") { qz_v4l2_qbuf($0, $1, &buffer) }
            }
        } catch {
            Self.release(mappings, of: device)
            throw error
        }
        (self.device, self.mappings) = (device, mappings)
    }

    deinit {
        // Takes back what is queued, too; without a stream it does nothing.
        _ = qz_v4l2_streamoff(device.calls.table, device.descriptor)
        Self.release(mappings, of: device)
    }

    /// Lets frames flow until this is dropped.
    func start() throws(CameraError) { try device.call("VIDIOC_STREAMON") { qz_v4l2_streamon($0, $1) } }

    /// Takes a filled buffer; nil when there is none yet (EAGAIN).
    func dequeue() throws(CameraError) -> Filled? {
        var buffer = Self.buffer(0)
        let result = qz_v4l2_dqbuf(device.calls.table, device.descriptor, &buffer)
        if result == -EAGAIN { return nil }
        guard result >= 0 else { throw .call("VIDIOC_DQBUF", errno: -result) }
        guard Int(buffer.index) < mappings.count else { throw .call("VIDIOC_DQBUF", errno: EPROTO) }
        return Filled(raw: buffer)
    }

    /// Calls `body` with the bytes that the driver says it filled, never more than are mapped.
    func withBytes<R>(of filled: Filled, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        let mapping = mappings[Int(filled.raw.index)]
        // SAFETY: the mapping lasts as long as this value, and the driver does not write to a buffer
        // that is dequeued.
        return body(
            UnsafeRawBufferPointer(start: mapping.address, count: min(Int(filled.raw.bytesused), mapping.length)))
    }

    /// Gives a buffer back to the driver.
    func queue(_ filled: Filled) throws(CameraError) {
        var buffer = Self.buffer(filled.raw.index)
        try device.call("VIDIOC_QBUF") { qz_v4l2_qbuf($0, $1, &buffer) }
    }

    private static func request(_ count: Int, of device: V4L2Device) throws(CameraError) -> Int {
        var request = v4l2_requestbuffers()
        request.count = UInt32(count)
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        try device.call("VIDIOC_REQBUFS") { qz_v4l2_reqbufs($0, $1, &request) }
        return Int(request.count)
    }

    private static func release(_ mappings: [Mapping], of device: V4L2Device) {
        for mapping in mappings { _ = qz_v4l2_unmap(device.calls.table, mapping.address, mapping.length) }
        // So that another program can stream while a control call still holds the node open. Unplugged
        // devices refuse, and have freed everything themselves.
        _ = try? request(0, of: device)
    }

    private static func buffer(_ index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = index
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }
}

import CLinux
import Capture
import Frames
import Glibc
import Synchronization

// SAFETY: `state` is behind its lock; `table` is written only in init.
/// A simulated V4L2 device: a table of system calls that streams scripted frames, fails where a
/// test says so, and counts open resources.
final class FakeCamera: @unchecked Sendable {
    /// One event of the stream, at a poll or VIDIOC_DQBUF.
    enum Event {
        /// A frame of these bytes; `flags` are V4L2_BUF_FLAG_*, `bytesUsed` what the driver claims.
        case frame([UInt8], flags: UInt32 = 0, bytesUsed: Int? = nil)
        /// VIDIOC_DQBUF fails.
        case failure(Int32)
        /// The poll reports an error, and every call fails with ENODEV from then on.
        case unplug
        /// The poll reports an error, but the device still exists.
        case halt
        /// No more events.
        case silence
        /// Another program changes the format, with or without an event.
        case reformat(Offer, isTold: Bool)
    }

    /// A pixel format with its sizes, and the rates of each size.
    struct Offer {
        var fourCC: String
        var sizes: [(width: Int, height: Int)] = [(16, 8)]
        var rates: [Int] = [30]
        /// Bytes added to each row.
        var padding = 0
    }

    /// A control as VIDIOC_QUERY_EXT_CTRL reports it, with its value.
    struct Control {
        var id: UInt32
        var name: String
        var type = V4L2_CTRL_TYPE_INTEGER
        var range: ClosedRange<Int64> = 0...1
        var step: UInt64 = 1
        var flags: UInt32 = 0
        var value: Int64 = 0
        var items: [Int64: String] = [:]
        /// The value of a rectangle control; `whole` is its maximum.
        var rectangle = v4l2_rect()
        var whole: v4l2_rect?
    }

    /// Set by tests before a run and checked after it.
    struct State {
        var offers: [Offer] = [Offer(fourCC: "YUYV")]
        /// Whether sizes and rates are enumerated; v4l2loopback sometimes does not.
        var enumeratesSizes = true
        var events: [Event] = []
        var controls: [Control] = []
        /// The controls of other nodes, by path.
        var controlsAt: [String: [Control]] = [:]
        /// The entities of a media controller: type, and the device numbers of the node.
        var entities: [(type: UInt32, major: UInt32, minor: UInt32)] = []
        /// The errnos with which the next calls of a request fail; 0 lets a call succeed.
        var failures: [UInt: [Int32]] = [:]
        /// The errnos of requests that always fail.
        var alwaysFailing: [UInt: Int32] = [:]
        var openErrno: Int32 = 0
        /// The errno with which opening a path fails, and the capabilities of the node at a path.
        var openErrnos: [String: Int32] = [:]
        var capabilitiesAt: [String: UInt32] = [:]
        var pathOf: [Int32: String] = [:]
        var mapErrno: Int32 = 0
        /// The errnos with which the next calls of open, poll and mmap fail.
        var openFailures: [Int32] = []
        var pollFailures: [Int32] = []
        var mapFailures: [Int32] = []
        var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        /// The maximum number of buffers that REQBUFS grants.
        var maxBuffers = 4

        var isGone = false
        var openDescriptors: Set<Int32> = []
        var mappings: [UInt: Int] = [:]
        var bufferCount = 0
        var queued: [UInt32] = []
        var isStreaming = false
        var set: (fourCC: UInt32, width: Int, height: Int, padding: Int) = (0, 0, 0, 0)
        var interval = v4l2_fract(numerator: 1, denominator: 30)
        /// Requests made, in order.
        var log: [UInt] = []
    }

    let state: Mutex<State>
    private let table: UnsafeMutablePointer<qz_v4l2_ops>

    init(_ configure: (inout State) -> Void = { _ in }) {
        var initial = State()
        configure(&initial)
        state = Mutex(initial)
        table = .allocate(capacity: 1)
        table.initialize(
            to: qz_v4l2_ops(
                context: nil,
                open: { FakeCamera.of($0).open(String(cString: $1!)) },
                close: { FakeCamera.of($0).close($1) },
                ioctl: { FakeCamera.of($0).ioctl($1, UInt($2), $3!) },
                map: { FakeCamera.of($0).map($1, $2, Int($3), $4!) },
                unmap: { context, address, _ in FakeCamera.of(context).unmap(address!) },
                poll: { FakeCamera.of($0).poll($1!, $2, $3) }))
        table.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { table.deallocate() }

    /// The driver to open a camera with.
    var driver: CameraDriver { CameraDriver(calls: UnsafePointer(table), owner: self) }

    /// Whether all descriptors, mappings and buffers have been released.
    var isReleased: Bool {
        state.withLock {
            $0.openDescriptors.isEmpty && $0.mappings.isEmpty && !$0.isStreaming && ($0.isGone || $0.bufferCount == 0)
        }
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> FakeCamera {
        Unmanaged<FakeCamera>.fromOpaque(context!).takeUnretainedValue()
    }

    // MARK: the calls

    private func open(_ path: String) -> Int32 {
        state.withLock { state in
            if state.isGone { return -ENODEV }
            if let errno = state.openErrnos[path] { return -errno }
            if state.openErrno != 0 { return -state.openErrno }
            if !state.openFailures.isEmpty { return -state.openFailures.removeFirst() }
            // A real descriptor, so that its number is unique in the process.
            let descriptor = qz_eventfd()
            state.openDescriptors.insert(descriptor)
            state.pathOf[descriptor] = path
            return descriptor
        }
    }

    private func close(_ descriptor: Int32) -> Int32 {
        state.withLock { state in
            guard state.openDescriptors.remove(descriptor) != nil else { return -EBADF }
            return Glibc.close(descriptor)
        }
    }

    private func map(
        _ descriptor: Int32, _ length: Int, _ offset: Int, _ address: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> Int32 {
        state.withLock { state in
            if state.mapErrno != 0 { return -state.mapErrno }
            if !state.mapFailures.isEmpty { return -state.mapFailures.removeFirst() }
            guard state.openDescriptors.contains(descriptor) else { return -EBADF }
            let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 4096)
            memory.initializeMemory(as: UInt8.self, repeating: 0xEE, count: length)
            state.mappings[UInt(bitPattern: memory)] = offset / 4096
            address.pointee = memory
            return 0
        }
    }

    private func unmap(_ address: UnsafeMutableRawPointer) -> Int32 {
        state.withLock { state in
            guard state.mappings.removeValue(forKey: UInt(bitPattern: address)) != nil else { return -EINVAL }
            address.deallocate()
            return 0
        }
    }

    private func poll(_ descriptors: UnsafePointer<Int32>, _ count: Int32, _ timeout: Int32) -> Int32 {
        let end = ContinuousClock.now + .milliseconds(max(0, timeout))
        while true {
            let stop = qz_poll(descriptors + 1, 1, 0) & 1
            let device: Int32 = state.withLock { state in
                if state.isGone { return 1 << 16 }
                if !state.pollFailures.isEmpty { return -state.pollFailures.removeFirst() }
                while case .reformat(let offer, isTold: false) = state.events.first {
                    state.events.removeFirst()
                    state.reformat(offer)
                }
                guard state.isStreaming, !state.queued.isEmpty, let next = state.events.first else { return 0 }
                switch next {
                case .frame, .failure: return 1
                case .silence: return 0
                case .reformat: return 1 << 8
                case .halt: return 1 << 16
                case .unplug:
                    state.isGone = true
                    state.bufferCount = 0
                    state.isStreaming = false
                    return 1 << 16
                }
            }
            if device < 0 { return device }
            if stop != 0 || device != 0 { return device | stop << 1 }
            if ContinuousClock.now >= end { return 0 }
            _ = qz_poll(descriptors + 1, 1, 2)
        }
    }

    private func ioctl(_ descriptor: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        state.withLock { state in
            guard state.openDescriptors.contains(descriptor) else { return -EBADF }
            state.log.append(request)
            if state.isGone { return -ENODEV }
            if let errno = state.alwaysFailing[request] { return -errno }
            if let errno = state.failures[request]?.first {
                state.failures[request]?.removeFirst()
                if errno != 0 { return -errno }
            }
            return state.answer(request, argument, descriptor)
        }
    }
}

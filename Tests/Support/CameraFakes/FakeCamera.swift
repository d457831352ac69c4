import CLinux
import Capture
import Glibc
import Synchronization

// SAFETY: `state` is after its lock; `table` is written once, in init, before anyone can see it.
/// A camera that exists as a table of system calls only: it streams what a test scripts, fails where a
/// test says so, and counts what is open.
package final class FakeCamera: @unchecked Sendable {
    /// One thing that comes out of VIDIOC_DQBUF.
    package enum Event {
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
    package struct Offer {
        package var fourCC: String
        package var sizes: [(width: Int, height: Int)] = [(16, 8)]
        package var rates: [Int] = [30]
        /// Bytes added to each row.
        package var padding = 0

        package init(
            fourCC: String, sizes: [(width: Int, height: Int)] = [(16, 8)], rates: [Int] = [30], padding: Int = 0
        ) {
            (self.fourCC, self.sizes, self.rates, self.padding) = (fourCC, sizes, rates, padding)
        }
    }

    /// A control as VIDIOC_QUERY_EXT_CTRL tells it, with its value.
    package struct Control {
        package var id: UInt32
        package var name: String
        package var type = V4L2_CTRL_TYPE_INTEGER
        package var range: ClosedRange<Int64> = 0...1
        package var step: UInt64 = 1
        package var flags: UInt32 = 0
        package var value: Int64 = 0
        package var items: [Int64: String] = [:]
        /// Of a rectangle control; `whole` is its largest.
        package var rectangle = v4l2_rect()
        package var whole: v4l2_rect?

        package init(
            id: UInt32, name: String, type: v4l2_ctrl_type = V4L2_CTRL_TYPE_INTEGER, range: ClosedRange<Int64> = 0...1,
            step: UInt64 = 1, flags: UInt32 = 0, value: Int64 = 0, items: [Int64: String] = [:],
            rectangle: v4l2_rect = v4l2_rect(), whole: v4l2_rect? = nil
        ) {
            (self.id, self.name, self.type, self.range, self.step) = (id, name, type, range, step)
            (self.flags, self.value, self.items) = (flags, value, items)
            (self.rectangle, self.whole) = (rectangle, whole)
        }
    }

    /// What tests set before a run and read after it.
    package struct State {
        package var offers: [Offer] = [Offer(fourCC: "YUYV")]
        /// Whether sizes and rates are told, as v4l2loopback at times does not.
        package var enumeratesSizes = true
        package var events: [Event] = []
        package var controls: [Control] = []
        /// Those of the node at this path, where they are others.
        package var controlsAt: [String: [Control]] = [:]
        /// What a media controller lists: an entity's type, and the numbers of its node.
        package var entities: [(type: UInt32, major: UInt32, minor: UInt32)] = []
        /// errnos that a request answers with, one a call, before it works; 0 lets a call through.
        package var failures: [UInt: [Int32]] = [:]
        /// Requests that always fail so.
        package var alwaysFailing: [UInt: Int32] = [:]
        /// How long requests take before they are answered; others of the camera are answered meanwhile.
        package var delays: [UInt: Duration] = [:]
        package var openErrno: Int32 = 0
        /// What opening this path fails with, and what the node at this path is capable of.
        package var openErrnos: [String: Int32] = [:]
        package var capabilitiesAt: [String: UInt32] = [:]
        package var pathOf: [Int32: String] = [:]
        package var mapErrno: Int32 = 0
        /// errnos that opening, polling and mapping answer with, one a call, before they work.
        package var openFailures: [Int32] = []
        package var pollFailures: [Int32] = []
        package var mapFailures: [Int32] = []
        package var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        /// What REQBUFS grants at most.
        package var maxBuffers = 4

        package var isGone = false
        package var openDescriptors: Set<Int32> = []
        package var mappings: [UInt: Int] = [:]
        package var bufferCount = 0
        package var queued: [UInt32] = []
        package var isStreaming = false
        package var set: (fourCC: UInt32, width: Int, height: Int, padding: Int) = (0, 0, 0, 0)
        package var interval = v4l2_fract(numerator: 1, denominator: 30)
        /// Requests made, in order.
        package var log: [UInt] = []
    }

    package let state: Mutex<State>
    private let table: UnsafeMutablePointer<qz_v4l2_ops>

    package init(_ configure: (inout State) -> Void = { _ in }) {
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

    /// What a camera is opened with.
    package var calls: V4L2Calls { V4L2Calls(table: UnsafePointer(table), owner: self) }

    /// Neither descriptor nor mapping nor buffer is left.
    package var isReleased: Bool {
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
        if let delay = state.withLock({ $0.delays[request] }) { usleep(UInt32(delay / .microseconds(1))) }
        return state.withLock { state in
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

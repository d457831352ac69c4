import CLinux
import Capture
import Frames
import Glibc
import Synchronization

/// A camera that exists as a table of system calls only: it streams what a test scripts, fails where a
/// test says so, and counts what is open.
final class FakeCamera: @unchecked Sendable {
    // SAFETY: `state` is behind its lock; `table` is written once, in init, before anyone can see it.

    /// One thing that comes out of VIDIOC_DQBUF.
    enum Event {
        /// A frame of these bytes; `flags` are V4L2_BUF_FLAG_*, `bytesUsed` what the driver claims.
        case frame([UInt8], flags: UInt32 = 0, bytesUsed: Int? = nil)
        /// VIDIOC_DQBUF fails.
        case failure(Int32)
        /// The poll reports an error, and every call ENODEV from then on.
        case unplug
        /// The poll reports an error, but the device is there.
        case halt
        /// Nothing more, ever.
        case silence
    }

    /// A pixel format with its sizes, and the rates of each size.
    struct Offer {
        var fourCC: String
        var sizes: [(width: Int, height: Int)] = [(16, 8)]
        var rates: [Int] = [30]
        /// Bytes added to each row.
        var padding = 0
    }

    /// A control as VIDIOC_QUERY_EXT_CTRL tells it, with its value.
    struct Control {
        var id: UInt32
        var name: String
        var type = V4L2_CTRL_TYPE_INTEGER
        var range: ClosedRange<Int64> = 0...1
        var step: UInt64 = 1
        var flags: UInt32 = 0
        var value: Int64 = 0
        var items: [Int64: String] = [:]
    }

    /// What tests set before a run and read after it.
    struct State {
        var offers: [Offer] = [Offer(fourCC: "YUYV")]
        /// Whether sizes and rates are told, as v4l2loopback at times does not.
        var enumeratesSizes = true
        var events: [Event] = []
        var controls: [Control] = []
        /// errnos that a request answers with, one a call, before it works; 0 lets a call through.
        var failures: [UInt: [Int32]] = [:]
        /// Requests that always fail so.
        var alwaysFailing: [UInt: Int32] = [:]
        var openErrno: Int32 = 0
        /// What opening this path fails with, and what the node at this path is capable of.
        var openErrnos: [String: Int32] = [:]
        var capabilitiesAt: [String: UInt32] = [:]
        var pathOf: [Int32: String] = [:]
        var mapErrno: Int32 = 0
        var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        /// What REQBUFS grants at most.
        var mostBuffers = 4

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

    /// What a camera is opened with.
    var driver: CameraDriver { CameraDriver(calls: UnsafePointer(table), owner: self) }

    /// Neither descriptor nor mapping nor buffer is left.
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
            // A real descriptor, so that numbers are never shared with anything else.
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
                guard state.isStreaming, !state.queued.isEmpty, let next = state.events.first else { return 0 }
                switch next {
                case .frame, .failure: return 1
                case .silence: return 0
                case .halt: return 1 << 16
                case .unplug:
                    state.isGone = true
                    state.bufferCount = 0
                    state.isStreaming = false
                    return 1 << 16
                }
            }
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

extension FakeCamera.State {
    fileprivate mutating func answer(
        _ request: UInt, _ argument: UnsafeMutableRawPointer, _ descriptor: Int32
    ) -> Int32 {
        switch request {
        case qz_VIDIOC_QUERYCAP: queryCapability(argument.assumingMemoryBound(to: v4l2_capability.self), descriptor)
        case qz_VIDIOC_ENUM_FMT: enumerate(argument.assumingMemoryBound(to: v4l2_fmtdesc.self))
        case qz_VIDIOC_ENUM_FRAMESIZES: enumerate(argument.assumingMemoryBound(to: v4l2_frmsizeenum.self))
        case qz_VIDIOC_ENUM_FRAMEINTERVALS: enumerate(argument.assumingMemoryBound(to: v4l2_frmivalenum.self))
        case qz_VIDIOC_G_FMT: get(argument.assumingMemoryBound(to: v4l2_format.self))
        case qz_VIDIOC_S_FMT, qz_VIDIOC_TRY_FMT:
            set(argument.assumingMemoryBound(to: v4l2_format.self), keep: request == qz_VIDIOC_S_FMT)
        case qz_VIDIOC_G_PARM, qz_VIDIOC_S_PARM:
            parameters(argument.assumingMemoryBound(to: v4l2_streamparm.self), keep: request == qz_VIDIOC_S_PARM)
        case qz_VIDIOC_REQBUFS: requestBuffers(argument.assumingMemoryBound(to: v4l2_requestbuffers.self))
        case qz_VIDIOC_QUERYBUF: queryBuffer(argument.assumingMemoryBound(to: v4l2_buffer.self))
        case qz_VIDIOC_QBUF: queue(argument.assumingMemoryBound(to: v4l2_buffer.self))
        case qz_VIDIOC_DQBUF: dequeue(argument.assumingMemoryBound(to: v4l2_buffer.self))
        case qz_VIDIOC_STREAMON: stream(true)
        case qz_VIDIOC_STREAMOFF: stream(false)
        case qz_VIDIOC_QUERY_EXT_CTRL: queryControl(argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self))
        case qz_VIDIOC_QUERYMENU: queryMenu(argument.assumingMemoryBound(to: v4l2_querymenu.self))
        case qz_VIDIOC_G_EXT_CTRLS, qz_VIDIOC_S_EXT_CTRLS:
            control(argument.assumingMemoryBound(to: v4l2_ext_controls.self), set: request == qz_VIDIOC_S_EXT_CTRLS)
        default: -ENOTTY
        }
    }

    private func queryCapability(_ out: UnsafeMutablePointer<v4l2_capability>, _ descriptor: Int32) -> Int32 {
        copy("fake", to: &out.pointee.driver)
        copy("Fake Camera", to: &out.pointee.card)
        copy("usb-fake-1", to: &out.pointee.bus_info)
        out.pointee.capabilities = UInt32(V4L2_CAP_DEVICE_CAPS) | capabilities
        out.pointee.device_caps = pathOf[descriptor].flatMap { capabilitiesAt[$0] } ?? capabilities
        return 0
    }

    private func enumerate(_ out: UnsafeMutablePointer<v4l2_fmtdesc>) -> Int32 {
        guard let offer = at(out.pointee.index, offers) else { return -EINVAL }
        out.pointee.pixelformat = FourCC(offer.fourCC)!.rawValue
        return 0
    }

    private func enumerate(_ out: UnsafeMutablePointer<v4l2_frmsizeenum>) -> Int32 {
        guard enumeratesSizes else { return -ENOTTY }
        guard let offer = offer(out.pointee.pixel_format), let size = at(out.pointee.index, offer.sizes) else {
            return -EINVAL
        }
        out.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
        out.pointee.discrete = v4l2_frmsize_discrete(width: UInt32(size.width), height: UInt32(size.height))
        return 0
    }

    private func enumerate(_ out: UnsafeMutablePointer<v4l2_frmivalenum>) -> Int32 {
        guard enumeratesSizes else { return -ENOTTY }
        guard let offer = offer(out.pointee.pixel_format), let rate = at(out.pointee.index, offer.rates) else {
            return -EINVAL
        }
        out.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        out.pointee.discrete = v4l2_fract(numerator: 1, denominator: UInt32(rate))
        return 0
    }

    private func get(_ out: UnsafeMutablePointer<v4l2_format>) -> Int32 {
        guard set.width > 0 else { return -EINVAL }
        fill(&out.pointee.fmt.pix, fourCC: set.fourCC, set.width, set.height, set.padding)
        return 0
    }

    private mutating func set(_ out: UnsafeMutablePointer<v4l2_format>, keep: Bool) -> Int32 {
        // As drivers do: what is not offered becomes what is.
        guard let offer = offer(out.pointee.fmt.pix.pixelformat) ?? offers.first else { return -EINVAL }
        let wanted = (width: Int(out.pointee.fmt.pix.width), height: Int(out.pointee.fmt.pix.height))
        let size = offer.sizes.first { $0 == wanted } ?? offer.sizes[0]
        let code = FourCC(offer.fourCC)!.rawValue
        fill(&out.pointee.fmt.pix, fourCC: code, size.width, size.height, offer.padding)
        if keep { set = (code, size.width, size.height, offer.padding) }
        return 0
    }

    private func fill(_ pix: inout v4l2_pix_format, fourCC: UInt32, _ width: Int, _ height: Int, _ padding: Int) {
        let bytes = ["YUYV": 2, "UYVY": 2, "RGB3": 3][FourCC(rawValue: fourCC).description] ?? 1
        let isCompressed = FourCC(rawValue: fourCC).description == "MJPG"
        pix.pixelformat = fourCC
        pix.width = UInt32(width)
        pix.height = UInt32(height)
        pix.bytesperline = isCompressed ? 0 : UInt32(width * bytes + padding)
        pix.sizeimage = UInt32(max(4096, (width * bytes + padding) * height * 2))
    }

    private mutating func parameters(_ out: UnsafeMutablePointer<v4l2_streamparm>, keep: Bool) -> Int32 {
        if keep { interval = out.pointee.parm.capture.timeperframe }
        out.pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
        out.pointee.parm.capture.timeperframe = interval
        return 0
    }

    private mutating func requestBuffers(_ out: UnsafeMutablePointer<v4l2_requestbuffers>) -> Int32 {
        guard out.pointee.memory == V4L2_MEMORY_MMAP.rawValue else { return -EINVAL }
        guard mappings.isEmpty else { return -EBUSY }
        bufferCount = min(Int(out.pointee.count), mostBuffers)
        queued = []
        isStreaming = isStreaming && bufferCount > 0
        out.pointee.count = UInt32(bufferCount)
        return 0
    }

    private func queryBuffer(_ out: UnsafeMutablePointer<v4l2_buffer>) -> Int32 {
        guard Int(out.pointee.index) < bufferCount else { return -EINVAL }
        out.pointee.length = UInt32(max(4096, set.width * set.height * 8))
        out.pointee.m.offset = out.pointee.index * 4096
        return 0
    }

    private mutating func queue(_ out: UnsafeMutablePointer<v4l2_buffer>) -> Int32 {
        guard Int(out.pointee.index) < bufferCount, !queued.contains(out.pointee.index) else { return -EINVAL }
        queued.append(out.pointee.index)
        return 0
    }

    private mutating func dequeue(_ out: UnsafeMutablePointer<v4l2_buffer>) -> Int32 {
        guard isStreaming, !queued.isEmpty, let event = events.first else { return -EAGAIN }
        switch event {
        case .failure(let errno):
            events.removeFirst()
            return -errno
        case .frame(let bytes, let flags, let bytesUsed):
            events.removeFirst()
            let index = queued.removeFirst()
            guard let mapping = mappings.first(where: { $0.value == Int(index) }),
                let memory = UnsafeMutableRawPointer(bitPattern: mapping.key)
            else { return -EIO }
            bytes.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
            out.pointee.index = index
            out.pointee.bytesused = UInt32(bytesUsed ?? bytes.count)
            out.pointee.flags = flags
            return 0
        case .unplug, .halt, .silence: return -EAGAIN
        }
    }

    private mutating func stream(_ on: Bool) -> Int32 {
        isStreaming = on
        if !on { queued = [] }
        return 0
    }

    private func queryControl(_ out: UnsafeMutablePointer<v4l2_query_ext_ctrl>) -> Int32 {
        let next = out.pointee.id & UInt32(V4L2_CTRL_FLAG_NEXT_CTRL) != 0
        let id = out.pointee.id & 0x0FFF_FFFF
        let sorted = controls.sorted { $0.id < $1.id }
        guard let found = sorted.first(where: { next ? $0.id > id : $0.id == id }) else { return -EINVAL }
        out.pointee.id = found.id
        out.pointee.type = found.type.rawValue
        copy(found.name, to: &out.pointee.name)
        out.pointee.minimum = found.range.lowerBound
        out.pointee.maximum = found.range.upperBound
        out.pointee.step = found.step
        out.pointee.default_value = found.range.lowerBound
        out.pointee.flags = found.flags
        out.pointee.elems = 1
        return 0
    }

    private func queryMenu(_ out: UnsafeMutablePointer<v4l2_querymenu>) -> Int32 {
        guard let title = controls.first(where: { $0.id == out.pointee.id })?.items[Int64(out.pointee.index)] else {
            return -EINVAL
        }
        copy(title, to: &out.pointee.name)
        return 0
    }

    private mutating func control(_ out: UnsafeMutablePointer<v4l2_ext_controls>, set: Bool) -> Int32 {
        guard let entry = out.pointee.controls, let index = controls.firstIndex(where: { $0.id == entry.pointee.id })
        else { return -EINVAL }
        let wide = controls[index].type == V4L2_CTRL_TYPE_INTEGER64
        if set {
            controls[index].value = wide ? entry.pointee.value64 : Int64(entry.pointee.value)
            // As uvcvideo: lens and automatic focus exclude each other.
            if controls[index].id == CameraControl.ID.focusAutomatic.rawValue,
                let lens = controls.firstIndex(where: { $0.id == CameraControl.ID.focusAbsolute.rawValue })
            {
                controls[lens].flags = controls[index].value != 0 ? UInt32(V4L2_CTRL_FLAG_INACTIVE) : 0
            }
        }
        if wide {
            entry.pointee.value64 = controls[index].value
        } else {
            entry.pointee.value = Int32(controls[index].value)
        }
        return 0
    }

    private func offer(_ fourCC: UInt32) -> FakeCamera.Offer? {
        offers.first { FourCC($0.fourCC)!.rawValue == fourCC }
    }

    private func at<T>(_ index: UInt32, _ list: [T]) -> T? { Int(index) < list.count ? list[Int(index)] : nil }

    private func copy<CharacterArray>(_ text: String, to array: inout CharacterArray) {
        withUnsafeMutableBytes(of: &array) { target in
            for (index, byte) in text.utf8.prefix(target.count - 1).enumerated() { target[index] = byte }
        }
    }
}

/// What a camera gave while it ran.
final class CameraRun: Sendable {
    struct Result {
        var frames: [(sequence: UInt64, luma: [UInt8])] = []
        var reports: [SourceReport] = []
        var error: SourceError?
        var lost: [String] { reports.compactMap { if case .lostFrame(let why) = $0 { why } else { nil } } }
        var format: FrameFormat? {
            reports.compactMap { if case .streaming(let format) = $0 { format } else { nil } }.last
        }
    }

    private let result = Mutex(Result())
    let stop: Doorbell

    init() throws { stop = try Doorbell() }

    /// Runs `camera` until it ends or has brought `frames` pictures; `whileRunning` is called at the first one.
    func run(
        _ camera: V4L2Camera, frames: Int = .max, pool: FramePool = FramePool(),
        whileRunning: @escaping @Sendable () -> Void = {}
    ) -> Result {
        let output = FrameOutput(
            pool: pool,
            deliver: { frame in
                let count = self.result.withLock { result in
                    let luma = frame.withLuma { span in (0..<span.count).map { span[$0] } }
                    result.frames.append((frame.sequence, luma))
                    return result.frames.count
                }
                if count == 1 { whileRunning() }
                if count >= frames { self.stop.ring() }
            },
            report: { report in self.result.withLock { $0.reports.append(report) } })
        do throws(SourceError) {
            try camera.run(output, until: stop)
        } catch {
            result.withLock { $0.error = error }
        }
        return result.withLock { $0 }
    }
}

extension CameraDevice {
    /// A camera that a fake stands for.
    static let fake = CameraDevice(
        name: "usb-fake-index0", title: "Fake Camera", node: "/dev/video90", path: "/dev/video90", bus: "usb-fake-1",
        driver: "fake")
}

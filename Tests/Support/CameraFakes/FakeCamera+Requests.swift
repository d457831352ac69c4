import CLinux
import Capture
import Glibc

extension FakeCamera.State {
    /// Handles an ioctl like a driver; `argument` points to the struct of the request.
    package mutating func answer(
        _ request: UInt, _ argument: UnsafeMutableRawPointer, _ descriptor: Int32
    ) -> Int32 {
        guard let path = pathOf[descriptor], let others = controlsAt[path] else {
            return reply(request, argument, descriptor)
        }
        let own = controls
        controls = others
        defer {
            controlsAt[path] = controls
            controls = own
        }
        return reply(request, argument, descriptor)
    }

    private mutating func reply(
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
        case qz_VIDIOC_SUBSCRIBE_EVENT: 0
        case qz_VIDIOC_DQEVENT: dequeueEvent(argument.assumingMemoryBound(to: v4l2_event.self))
        case qz_MEDIA_IOC_ENUM_ENTITIES: enumerate(argument.assumingMemoryBound(to: media_entity_desc.self))
        default: -ENOTTY
        }
    }

    private func enumerate(_ out: UnsafeMutablePointer<media_entity_desc>) -> Int32 {
        let isNext = out.pointee.id & UInt32(1) << 31 != 0
        let index = Int(out.pointee.id & ~(UInt32(1) << 31)) - (isNext ? 0 : 1)
        guard entities.indices.contains(index) else { return -EINVAL }
        out.pointee.id = UInt32(index + 1)
        out.pointee.type = entities[index].type
        out.pointee.dev.major = entities[index].major
        out.pointee.dev.minor = entities[index].minor
        return 0
    }

    /// Another program sets the format to `offer`.
    package mutating func reformat(_ offer: FakeCamera.Offer) {
        offers = [offer]
        set = (FourCC(offer.fourCC)!.rawValue, offer.sizes[0].width, offer.sizes[0].height, offer.padding)
    }

    private mutating func dequeueEvent(_ out: UnsafeMutablePointer<v4l2_event>) -> Int32 {
        guard case .reformat(let offer, isTold: true) = events.first else { return -ENOENT }
        events.removeFirst()
        reformat(offer)
        out.pointee.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
        return 0
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
        // Like drivers do: an unsupported format becomes a supported one.
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
        bufferCount = min(Int(out.pointee.count), maxBuffers)
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
        case .unplug, .halt, .silence, .reformat: return -EAGAIN
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
        if let whole = controls[index].whole {
            guard let rectangle = entry.pointee.ptr?.assumingMemoryBound(to: v4l2_rect.self),
                entry.pointee.size == MemoryLayout<v4l2_rect>.size
            else { return -EINVAL }
            if set {
                controls[index].rectangle = rectangle.pointee
            } else {
                rectangle.pointee = out.pointee.which == 0 ? controls[index].rectangle : whole
            }
            return 0
        }
        let wide = controls[index].type == V4L2_CTRL_TYPE_INTEGER64
        if set {
            controls[index].value = wide ? entry.pointee.value64 : Int64(entry.pointee.value)
            // As in uvcvideo: manual and automatic focus exclude each other.
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

import CLinux
import Glibc
import Testing

/// A table of calls whose ioctl, open, map, unmap and close return scripted results.
private final class ScriptedCalls {
    var answers: [Int32]
    private(set) var made = 0
    let table: UnsafeMutablePointer<qz_v4l2_ops>

    init(_ answers: [Int32]) {
        self.answers = answers
        table = .allocate(capacity: 1)
        table.initialize(
            to: qz_v4l2_ops(
                context: nil, open: { context, _ in ScriptedCalls.next(context) },
                close: { context, _ in ScriptedCalls.next(context) },
                ioctl: { context, _, _, _ in ScriptedCalls.next(context) },
                map: { context, _, _, _, _ in ScriptedCalls.next(context) },
                unmap: { context, _, _ in ScriptedCalls.next(context) },
                poll: { context, _, _, _ in ScriptedCalls.next(context) }))
        table.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { table.deallocate() }

    private static func next(_ context: UnsafeMutableRawPointer?) -> Int32 {
        let calls = Unmanaged<ScriptedCalls>.fromOpaque(context!).takeUnretainedValue()
        calls.made += 1
        return calls.answers.isEmpty ? 0 : calls.answers.removeFirst()
    }
}

/// A call of the shim with arguments that do not matter.
private struct ShimCall: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (UnsafePointer<qz_v4l2_ops>) -> Int32

    init(_ name: String, _ make: @escaping @Sendable (UnsafePointer<qz_v4l2_ops>) -> Int32) {
        testDescription = name
        self.make = make
    }

    static let requests: [ShimCall] = [
        ShimCall("VIDIOC_QUERYCAP") { ops in
            var value = v4l2_capability()
            return qz_v4l2_querycap(ops, 3, &value)
        },
        ShimCall("VIDIOC_ENUM_FMT") { ops in
            var value = v4l2_fmtdesc()
            return qz_v4l2_enum_fmt(ops, 3, &value)
        },
        ShimCall("VIDIOC_ENUM_FRAMESIZES") { ops in
            var value = v4l2_frmsizeenum()
            return qz_v4l2_enum_framesizes(ops, 3, &value)
        },
        ShimCall("VIDIOC_ENUM_FRAMEINTERVALS") { ops in
            var value = v4l2_frmivalenum()
            return qz_v4l2_enum_frameintervals(ops, 3, &value)
        },
        ShimCall("VIDIOC_G_FMT") { ops in
            var value = v4l2_format()
            return qz_v4l2_g_fmt(ops, 3, &value)
        },
        ShimCall("VIDIOC_S_FMT") { ops in
            var value = v4l2_format()
            return qz_v4l2_s_fmt(ops, 3, &value)
        },
        ShimCall("VIDIOC_TRY_FMT") { ops in
            var value = v4l2_format()
            return qz_v4l2_try_fmt(ops, 3, &value)
        },
        ShimCall("VIDIOC_G_PARM") { ops in
            var value = v4l2_streamparm()
            return qz_v4l2_g_parm(ops, 3, &value)
        },
        ShimCall("VIDIOC_S_PARM") { ops in
            var value = v4l2_streamparm()
            return qz_v4l2_s_parm(ops, 3, &value)
        },
        ShimCall("VIDIOC_REQBUFS") { ops in
            var value = v4l2_requestbuffers()
            return qz_v4l2_reqbufs(ops, 3, &value)
        },
        ShimCall("VIDIOC_QUERYBUF") { ops in
            var value = v4l2_buffer()
            return qz_v4l2_querybuf(ops, 3, &value)
        },
        ShimCall("VIDIOC_QBUF") { ops in
            var value = v4l2_buffer()
            return qz_v4l2_qbuf(ops, 3, &value)
        },
        ShimCall("VIDIOC_DQBUF") { ops in
            var value = v4l2_buffer()
            return qz_v4l2_dqbuf(ops, 3, &value)
        },
        ShimCall("VIDIOC_STREAMON") { qz_v4l2_streamon($0, 3) },
        ShimCall("VIDIOC_STREAMOFF") { qz_v4l2_streamoff($0, 3) },
        ShimCall("VIDIOC_QUERY_EXT_CTRL") { ops in
            var value = v4l2_query_ext_ctrl()
            return qz_v4l2_query_ext_ctrl(ops, 3, &value)
        },
        ShimCall("VIDIOC_QUERYMENU") { ops in
            var value = v4l2_querymenu()
            return qz_v4l2_querymenu(ops, 3, &value)
        },
        ShimCall("VIDIOC_G_EXT_CTRLS") { ops in
            var value: Int64 = 0
            return qz_v4l2_get_control(ops, 3, 1, 0, &value)
        },
        ShimCall("VIDIOC_S_EXT_CTRLS") { ops in
            var value: Int64 = 0
            return qz_v4l2_set_control(ops, 3, 1, 1, &value)
        },
        ShimCall("VIDIOC_G_EXT_CTRLS of a rectangle") { ops in
            var value = v4l2_rect()
            return qz_v4l2_get_rectangle(ops, 3, 1, 0, &value)
        },
        ShimCall("VIDIOC_S_EXT_CTRLS of a rectangle") { ops in
            var value = v4l2_rect()
            return qz_v4l2_set_rectangle(ops, 3, 1, &value)
        },
        ShimCall("VIDIOC_SUBSCRIBE_EVENT") { qz_v4l2_subscribe_source_change($0, 3) },
        ShimCall("VIDIOC_DQEVENT") { ops in
            var value = v4l2_event()
            return qz_v4l2_dqevent(ops, 3, &value)
        },
        ShimCall("MEDIA_IOC_ENUM_ENTITIES") { ops in
            var value = media_entity_desc()
            return qz_media_next_entity(ops, 3, &value)
        },
        ShimCall("poll") { ops in
            let descriptors: [Int32] = [3]
            return qz_v4l2_poll(ops, descriptors, 1, 0)
        },
    ]

    static let others: [ShimCall] = [
        ShimCall("close") { qz_v4l2_close($0, 3) },
        ShimCall("mmap") { ops in
            var address: UnsafeMutableRawPointer?
            return qz_v4l2_map(ops, 3, 4096, 0, &address)
        },
        ShimCall("munmap") { qz_v4l2_unmap($0, UnsafeMutableRawPointer(bitPattern: 4096), 4096) },
    ]

    static let opening = ShimCall("open") { qz_v4l2_open($0, "/dev/video0") }
}

@Suite struct V4L2CallTests {
    @Test(arguments: ShimCall.requests + ShimCall.others + [ShimCall.opening])
    fileprivate func givesTheErrnoOfTheCall(_ call: ShimCall) {
        for errno in [EAGAIN, EIO, ENODEV, EBUSY, EACCES, EINVAL, ENOSPC, ENOTTY] {
            let calls = ScriptedCalls([-errno])
            #expect(call.make(calls.table) == -errno)
            #expect(calls.made == 1)
        }
    }

    @Test(arguments: ShimCall.requests + [ShimCall.opening])
    fileprivate func makesAnInterruptedCallAgain(_ call: ShimCall) {
        let calls = ScriptedCalls([-EINTR, -EINTR, 0])
        #expect(call.make(calls.table) == 0)
        #expect(calls.made == 3)
    }

    @Test func neverClosesTwice() {
        // The descriptor may have been reused by another thread by then: close(2).
        let calls = ScriptedCalls([-EINTR, 0])
        _ = qz_v4l2_close(calls.table, 3)
        #expect(calls.made == 1)
    }

    @Test func theKernelsTableReportsWhatTheKernelSays() throws {
        let ops = try #require(qz_v4l2_system())
        #expect(qz_v4l2_open(ops, "/nonexistent/video0") == -ENOENT)
        let null = qz_v4l2_open(ops, "/dev/null")
        try #require(null >= 0)
        #expect(fcntl(null, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(null, F_GETFD) & FD_CLOEXEC != 0)
        var capability = v4l2_capability()
        #expect(qz_v4l2_querycap(ops, null, &capability) == -ENOTTY)
        var address: UnsafeMutableRawPointer?
        #expect(qz_v4l2_map(ops, null, 4096, 0, &address) == -ENODEV)
        #expect(qz_v4l2_unmap(ops, UnsafeMutableRawPointer(bitPattern: 1), 4096) == -EINVAL)
        #expect(qz_v4l2_close(ops, null) == 0)
        #expect(qz_v4l2_close(ops, null) == -EBADF)
    }
}

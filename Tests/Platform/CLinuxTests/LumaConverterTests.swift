import CLinux
import Glibc
import Testing

/// A device that answers only the capability queries of libv4lconvert.
private func quietDevice() -> qz_v4l2_ops {
    var ops = qz_v4l2_ops()
    ops.ioctl = { _, _, request, argument in
        guard UInt(request) == qz_VIDIOC_QUERYCAP, let argument else { return -EINVAL }
        argument.assumingMemoryBound(to: v4l2_capability.self).pointee.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE)
        return 0
    }
    return ops
}

private func fourCC(_ text: StaticString) -> UInt32 {
    text.withUTF8Buffer { $0.enumerated().reduce(0) { $0 | UInt32($1.element) << UInt32(8 * $1.offset) } }
}

/// `frame` converted to luma by libv4lconvert; nil when it does not support the format.
private func luma(
    _ format: StaticString, _ width: Int, _ height: Int, stride: Int, _ frame: [UInt8]
) -> (result: Int32, luma: [UInt8])? {
    var source = v4l2_pix_format()
    source.pixelformat = fourCC(format)
    source.width = UInt32(width)
    source.height = UInt32(height)
    source.bytesperline = UInt32(stride)
    var ops = quietDevice()
    return withUnsafePointer(to: &ops) { ops in
        guard let converter = qz_v4l2_converter_new(ops, -1, &source) else { return nil }
        defer { qz_v4l2_converter_free(converter) }
        var luma = [UInt8](repeating: 0, count: width * height)
        let result = qz_v4l2_converter_luma(converter, frame, frame.count, &luma)
        return (result, luma)
    }
}

@Suite struct LumaConverterTests {
    @Test func respectsTheStrideThatLibv4lconvertIgnores() throws {
        // Bayer rows of one brightness, padding of another.
        let row = [UInt8](repeating: 200, count: 32) + [UInt8](repeating: 0, count: 8)
        let frame = Array(repeatElement(row, count: 16).joined())
        let packed = try #require(luma("BA81", 32, 16, stride: 32, [UInt8](repeating: 200, count: 32 * 16)))
        let padded = try #require(luma("BA81", 32, 16, stride: 40, frame))
        #expect(padded.result == 0)
        #expect(padded.luma == packed.luma)
    }

    @Test func takesAStrideBelowTheWidthForPackedRows() throws {
        let converted = try #require(luma("RGB4", 17, 3, stride: 1, [UInt8](repeating: 9, count: 17 * 3 * 4)))
        #expect(converted.result == 0)
    }

    @Test func refusesShortFrames() throws {
        for count in [0, 1, 17 * 3 * 3 - 1] {
            #expect(
                try #require(luma("RGB3", 17, 3, stride: 0, [UInt8](repeating: 9, count: count))).result == -EBADMSG)
        }
    }

    @Test func knowsNothingOfWhatWouldCrashIt() {
        #expect(luma("HSV3", 64, 32, stride: 0, []) == nil)
        #expect(luma("HSV4", 64, 32, stride: 0, []) == nil)
        #expect(luma("BA81", 1, 1, stride: 0, []) == nil)
        #expect(luma("H264", 64, 32, stride: 0, []) == nil)
        #expect(luma("RGB3", 0, 32, stride: 0, []) == nil)
        #expect(luma("RGB3", 1 << 20, 1 << 20, stride: 0, []) == nil)
    }
}

import CLinux
import CPixels
import Glibc

/// A format as the driver has set it, with its memory layout.
struct StreamFormat: Equatable {
    var format: CameraFormat
    /// Bytes from row to row, at least those of a row's pixels; 0 for compressed formats.
    var rowStride: Int
    /// The largest frame in bytes, as the driver says.
    var largestFrame: Int
    /// How its samples become colours.
    var matrix: qz_matrix

    init(_ raw: v4l2_pix_format) {
        format = CameraFormat(
            pixelFormat: FourCC(rawValue: raw.pixelformat), width: Int(raw.width), height: Int(raw.height))
        // Some drivers leave it 0 where rows are packed.
        rowStride = max(Int(raw.bytesperline), LumaLayout(format.pixelFormat).smallestStride(width: format.width))
        largestFrame = Int(raw.sizeimage)
        // What the driver leaves open is BT.601 in the range of video (V4L2_MAP_QUANTIZATION_DEFAULT).
        let isRec709 =
            raw.ycbcr_enc == V4L2_YCBCR_ENC_709.rawValue
            || (raw.ycbcr_enc == 0 && raw.colorspace == V4L2_COLORSPACE_REC709.rawValue)
        let isFull =
            raw.quantization == V4L2_QUANTIZATION_FULL_RANGE.rawValue
            || (raw.quantization == 0 && raw.colorspace == V4L2_COLORSPACE_JPEG.rawValue)
        matrix =
            isRec709 ? (isFull ? QZ_BT709_FULL : QZ_BT709_VIDEO) : (isFull ? QZ_BT601_FULL : QZ_BT601_VIDEO)
    }

    /// The planar YUV 4:2:0 that libv4lconvert makes of `format`.
    init(converted format: CameraFormat) {
        self.format = format
        self.format.pixelFormat = FourCC("YU12") ?? format.pixelFormat
        rowStride = format.width
        largestFrame = format.width * format.height * 3 / 2
        matrix = QZ_BT601_VIDEO
    }

    /// Whether frames of `other` lie in memory as these do; the rate and the driver's limit do not matter.
    func liesLike(_ other: StreamFormat) -> Bool {
        format.pixelFormat == other.format.pixelFormat && format.width == other.format.width
            && format.height == other.format.height && rowStride == other.rowStride
    }

    /// The same for libv4lconvert.
    var raw: v4l2_pix_format {
        var raw = v4l2_pix_format()
        raw.pixelformat = format.pixelFormat.rawValue
        raw.width = UInt32(clamping: format.width)
        raw.height = UInt32(clamping: format.height)
        raw.bytesperline = UInt32(clamping: rowStride)
        raw.sizeimage = UInt32(clamping: largestFrame)
        raw.field = V4L2_FIELD_NONE.rawValue
        return raw
    }
}

extension V4L2Device {
    /// What the node is set to: VIDIOC_G_FMT.
    func currentFormat() throws(CameraError) -> StreamFormat {
        var raw = v4l2_format()
        raw.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try call("VIDIOC_G_FMT") { qz_v4l2_g_fmt($0, $1, &raw) }
        return StreamFormat(raw.fmt.pix)
    }

    /// The format that the driver would set: VIDIOC_TRY_FMT.
    func tryFormat(pixelFormat: FourCC, width: Int, height: Int) throws(CameraError) -> StreamFormat {
        var raw = request(pixelFormat: pixelFormat, width: width, height: height)
        try call("VIDIOC_TRY_FMT") { qz_v4l2_try_fmt($0, $1, &raw) }
        return StreamFormat(raw.fmt.pix)
    }

    /// Sets `wanted` and its rate; returns what the driver set, which may differ.
    func setFormat(_ wanted: CameraFormat) throws(CameraError) -> StreamFormat {
        var raw = request(pixelFormat: wanted.pixelFormat, width: wanted.width, height: wanted.height)
        try call("VIDIOC_S_FMT") { qz_v4l2_s_fmt($0, $1, &raw) }
        var set = StreamFormat(raw.fmt.pix)
        set.format.framesPerSecond = setFrameRate(wanted.framesPerSecond) ?? wanted.framesPerSecond
        return set
    }

    private func request(pixelFormat: FourCC, width: Int, height: Int) -> v4l2_format {
        var raw = v4l2_format()
        raw.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        raw.fmt.pix.pixelformat = pixelFormat.rawValue
        raw.fmt.pix.width = UInt32(clamping: width)
        raw.fmt.pix.height = UInt32(clamping: height)
        raw.fmt.pix.field = V4L2_FIELD_ANY.rawValue
        return raw
    }

    /// Asks for a rate where the driver takes one; nil when it does not report the rate.
    ///
    /// No error: a camera whose rate cannot be set (ENOTTY, EINVAL) streams at its default.
    private func setFrameRate(_ rate: Double?) -> Double? {
        var raw = v4l2_streamparm()
        raw.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        guard qz_v4l2_g_parm(calls.table, descriptor, &raw) >= 0 else { return nil }
        let current = frameRate(raw)
        guard let rate, rate > 0, rate < 100_000,
            raw.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
        else { return current }
        // Thousandths keep 29.97 apart from 30.
        raw.parm.capture.timeperframe = v4l2_fract(numerator: 1000, denominator: UInt32(rate * 1000))
        guard qz_v4l2_s_parm(calls.table, descriptor, &raw) >= 0 else { return current }
        return frameRate(raw)
    }

    private func frameRate(_ raw: v4l2_streamparm) -> Double? {
        Capture.rate(of: raw.parm.capture.timeperframe)
    }
}

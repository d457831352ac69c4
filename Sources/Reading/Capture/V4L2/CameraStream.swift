import CLinux
import Frames
import Glibc

/// A camera and the format it streams in.
package struct CameraStream {
    let format: StreamFormat
    let device: V4L2Device

    init(_ format: StreamFormat, of device: V4L2Device) { (self.format, self.device) = (format, device) }

    /// The same in another process: what `description` says, from the camera that is open as `descriptor`, which is
    /// closed with this.
    package init(_ description: Description, descriptor: Int32) {
        format = description.format
        device = V4L2Device(adopting: descriptor)
    }

    package var descriptor: Int32 { device.descriptor }
    package var width: Int { format.format.width }
    package var height: Int { format.format.height }

    /// Whether frames are more than samples in rows: they have to be parsed.
    package var isParsed: Bool {
        if case .samples = LumaLayout(format.format.pixelFormat) { return false }
        return true
    }

    /// Bytes of what libv4lconvert makes of a frame (`LumaConverter.planes`); nil for a format that it is not needed for.
    package var planesCount: Int? {
        LumaLayout(format.format.pixelFormat) == .foreign ? (width + 1) * (height + 1) * 3 / 2 : nil
    }

    /// What the bytes of `CameraConverter.original` mean.
    package var originalLayout: any OriginalLayout {
        OriginalStream(planesCount == nil ? format : StreamFormat(converted: format.format))
    }

    /// What another process has to know of it.
    package var description: Description { Description(format) }

    /// What another process has to know of it.
    package struct Description: Codable {
        private let pixelFormat: UInt32
        private let width: Int
        private let height: Int
        private let rowStride: Int
        private let largestFrame: Int

        fileprivate init(_ stream: StreamFormat) {
            pixelFormat = stream.format.pixelFormat.rawValue
            (width, height) = (stream.format.width, stream.format.height)
            (rowStride, largestFrame) = (stream.rowStride, stream.largestFrame)
        }

        fileprivate var format: StreamFormat {
            var raw = v4l2_pix_format()
            raw.pixelformat = pixelFormat
            raw.width = UInt32(clamping: width)
            raw.height = UInt32(clamping: height)
            raw.bytesperline = UInt32(clamping: rowStride)
            raw.sizeimage = UInt32(clamping: largestFrame)
            return StreamFormat(raw)
        }
    }
}

import CLinux
import CPixels
import Frames
import Glibc

/// Turns one stream's frames into luma in this process; all memory it needs is allocated when it is made.
final class LumaConverter: CameraConverter {
    private let stream: StreamFormat
    private let original: OriginalStream
    private let layout: LumaLayout
    /// libv4lconvert's state; only for a foreign layout.
    private let foreign: OpaquePointer?
    /// Stays open as long as libv4lconvert may ask it something.
    private let device: V4L2Device
    /// Holds a JPEG picture with tables put in; empty for other layouts.
    private var scratch: [UInt8]

    /// A converter of `stream`; nil when nothing here or in libv4lconvert knows its pixel format.
    init?(_ stream: StreamFormat, device: V4L2Device) {
        let layout = LumaLayout(stream.format.pixelFormat)
        var foreign: OpaquePointer?
        if layout == .foreign {
            var raw = stream.raw
            foreign = qz_v4l2_converter_new(device.calls.table, device.descriptor, &raw)
            if foreign == nil { return nil }
        }
        self.stream = stream
        original = OriginalStream(layout == .foreign ? StreamFormat(converted: stream.format) : stream)
        (self.layout, self.foreign, self.device) = (layout, foreign, device)
        scratch = []
    }

    deinit { qz_v4l2_converter_free(foreign) }

    var originalLayout: any OriginalLayout { original }

    /// Nothing: a conversion here never waits.
    func endEarly(at bell: Doorbell) {}

    func convert(_ data: UnsafeRawBufferPointer, into draft: inout FrameDraft) -> String? {
        draft.withLuma { convert(data, into: $0) }
    }

    func original(of data: UnsafeRawBufferPointer, in draft: borrowing FrameDraft) -> UnsafeRawBufferPointer {
        layout == .foreign ? planes : data
    }

    /// What libv4lconvert made of the last frame: planar YUV 4:2:0, the luma first.
    var planes: UnsafeRawBufferPointer {
        var count = 0
        let planes = qz_v4l2_converter_planes(foreign, &count)
        return UnsafeRawBufferPointer(start: planes, count: count)
    }

    private func convert(_ data: UnsafeRawBufferPointer, into luma: UnsafeMutableBufferPointer<UInt8>) -> String? {
        let width = stream.format.width
        let height = stream.format.height
        // SAFETY: the C functions below write width * height bytes and read no more than `data.count`.
        guard let source = data.baseAddress?.assumingMemoryBound(to: UInt8.self), data.count > 0,
            let target = luma.baseAddress, luma.count >= width * height
        else { return "empty" }
        switch layout {
        case .samples(let step, let offset, _):
            let result = qz_luma_samples(source, data.count, stream.rowStride, step, offset, target, width, height)
            return result < 0 ? "short: \(data.count) bytes" : nil
        case .jpeg:
            return decodeJPEG(data, source, into: target)
        case .foreign:
            return qz_v4l2_converter_luma(foreign, source, data.count, target) < 0 ? "not convertible" : nil
        }
    }

    private func decodeJPEG(
        _ data: UnsafeRawBufferPointer, _ source: UnsafePointer<UInt8>, into luma: UnsafeMutablePointer<UInt8>
    ) -> String? {
        let width = Int32(stream.format.width)
        let height = Int32(stream.format.height)
        let result: Int32
        if let point = MotionJPEG.tableInsertionPoint(in: data) {
            let tables = MotionJPEG.standardTables
            let count = data.count + tables.count
            // Once, as a rule: drivers say how large pictures become, but are believed up to a limit.
            if scratch.count < count {
                scratch = [UInt8](repeating: 0, count: max(count * 3 / 2, min(stream.largestFrame, 16 << 20)))
            }
            result = scratch.withUnsafeMutableBytes { scratch in
                scratch.copyMemory(from: UnsafeRawBufferPointer(rebasing: data[..<point]))
                tables.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: scratch[point...]).copyMemory(from: $0)
                }
                UnsafeMutableRawBufferPointer(rebasing: scratch[(point + tables.count)...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: data[point...]))
                return qz_jpeg_luma(
                    scratch.baseAddress?.assumingMemoryBound(to: UInt8.self), count, luma, width, height)
            }
        } else {
            result = qz_jpeg_luma(source, data.count, luma, width, height)
        }
        switch result {
        case 0: return nil
        // Many cameras leave stray bytes in every picture, which libjpeg warns of: those that have
        // their end are shown, those cut off are not.
        case -EBADMSG: return MotionJPEG.isComplete(data) ? nil : "truncated JPEG"
        case -EINVAL: return "JPEG of another size"
        default: return "damaged JPEG"
        }
    }
}

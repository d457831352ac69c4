import CLinux
import CPixels
import Frames
import Synchronization

/// A camera's frame as it came, copied, with what its bytes mean.
package struct CameraStill: Sendable {
    let stream: StreamFormat
    let bytes: [UInt8]

    init(stream: StreamFormat, bytes: [UInt8]) { (self.stream, self.bytes) = (stream, bytes) }

    /// The frame as it came, where that was kept with it (`FramePool.keepsOriginals`); else nil.
    package init?(_ frame: Frame) {
        guard let stream = frame.originalLayout as? OriginalStream else { return nil }
        self.init(stream: stream.format, bytes: frame.withOriginal { Array($0) })
    }

    /// The picture with its colours; nil when the bytes are not what the format promises. Takes some 10 ms for each
    /// million pixels, so not on the thread that captures.
    package func picture() -> StillPicture? {
        let (width, height) = (stream.format.width, stream.format.height)
        func still(_ content: StillPicture.Content) -> StillPicture {
            StillPicture(width: width, height: height, content: content)
        }
        switch LumaLayout(stream.format.pixelFormat) {
        case .jpeg: return still(.jpeg(MotionJPEG.whole(bytes)))
        case .foreign: return nil
        case .samples(let step, let offset, _):
            guard let chroma = ChromaLayout(stream) else {
                guard let luma = luma(step: step, offset: offset) else { return nil }
                return still(.grey(luma))
            }
            let planeOfLuma = qz_plane(base: offset, stride: stream.rowStride, step: step, shift_x: 0, shift_y: 0)
            var rgb = [UInt8](repeating: 0, count: width * height * 3)
            let result = withUnsafePointer(to: planeOfLuma) { luma in
                withUnsafePointer(to: chroma.blue) { blue in
                    withUnsafePointer(to: chroma.red) { red in
                        qz_rgb_from_planes(
                            bytes, bytes.count, luma, blue, red, stream.matrix, &rgb, Int32(width), Int32(height))
                    }
                }
            }
            return result == 0 ? still(.rgb(rgb)) : nil
        }
    }

    /// The brightness alone, for formats without colour.
    private func luma(step: Int, offset: Int) -> [UInt8]? {
        let (width, height) = (stream.format.width, stream.format.height)
        var luma = [UInt8](repeating: 0, count: width * height)
        let result = qz_luma_samples(bytes, bytes.count, stream.rowStride, step, offset, &luma, width, height)
        return result == 0 ? luma : nil
    }
}

/// The layout of the bytes that a camera's frame was made of.
final class OriginalStream: OriginalLayout {
    let format: StreamFormat
    init(_ format: StreamFormat) { self.format = format }
}

/// Where a pixel format has the differences of blue and red; `LumaLayout` says where its luma is.
struct ChromaLayout {
    var blue: qz_plane
    var red: qz_plane

    /// nil for formats without colour, or without a layout of their own.
    init?(_ stream: StreamFormat) {
        let stride = stream.rowStride
        let height = stream.format.height
        func packed(_ blue: Int, _ red: Int, shift: UInt32) -> (qz_plane, qz_plane) {
            let plane = { qz_plane(base: $0, stride: stride, step: 4, shift_x: shift, shift_y: 0) }
            return (plane(blue), plane(red))
        }
        /// Pairs of both in one plane behind the luma's.
        func paired(blueFirst: Bool, shiftX: UInt32, shiftY: UInt32) -> (qz_plane, qz_plane) {
            let plane = { (place: Int) in
                qz_plane(
                    base: stride * height + place, stride: shiftX == 0 ? stride * 2 : stride, step: 2, shift_x: shiftX,
                    shift_y: shiftY)
            }
            return (plane(blueFirst ? 0 : 1), plane(blueFirst ? 1 : 0))
        }
        /// A plane for each behind the luma's.
        func planar(blueFirst: Bool, shiftY: UInt32) -> (qz_plane, qz_plane) {
            let size = stride / 2 * (shiftY == 0 ? height : (height + 1) / 2)
            let plane = { (place: Int) in
                qz_plane(base: stride * height + place, stride: stride / 2, step: 1, shift_x: 1, shift_y: shiftY)
            }
            return (plane(blueFirst ? 0 : size), plane(blueFirst ? size : 0))
        }
        switch stream.format.pixelFormat.description {
        case "YUYV": (blue, red) = packed(1, 3, shift: 1)
        case "YVYU": (blue, red) = packed(3, 1, shift: 1)
        case "UYVY": (blue, red) = packed(0, 2, shift: 1)
        case "VYUY": (blue, red) = packed(2, 0, shift: 1)
        case "YUVA", "YUVX": (blue, red) = packed(1, 2, shift: 0)
        case "YUV4", "AYUV", "XYUV": (blue, red) = packed(2, 3, shift: 0)
        case "VUYA", "VUYX": (blue, red) = packed(1, 0, shift: 0)
        case "NV12": (blue, red) = paired(blueFirst: true, shiftX: 1, shiftY: 1)
        case "NV21": (blue, red) = paired(blueFirst: false, shiftX: 1, shiftY: 1)
        case "NV16": (blue, red) = paired(blueFirst: true, shiftX: 1, shiftY: 0)
        case "NV61": (blue, red) = paired(blueFirst: false, shiftX: 1, shiftY: 0)
        case "NV24": (blue, red) = paired(blueFirst: true, shiftX: 0, shiftY: 0)
        case "NV42": (blue, red) = paired(blueFirst: false, shiftX: 0, shiftY: 0)
        case "YU12": (blue, red) = planar(blueFirst: true, shiftY: 1)
        case "YV12": (blue, red) = planar(blueFirst: false, shiftY: 1)
        case "422P": (blue, red) = planar(blueFirst: true, shiftY: 0)
        default: return nil
        }
    }
}

/// A request for the next picture that a camera brings, from any thread to the one that captures.
final class StillRequest: Sendable {
    typealias Taker = @Sendable (CameraStill?) -> Void

    private struct State {
        var isOpen = false
        var taker: Taker?
    }

    private let state = Mutex(State())

    /// Pictures come from now on.
    func open() { state.withLock { $0.isOpen = true } }

    /// No more pictures come: a request that is open gets none.
    func close() {
        let taker = state.withLock { state in
            defer { state = State() }
            return state.taker
        }
        taker?(nil)
    }

    /// Leaves a request; false, and nothing is called, when no pictures come or another request is open.
    func ask(_ taker: @escaping Taker) -> Bool {
        state.withLock { state in
            guard state.isOpen, state.taker == nil else { return false }
            state.taker = taker
            return true
        }
    }

    /// The request to be met now.
    func take() -> Taker? {
        state.withLock { state in
            defer { state.taker = nil }
            return state.taker
        }
    }
}

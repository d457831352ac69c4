import CLinux
import Frames
import Glibc
import Synchronization

/// A camera behind a Video4Linux2 node.
///
/// It opens, negotiates and streams inside `run`, and holds nothing outside of it, so that the session
/// above can run it again after an error.
public final class V4L2Camera: FrameSource {
    /// The camera's stable name.
    public let name: String
    /// The camera's name for people, without the node.
    public let title: String
    /// A camera has its own clock: the newest frame wins.
    public let pacing = FramePacing.live
    /// What was enumerated of it.
    public let device: CameraDevice

    private let wish: CameraFormatWish
    private let controlValues: [String: Int]
    private let readsInLight: Bool
    private let driver: CameraDriver
    private let paths: CameraPaths
    private let patience: CameraPatience
    private let openControls = Mutex<CameraControls?>(nil)
    private let stills = StillRequest()

    /// A camera that was listed by `CameraList`, in the format of `wish`.
    ///
    /// - Parameters:
    ///   - controlValues: controls by their keys, set while the camera is open.
    ///   - readsInLight: whether reading light is on from the beginning.
    public convenience init(
        device: CameraDevice, wish: CameraFormatWish = .automatic, controlValues: [String: Int] = [:],
        readsInLight: Bool = false
    ) {
        self.init(
            device: device, wish: wish, controlValues: controlValues, readsInLight: readsInLight, driver: .system)
    }

    /// The camera at `path`, a node or a link to one; whether there is one is found out by `run`.
    public convenience init(path: String, wish: CameraFormatWish = .automatic) {
        self.init(device: CameraList.undiscovered(path, in: CameraPaths()), wish: wish, driver: .system)
    }

    /// As above, with a driver and folders of a test's own.
    package init(
        device: CameraDevice, wish: CameraFormatWish = .automatic, controlValues: [String: Int] = [:],
        readsInLight: Bool = false, driver: CameraDriver,
        paths: CameraPaths = CameraPaths(), patience: CameraPatience = CameraPatience()
    ) {
        self.device = device
        name = device.name
        title = device.title
        self.wish = wish
        self.controlValues = controlValues
        self.readsInLight = readsInLight
        self.driver = driver
        self.paths = paths
        self.patience = patience
    }

    /// The controls while `run` has the camera open; nil before and after. From any thread.
    public var controls: CameraControls? { openControls.withLock { $0 } }

    /// Hands the next picture with its colours to `taker`, on the thread that captures, which shall not be held up; nil
    /// when the camera ends before one came.
    ///
    /// - Returns: false, and `taker` is never called, when the camera does not stream or another picture is awaited.
    public func takeStill(_ taker: @escaping @Sendable (CameraStill?) -> Void) -> Bool { stills.ask(taker) }

    /// Streams until `stop` is rung. Throws when the camera cannot be opened, is unplugged, or sends
    /// nothing for 2 s (5 s before its first picture).
    public func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        do {
            try stream(output, until: stop)
        } catch {
            throw CameraDiagnosis(path: device.path, title: title, paths: paths).explain(error)
        }
    }

    private func stream(_ output: FrameOutput, until stop: Doorbell) throws(CameraFault) {
        let opened = try V4L2Device(path: device.path, driver: driver)
        let capability = try opened.capability()
        guard capability.capturesVideo else { throw .noCapture(driver: capability.driver) }

        let led = LightLED.belonging(to: device.node, facesUser: device.facesUser, paths: paths)
        let controls = CameraControls(device: opened, title: title, led: led)
        openControls.withLock { $0 = controls }
        defer {
            openControls.withLock { $0 = nil }
            controls.close()
        }
        // A camera that does not take its settings still scans.
        try? controls.apply(controlValues)
        if readsInLight { _ = try? controls.readingLightOn() }

        let formats = try opened.formats()
        var ranked = candidates(of: formats)[...]
        if ranked.isEmpty { throw formats.isEmpty ? .noFormat([]) : .wishNotOffered(wish, offered: formats) }
        var refusal: CameraFault?
        while let candidate = ranked.popFirst() {
            do {
                return try stream(candidate, of: formats, from: opened, to: output, until: stop)
            } catch {
                guard let next = error.candidates(of: ranked, after: candidate) else { throw error }
                refusal = refusal ?? error
                ranked = next
            }
        }
        if let refusal, !refusal.isNoFormat { throw refusal }
        throw .noFormat(pixelFormats(in: formats).filter { wish.pixelFormat ?? $0 == $0 })
    }

    /// What to try, best first. A size that is not in the list may still lie in a range of the driver's.
    private func candidates(of formats: [CameraFormat]) -> [CameraFormat] {
        var offered = formats
        if let width = wish.width, let height = wish.height, !formats.contains(where: wish.allows) {
            offered = pixelFormats(in: formats).map {
                CameraFormat(pixelFormat: $0, width: width, height: height, framesPerSecond: wish.framesPerSecond)
            }
        }
        return FormatRanking.ranked(offered, wish: wish, busBytesPerSecond: device.busBytesPerSecond)
    }

    /// Streams in `wanted`, or in what the driver makes of it.
    private func stream(
        _ wanted: CameraFormat, of formats: [CameraFormat], from opened: V4L2Device, to output: FrameOutput,
        until stop: Doorbell
    ) throws(CameraFault) {
        let set = try opened.setFormat(wanted)
        let format = set.format
        // Drivers may turn a request into what they can; a wish is not met by something else.
        guard wish.allows(format) else { throw .wishNotOffered(wish, offered: formats) }
        guard FramePool.accepts(width: format.width, height: format.height),
            let converter = LumaConverter(set, device: opened)
        else { throw .noFormat([format.pixelFormat]) }

        let buffers = try CaptureBuffers(device: opened)
        try buffers.start()
        output.report(
            .streaming(
                FrameFormat(
                    width: format.width, height: format.height, encoding: format.pixelFormat.description,
                    framesPerSecond: format.framesPerSecond)))
        var pump = FramePump(
            device: opened, buffers: buffers, converter: converter, format: format, patience: patience,
            stills: stills)
        stills.open()
        defer { stills.close() }
        try pump.run(output, until: stop)
    }

    private func pixelFormats(in formats: [CameraFormat]) -> [FourCC] {
        var seen: [FourCC] = []
        for format in formats where !seen.contains(format.pixelFormat) { seen.append(format.pixelFormat) }
        return seen
    }
}

/// How long a camera may be silent before it is given up.
public struct CameraPatience: Sendable, Hashable {
    /// Before the first picture: cameras start their sensor and settle exposure. 5000 ms.
    public var firstFrameMilliseconds: Int
    /// Between pictures. 2000 ms.
    public var frameMilliseconds: Int

    /// The times in milliseconds.
    public init(firstFrameMilliseconds: Int = 5000, frameMilliseconds: Int = 2000) {
        self.firstFrameMilliseconds = firstFrameMilliseconds
        self.frameMilliseconds = frameMilliseconds
    }
}

extension CameraFault {
    fileprivate var isNoFormat: Bool {
        if case .noFormat = self { return true }
        return false
    }

    /// What of `rest` may still work after `failed` met this fault; nil when the fault is not the format's.
    fileprivate func candidates(
        of rest: ArraySlice<CameraFormat>, after failed: CameraFormat
    ) -> ArraySlice<CameraFormat>? {
        switch self {
        case .noFormat:
            // No converter for this pixel format in any size.
            return rest.filter { $0.pixelFormat != failed.pixelFormat }[...]
        case .call("VIDIOC_S_FMT", errno: EINVAL):
            return rest
        case .call("VIDIOC_STREAMON", errno: ENOSPC):
            // The bus is too full: the same size and coding at a lower rate, or another, may fit.
            return rest
        case .wishNotOffered where !rest.isEmpty:
            return rest
        default:
            return nil
        }
    }
}

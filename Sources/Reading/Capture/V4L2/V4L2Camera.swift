import CLinux
import Frames
import Glibc
import Synchronization

/// A camera behind a Video4Linux2 node.
///
/// It opens, negotiates and streams inside `run`, and holds no resources outside of it but what `open` prepared, so that
/// the session above can run it again after an error.
package final class V4L2Camera: CameraSource {
    package var name: String { device.name }
    /// The camera's name for people, without the node.
    package var title: String { device.title }
    /// A camera has its own frame rate: the newest frame wins.
    package let pacing = FramePacing.live
    /// What was enumerated of it.
    package let device: CameraDevice

    private let request: CameraFormatRequest
    private let controlValues: [String: Int]
    private let readsInLight: Bool
    fileprivate let system: CameraSystem
    private let patience: CameraPatience
    private let parsing: any PictureParsing
    private let openControls = Mutex<CameraControls?>(nil)
    private let ready = Mutex<OpenCamera?>(nil)
    private let stills = StillRequest()

    /// A camera that `CameraList` has listed, or made of a path, in the format of `request`.
    ///
    /// - Parameters:
    ///   - controlValues: controls by their keys, set while the camera is open.
    ///   - readsInLight: whether reading light is on from the beginning.
    ///   - system: where it is; this machine by default.
    ///   - patience: how long it may send nothing.
    ///   - parsing: where its frames are parsed; in this process by default.
    package init(
        device: CameraDevice, request: CameraFormatRequest = .automatic, controlValues: [String: Int] = [:],
        readsInLight: Bool = false, system: CameraSystem = .machine, patience: CameraPatience = CameraPatience(),
        parsing: any PictureParsing = DirectParsing()
    ) {
        self.parsing = parsing
        self.device = device
        self.request = request
        self.controlValues = controlValues
        self.readsInLight = readsInLight
        self.system = system
        self.patience = patience
    }

    /// The controls while `run` has the camera open; nil before and after. From any thread.
    package var controls: CameraControls? { openControls.withLock { $0 } }

    /// Opens the camera and starts its stream ahead of `run`, which goes on from there. So the camera in use can stream
    /// until this one does. Without a run it is released with this object.
    package func open() throws(CameraOpeningError) {
        do {
            let opened = try OpenCamera(self)
            opened.pump = try negotiate(opened.device)
            ready.withLock { $0 = opened }
        } catch {
            throw CameraOpeningError(error: explain(error), isContention: error.isContention)
        }
    }

    /// Hands the next picture with its colours to `taker`, on the thread that captures, which must not be held up; nil
    /// when the camera ends before one came.
    ///
    /// - Returns: false, and `taker` is never called, when the camera does not stream or another picture is awaited.
    package func takeStill(_ taker: @escaping @Sendable (CameraStill?) -> Void) -> Bool { stills.ask(taker) }

    /// Streams until `stop` is rung. Throws when the camera cannot be opened, is unplugged, or sends
    /// nothing for 2 s (5 s before its first picture).
    package func run(_ output: FrameOutput, until stop: Doorbell) throws(SourceError) {
        do {
            let waiting = ready.withLock { $0.take() }
            let opened = if let waiting { waiting } else { try OpenCamera(self) }
            openControls.withLock { $0 = opened.controls }
            defer {
                openControls.withLock { $0 = nil }
                opened.close()
            }
            // Not when it was opened: one that is opened ahead and not taken stays as it was. A camera that does not
            // take its settings still scans.
            try? opened.controls.apply(controlValues)
            if readsInLight { _ = try? opened.controls.readingLightOn() }
            stills.open()
            defer { stills.close() }
            try stream(from: opened, to: output, until: stop)
        } catch {
            throw explain(error)
        }
    }

    private func explain(_ fault: CameraError) -> SourceError {
        CameraDiagnosis(path: device.path, title: title, paths: system.paths).explain(fault)
    }

    /// Streams, and negotiates again whenever the device changes its format.
    private func stream(from opened: OpenCamera, to output: FrameOutput, until stop: Doorbell) throws(CameraError) {
        var changed: ContinuousClock.Instant?
        while true {
            do {
                let started = opened.pump.take()
                var pump = if let started { started } else { try negotiate(opened.device) }
                output.report(.streaming(pump.format))
                return try pump.run(output, until: stop)
            } catch {
                guard error == .formatChanged else { throw error }
                // A device that keeps changing its format is retried by the session, at growing intervals.
                if let changed, ContinuousClock.now - changed < Self.settling { throw error }
                changed = .now
            }
        }
    }

    /// A format that changes again within this time is not used.
    private static let settling = Duration.seconds(1)

    /// Sets the best format that can be read, and starts the stream.
    private func negotiate(_ opened: V4L2Device) throws(CameraError) -> FramePump {
        let formats = try opened.formats()
        var ranked = candidates(of: formats)[...]
        if ranked.isEmpty { throw formats.isEmpty ? .noFormat([]) : .formatNotOffered(request, offered: formats) }
        var refusal: CameraError?
        while let candidate = ranked.popFirst() {
            do {
                return try start(candidate, of: formats, from: opened)
            } catch {
                guard let next = error.candidates(of: ranked, after: candidate) else { throw error }
                refusal = refusal ?? error
                ranked = next
            }
        }
        if let refusal, !refusal.isNoFormat { throw refusal }
        throw .noFormat(pixelFormats(in: formats).filter { request.pixelFormat ?? $0 == $0 })
    }

    /// What to try, best first. A size that is not in the list may still lie in a range of the driver's.
    private func candidates(of formats: [CameraFormat]) -> [CameraFormat] {
        var offered = formats
        if let width = request.width, let height = request.height, !formats.contains(where: request.allows) {
            offered = pixelFormats(in: formats).map {
                CameraFormat(pixelFormat: $0, width: width, height: height, framesPerSecond: request.framesPerSecond)
            }
        }
        return FormatRanking.ranked(offered, request: request, busBytesPerSecond: device.busBytesPerSecond)
    }

    /// Starts a stream in `wanted`, or in what the driver makes of it.
    private func start(
        _ wanted: CameraFormat, of formats: [CameraFormat], from opened: V4L2Device
    ) throws(CameraError) -> FramePump {
        let set = try opened.setFormat(wanted)
        let format = set.format
        // Drivers may adjust a request to what they support; that is not what was requested.
        guard request.allows(format) else { throw .formatNotOffered(request, offered: formats) }
        // Made again where frames are parsed; of libv4lconvert it is known only by trying what it knows.
        guard FramePool.accepts(width: format.width, height: format.height),
            LumaConverter(set, device: opened) != nil
        else { throw .noFormat([format.pixelFormat]) }

        let buffers = try CaptureBuffers(device: opened)
        try buffers.start()
        return FramePump(
            device: opened, buffers: buffers, stream: set, parsing: parsing, patience: patience, stills: stills)
    }

    private func pixelFormats(in formats: [CameraFormat]) -> [FourCC] {
        var seen: [FourCC] = []
        for format in formats where !seen.contains(format.pixelFormat) { seen.append(format.pixelFormat) }
        return seen
    }
}

// SAFETY: only the thread that made it, or took it from `ready`, touches it.
/// A camera that was opened, with its stream once that was started.
private final class OpenCamera: @unchecked Sendable {
    let device: V4L2Device
    let controls: CameraControls
    var pump: FramePump?

    init(_ camera: V4L2Camera) throws(CameraError) {
        let device = try V4L2Device(path: camera.device.path, calls: camera.system.calls)
        let capability = try device.capability()
        guard capability.capturesVideo else { throw .noCapture(driver: capability.driver) }
        self.device = device
        controls = CameraControls(
            device: device, title: camera.title,
            flash: FlashNode.open(of: camera.device.node, in: camera.system),
            led: LightLED.belonging(
                to: camera.device.node, facesUser: camera.device.facesUser, paths: camera.system.paths))
        device.watchSource()
    }

    deinit { close() }

    /// Restores the camera's settings and releases it.
    func close() { controls.close() }
}

/// How long a camera may send nothing before it is given up.
package struct CameraPatience: Sendable, Hashable {
    /// Before the first picture: cameras start their sensor and settle exposure. 5000 ms.
    package var firstFrameMilliseconds: Int
    /// Between pictures. 2000 ms.
    package var frameMilliseconds: Int

    package init(firstFrameMilliseconds: Int = 5000, frameMilliseconds: Int = 2000) {
        self.firstFrameMilliseconds = firstFrameMilliseconds
        self.frameMilliseconds = frameMilliseconds
    }
}

extension CameraError {
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
        case .formatNotOffered where !rest.isEmpty:
            return rest
        default:
            return nil
        }
    }
}

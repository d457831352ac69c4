import Capture
import Frames
import Scanning

/// A source that was chosen: how it is opened, and how it is scanned.
struct OpenedSource: Sendable {
    /// Makes the source; called again whenever it must be opened anew.
    let open: @Sendable () throws(SourceError) -> any FrameSource
    /// A camera's stable name; nil for other sources.
    var camera: String?
    /// What the status line calls it until it is open.
    var title: String
    /// Whether the picture is made up.
    var isDemo = false
    /// Whether frames are stills.
    var isStill = false
    private var pacing = FramePacing.live

    /// Whether somebody can hold a code into the interest box: pictures and streams are as they are.
    var isAimed: Bool { camera != nil || isDemo }

    /// The source that `spec` names.
    ///
    /// - Parameter pacing: `.live` for a screen; `.complete` where every picture counts.
    init(_ spec: SourceSpec, pacing: FramePacing) throws(SourceError) {
        switch spec {
        case .device(let path): self.init(wanted: path, title: path)
        case .camera(let name): self.init(wanted: name, title: name)
        case .demo, .picture, .folder, .video, .standardInput:
            guard let source = spec.fileSource(pacing: pacing) else {
                throw SourceError("this source cannot be opened as a file")
            }
            self.init(title: source.title) { () throws(SourceError) in source }
        }
        switch spec {
        case .demo: isDemo = true
        case .picture, .folder: isStill = true
        default: break
        }
        self.pacing = pacing
    }

    private init(title: String, open: @escaping @Sendable () throws(SourceError) -> any FrameSource) {
        self.title = title
        self.open = open
    }

    /// The camera `device`.
    init(camera device: CameraDevice) { self.init(wanted: device.name, title: device.title) }

    private init(wanted: String, title: String) {
        // Looked up at each opening: a camera that comes back may have another node.
        self.init(title: title) { () throws(SourceError) in
            if let device = CameraList.camera(wanted, among: CameraList.available()) {
                return V4L2Camera(device: device)
            }
            if wanted.hasPrefix("/") { return V4L2Camera(path: wanted) }
            throw SourceError("there is no camera called \(wanted): `quietzone cameras` lists those that are there")
        }
        camera = wanted
    }

    /// The first camera; where there is none that opens, the demo with the reason.
    static func preferred() throws(SourceError) -> (source: OpenedSource, reason: String?) {
        let cameras = CameraList.available()
        if let usable = cameras.first(where: { $0.problem == nil }) { return (OpenedSource(camera: usable), nil) }
        let reason = cameras.first?.problem ?? "No camera found: plug one in and press c."
        return (try OpenedSource(.demo, pacing: .live), reason)
    }

    /// How a session scans it.
    func sessionOptions(_ options: ScanSession.Options) -> ScanSession.Options {
        var options = options
        options.readsStills = isStill
        options.reopens = camera != nil
        // Shown on a screen a still comes again and again; elsewhere each one comes once.
        options.tracker.isStills = isStill && pacing == .complete
        return options
    }
}

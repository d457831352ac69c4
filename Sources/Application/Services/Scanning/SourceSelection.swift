import Capture
import Config
import Files
import Frames
import Preview
import Scanning
import Symbols
import Synchronization

/// What holds for every camera that is opened in this run.
package struct CameraOptions: Sendable {
    /// What is remembered of cameras, their settings among it; nil if nothing is remembered.
    package var memory: CameraPreferencesFile?
    /// The format asked for in this run; nil takes the camera's own, else `standard`.
    package var format: CameraFormatRequest?
    /// The format where nothing else is said.
    package var standard = CameraFormatRequest.automatic
    package var system = CameraSystem.machine
    /// Where what cameras, files and streams bring is parsed.
    package var parsing: any PictureParsing

    /// Options from the settings and the command line.
    ///
    /// - Throws: `UserError` when a format cannot be understood.
    package init(
        _ settings: Settings, format: String?, memory: CameraPreferencesFile?,
        parsing: any PictureParsing = DirectParsing(), system: CameraSystem = .machine
    ) throws {
        func request(_ text: String, _ place: String) throws -> CameraFormatRequest {
            guard let request = CameraFormatRequest(text) else {
                throw UserError("\(place): a format is low, high, photo or WIDTHxHEIGHT@FPS/FOURCC, not \(text)")
            }
            return request
        }
        self.memory = memory
        self.parsing = parsing
        self.system = system
        self.format = try format.map { try request($0, "--format") }
        standard = try request(settings.cameraFormat, "[scanner] format")
    }

    /// The orientation that is kept for `camera`; unless the user chose otherwise, one that faces them is a mirror.
    package func orientation(of camera: CameraDevice) -> Orientation {
        let settings = memory?.settings(of: camera.name) ?? CameraSettings()
        return Orientation(
            quarterTurns: settings.quarterTurns ?? 0, isMirrored: settings.isMirrored(facesUser: camera.facesUser))
    }

    /// The camera `device` with everything that was set for it.
    package func camera(_ device: CameraDevice) -> V4L2Camera {
        let settings = memory?.settings(of: device.name) ?? CameraSettings()
        let request = format ?? settings.format.flatMap(CameraFormatRequest.init) ?? standard
        return V4L2Camera(
            device: device, request: request, controlValues: settings.controls,
            readsInLight: settings.readsInLight ?? false,
            system: system, parsing: parsing)
    }
}

/// A source that was chosen: how it is opened, and how it is scanned.
package struct SourceSelection: Sendable {
    /// Makes the source; called again whenever it must be opened again.
    package private(set) var open: @Sendable () throws(SourceError) -> any FrameSource
    /// What a camera was asked for by, its stable name or a node; nil for other sources.
    package var camera: String?
    /// What the status line calls it: a camera by its own name as soon as it was seen.
    package var title: String { device?.title ?? givenTitle }
    private var givenTitle: String
    /// Whether the picture is made up.
    package var isDemo = false
    /// Whether frames are stills.
    package var isStill = false
    /// Whether it only stands in until a camera comes.
    package var standsIn = false
    /// The remembered camera that it stands in for, which was not there; nil when none was remembered.
    package var missing: String?
    /// Whether it is a camera that is no device of this machine.
    package private(set) var isLive = false
    /// Whether it can be scanned once more after something else: what came through a pipe is gone.
    package private(set) var canBeginAgain = true
    /// Whether somebody can hold it, or what it shows, in another way.
    private var givesAdvice = true
    private var pacing = FramePacing.live
    /// Whether a content is not a scan: the phone may see the QR Code of its own address; nil for none.
    private var ignores: (@Sendable (SymbolContent) -> Bool)?
    private var known = Known()

    /// Whether somebody can hold a code into the interest box: pictures and streams are as they are.
    package var isAimed: Bool { camera != nil || isLive || isDemo }

    /// The source that `spec` names.
    ///
    /// - Parameter pacing: `.live` for a screen; `.complete` where every picture counts.
    package init(_ spec: SourceSpec, pacing: FramePacing, options: CameraOptions) throws(SourceError) {
        switch spec {
        case .device(let path): self.init(wanted: path, title: path, options: options)
        case .camera(let name): self.init(wanted: name, title: name, options: options)
        case .demo, .picture, .document, .folder, .pictures, .video, .network, .screen, .clipboard,
            .standardInput:
            guard let source = spec.fileSource(pacing: pacing, parsing: options.parsing) else {
                throw SourceError("this source cannot be opened as a file")
            }
            let first = First(source)
            self.init(title: source.title) { () throws(SourceError) in
                if let source = first.value.withLock({ $0.take() }) { return source }
                guard let again = spec.fileSource(pacing: pacing, parsing: options.parsing) else {
                    throw SourceError("this source cannot be opened as a file")
                }
                return again
            }
        case .phone(let binding):
            let link = try PhoneLink(binding)
            self.init(title: PhoneSource(link).title) { () throws(SourceError) in
                PhoneSource(link, parsing: options.parsing)
            }
            ignores = { content in content.text.map(link.isNamed) ?? false }
        }
        switch spec {
        case .demo: isDemo = true
        case .picture, .document, .folder, .pictures, .clipboard: isStill = true
        case .standardInput: canBeginAgain = false
        case .network: isLive = true
        case .screen: givesAdvice = false
        default: break
        }
        self.pacing = pacing
    }

    /// The picture that is in the clipboard now. It waits for the desktop: not for the loop's thread.
    ///
    /// - Throws: `SourceError` where there is none, or the clipboard cannot be read.
    package static func clipboard(_ options: CameraOptions) throws(SourceError) -> SourceSelection {
        let source = ClipboardSource(pacing: .live, parsing: options.parsing)
        try source.load()
        var selection = SourceSelection(title: source.title) { source }
        selection.isStill = true
        return selection
    }

    /// A source that `open` makes, called `title`.
    package init(title: String, open: @escaping @Sendable () throws(SourceError) -> any FrameSource) {
        givenTitle = title
        self.open = open
    }

    package init(camera device: CameraDevice, options: CameraOptions) {
        self.init(wanted: device.name, title: device.title, options: options)
    }

    /// The camera `camera`, which was opened ahead: it is what the first opening gives.
    package init(opened camera: V4L2Camera, options: CameraOptions) {
        self.init(camera: camera.device, options: options)
        known.device.withLock { $0 = camera.device }
        let first = First(camera)
        let again = open
        open = { () throws(SourceError) in
            if let camera = first.value.withLock({ $0.take() }) { return camera }
            return try again()
        }
    }

    private init(wanted: String, title: String, options: CameraOptions, known: Known = Known()) {
        // Looked up at each opening: a camera that comes back may have another node. Once it was seen it is known by
        // its stable name, whatever it was called by; another camera at the same node is another camera.
        self.init(title: title) { () throws(SourceError) in
            let seen = known.device.withLock { $0 }
            if let device = CameraList.camera(seen?.name ?? wanted, among: CameraList.available(in: options.system)) {
                known.device.withLock { $0 = device }
                return options.camera(device)
            }
            if let seen { throw SourceError("\(seen.title) was unplugged. Plug it in again.") }
            if wanted.hasPrefix("/") {
                return V4L2Camera(
                    device: CameraList.undiscovered(wanted, in: options.system),
                    request: options.format ?? options.standard, system: options.system,
                    parsing: options.parsing)
            }
            throw SourceError("no camera called \(wanted): `quietzone cameras` lists them")
        }
        camera = wanted
        self.known = known
    }

    /// The same camera, opened with other options.
    package func changed(_ options: CameraOptions) -> SourceSelection {
        guard let camera else { return self }
        var changed = SourceSelection(wanted: camera, title: givenTitle, options: options, known: known)
        (changed.standsIn, changed.missing) = (standsIn, missing)
        return changed
    }

    /// The camera's stable name; nil if it is not a camera, or was not found yet.
    package var stableName: String? { device?.name }

    /// The camera as it was found last; nil as `stableName`.
    package var device: CameraDevice? { known.device.withLock { $0 } }

    /// A source that is given away once.
    private final class First<Source: Sendable>: Sendable {
        let value: Mutex<Source?>
        init(_ source: Source) { value = Mutex(source) }
    }

    /// The camera as it was found last.
    private final class Known: Sendable {
        let device = Mutex<CameraDevice?>(nil)
    }

    /// The camera that was chosen last, else the first; where there is none that opens, the demo. With the reason when
    /// it is not what was chosen.
    package static func preferred(_ options: CameraOptions) throws(SourceError) -> (
        source: SourceSelection, reason: String?
    ) {
        let cameras = CameraList.available(in: options.system)
        let chosen = options.memory?.current.chosen
        if let chosen, let camera = cameras.first(where: { $0.name == chosen }), camera.problem == nil {
            return (SourceSelection(camera: camera, options: options), nil)
        }
        if let usable = cameras.first(where: { $0.problem == nil }) {
            var source = SourceSelection(camera: usable, options: options)
            source.standsIn = chosen != nil
            source.missing = chosen
            return (source, chosen == nil ? nil : "The last used camera is not connected: this is \(usable.title).")
        }
        var demo = try SourceSelection(.demo, pacing: .live, options: options)
        demo.standsIn = true
        // A camera that comes is taken at once.
        let reason =
            cameras.first?.problem.map { "\($0) Until then, this is a demo." }
            ?? "No camera found: plug one in, or run `quietzone doctor`. This is a demo."
        return (demo, reason)
    }

    /// Why no camera can be used, and what to do, for a program that shows no demo.
    package static func reasonWithoutCamera(_ options: CameraOptions) -> String {
        CameraList.available(in: options.system).first?.problem
            ?? "No camera found: plug one in, or run `quietzone doctor`."
    }

    /// How a session scans it.
    package func sessionOptions(_ options: ScanSession.Options) -> ScanSession.Options {
        var options = options
        options.readsStills = isStill
        options.reopens = camera != nil || isLive
        options.givesAdvice = givesAdvice
        if let ignores {
            options.ignores = { [others = options.ignores] in ignores($0) || others?($0) ?? false }
        }
        // Shown on a screen a still comes again and again; elsewhere each one comes once.
        options.tracker.isStills = isStill && pacing == .complete
        // A picture stays what it is: what is in it is one scan, however long the interest box leaves it out.
        if isStill { options.tracker.reappearanceInterval = .seconds(365 * 86400) }
        return options
    }
}

import Capture
import Frames
import Screens
import Surface

extension Command {
    static let nextFormat = Command("next-format")
}

/// The format that a camera sends its pictures in.
extension Feature {
    static let format = Feature([
        FeatureCommand(
            .nextFormat, .on([.scanner]), [.character("F")],
            "Take the camera's next format: low, high (the default) or photo"
        ) { try $0.takeNextFormat() }
    ])
}

/// A format that was asked for and has not brought a picture yet. Until it does, the one before can be had again.
struct FormatChange {
    /// What was asked for.
    let wish: CameraFormatWish
    /// Why it cannot be had; nil as long as nothing is wrong.
    var failure: SourceError?

    /// What is said when `former` is taken again.
    func refusal(former: CameraFormatWish) -> String {
        let reason = failure?.description ?? "It sent no picture."
        return "Format \(wish.text): \(reason) Back to \(former.text)."
    }
}

/// Changes of the format while a camera is in use.
extension ScannerApp {
    /// Takes the next preset, at once.
    func takeNextFormat() throws {
        guard source.camera != nil else { throw Trouble("\(source.title) is no camera: it has one format only") }
        let now = wantedFormat
        let presets = CameraFormatWish.Preset.allCases
        let index = presets.firstIndex { CameraFormatWish($0) == now } ?? 0
        take(CameraFormatWish(presets[(index + 1) % presets.count]))
    }

    /// Streams in `wish` from now on. It is kept for this camera as soon as it brings a picture; when it does not, the
    /// one before is taken again.
    func take(_ wish: CameraFormatWish) {
        // One that brings no picture either is nothing to go back to.
        let canGoBack = formatChange != nil || model.picture.problem == nil
        abandonContendedSwitch()
        let ended = endSession()
        formatChange = FormatChange(wish: wish)
        var options = cameras
        options.format = wish
        source = source.changed(options)
        show(Notice("Format \(wish.text)"))
        if !canGoBack { keepFormat() }
        release(ended) { [self] in startSession(keepsPicture: true) }
    }

    /// The format that is asked of the camera in use.
    var wantedFormat: CameraFormatWish { formatChange?.wish ?? formerFormat }

    /// The format that is asked of it when no change is under way.
    private var formerFormat: CameraFormatWish {
        let remembered = cameraName.flatMap { cameras.memory?.settings(of: $0).format }
        return cameras.format ?? remembered.flatMap(CameraFormatWish.init) ?? cameras.standard
    }

    /// The format that was asked for brings pictures: keeps it for this camera.
    func keepFormat() {
        guard let change = formatChange else { return }
        formatChange = nil
        // What the command line asked for has been overruled.
        cameras.format = nil
        do {
            if let name = cameraName { try cameras.memory?.change(name) { $0.format = change.wish.text } }
        } catch {
            show(Notice(error.description, isWarning: true))
        }
        source = source.changed(cameras)
        showCameras()
    }

    /// Takes the format before again, when the one that was asked for has failed.
    func leaveFailedFormat() {
        guard let change = formatChange, change.failure != nil else { return }
        formatChange = nil
        source = source.changed(cameras)
        abandonContendedSwitch()
        release(endSession()) { [self] in startSession(keepsPicture: true) }
        let line = change.refusal(former: wantedFormat)
        LogFile.write("format not taken: \(line)")
        show(Notice(line, isWarning: true), seconds: 8)
        showCameras()
    }
}

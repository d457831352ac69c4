import Services
import Capture
import Frames
import Screens
import Surface

extension Command {
    static let nextFormat = Command("next-format")
}

/// The format that a camera sends its pictures in.
extension Feature {
    static let format = Feature(
        "Camera",
        [
            FeatureCommand(
                .nextFormat, .on([.scanner]), [.character("F")],
                "Take the camera's next format: low, high (the default) or photo"
            ) { try $0.takeNextFormat() }
        ])
}

/// Changes of the format while a camera is in use.
extension ScannerApp {
    /// Takes the next preset, at once.
    func takeNextFormat() throws {
        guard scanning.source.camera != nil else {
            throw Trouble("\(scanning.source.title) is no camera: it has one format only")
        }
        let now = wantedFormat
        let presets = CameraFormatWish.Preset.allCases
        let index = presets.firstIndex { CameraFormatWish($0) == now } ?? 0
        happened(.formatWanted(CameraFormatWish(presets[(index + 1) % presets.count])))
    }

    /// Takes the format that `text` spells.
    func takeFormat(_ text: String) throws {
        guard let wish = CameraFormatWish(text) else { throw Trouble("\(text) is no format") }
        happened(.formatWanted(wish))
        showCameras()
    }

    /// The format that is asked of the camera in use.
    var wantedFormat: CameraFormatWish { driver.machine.newFormat ?? formerFormat }

    /// The format that is asked of it when no change is under way.
    private var formerFormat: CameraFormatWish {
        let remembered = cameraName.flatMap { driver.cameras.memory?.settings(of: $0).format }
        return driver.cameras.format ?? remembered.flatMap(CameraFormatWish.init) ?? driver.cameras.standard
    }

    /// Keeps a format that brings pictures for this camera.
    func keep(_ wish: CameraFormatWish) {
        // What the command line asked for has been overruled.
        driver.cameras.format = nil
        do {
            if let name = cameraName { try driver.cameras.memory?.change(name) { $0.format = wish.text } }
        } catch {
            show(Notice(error.description, isWarning: true))
        }
        scanning.source = scanning.source.changed(driver.cameras)
        showCameras()
    }

    /// Asks for the format before `wish` again, which has failed.
    func restoreFormat(instead wish: CameraFormatWish, because failure: SourceError) {
        scanning.source = scanning.source.changed(driver.cameras)
        let line = "Format \(wish.text): \(failure.description) Back to \(wantedFormat.text)."
        LogFile.write("format not taken: \(line)")
        show(Notice(line, isWarning: true), seconds: 8)
        showCameras()
    }
}

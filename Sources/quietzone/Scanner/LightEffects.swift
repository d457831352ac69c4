import Capture
import Screens

/// Light: a camera's own, a white screen, and the exposure for reading.
extension ScannerApp {
    /// Turns the camera's light on or off; offers the screen in its place where there is none.
    func toggleTorch() throws {
        // A picture or a stream shows nothing that could be lit; the demo shows how it goes.
        guard source.isAimed else { throw Trouble("\(source.title) is no camera: it has no focus, zoom or light") }
        let controls = source.camera == nil ? nil : try cameraControls()
        guard let controls, let isOn = try controls.isTorchOn() else {
            return stack.ask(
                Confirmation(
                    title: "\(source.isDemo ? "The demo" : "This camera") has no light",
                    lines: [.text("Light the code with a white screen?"), .text("The same key ends it.")],
                    yes: [.lightScreen]))
        }
        try controls.torch(!isOn)
        noteLight()
        show(Notice(isOn ? "Light off" : "Light on"))
    }

    /// Shows the light as it was set, which is how the user wants it from now on.
    func noteLight() {
        showLights()
        keepsLit = stack.scanner.lights.isTorchOn
    }

    /// Lights the light again that the user had lit: it goes out whenever the camera is closed, for another format too.
    func keepLit() {
        guard keepsLit else { return }
        do {
            try controls?.torch(true)
        } catch {
            LogFile.write(error.description)
        }
    }

    /// Makes the screen white.
    func lightScreen() {
        stack.scanner.isScreenLit = true
        let key = settings.keys.rows(in: .scanner).first { $0.command == .toggleTorch }?.keys.first?.name
        show(Notice("White screen: hold the code close to it" + (key.map { ", \($0) ends it" } ?? "")))
    }

    /// Sets the exposure for reading, or puts back what was before; remembers it for this camera.
    func toggleReadingLight() throws {
        let controls = try cameraControls()
        let isOn = controls.isReadingLightOn
        if isOn {
            controls.readingLightOff()
            show(Notice("Reading light off"))
        } else {
            switch try controls.readingLightOn() {
            case .amplified(let seconds): show(Notice("Reading light: exposure \(Self.fraction(seconds)), more gain"))
            case .darker(let seconds):
                show(
                    Notice(
                        "Reading light: exposure \(Self.fraction(seconds)), but this camera has no gain to set: "
                            + "its picture is darker", isWarning: true))
            }
        }
        showLights()
        if let name = cameraName { try cameras.memory?.change(name) { $0.readsInLight = isOn ? nil : true } }
    }

    /// Shows what light there is.
    func showLights() {
        var lights = ScannerScreen.Lights()
        if let controls {
            let torch = (try? controls.isTorchOn()) ?? nil
            lights.hasTorch = torch != nil
            lights.isTorchOn = torch ?? false
            lights.isReadingLightOn = controls.isReadingLightOn
        }
        stack.scanner.lights = lights
    }

    /// `1/250 s`, as cameras have it.
    private static func fraction(_ seconds: Double) -> String {
        seconds > 0 && seconds < 0.5 ? "1/\(Int((1 / seconds).rounded())) s" : "\(seconds) s"
    }
}

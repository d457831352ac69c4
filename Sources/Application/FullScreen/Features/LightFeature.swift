import Files
import Services
import Capture
import Screens
import Surface

extension Command {
    static let readingLight = Command("reading-light")
}

/// Light: a camera's own, a white screen, and the exposure for reading.
final class LightFeature: FeatureBase, Feature {
    static let purpose = "Light"
    static let commands: [FeatureCommand<LightFeature>] = [
        FeatureCommand(
            .toggleTorch, [.scanner, .door], ["t"], label: "torch",
            "Toggle the camera's light, or a white screen",
            idle: { !$0.lights.hasTorch && !$0.isScreenLit }
        ) { feature in
            guard feature.model.isScreenLit else { return try feature.toggleTorch() }
            feature.darkenScreen()
        }.found(by: "torch lamp flash"),
        FeatureCommand(
            .readingLight, [.scanner], ["l"], "Toggle the reading light: short exposure, more gain"
        ) { try $0.toggleReadingLight() },
    ]

    /// Whether the user has lit the camera's light: it is lit again when the camera is opened again.
    private var keepsLit = false

    func perform(_ effect: LightEffect) {
        switch effect {
        case .lightScreen: lightScreen()
        case .darkenScreen: darkenScreen()
        case .controlChanged: noteLight()
        }
    }

    func follow(_ event: AppEvent) {
        switch event {
        case .sourceChanges: keepsLit = false
        case .suspends: (keepsLit, model.isScreenLit) = (false, false)
        case .sourceLost, .sessionEnded: model.lights = .init()
        case .cameraOpened(_, let isOther):
            if isOther { keepsLit = false }
            // Its light goes out when it is closed, for another format too.
            if keepsLit { scanning.restoreInCamera { try $0.torch(true) } }
            showLights()
        default: break
        }
    }

    /// Turns the camera's light on or off; offers the screen in its place where there is none.
    func toggleTorch() throws {
        // A picture or a stream shows nothing that could be lit; the demo shows how it goes.
        guard scanning.source.isAimed else {
            throw UserError("\(scanning.source.title) is not a camera: it has no focus, zoom or light")
        }
        guard scanning.source.camera != nil else { return offerScreen() }
        try scanning.askCamera { controls -> Bool? in
            guard let isOn = try controls.isTorchOn() else { return nil }
            try controls.torch(!isOn)
            return !isOn
        } then: { [self] isOn in
            guard let isOn else { return offerScreen() }
            noteLight()
            show(Notice(isOn ? "Light on" : "Light off"))
        }
    }

    /// Shows the scanner again instead of the white screen.
    func darkenScreen() {
        model.isScreenLit = false
        show(Notice("White screen off"))
    }

    private func offerScreen() {
        display.stack.ask(
            Confirmation(
                title: "\(scanning.source.isDemo ? "The demo" : "This camera") has no light",
                lines: [.text("Light the code with a white screen?"), .text("Press the same key to turn it off.")],
                yes: [.light(.lightScreen)]))
    }

    /// Shows the light as it was set, which is how the user wants it from now on: lit again when the camera is opened again.
    func noteLight() {
        showLights { [self] in keepsLit = $0.isTorchOn }
    }

    func lightScreen() {
        model.isScreenLit = true
        let key = settings.keys.rows(in: .scanner).first { $0.command == .toggleTorch }?.keys.first?.name
        show(Notice("White screen: hold the code close to it" + (key.map { ", \($0) turns it off" } ?? "")))
    }

    /// Sets the exposure for reading, or puts back what was before; remembers it for this camera.
    func toggleReadingLight() throws {
        try scanning.askCamera { controls -> CameraControls.ReadingLight? in
            guard controls.isReadingLightOn else { return try controls.readingLightOn() }
            controls.readingLightOff()
            return nil
        } then: { [self] light in
            switch light {
            case nil: show(Notice("Reading light off"))
            case .amplified(let seconds)?:
                show(Notice("Reading light: exposure \(Self.fraction(seconds)), more gain"))
            case .darker(let seconds)?:
                warn(
                    "Reading light: exposure \(Self.fraction(seconds)), but this camera has no gain control: "
                        + "the picture is darker")
            }
            showLights()
            scanning.remember { $0.readsInLight = light == nil ? nil : true }
        }
    }

    /// Shows what light there is, and hands it to `next`.
    func showLights(then next: @escaping (Lights) -> Void = { _ in }) {
        guard scanning.hasControls else { return model.lights = .init() }
        try? scanning.askCamera { controls -> Lights in
            var lights = Lights()
            let torch = (try? controls.isTorchOn()) ?? nil
            lights.hasTorch = torch != nil
            lights.isTorchOn = torch ?? false
            lights.isReadingLightOn = controls.isReadingLightOn
            return lights
        } then: { [self] lights in
            model.lights = lights
            next(lights)
        }
    }

    /// `1/250 s`, as cameras have it.
    private static func fraction(_ seconds: Double) -> String {
        seconds > 0 && seconds < 0.5 ? "1/\(Int((1 / seconds).rounded())) s" : "\(seconds) s"
    }
}

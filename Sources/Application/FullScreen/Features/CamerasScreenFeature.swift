import Files
import Services
import Capture
import Screens
import Surface

extension Command {
    static let showCameras = Command("cameras")
}

/// The screen of cameras, formats and controls.
final class CamerasScreenFeature: FeatureBase, Feature {
    static let purpose = "Camera"
    static let contexts: [KeyContext] = [.cameras]
    static let commands: [FeatureCommand<CamerasScreenFeature>] = [
        FeatureCommand(
            .showCameras, [.scanner], ["v"], label: "cameras", "Show cameras with their formats and controls",
            idle: { $0.source.cameraCount == 0 }
        ) {
            $0.display.push(CamerasScreen())
            $0.showCameras()
        }.opening(.cameras).inMenu("Cameras").found(by: "webcam device resolution exposure"),
        FeatureCommand(
            onScreen: .open, [.cameras], [.enter], label: "select",
            "Use the selected camera or format; press a control's button"),
        FeatureCommand(
            onScreen: .increase, [.cameras], [.right, "+"], label: "change",
            "Increase the selected control, or turn it on"
        ),
        FeatureCommand(onScreen: .decrease, [.cameras], [.left, "-"], "Decrease the selected control, or turn it off"),
        FeatureCommand(
            onScreen: .resetControl, [.cameras], ["r"], label: "default", "Reset the selected control"),
        FeatureCommand(onScreen: .resetControls, [.cameras], [], "Reset all controls (asks first)"),
        FeatureCommand(onScreen: .back, [.cameras], [.escape, "q"], label: "back", "Go back to the scanner"),
    ]

    /// What the screen last showed of the camera in use.
    private var details: CameraDetails?
    /// Whether it is being asked for, and whether something was changed since.
    private var isAskingForDetails = false
    private var detailsAreOld = false

    func perform(_ effect: CameraEffect) throws {
        switch effect {
        case .take(let name): choose(name)
        case .changeControl(let id, let steps): try changeControl(id, by: steps)
        case .resetControl(let id): try resetControl(id)
        case .resetControls: try resetControls()
        }
    }

    func follow(_ event: AppEvent) {
        switch event {
        case .cameraChanged: showCameras()
        case .sessionEnded: (details, isAskingForDetails) = (nil, false)
        default: break
        }
    }

    /// What the cameras screen shows of the camera in use.
    struct CameraDetails: Sendable {
        let controls: [CamerasContent.Control]
        let focus: String
        let formats: [CameraFormat]
    }

    /// Brings the cameras screen up to date, where it is open.
    func showCameras() {
        guard display.stack.shows(.cameras) else { return }
        guard scanning.hasControls, let device = scanning.camera?.device else {
            return show(camerasContent(scanning.source.camera == nil ? nil : openingProblem))
        }
        show(camerasContent(nil, details))
        // Keys come faster than a camera answers.
        guard !isAskingForDetails else { return detailsAreOld = true }
        (isAskingForDetails, detailsAreOld) = (true, false)
        do {
            try scanning.askCamera { [system = scanning.cameras.system] controls in
                CameraDetails(
                    controls: try controls.list().map(CamerasContent.Control.init),
                    focus: try controls.focusAbilities().summary,
                    formats: try CameraList.formats(of: device, in: system))
            } failed: { [self] in
                isAskingForDetails = false
                if detailsAreOld { return showCameras() }
                show(camerasContent("\($0)"))
            } then: { [self] details in
                isAskingForDetails = false
                self.details = details
                show(camerasContent(nil, details))
                if detailsAreOld { showCameras() }
            }
        } catch {
            // It was closed just now.
            isAskingForDetails = false
        }
    }

    private var openingProblem: String { model.picture.problem ?? "The camera is opening." }

    private func show(_ content: CamerasContent) {
        model.cameras = content
        display.needsDrawing = true
    }

    private func camerasContent(_ problem: String?, _ details: CameraDetails? = nil) -> CamerasContent {
        var content = CamerasContent()
        content.cameras = scanning.hotPlug.seen.map { camera in
            CamerasContent.Camera(
                name: camera.name, title: camera.title,
                place: camera.bus.isEmpty ? camera.node : "\(camera.node)  \(camera.bus)", problem: camera.problem,
                isPresent: scanning.hotPlug.present.contains(camera.name), isCurrent: camera.name == scanning.cameraName
            )
        }
        content.problem = problem
        if let details {
            content.controls = details.controls
            content.focus = details.focus
            content.formats = formats(details.formats)
        }
        return content
    }

    private func formats(_ offered: [CameraFormat]) -> [CamerasContent.Format] {
        let wanted = scanning.wantedFormat
        let presets = CameraFormatRequest.Preset.allCases.map { preset in
            CamerasContent.Format(
                text: preset.rawValue, help: preset.help, isCurrent: wanted == CameraFormatRequest(preset))
        }
        return presets
            + offered.map { format in
                let request = CameraFormatRequest(
                    width: format.width, height: format.height, framesPerSecond: format.framesPerSecond,
                    pixelFormat: format.pixelFormat)
                return CamerasContent.Format(text: request.text, isCurrent: request == wanted)
            }
    }

    /// Takes the camera called `name`.
    func choose(_ name: String) {
        scanning.listCameras { [self] cameras in
            guard let camera = CameraList.camera(name, among: cameras) else {
                return warn("This camera is no longer connected")
            }
            scanning.happened(.switchWanted(camera, isChoice: true, at: .now))
            showCameras()
        }
    }

    /// Changes a control by steps of a key, and remembers it.
    func changeControl(_ id: UInt32, by steps: Int) throws {
        try scanning.askCamera { controls in
            let control = try controls.present(id)
            return (control, try controls.set(control.id, to: try control.target(of: steps)))
        } then: { [self] (control, taken) in
            if control.isSetting, let value = taken.value { scanning.remember { $0.controls[control.key] = value } }
            if control.id == .flashLEDMode { perform(.light(.controlChanged)) }
            showCameras()
        }
    }

    func resetControl(_ id: UInt32) throws {
        try scanning.askCamera { controls in
            let control = try controls.present(id)
            guard control.kind != .button else { throw UserError("\(control.key) is a button: it has no value") }
            try controls.set(control.id, to: control.defaultValue)
            return control
        } then: { [self] control in
            scanning.remember { $0.controls[control.key] = nil }
            if control.id == .flashLEDMode { perform(.light(.controlChanged)) }
            showCameras()
        }
    }

    func resetControls() throws {
        try scanning.askCamera {
            try $0.reset()
        } then: { [self] changed in
            scanning.remember { $0.controls = [:] }
            if changed.contains(where: { $0.id == .flashLEDMode }) { perform(.light(.controlChanged)) }
            show(Notice(changed.count == 1 ? "1 control reset" : "\(changed.count) controls reset"))
            showCameras()
        }
    }
}

extension CameraControls {
    fileprivate func present(_ id: UInt32) throws -> CameraControl {
        guard let control = try control(CameraControl.ID(rawValue: id)) else {
            throw UserError("This camera no longer has this control")
        }
        return control
    }
}

extension CameraControl {
    /// The value that it has after `steps` of a key.
    fileprivate func target(of steps: Int) throws -> Int {
        switch kind {
        case .button: return 1
        case .boolean: return steps > 0 ? 1 : 0
        case .integer:
            let (change, overflow) = keyStep.multipliedReportingOverflow(by: steps)
            let (sum, beyond) = (value ?? defaultValue).addingReportingOverflow(change)
            return overflow || beyond ? steps > 0 ? range.upperBound : range.lowerBound : sum
        case .menu:
            let values = items.map(\.value)
            guard !values.isEmpty else { throw UserError("\(key) has no choices") }
            let index = values.firstIndex { $0 == value } ?? 0
            return values[min(max(0, index + steps), values.count - 1)]
        }
    }
}

extension CamerasContent.Control {
    init(_ control: CameraControl) {
        var range = control.choices
        if control.kind == .integer { range += ", default \(control.defaultValue)" }
        if control.kind == .boolean { range += ", default \(control.defaultValue != 0 ? "on" : "off")" }
        self.init(
            id: control.id.rawValue, key: control.key, value: control.valueText, range: range,
            fraction: control.kind == .integer ? control.fraction : nil, refusal: control.refusal)
    }
}

extension CameraFormatRequest.Preset {
    /// What it takes, in a line.
    fileprivate var help: String {
        switch self {
        case .low: "the largest up to 640×480 at 25 frames per second or more"
        case .high: "the largest up to 1920×1080 at 25 frames per second or more"
        case .photo: "the largest, at any frame rate"
        }
    }
}

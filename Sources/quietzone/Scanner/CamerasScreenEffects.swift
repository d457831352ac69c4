import Capture
import Foundation
import Screens

/// What the cameras screen shows and asks for.
extension ScannerApp {
    /// Brings the cameras screen up to date, where it is open.
    func showCameras() {
        guard stack.showsCameras else { return }
        var content = CamerasContent()
        content.cameras = hotPlug.seen.map { camera in
            CamerasContent.Camera(
                name: camera.name, title: camera.title,
                place: camera.bus.isEmpty ? camera.node : "\(camera.node)  \(camera.bus)", problem: camera.problem,
                isPresent: hotPlug.present.contains(camera.name), isCurrent: camera.name == cameraName)
        }
        if let controls, let device = (session?.source as? V4L2Camera)?.device {
            do {
                content.controls = try controls.list().map(CamerasContent.Control.init)
                content.focus = try controls.focusAbilities().summary
                content.formats = formats(try CameraList.formats(of: device))
            } catch {
                content.problem = error.description
            }
        } else if source.camera != nil {
            content.problem = stack.scanner.problem ?? "The camera is being opened."
        }
        stack.update(content)
    }

    private func formats(_ offered: [CameraFormat]) -> [CamerasContent.Format] {
        let wanted = wantedFormat
        let presets = CameraFormatWish.Preset.allCases.map { preset in
            CamerasContent.Format(
                text: preset.rawValue, help: preset.help, isCurrent: wanted == CameraFormatWish(preset))
        }
        return presets
            + offered.map { format in
                let wish = CameraFormatWish(
                    width: format.width, height: format.height, framesPerSecond: format.framesPerSecond,
                    pixelFormat: format.pixelFormat)
                return CamerasContent.Format(text: wish.text, isCurrent: wish == wanted)
            }
    }

    /// Takes the camera called `name`.
    func choose(_ name: String) throws {
        guard let camera = CameraList.camera(name, among: CameraList.available()) else {
            throw Trouble("This camera is not there any more")
        }
        choose(camera)
        showCameras()
    }

    /// Takes the format that `text` spells.
    func takeFormat(_ text: String) throws {
        guard let wish = CameraFormatWish(text) else { throw Trouble("\(text) is no format") }
        take(wish)
        showCameras()
    }

    /// Changes a control by steps of a key, and remembers it.
    func changeControl(_ id: UInt32, by steps: Int) throws {
        let (controls, control) = try openControl(id)
        let target: Int
        switch control.kind {
        case .button: target = 1
        case .boolean: target = steps > 0 ? 1 : 0
        case .integer:
            let (change, overflow) = control.keyStep.multipliedReportingOverflow(by: steps)
            let (sum, beyond) = (control.value ?? control.defaultValue).addingReportingOverflow(change)
            let end = steps > 0 ? control.range.upperBound : control.range.lowerBound
            target = overflow || beyond ? end : sum
        case .menu:
            let values = control.items.map(\.value)
            guard !values.isEmpty else { throw Trouble("\(control.key) has no choices") }
            let index = values.firstIndex { $0 == control.value } ?? 0
            target = values[min(max(0, index + steps), values.count - 1)]
        }
        let taken = try controls.set(control.id, to: target)
        if control.isSetting, let value = taken.value { try remember { $0.controls[control.key] = value } }
        if control.id == .flashLEDMode { noteLight() }
        showCameras()
    }

    /// Sets a control to its default.
    func resetControl(_ id: UInt32) throws {
        let (controls, control) = try openControl(id)
        guard control.kind != .button else { throw Trouble("\(control.key) is a button: it has no default") }
        try controls.set(control.id, to: control.defaultValue)
        try remember { $0.controls[control.key] = nil }
        if control.id == .flashLEDMode { noteLight() }
        showCameras()
    }

    /// Sets all controls to their defaults.
    func resetControls() throws {
        guard let controls else { throw Trouble("The camera is not open: wait until its picture is there") }
        let changed = try controls.reset()
        try remember { $0.controls = [:] }
        if changed.contains(where: { $0.id == .flashLEDMode }) { noteLight() }
        show(Notice(changed.count == 1 ? "1 control reset" : "\(changed.count) controls reset"))
        showCameras()
    }

    private func openControl(_ id: UInt32) throws -> (CameraControls, CameraControl) {
        guard let controls, let control = try controls.control(CameraControl.ID(rawValue: id)) else {
            throw Trouble("The camera is not open: wait until its picture is there")
        }
        return (controls, control)
    }

    private func remember(_ change: (inout CameraSettings) -> Void) throws {
        guard let name = cameraName else { return }
        try cameras.memory?.change(name, change)
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

extension CameraFormatWish.Preset {
    /// What it takes, in a line.
    fileprivate var help: String {
        switch self {
        case .low: "the largest up to 640×480 with 25 frames a second or more"
        case .high: "the largest up to 1920×1080 with 25 frames a second or more"
        case .photo: "the largest, however slow"
        }
    }
}

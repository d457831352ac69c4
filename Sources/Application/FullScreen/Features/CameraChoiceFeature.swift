import Services
import Capture
import Screens
import Surface

extension Command {
    static let nextCamera = Command("next-camera")
    static let previousCamera = Command("previous-camera")
}

/// Which camera is in use.
final class CameraChoiceFeature: FeatureBase, Feature {
    static let purpose = "Camera"
    static let commands: [FeatureCommand<CameraChoiceFeature>] = [
        FeatureCommand(
            .nextCamera, [.scanner, .door], ["c"], label: "camera", "Switch to the next camera",
            idle: { model in model.source.cameraCount.map { $0 < (model.source.isCamera ? 2 : 1) } ?? false }
        ) { $0.switchCamera(by: 1) },
        FeatureCommand(.previousCamera, [.scanner, .door], ["C"], "Switch to the previous camera") {
            $0.switchCamera(by: -1)
        },
    ]

    /// Goes to the camera `places` further in the list.
    func switchCamera(by places: Int) {
        scanning.listCameras { [self] in goOn(by: places, among: $0) }
    }

    private func goOn(by places: Int, among cameras: [CameraDevice]) {
        guard !cameras.isEmpty else { return warn("No camera found: plug one in and press the key again") }
        let now = scanning.machine.switching?.camera.name ?? scanning.cameraName ?? scanning.source.camera
        let current = cameras.firstIndex { $0.name == now || $0.node == now }
        if cameras.count == 1, current != nil { return show(Notice("\(scanning.source.title) is the only camera")) }
        let next = current.map { ($0 + places + cameras.count) % cameras.count } ?? 0
        scanning.happened(.switchWanted(cameras[next], isChoice: true, at: .now))
    }
}

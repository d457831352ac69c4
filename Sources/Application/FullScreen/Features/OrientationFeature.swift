import Services
import Preview
import Screens
import Surface

extension Command {
    static let mirror = Command("mirror")
    static let rotate = Command("rotate")
}

/// Which way up the picture is shown.
final class OrientationFeature: FeatureBase, Feature {
    static let purpose = "Picture"
    static let commands: [FeatureCommand<OrientationFeature>] = [
        FeatureCommand(.mirror, [.scanner, .door], ["m"], "Mirror the picture") {
            $0.orient($0.model.picture.view.orientation.mirrored)
        }.found(by: "flip"),
        FeatureCommand(.rotate, [.scanner, .door], ["R"], "Rotate the picture clockwise by 90°") {
            $0.orient($0.model.picture.view.orientation.turned)
        },
    ]

    func follow(_ event: AppEvent) {
        switch event {
        case .sessionBegins where scanning.source.camera == nil: show(.upright)
        case .cameraOpened(let camera, isOther: true): show(scanning.cameras.orientation(of: camera))
        default: break
        }
    }

    func advance(at now: ContinuousClock.Instant) {
        records.scanned.pictures?.orientation = model.picture.view.orientation
    }

    private func show(_ orientation: Orientation) { model.picture.view.orientation = orientation }

    /// Shows the picture this way up from now on.
    private func orient(_ orientation: Orientation) {
        model.picture.view.orientation = orientation
        scanning.boxChanged()
        let turned = "rotated by \(orientation.quarterTurns * 90)°"
        let words = (orientation.isMirrored ? ["mirrored"] : []) + (orientation.quarterTurns == 0 ? [] : [turned])
        let way = words.isEmpty ? "as the camera sends it" : words.joined(separator: ", ")
        show(Notice("Picture \(way)", of: .orientation))
        remember(orientation)
    }

    private func remember(_ orientation: Orientation) {
        let facesUser = scanning.camera?.device.facesUser
        scanning.remember { settings in
            settings.quarterTurns = orientation.quarterTurns == 0 ? nil : orientation.quarterTurns
            settings.mirror(orientation.isMirrored, facesUser: facesUser)
        }
    }
}

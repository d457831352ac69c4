import Services
import Capture
import Preview
import Screens
import Surface

extension Command {
    static let mirror = Command("mirror")
    static let rotate = Command("rotate")
}

/// Which way up the picture is shown.
extension Feature {
    static let orientation = Feature(
        "Picture",
        [
            FeatureCommand(
                .mirror, .on([.scanner, .door]), [.character("m")], "Show the picture as in a mirror, or not"
            ) {
                try $0.orient($0.model.picture.view.orientation.mirrored)
            },
            FeatureCommand(
                .rotate, .on([.scanner, .door]), [.character("R")], "Turn the picture clockwise by a quarter"
            ) {
                try $0.orient($0.model.picture.view.orientation.turned)
            },
        ])
}

extension ScannerApp {
    /// Shows the picture this way up from now on.
    func orient(_ orientation: Orientation) throws {
        model.picture.view.orientation = orientation
        scanning.session?.setInterestBox(model.picture.activeBox)
        let turned = "turned by \(orientation.quarterTurns * 90)°"
        let words = (orientation.isMirrored ? ["mirrored"] : []) + (orientation.quarterTurns == 0 ? [] : [turned])
        let way = words.isEmpty ? "as the camera sends it" : words.joined(separator: ", ")
        show(Notice("Picture \(way)", of: .orientation))
        try remember(orientation)
    }

    /// Keeps the orientation for this camera.
    private func remember(_ orientation: Orientation) throws {
        guard let name = cameraName else { return }
        let facesUser = camera?.device.facesUser
        try driver.cameras.memory?.change(name) { settings in
            settings.quarterTurns = orientation.quarterTurns == 0 ? nil : orientation.quarterTurns
            settings.mirror(orientation.isMirrored, facesUser: facesUser)
        }
    }
}

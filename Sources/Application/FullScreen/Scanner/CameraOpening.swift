import Services
import Capture
import Screens

extension ScannerApp {
    /// The stable name of the camera in use; nil where it is none or was never found.
    var cameraName: String? { scanning.source.stableName }

    /// A camera streams: shows it as is remembered of it.
    func cameraOpened() {
        defer {
            showLights()
            // A camera forgets its focus range when it is closed.
            if inUse.focusesNear { restoreInCamera { try $0.setFocusNear(true) } }
        }
        guard let camera = camera?.device else { return }
        guard camera.name != inUse.openedCamera else {
            // It gets its own zoom back when it is closed, and its light goes out, for another format too.
            if let lensZoom = inUse.lensZoom { restoreInCamera { try $0.set(.zoomAbsolute, to: lensZoom) } }
            if inUse.keepsLit { restoreInCamera { try $0.torch(true) } }
            return
        }
        inUse.keepsLit = false
        (inUse.lensZoom, model.picture.lensFactor) = (nil, nil)
        inUse.openedCamera = camera.name
        model.picture.view.setZoom(1)
        model.picture.view.orientation = driver.cameras.orientation(of: camera)
        takeRememberedBox(of: camera)
        inUse.focusesNear = driver.cameras.memory?.settings(of: camera.name).focusesNear ?? false
        scanning.session?.setInterestBox(model.picture.activeBox)
    }
}

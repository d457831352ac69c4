import Capture
import Foundation
import Preview
import Screens

/// What screens ask of the camera's picture: zoom and orientation.
extension ScannerApp {
    var controls: CameraControls? { (session?.source as? V4L2Camera)?.controls }

    /// Zooms by the lens as far as it goes, beyond that by cutting the picture's edges off.
    func zoom(by steps: Int) throws {
        let digital = stack.scanner.view.zoom
        if let lens = try controls?.control(.zoomAbsolute), lens.refusal == nil, let value = lens.value {
            let end = steps > 0 ? lens.range.upperBound : lens.range.lowerBound
            // Out again the other way round: first the picture, then the lens.
            if steps > 0 ? value != end : digital == 1 {
                guard value != end else { return show(Notice("Zoom 1.0×: the whole picture is shown")) }
                let zoomed = try controls?.zoom(by: steps) ?? lens
                lensZoom = zoomed.value
                return tellZoom(lens: zoomed)
            }
            setDigitalZoom(digital * pow(1.25, Double(steps)))
            return tellZoom(lens: lens)
        }
        if steps < 0, digital == 1 { return show(Notice("Zoom 1.0×: the whole picture is shown")) }
        setDigitalZoom(digital * pow(1.25, Double(steps)))
        tellZoom(lens: nil)
    }

    /// The whole picture again.
    func resetZoom() throws {
        setDigitalZoom(1)
        lensZoom = nil
        var lens = try controls?.control(.zoomAbsolute)
        if let found = lens, found.refusal == nil {
            lens = try controls?.set(.zoomAbsolute, to: found.range.lowerBound)
        }
        tellZoom(lens: lens)
    }

    private func setDigitalZoom(_ factor: Double) {
        // Steps of a fifth never come back to 1 exactly.
        stack.scanner.setZoom(abs(factor - 1) < 0.1 ? 1 : factor)
        session?.setInterestBox(stack.scanner.activeBox)
    }

    private func tellZoom(lens: CameraControl?) {
        let digital = stack.scanner.view.zoom
        let isDigital = digital > 1
        guard let lens, let factor = lens.factor else {
            let own = lens?.value.map { "lens \($0)" }
            let picture = own == nil || isDigital ? String(format: "%.1f×", digital) : nil
            return show(Notice("Zoom " + [own, picture].compactMap { $0 }.joined(separator: ", ")))
        }
        show(Notice(String(format: "Zoom %.1f×", factor * digital) + (isDigital ? " (digital beyond the lens)" : "")))
    }

    /// Keeps the orientation for this camera.
    func remember(_ orientation: Orientation) throws {
        guard let name = cameraName else { return }
        let facesUser = (session?.source as? V4L2Camera)?.device.facesUser
        try cameras.memory?.change(name) { settings in
            settings.quarterTurns = orientation.quarterTurns == 0 ? nil : orientation.quarterTurns
            settings.mirror(orientation.isMirrored, facesUser: facesUser)
        }
    }

    /// The stable name of the camera in use; nil where it is none or was never found.
    var cameraName: String? { source.stableName }

    /// A camera streams: shows it as is remembered of it.
    func cameraOpened() {
        defer {
            showLights()
            keepFocusNear()
        }
        guard let camera = (session?.source as? V4L2Camera)?.device else { return }
        guard camera.name != openedCamera else {
            keepZoomed()
            return keepLit()
        }
        keepsLit = false
        lensZoom = nil
        openedCamera = camera.name
        stack.scanner.setZoom(1)
        stack.scanner.setOrientation(cameras.orientation(of: camera))
        focusesNear = cameras.memory?.settings(of: camera.name).focusesNear ?? false
        session?.setInterestBox(stack.scanner.activeBox)
    }

    /// A camera gets its own zoom back when it is closed.
    private func keepZoomed() {
        guard let lensZoom else { return }
        do {
            try controls?.set(.zoomAbsolute, to: lensZoom)
        } catch {
            LogFile.write(error.description)
        }
    }

    /// A camera forgets its focus range when it is closed.
    private func keepFocusNear() {
        guard focusesNear else { return }
        do {
            try controls?.setFocusNear(true)
        } catch {
            LogFile.write(error.description)
        }
    }
}

import Capture
import Foundation
import Preview
import Screens

/// What screens ask of the camera's picture: zoom and orientation.
extension ScannerApp {
    /// What a step of the zoom did to the lens.
    private enum LensStep: Sendable {
        /// There is no lens that zooms.
        case none
        /// It is at its end, as far out as it goes, and so is the picture.
        case outermost
        case moved(CameraControl)
        /// It stays where it is: the picture's edges are cut off.
        case stays(CameraControl)
    }

    /// Zooms by the lens as far as it goes, beyond that by cutting the picture's edges off.
    func zoom(by steps: Int) throws {
        guard hasControls else { return zoomDigitally(by: steps, lens: nil) }
        let isWhole = stack.scanner.view.zoom == 1
        try askCamera { controls -> LensStep in
            guard let lens = try controls.control(.zoomAbsolute), lens.refusal == nil, let value = lens.value else {
                return .none
            }
            let end = steps > 0 ? lens.range.upperBound : lens.range.lowerBound
            // Out again the other way round: first the picture, then the lens.
            guard steps > 0 ? value != end : isWhole else { return .stays(lens) }
            return value == end ? .outermost : .moved(try controls.zoom(by: steps))
        } then: { [self] step in
            switch step {
            case .none: zoomDigitally(by: steps, lens: nil)
            case .outermost: tellWhole()
            case .moved(let lens):
                lensZoom = lens.value
                tellZoom(lens: lens)
            case .stays(let lens): zoomDigitally(by: steps, lens: lens)
            }
        }
    }

    /// The whole picture again.
    func resetZoom() throws {
        setDigitalZoom(1)
        lensZoom = nil
        guard hasControls else { return tellZoom(lens: nil) }
        try askCamera { controls -> CameraControl? in
            guard let lens = try controls.control(.zoomAbsolute), lens.refusal == nil else {
                return try controls.control(.zoomAbsolute)
            }
            return try controls.set(.zoomAbsolute, to: lens.range.lowerBound)
        } then: { [self] in
            // A step that was under way has come after the key.
            setDigitalZoom(1)
            lensZoom = nil
            tellZoom(lens: $0)
        }
    }

    private func zoomDigitally(by steps: Int, lens: CameraControl?) {
        let digital = stack.scanner.view.zoom
        if steps < 0, digital == 1, lens == nil { return tellWhole() }
        setDigitalZoom(digital * pow(1.25, Double(steps)))
        tellZoom(lens: lens)
    }

    private func tellWhole() { show(Notice("Zoom 1.0×: the whole picture is shown")) }

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
            // A camera forgets its focus range when it is closed.
            if focusesNear { restoreInCamera { try $0.setFocusNear(true) } }
        }
        guard let camera = (session?.source as? V4L2Camera)?.device else { return }
        guard camera.name != openedCamera else {
            // It gets its own zoom back when it is closed, and its light goes out, for another format too.
            if let lensZoom { restoreInCamera { try $0.set(.zoomAbsolute, to: lensZoom) } }
            if keepsLit { restoreInCamera { try $0.torch(true) } }
            return
        }
        keepsLit = false
        lensZoom = nil
        openedCamera = camera.name
        stack.scanner.setZoom(1)
        stack.scanner.setOrientation(cameras.orientation(of: camera))
        focusesNear = cameras.memory?.settings(of: camera.name).focusesNear ?? false
        session?.setInterestBox(stack.scanner.activeBox)
    }
}

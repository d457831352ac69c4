import Services
import Capture
import Foundation
import Screens
import Surface

extension Command {
    static let zoomIn = Command("zoom-in")
    static let zoomOut = Command("zoom-out")
    static let zoomReset = Command("zoom-reset")
}

/// Zoom: the lens as far as it goes, beyond that the picture's middle.
final class ZoomFeature: FeatureBase, Feature {
    static let purpose = "Zoom"
    static let commands: [FeatureCommand<ZoomFeature>] = [
        FeatureCommand(.zoomIn, [.scanner], ["+", "="], label: "zoom", "Zoom in", idle: { $0.picture.frame == nil }) {
            try $0.zoom(by: 1)
        }, FeatureCommand(.zoomOut, [.scanner], ["-"], "Zoom out") { try $0.zoom(by: -1) },
        FeatureCommand(.zoomReset, [.scanner], ["0"], "Reset the zoom") { try $0.resetZoom() },
    ]

    /// Where the lens was zoomed to by key; nil when it was not.
    private var lensZoom: Int?

    func follow(_ event: AppEvent) {
        switch event {
        case .sessionBegins where scanning.source.camera == nil: begin()
        case .cameraOpened(_, isOther: true): begin()
        case .cameraOpened(_, isOther: false):
            // A camera gets its own zoom back when it is closed, for another format too.
            if let lensZoom { scanning.restoreInCamera { try $0.set(.zoomAbsolute, to: lensZoom) } }
        default: break
        }
    }

    /// Another source: the whole picture.
    private func begin() {
        model.picture.view.setZoom(1)
        (lensZoom, model.picture.lensFactor) = (nil, nil)
    }

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
        guard scanning.hasControls else { return zoomDigitally(by: steps, lens: nil) }
        let isWhole = model.picture.view.zoom == 1
        try scanning.askCamera { controls -> LensStep in
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
            case .outermost: showWholeNotice()
            case .moved(let lens):
                lensZoom = lens.value
                showZoomNotice(lens: lens)
            case .stays(let lens): zoomDigitally(by: steps, lens: lens)
            }
        }
    }

    /// The whole picture again.
    func resetZoom() throws {
        setDigitalZoom(1)
        (lensZoom, model.picture.lensFactor) = (nil, nil)
        guard scanning.hasControls else { return showZoomNotice(lens: nil) }
        try scanning.askCamera { controls -> CameraControl? in
            guard let lens = try controls.control(.zoomAbsolute), lens.refusal == nil else {
                return try controls.control(.zoomAbsolute)
            }
            return try controls.set(.zoomAbsolute, to: lens.range.lowerBound)
        } then: { [self] in
            // A step that was under way has come after the key.
            setDigitalZoom(1)
            lensZoom = nil
            showZoomNotice(lens: $0)
        }
    }

    private func zoomDigitally(by steps: Int, lens: CameraControl?) {
        let digital = model.picture.view.zoom
        if steps < 0, digital == 1, lens == nil { return showWholeNotice() }
        setDigitalZoom(digital * pow(1.25, Double(steps)))
        showZoomNotice(lens: lens)
    }

    private func showWholeNotice() { show(Notice("Zoom 1.0×", of: .zoom)) }

    private func setDigitalZoom(_ factor: Double) {
        // Steps of a fifth never come back to 1 exactly.
        model.picture.view.setZoom(abs(factor - 1) < 0.1 ? 1 : factor)
        scanning.boxChanged()
    }

    private func showZoomNotice(lens: CameraControl?) {
        // The status line tells the same.
        model.picture.lensFactor = lens?.factor
        let zoom = "\(model.picture.zoom.tenths)×"
        let isDigital = model.picture.view.zoom > 1
        guard let lens, lens.factor != nil else {
            let own = lens?.value.map { "lens \($0)" }
            let words = [own, own == nil || isDigital ? zoom : nil].compactMap { $0 }
            return show(Notice("Zoom " + words.joined(separator: ", "), of: .zoom))
        }
        show(Notice("Zoom \(zoom)" + (isDigital ? " (digital beyond the lens)" : ""), of: .zoom))
    }
}

import Services
import Capture
import Screens
import Surface

extension Command {
    static let nextPreview = Command("next-preview")
    static let toggleColour = Command("toggle-colour")
}

/// How the picture is drawn in cells.
extension Feature {
    static let preview = Feature(
        "Picture",
        [
            FeatureCommand(
                .nextPreview, .on([.scanner]), [.character("i")],
                "Draw the picture in another way, such as half blocks of grey"
            ) { app in
                let (isChanged, line) = app.model.picture.painter.chooseNext()
                app.show(Notice(line, isWarning: !isChanged, of: .renderer))
            },
            FeatureCommand(
                .toggleColour, .on([.scanner]), [.character("U")], "Show the camera's own colours, or greys"
            ) { app in
                app.setColoured(!app.model.picture.painter.isColoured)
            },
        ])
}

extension ScannerApp {
    /// Shows the camera's own colours or greys from now on, and says so, or why it cannot.
    func setColoured(_ isColoured: Bool) {
        if let obstacle = model.picture.painter.setColoured(isColoured) {
            return show(Notice(obstacle, isWarning: true))
        }
        colour.isWanted = isColoured
        let remark = isColoured ? colourRemark : nil
        show(
            Notice(
                remark ?? (isColoured ? "Picture in the camera's colours" : "Picture in greys"),
                isWarning: remark != nil))
    }

    /// Why the source has no colours to show; nil where it has, or it is not known yet.
    private var colourRemark: String? {
        guard !model.source.isDemo, let encoding = model.picture.format?.encoding else { return nil }
        guard model.source.isCamera else {
            return "No colours here: only the brightness of pictures and videos is decoded"
        }
        return CameraFormat.tellsColours(encoding)
            ? nil : "No colours in \(encoding): only its brightness is decoded. F takes another format"
    }
}

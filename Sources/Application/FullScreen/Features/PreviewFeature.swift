import Capture
import Config
import Preview
import Screens
import Services
import Surface

extension Command {
    static let nextPreview = Command("next-preview")
    static let toggleColour = Command("toggle-colour")
}

/// How the picture is drawn in cells.
final class PreviewFeature: FeatureBase, Feature {
    static let purpose = "Picture"
    static let commands: [FeatureCommand<PreviewFeature>] = [
        FeatureCommand(.nextPreview, [.scanner], ["i"], "Change the picture style") { feature in
            let (isChanged, line) = feature.model.picture.painter.chooseNext()
            feature.show(Notice(line, isWarning: !isChanged, of: .renderer))
        }.found(by: "ascii renderer look preview blocks letters braille pixels"),
        FeatureCommand(.toggleColour, [.scanner], ["U"], "Toggle colour") {
            $0.setColoured(!$0.model.picture.painter.isColoured)
        },
    ]

    func apply(_ new: Settings, insteadOf old: Settings) -> String? {
        var remark: String?
        if new.ramp != old.ramp || new.preview != old.preview {
            remark = applyPreview(new, isOther: new.preview != old.preview)
        }
        if new.showsColour != old.showsColour {
            let obstacle = model.picture.painter.setColoured(new.showsColour)
            scanning.colour.isWanted = model.picture.painter.isColoured
            remark = obstacle ?? remark
        }
        return remark
    }

    private func applyPreview(_ new: Settings, isOther: Bool) -> String? {
        let name = isOther ? new.preview : model.picture.painter.name
        let isColoured = model.picture.painter.isColoured
        model.picture.painter = PreviewPainter(
            PreviewRenderers.all(ramp: Array(new.ramp)), on: display.terminal.traits)
        if let frame = model.picture.frame { model.picture.painter.adapt(to: frame) }
        defer { _ = model.picture.painter.setColoured(isColoured) }
        return model.picture.painter.choose(name)
    }

    /// Shows the camera's own colours or greys from now on, and says so, or why it cannot.
    func setColoured(_ isColoured: Bool) {
        if let obstacle = model.picture.painter.setColoured(isColoured) { return warn(obstacle) }
        scanning.colour.isWanted = isColoured
        let remark = isColoured ? colourRemark : nil
        show(
            Notice(
                remark ?? (isColoured ? "Colour on" : "Colour off"),
                isWarning: remark != nil))
    }

    /// Why the source has no colours to show; nil if it has, or it is not known yet.
    private var colourRemark: String? {
        guard !model.source.isDemo, let encoding = model.picture.format?.encoding else { return nil }
        guard model.source.isCamera else {
            return "No colour here: pictures and videos are decoded in grey"
        }
        return CameraFormat.tellsColours(encoding)
            ? nil : "No colour in \(encoding), which is decoded in grey. Press F for another format"
    }
}

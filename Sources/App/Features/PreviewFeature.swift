import Screens
import Surface

extension Command {
    static let nextPreview = Command("next-preview")
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
                app.show(Notice(line, isWarning: !isChanged))
            }
        ])
}

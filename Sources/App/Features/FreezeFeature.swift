import Screens
import Surface

/// Holding the picture still, and with it what is read in it.
extension Feature {
    static let freeze = Feature(
        "Picture",
        [
            FeatureCommand(
                .freeze, .on([.scanner]), [.character("z")], label: "freeze",
                "Hold the picture still, or let it run again",
                refusal: { $0.picture.frame == nil ? "No picture to hold still yet" : nil }
            ) { app in
                app.model.picture.isFrozen.toggle()
                app.scanning.session?.setFrozen(app.model.picture.isFrozen)
            }
        ])
}

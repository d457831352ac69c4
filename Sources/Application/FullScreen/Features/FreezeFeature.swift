import Services
import Screens

/// Holding the picture still, and with it what is read in it.
final class FreezeFeature: FeatureBase, Feature {
    static let purpose = "Picture"
    static let commands: [FeatureCommand<FreezeFeature>] = [
        FeatureCommand(
            .freeze, [.scanner], ["z"], label: "freeze", "Freeze or resume the picture",
            refusal: { model in
                if model.picture.frame == nil { return "No picture to freeze yet" }
                guard !model.picture.isFrozen else { return nil }
                if model.source.isStill { return "This is a still picture" }
                return model.source.hasEnded ? "\(model.source.title) has ended: showing its last picture" : nil
            }
        ) { feature in
            feature.model.picture.isFrozen.toggle()
            feature.scanning.session?.setFrozen(feature.model.picture.isFrozen)
        }.found(by: "pause hold")
    ]
}

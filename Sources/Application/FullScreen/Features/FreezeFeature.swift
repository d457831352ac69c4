import Services
import Screens

/// Holding the picture still, and with it what is read in it.
final class FreezeFeature: FeatureBase, Feature {
    static let purpose = "Picture"
    static let commands: [FeatureCommand<FreezeFeature>] = [
        FeatureCommand(
            .freeze, [.scanner], ["z"], label: "freeze", "Hold the picture still, or let it run again",
            refusal: { model in
                if model.picture.frame == nil { return "No picture to hold still yet" }
                guard !model.picture.isFrozen else { return nil }
                if model.source.isStill { return "This picture stands still by itself" }
                return model.source.hasEnded ? "\(model.source.title) has ended: its last picture stays" : nil
            }
        ) { feature in
            feature.model.picture.isFrozen.toggle()
            feature.scanning.session?.setFrozen(feature.model.picture.isFrozen)
        }
    ]
}

import Config
import Screens
import Surface

extension Command {
    static let toggleFigures = Command("toggle-figures")
}

/// Figures for developers in the status line.
final class FiguresFeature: FeatureBase, Feature {
    static let purpose = "Program"
    static let commands: [FeatureCommand<FiguresFeature>] = [
        FeatureCommand(
            .toggleFigures, [.scanner], ["I"],
            "Toggle technical details in the status line"
        ) { $0.model.showsFigures.toggle() }
    ]

    func apply(_ new: Settings, insteadOf old: Settings) -> String? {
        if new.showsFigures != old.showsFigures { model.showsFigures = new.showsFigures }
        return nil
    }
}

import Services
import Screens
import Surface

extension Command {
    static let toggleFigures = Command("toggle-figures")
}

/// Figures for developers in the status line.
extension Feature {
    static let figures = Feature(
        "Program",
        [
            FeatureCommand(
                .toggleFigures, .on([.scanner]), [.character("I")],
                "Show or hide figures in the status line: format, dropped frames, decoding time, renderer"
            ) { $0.model.showsFigures.toggle() }
        ])
}

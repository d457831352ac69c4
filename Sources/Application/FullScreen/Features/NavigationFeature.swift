import Services
import Widgets
import Screens
import Surface

/// Moving through lists and texts, which every screen does by itself.
final class NavigationFeature: FeatureBase, Feature {
    static let purpose = "Moving"
    static let contexts: [KeyContext] = [.scanner, .scan]
    static let commands: [FeatureCommand<NavigationFeature>] = [
        FeatureCommand(
            onScreen: .open, [.scanner, .history], [.enter], label: "open",
            "Show details of the selected scan"
        ).opening(.scan),
        FeatureCommand(onScreen: .open, [.scan], [.enter], label: "OK", "Run the selected action"),
        FeatureCommand(
            onScreen: .back, [.scan], [.escape, "q", .left], label: "back", "Go to the previous screen"),
        FeatureCommand(onScreen: .back, [.history], ["q", .left], label: "back", "Go to the previous screen"),
        FeatureCommand(
            onScreen: .clear, [.scanner], [.escape], label: "back",
            "Clear the search, then the marks, then close dropped pictures"),
        FeatureCommand(
            onScreen: .clear, [.history], [.escape],
            "Clear the search, then the marks, then go back"),
        FeatureCommand(onScreen: .back, [.help], [.escape, "q"], label: "back", "Go to the previous screen"),
        FeatureCommand(
            onScreen: .selectPrevious, .except([.box, .door]), [.up, "k"], "Move up"),
        FeatureCommand(onScreen: .selectNext, .except([.box, .door]), [.down, "j"], "Move down"),
        FeatureCommand(onScreen: .pageUp, .except([.door]), [.pageUp], "Page up"),
        FeatureCommand(onScreen: .pageDown, .except([.door]), [.pageDown], "Page down"),
        FeatureCommand(onScreen: .halfPageUp, .except([.door]), [.control("u")], "Half a page up"),
        FeatureCommand(onScreen: .halfPageDown, .except([.door]), [.control("d")], "Half a page down"),
        FeatureCommand(onScreen: .selectFirst, .except([.door]), [.home, "g"], "Go to the first line"),
        FeatureCommand(onScreen: .selectLast, .except([.door]), [.end, "G"], "Go to the last line"),
    ]
}

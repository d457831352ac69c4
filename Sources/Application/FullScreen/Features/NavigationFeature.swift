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
            "Show the selected scan: every field, its bytes, what can be done"),
        FeatureCommand(onScreen: .open, [.scan], [.enter], label: "do it", "Do the selected action"),
        FeatureCommand(onScreen: .back, [.scan], [.escape, "q", .left], label: "back", "Go back to the screen before"),
        FeatureCommand(onScreen: .back, [.history], ["q", .left], label: "back", "Go back to the screen before"),
        FeatureCommand(
            onScreen: .clear, [.scanner], [.escape], label: "back",
            "End the search; without one, take the marks away; without those, leave pictures that were dropped"),
        FeatureCommand(
            onScreen: .clear, [.history], [.escape],
            "End the search; without one, take the marks away; without those, go back"),
        FeatureCommand(onScreen: .back, [.help], [.escape, "q"], label: "back", "Go back to the screen before"),
        FeatureCommand(
            onScreen: .selectPrevious, .everywhere, [.up, "k"], "Move up: in the history, the actions or a long text"),
        FeatureCommand(onScreen: .selectNext, .everywhere, [.down, "j"], "Move down"),
        FeatureCommand(onScreen: .pageUp, .everywhere, [.pageUp], "Move up by a page"),
        FeatureCommand(onScreen: .pageDown, .everywhere, [.pageDown], "Move down by a page"),
        FeatureCommand(onScreen: .halfPageUp, .everywhere, [.control("u")], "Move up by half a page"),
        FeatureCommand(onScreen: .halfPageDown, .everywhere, [.control("d")], "Move down by half a page"),
        FeatureCommand(onScreen: .selectFirst, .everywhere, [.home, "g"], "Go to the first: the newest scan"),
        FeatureCommand(onScreen: .selectLast, .everywhere, [.end, "G"], "Go to the last: the oldest scan"),
        FeatureCommand(
            onScreen: .nextPane, [.scanner], [.tab, .backTab], label: "other pane",
            "Go to the picture, where the arrows move the box, or back to the history"),
        FeatureCommand(onScreen: .moveLeft, [.scanner], [.left], "In the picture: move the box left"),
        FeatureCommand(onScreen: .moveRight, [.scanner], [.right], "In the picture: move the box right"),
    ]
}

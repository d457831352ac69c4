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
            onScreen: .open, .on([.scanner, .history]), [.enter], label: "open",
            "Show the selected scan: every field, its bytes, what can be done"),
        FeatureCommand(onScreen: .open, .on([.scan]), [.enter], label: "do it", "Do the selected action"),
        FeatureCommand(
            onScreen: .back, .on([.scan]), [.escape, .character("q"), .left], label: "back",
            "Go back to the screen before"),
        FeatureCommand(
            onScreen: .back, .on([.history]), [.character("q"), .left], label: "back",
            "Go back to the screen before"),
        FeatureCommand(
            onScreen: .clear, .on([.scanner]), [.escape], label: "back",
            "End the search; without one, take the marks away; without those, leave pictures that were dropped"),
        FeatureCommand(
            onScreen: .clear, .on([.history]), [.escape],
            "End the search; without one, take the marks away; without those, go back"),
        FeatureCommand(
            onScreen: .back, .on([.help]), [.escape, .character("q")], label: "back",
            "Go back to the screen before"),
        FeatureCommand(
            onScreen: .selectPrevious, .everywhere, [.up, .character("k")],
            "Move up: in the history, the actions or a long text"),
        FeatureCommand(onScreen: .selectNext, .everywhere, [.down, .character("j")], "Move down"),
        FeatureCommand(onScreen: .pageUp, .everywhere, [.pageUp], "Move up by a page"),
        FeatureCommand(onScreen: .pageDown, .everywhere, [.pageDown], "Move down by a page"),
        FeatureCommand(onScreen: .halfPageUp, .everywhere, [.control("u")], "Move up by half a page"),
        FeatureCommand(onScreen: .halfPageDown, .everywhere, [.control("d")], "Move down by half a page"),
        FeatureCommand(
            onScreen: .selectFirst, .everywhere, [.home, .character("g")], "Go to the first: the newest scan"),
        FeatureCommand(
            onScreen: .selectLast, .everywhere, [.end, .character("G")], "Go to the last: the oldest scan"),
        FeatureCommand(
            onScreen: .nextPane, .on([.scanner]), [.tab, .backTab], label: "other pane",
            "Go to the picture, where the arrows move the box, or back to the history"),
        FeatureCommand(onScreen: .moveLeft, .on([.scanner]), [.left], "In the picture: move the box left"),
        FeatureCommand(onScreen: .moveRight, .on([.scanner]), [.right], "In the picture: move the box right"),
    ]
}

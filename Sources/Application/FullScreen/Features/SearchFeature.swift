import Services
import Screens

/// Looking for a text. Lists show only what it is found in, texts stay and show where it is; in both, `n` goes to the next place.
final class SearchFeature: FeatureBase, Feature {
    static let purpose = "Search"
    static let commands: [FeatureCommand<SearchFeature>] = [
        FeatureCommand(
            onScreen: .find, [.scanner, .history], ["/"], label: "search",
            "Show only scans with these words, and conditions such as kind:wifi, tag:late, after:monday, qty>1"),
        FeatureCommand(
            onScreen: .find, [.scan, .help, .report], ["/"], label: "search", "Look for a text on this screen"),
        FeatureCommand(onScreen: .find, [.log], ["/"], label: "search", "Show only lines that have these words"),
        FeatureCommand(
            onScreen: .findNext, [.scanner, .history, .scan, .help, .log, .report], ["n"], label: "next found",
            "Go to the next place where it is found"),
        FeatureCommand(
            onScreen: .findPrevious, [.scanner, .history, .scan, .help, .log, .report], ["N"],
            "Go to the place before where it is found"),
    ]
}

import Services
import Screens

/// Looking for a text. Lists show only what it is found in, texts stay and show where it is; in both, `n` goes to the next place.
final class SearchFeature: FeatureBase, Feature {
    static let purpose = "Search"
    static let commands: [FeatureCommand<SearchFeature>] = [
        FeatureCommand(
            onScreen: .find, [.scanner, .history], ["/"], label: "find",
            "Search: words, kind:wifi, tag:late, since:monday, qty>1; Tab completes"),
        FeatureCommand(
            onScreen: .find, [.scan, .help, .report], ["/"], label: "find", "Search this screen"),
        FeatureCommand(onScreen: .find, [.log], ["/"], label: "find", "Search the log"),
        FeatureCommand(
            onScreen: .findNext, [.scanner, .history, .scan, .help, .log, .report], ["n"], label: "next match",
            "Go to the next match"),
        FeatureCommand(
            onScreen: .findPrevious, [.scanner, .history, .scan, .help, .log, .report], ["N"],
            "Go to the previous match"),
    ]
}

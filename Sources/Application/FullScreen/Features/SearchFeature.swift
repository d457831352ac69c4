import Services
import Screens

/// Looking for a text. Lists show only what it is found in, texts stay and show where it is; in both, `n` goes to the next place.
final class SearchFeature: FeatureBase, Feature {
    static let purpose = "Search"
    static let commands: [FeatureCommand<SearchFeature>] = [
        FeatureCommand(
            onScreen: .find, .on([.scanner, .history]), [.character("/")], label: "search",
            "Show only scans with these words, and conditions such as kind:wifi, tag:late, after:monday, qty>1"),
        FeatureCommand(
            onScreen: .find, .on([.scan, .help, .report]), [.character("/")], label: "search",
            "Look for a text on this screen"),
        FeatureCommand(
            onScreen: .find, .on([.log]), [.character("/")], label: "search",
            "Show only lines that have these words"),
        FeatureCommand(
            onScreen: .findNext, .on([.scanner, .history, .scan, .help, .log, .report]), [.character("n")],
            label: "next found",
            "Go to the next place where it is found"),
        FeatureCommand(
            onScreen: .findPrevious, .on([.scanner, .history, .scan, .help, .log, .report]), [.character("N")],
            "Go to the place before where it is found"),
    ]
}

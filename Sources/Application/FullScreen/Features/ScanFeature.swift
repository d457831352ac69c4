import Services
import Screens
import Surface

/// What can be done with one scan, which its screen knows.
extension Feature {
    static let scan = Feature(
        "This scan",
        [
            FeatureCommand(
                onScreen: .copy, .on([.scanner, .history, .scan]), [.character("y")], label: "copy",
                "Copy the text of the selected scan, or of the marked ones, to the terminal's clipboard (OSC 52)"),
            FeatureCommand(
                onScreen: .save, .on([.scan]), [.character("s")], label: "save",
                "Save to a file that other programs take, such as .vcf or .txt"),
            FeatureCommand(
                onScreen: .act, .on([.scanner, .history, .scan]), [.character("o")], label: "open",
                "Do what the scan is for: open its address, join its network (asks first)"),
            FeatureCommand(
                onScreen: .openNumbered, .on([.scanner]),
                (1...9).map { .character(Character("\($0)")) }, "Show the scan of the outline with this number"),
            FeatureCommand(
                onScreen: .nextScan, .on([.scan]), [.character("J")], label: "next", "Show the next scan: an older one"),
            FeatureCommand(
                onScreen: .previousScan, .on([.scan]), [.character("K")], label: "previous",
                "Show the scan before: a newer one"),
            FeatureCommand(
                onScreen: .reveal, .on([.scan]), [.character("v")], label: "secrets",
                "Show or mask passwords and other secrets"),
        ])
}

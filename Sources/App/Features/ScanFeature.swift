import Screens
import Surface

/// What can be done with one scan, which its screen knows.
extension Feature {
    static let scan = Feature(
        "This scan",
        [
            FeatureCommand(
                onScreen: .copy, .on([.scan]), [.character("y")], label: "copy",
                "Copy the text to the terminal's clipboard (OSC 52)"),
            FeatureCommand(
                onScreen: .save, .on([.scan]), [.character("s")], label: "save",
                "Save to a file that other programs take, such as .vcf or .txt"),
            FeatureCommand(
                onScreen: .openAddress, .on([.scan]), [.character("o")], label: "open",
                "Open the address with the desktop's program (asks first)"),
            FeatureCommand(
                onScreen: .reveal, .on([.scan]), [.character("v")], label: "secrets",
                "Show or mask passwords and other secrets"),
        ])
}

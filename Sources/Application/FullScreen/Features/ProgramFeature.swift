import Screens
import Surface

extension Command {
    static let redraw = Command("redraw")
    static let suspend = Command("suspend")
}

/// The program itself: its help, its screen, its end.
final class ProgramFeature: FeatureBase, Feature {
    static let purpose = "Program"
    static let contexts: [KeyContext] = [.help]
    static let commands: [FeatureCommand<ProgramFeature>] = [
        FeatureCommand(onScreen: .help, .except([.help]), ["?", .function(1)], label: "help", "Show all keys"),
        FeatureCommand(
            onScreen: .palette, .except([.making, .printing, .issuing, .door, .doorSetup]), [":"], label: "commands",
            "Find a command by a part of what it does"),
        FeatureCommand(
            onScreen: .nextTab, [.help], [.tab, .right], label: "next screen", "Show the next screen's keys"),
        FeatureCommand(onScreen: .previousTab, [.help], [.backTab, .left], "Show the keys of the screen before"),
        FeatureCommand(.redraw, .everywhere, [.control("l")], "Draw the screen anew") { $0.display.redraw() },
        FeatureCommand(
            .suspend, .everywhere, [.control("z")], "Stop for a while and give the camera free (`fg` comes back)"
        ) { $0.app.wish = .suspend },
        FeatureCommand(.quit, [.scanner], ["q", .control("c")], label: "quit", "Quit") { $0.app.wish = .quit },
        FeatureCommand(.quit, .except([.scanner]), [.control("c")], "Quit") { $0.app.wish = .quit },
    ]
}

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
    /// Screens that are typed into: their own keys are worth more than a way to others.
    private static let typed: [KeyContext] = [.making, .printing, .issuing, .doorSetup, .sessionSetup, .item]

    static let commands: [FeatureCommand<ProgramFeature>] = [
        FeatureCommand(onScreen: .help, .except([.help]), ["?", .function(1)], label: "help", "Show all keys").found(
            by: "shortcuts"),
        FeatureCommand(
            onScreen: .palette, .except([.box] + typed), [":", .function(9)], label: "commands",
            "Find a command by its name"),
        FeatureCommand(onScreen: .palette, .on(typed), [.function(9)], "Find a command by its name"),
        FeatureCommand(
            onScreen: .menu, .except([.box, .printing, .door]), ["p", .function(10)], label: "menu", "Show the menu"),
        FeatureCommand(
            onScreen: .nextTab, [.help], [.tab, .right], label: "next screen", "Show the next screen's keys"),
        FeatureCommand(onScreen: .previousTab, [.help], [.backTab, .left], "Show the previous screen's keys"),
        FeatureCommand(.redraw, .everywhere, [.control("l")], "Redraw the screen") { $0.display.redraw() },
        FeatureCommand(
            .suspend, .everywhere, [.control("z")], "Suspend (`fg` resumes)"
        ) { $0.app.request = .suspend },
        FeatureCommand(.quit, [.scanner], ["q", .control("c")], label: "quit", "Quit") { $0.app.request = .quit }
            .inMenu(
                "Quit"
            ).found(by: "exit close"),
        FeatureCommand(.quit, .except([.scanner]), [.control("c")], "Quit") { $0.app.request = .quit },
    ]
}

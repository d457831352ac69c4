import Services
import Screens
import Surface

/// All that the program can do.
package enum Features {
    /// In the order of the help.
    static let all: [Feature] = [
        .navigation, .search, .cameraChoice, .focus, .zoom, .orientation, .preview, .format, .camerasScreen, .light,
        .picture, .pictures, .droppedFiles, .interestBox, .freeze, .figures, .history, .historyViews, .remarks,
        .delivery,
        .session, .scan, .code, .making, .printing, .passes, .door, .userCommands, .rules, .settings, .log, .program,
    ]

    /// Every command with its keys.
    package static let commands = CommandTable(
        rows: all.flatMap { feature in
            feature.commands.map { $0.row.forPurpose(feature.purpose, home: feature.contexts) }
        },
        contexts: all.flatMap(\.contexts))

    /// What does a command; those of screens are not among them.
    private static let runners = Dictionary(
        all.flatMap(\.commands).filter { $0.run != nil }.map { ($0.row.command, $0) }, uniquingKeysWith: { a, _ in a })

    /// Commands that the line of keys leaves out now: they would be refused, or lead to nothing.
    package static func idle(_ model: AppModel) -> Set<Command> {
        Set(runners.values.filter { $0.isIdle(model) || $0.refusal(model) != nil }.map(\.row.command))
    }

    /// Why `command` cannot be done now, in a line; nil when it can.
    static func refusal(of command: Command, _ model: AppModel) -> String? { runners[command]?.refusal(model) }

    /// Runs `command`, or says why not; one that only a screen knows does nothing elsewhere.
    static func run(_ command: Command, _ app: ScannerApp) throws {
        if let refusal = refusal(of: command, app.model) { return app.show(Notice(refusal)) }
        try runners[command]?.run?(app)
    }
}

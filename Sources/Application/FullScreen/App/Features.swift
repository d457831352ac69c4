import Screens
import Services
import Surface

/// All that the program can do.
package enum Features {
    /// In the order of the help.
    static let all: [any Feature.Type] = [
        NavigationFeature.self, SearchFeature.self, CameraChoiceFeature.self, FocusFeature.self, ZoomFeature.self,
        OrientationFeature.self, PreviewFeature.self, FormatFeature.self, CamerasScreenFeature.self, LightFeature.self,
        PictureFeature.self, PicturesFeature.self, DroppedFilesFeature.self, InterestBoxFeature.self,
        FreezeFeature.self, FiguresFeature.self, HistoryFeature.self, ExportFeature.self, DeletionFeature.self,
        HistoryViewsFeature.self, HistoryCareFeature.self, RemarksFeature.self, DeliveryFeature.self,
        SessionFeature.self,
        ScanFeature.self, FilesFeature.self, CodeFeature.self, MakingFeature.self, PrintingFeature.self,
        PassFeature.self, DoorFeature.self, UserCommandFeature.self, RulesFeature.self, SettingsFeature.self,
        LogFeature.self, ViewMemoryFeature.self, ProgramFeature.self,
    ]

    /// Every command with its keys.
    package static let commands = CommandTable(
        rows: all.flatMap { rows(of: $0) }, contexts: contexts)

    private static let contexts = all.flatMap { $0.contexts }.reduce(into: [KeyContext]()) { all, context in
        if !all.contains(context) { all.append(context) }
    }

    private static let known: [Command: Known] = all.reduce(into: [:]) { known, feature in
        known.merge(conditions(of: feature)) { first, _ in first }
    }

    /// When a command can be done.
    private struct Known: Sendable {
        let refusal: @Sendable (AppModel) -> String?
        let isIdle: @Sendable (AppModel) -> Bool
    }

    private static func rows<Owner: Feature>(of _: Owner.Type) -> [CommandRow] {
        Owner.commands.map { $0.row.forPurpose(Owner.purpose, home: Owner.contexts) }
    }

    private static func conditions<Owner: Feature>(of _: Owner.Type) -> [Command: Known] {
        Dictionary(
            Owner.commands.filter { $0.run != nil }.map {
                ($0.row.command, Known(refusal: $0.refusal, isIdle: $0.isIdle))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Commands that the line of keys leaves out now: they would be refused, or lead to nothing.
    package static func idle(_ model: AppModel) -> Set<Command> {
        Set(known.filter { $1.isIdle(model) || $1.refusal(model) != nil }.keys)
    }

    /// Whether the program does `command`, and not the screens.
    static func isOfProgram(_ command: Command) -> Bool { known[command] != nil }

    /// Why `command` cannot be done now, in a line; nil when it can.
    static func refusal(of command: Command, _ model: AppModel) -> String? { known[command]?.refusal(model) }
}

import Screens
import Surface

/// All that the program can do.
package enum Features {
    /// In the order of the help.
    static var all: [any Feature.Type] {
        [
            NavigationFeature.self, SearchFeature.self, CameraChoiceFeature.self, FocusFeature.self, ZoomFeature.self,
            OrientationFeature.self, PreviewFeature.self, FormatFeature.self, CamerasScreenFeature.self,
            LightFeature.self,
            PictureFeature.self, GradingFeature.self, PicturesFeature.self, DroppedFilesFeature.self,
            InterestBoxFeature.self,
            FreezeFeature.self, FiguresFeature.self, HistoryFeature.self, ExportFeature.self, DeletionFeature.self,
            HistoryViewsFeature.self, HistoryCareFeature.self, RemarksFeature.self, DeliveryFeature.self,
            SessionFeature.self,
            ScanFeature.self, LookupFeature.self, CollectionFeature.self, InventoryFeature.self, PlacesFeature.self,
            FilesFeature.self, CodeFeature.self, MakingFeature.self,
            PrintingFeature.self,
            PassFeature.self, DoorFeature.self, UserCommandFeature.self, RulesFeature.self, SettingsFeature.self,
            LogFeature.self, ViewMemoryFeature.self, WelcomeFeature.self, TourFeature.self, ProgramFeature.self,
        ]
    }

    static let table = FeatureTable(all, retired: retired)

    /// What took the place of commands that there are no more, by their names in settings.
    private static let retired = [
        "next-pane": "is replaced by `box`: arrows move the box in its mode",
        "move-left": "is replaced by `box-left`", "move-right": "is replaced by `box-right`",
        "open-numbered": "is replaced by `open`: it lists the codes in view",
    ]

    package static var commands: CommandTable { table.commands }

    /// Commands that the line of keys leaves out now: they would be refused, or lead to nothing.
    package static func idle(_ model: AppModel) -> Set<Command> { table.idle(model) }
}

import Formats
import Delivery
import Inventory
import Lookup
import Places
import Surface
import Symbols
import SafeTOML

/// What a user can set. A property's initial value is its default; its row in `SettingRow.all` is all else that is known of it.
///
///     package var wantsMouse = true   // SettingRow("display", "mouse", \.wantsMouse, .toggle, live: true, "Clicks and …")
///
/// To add a setting is to add a property and a row. `make generated` then writes default.toml.
package struct Settings: Sendable {
    package var source = ""
    package var cameraFormat = "high"
    package var isInterestBoxOn = true
    /// The box: left, top, width, height as shares of the picture.
    package var interestBox = [0.2, 0.2, 0.6, 0.6]
    package var reappearanceSeconds = 5.0
    package var newScanSignal = ScanSignal.flash
    package var scannedBeforeSignal = ScanSignal.flash
    /// The symbologies to read; nil for all.
    package var readsOnly: Set<Symbology>?
    package var minimumITFDigits = 6
    package var minimumCodabarCharacters = 6
    package var checksCode39 = false
    /// What bytes are taken in where a symbol names no charset, by its IANA name; nil to guess.
    package var charset: String?
    package var pictureFormat = "jpeg"
    package var keepsScanPictures = false
    /// Whether each scan gets a grade of its print quality.
    package var gradesScans = false
    package var repeats = ScanRepeats.each
    package var leavesOut: [String] = ["otp", "fido", "payment-card", "licence", "health-certificate"]
    package var historyColumns = HistoryColumn.standard
    package var binDays = 30
    package var keepDays = 0
    /// What sets a field of the scans that follow: a pattern by the field's name.
    package var fields: [SessionFieldPattern] = []
    /// The built-in theme in force, or the one that the user's own changes.
    package var theme = ThemeChoice.automatic
    /// The styles of the user's own theme in force; none for a built-in one.
    package var themeStyles: [Role: Style] = [:]
    /// The user's own themes that can be taken, by name.
    package var themes: [UserTheme] = []
    /// Styles that take the place of the theme's.
    package var styles: [Role: Style] = [:]
    /// The name of the user's own theme in force; nil for a built-in one.
    private var ownTheme: String?
    package var wantsColor: Bool { ownTheme != nil || theme != .monochrome }
    package var wantsMouse = true
    /// Whether the desktop shows notifications while the window has no focus.
    package var notifies = true
    /// Whether the program talks in lines and numbered choices instead of a full screen.
    package var usesScreenReader = false
    package var showsFigures = false
    package var preview = "ascii"
    package var showsColour = false
    package var ramp = " .:*={%#@"
    /// What differs while scans belong to a place, by the ids of places.
    package var places: [PlaceSettings] = []
    /// Programs that scans can be given to, by their names.
    package var commands: [UserCommand] = []
    /// What is done with scans by itself: the first that holds counts.
    package var rules: [ScanRule] = []
    /// How scans are typed into other programs, where --type asks for that.
    package var typing = TypingSettings()
    /// Where kept scans are delivered to as well.
    package var destinations: [DestinationSettings] = []
    /// Who is asked about products.
    package var lookup = LookupSettings()
    /// Who is asked where this machine is; nil for nobody.
    package var positionSource: PositionSource?
    /// Whether the beacons of places say where scans belong.
    package var followsBeacons = false
    /// What happens when a place is entered or left.
    package var onEnteringPlace = PlaceAction.notice
    package var onLeavingPlace = PlaceAction.notice
    /// What the history keeps of where scans were made.
    package var positionRecording = PositionRecording.exact
    /// `[inventory.NAME]`.
    package var inventory: [InventorySettings] = []
    /// Sheets of labels besides those that are known.
    package var labels: [LabelSettings] = []
    /// Keys in force; none before the program's commands are known.
    package var keys = KeyMap()

    /// The defaults.
    package init() {}

    /// The name of the theme: setting it takes the base, and the styles of an own theme.
    var themeName: String {
        get { ownTheme ?? theme.rawValue }
        set {
            if let own = themes.first(where: { $0.name == newValue }) {
                (theme, themeStyles, ownTheme) = (own.base, own.styles, own.name)
            } else if let choice = ThemeChoice(setting: newValue) {
                (theme, themeStyles, ownTheme) = (choice, [:], nil)
            }
        }
    }

    /// The styles of everything drawn on a terminal; without colours those of the setting have no say.
    package func theme(on terminal: TerminalTraits) -> Theme {
        terminal.colorCount >= 8
            ? theme.theme(on: terminal.background, colorCount: terminal.colorCount).replacing(themeStyles).replacing(
                styles)
            : .monochrome
    }
}

/// One thing that is wrong with a settings file.
package struct SettingsProblem: Error, CustomStringConvertible, Hashable, Sendable {
    /// What is wrong and what would be right, in one line, with the place: `[display] theme`, or the line where nothing was read.
    package let description: String
    /// The same without the line.
    package let text: String
    /// The line of the file that it is in, from 1; nil if it is not known.
    package internal(set) var line: Int?
    /// The file that it is in, from the folder of config.toml; nil for that one.
    package private(set) var file: String?
    /// Whether nothing in the file could be read because of it.
    package private(set) var isOfWholeFile = false

    init(_ place: String, _ text: String) {
        description = SafeText.visible("\(place): \(text)")
        self.text = description
    }

    /// What is wrong on a line.
    init(line: Int, _ text: String, isOfWholeFile: Bool = false) {
        self.text = SafeText.visible(text)
        description = "line \(line): \(self.text)"
        self.line = line
        self.isOfWholeFile = isOfWholeFile
    }

    /// Something that is wrong with a file beside config.toml as a whole.
    package init(_ text: String, inFile file: String) {
        description = SafeText.visible(text)
        self.text = description
        self.file = file
    }

    /// Why a file is not read as TOML.
    init(_ problem: TOMLError) { self.init(line: problem.line, problem.words, isOfWholeFile: true) }

    /// The same in another file than config.toml.
    func inFile(_ file: String) -> SettingsProblem {
        var problem = self
        problem.file = file
        return problem
    }
}

/// What is heard and seen of a scan.
package enum ScanSignal: String, CaseIterable, Sendable, Hashable {
    /// Only what is shown anyway.
    case none
    /// The terminal's bell; twice for what was scanned before.
    case bell
    /// The status line lights up.
    case flash
    /// Both.
    case bellAndFlash = "bell-and-flash"

    package var rings: Bool { self == .bell || self == .bellAndFlash }
    /// Whether the status line lights up.
    package var flashes: Bool { self == .flash || self == .bellAndFlash }
}

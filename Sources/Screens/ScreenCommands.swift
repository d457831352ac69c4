import Surface

extension KeyContext {
    /// The camera's picture with the history beside it.
    public static let scanner = KeyContext(title: "Scanner")
    /// The history on a screen of its own.
    public static let history = KeyContext(title: "History")
    /// One scan, whole.
    public static let scan = KeyContext(title: "A scan")
    /// Cameras with their formats and controls.
    public static let cameras = KeyContext(title: "Cameras")
    /// What can be set.
    public static let settings = KeyContext(title: "Settings")
    /// A code that another device reads off the screen.
    public static let code = KeyContext(title: "QR Code")
    /// What the program has noted down.
    public static let log = KeyContext(title: "Log")
    /// A text about scans: statistics, a check-list.
    public static let report = KeyContext(title: "Reports")
    /// The list of keys.
    public static let help = KeyContext(title: "This help")
}

/// Commands that screens do themselves; the others are the program's.
extension Command {
    /// Do what is selected.
    public static let open = Command("open")
    /// Leave the screen.
    public static let back = Command("back")
    /// Moves through a list or a text.
    public static let selectPrevious = Command("select-previous")
    /// As `selectPrevious`.
    public static let selectNext = Command("select-next")
    /// As `selectPrevious`.
    public static let pageUp = Command("page-up")
    /// As `selectPrevious`.
    public static let pageDown = Command("page-down")
    /// As `selectPrevious`.
    public static let halfPageUp = Command("half-page-up")
    /// As `selectPrevious`.
    public static let halfPageDown = Command("half-page-down")
    /// As `selectPrevious`.
    public static let selectFirst = Command("select-first")
    /// As `selectPrevious`.
    public static let selectLast = Command("select-last")
    /// Moves sideways, where there is something to.
    public static let moveLeft = Command("move-left")
    /// As `moveLeft`.
    public static let moveRight = Command("move-right")
    /// The pane beside the one that keys move in.
    public static let nextPane = Command("next-pane")
    /// Looks for a text; the stack of screens takes it.
    public static let find = Command("find")
    /// The next place where it is found.
    public static let findNext = Command("find-next")
    /// As `findNext`, before.
    public static let findPrevious = Command("find-previous")
    /// Ends the search, or takes the marks away.
    public static let clear = Command("clear")
    /// All keys; the stack of screens shows them.
    public static let help = Command("help")
    /// A command by its name; the stack of screens asks for it.
    public static let palette = Command("commands")
    /// The tab beside the one that is shown.
    public static let nextTab = Command("next-tab")
    /// As `nextTab`.
    public static let previousTab = Command("previous-tab")
    /// The program's end, which no screen is asked about.
    public static let quit = Command("quit")

    /// The interest box.
    public static let toggleBox = Command("toggle-box")
    /// Moves the interest box.
    public static let boxUp = Command("box-up")
    /// As `boxUp`.
    public static let boxDown = Command("box-down")
    /// As `boxUp`.
    public static let boxLeft = Command("box-left")
    /// As `boxUp`.
    public static let boxRight = Command("box-right")
    /// Changes the size of the interest box.
    public static let boxNarrower = Command("box-narrower")
    /// As `boxNarrower`.
    public static let boxWider = Command("box-wider")
    /// As `boxNarrower`.
    public static let boxShorter = Command("box-shorter")
    /// As `boxNarrower`.
    public static let boxTaller = Command("box-taller")
    /// The interest box as it was at first.
    public static let boxReset = Command("box-reset")
    /// The next of the boxes for kinds of codes.
    public static let nextBox = Command("next-box")
    /// Shows or hides the history.
    public static let toggleHistory = Command("toggle-history")
    /// Shows or hides the last scan.
    public static let toggleLastScan = Command("toggle-last-scan")
    /// Gives the history more of the window.
    public static let growHistory = Command("grow-history")
    /// As `growHistory`, less.
    public static let shrinkHistory = Command("shrink-history")
    /// Shows all panes in the sizes that the picture leaves them.
    public static let resetPanes = Command("reset-panes")

    /// Shows the scan of the outline with the number that was pressed.
    public static let openNumbered = Command("open-numbered")
    /// Shows the scan below the one that is open, in the history's order.
    public static let nextScan = Command("next-scan")
    /// As `nextScan`, above it.
    public static let previousScan = Command("previous-scan")
    /// Marks the selected scan, or not any more.
    public static let mark = Command("mark")
    /// Changes a scan's tags.
    public static let editTags = Command("tags")
    /// Changes a scan's note.
    public static let editNote = Command("note")
    /// Changes how many there are of a scan.
    public static let editQuantity = Command("quantity")
    /// Pins a scan, or not any more.
    public static let togglePin = Command("pin")
    /// Rings when a scan's code comes into view again.
    public static let findThis = Command("find-this")
    /// Writes the scans that are shown to a file, or the marked ones.
    public static let export = Command("export")
    /// Writes today's scans to a file.
    public static let exportToday = Command("export-today")
    /// Holds the picture still.
    public static let freeze = Command("freeze")
    /// Deletes the selected scan.
    public static let delete = Command("delete")
    /// Copies a scan's text.
    public static let copy = Command("copy")
    /// Copies all that is shown.
    public static let copyAll = Command("copy-all")
    /// Saves a scan to a file.
    public static let save = Command("save")
    /// Opens a scan's address.
    public static let act = Command("act")
    /// Gives the scan to a program of the user's.
    public static let runCommand = Command("run-command")
    /// Shows which rule of the settings holds for the scan.
    public static let tryRules = Command("try-rules")
    /// Shows the scan as a QR Code.
    public static let showCode = Command("show-code")
    /// Shows or masks a scan's secrets.
    public static let reveal = Command("reveal")

    /// Scans again what was scanned before files were dropped or pasted.
    public static let formerSource = Command("former-source")

    /// Changes the selected control.
    public static let increase = Command("increase")
    /// As `increase`.
    public static let decrease = Command("decrease")
    /// Sets the selected control to its default.
    public static let resetControl = Command("reset-control")
    /// Sets the selected setting to its default.
    public static let resetSetting = Command("reset-setting")
    /// Sets all controls to their defaults.
    public static let resetControls = Command("reset-controls")
}

import Surface

extension KeyContext {
    /// The camera's picture with the history beside it.
    package static let scanner = KeyContext(title: "Scanner")
    /// The history on a screen of its own.
    package static let history = KeyContext(title: "History")
    /// One scan, whole.
    package static let scan = KeyContext(title: "A scan")
    /// Cameras with their formats and controls.
    package static let cameras = KeyContext(title: "Cameras")
    /// What can be set.
    package static let settings = KeyContext(title: "Settings")
    /// A code that another device reads off the screen.
    package static let code = KeyContext(title: "QR Code")
    /// What the program has noted down.
    package static let log = KeyContext(title: "Log")
    /// A text about scans: statistics, a check-list.
    package static let report = KeyContext(title: "Reports")
    /// The list of keys.
    package static let help = KeyContext(title: "This help")
}

/// Commands that screens do themselves; the others are the program's.
extension Command {
    /// Do what is selected.
    package static let open = Command("open")
    /// Leave the screen.
    package static let back = Command("back")
    /// Moves sideways, where there is something to.
    package static let moveLeft = Command("move-left")
    /// As `moveLeft`.
    package static let moveRight = Command("move-right")
    /// The pane beside the one that keys move in.
    package static let nextPane = Command("next-pane")
    /// Looks for a text; the stack of screens takes it.
    package static let find = Command("find")
    /// The next place where it is found.
    package static let findNext = Command("find-next")
    /// As `findNext`, before.
    package static let findPrevious = Command("find-previous")
    /// Ends the search, or takes the marks away.
    package static let clear = Command("clear")
    /// All keys; the stack of screens shows them.
    package static let help = Command("help")
    /// A command by its name; the stack of screens asks for it.
    package static let palette = Command("commands")
    /// The tab beside the one that is shown.
    package static let nextTab = Command("next-tab")
    /// As `nextTab`.
    package static let previousTab = Command("previous-tab")
    /// The program's end, which no screen is asked about.
    package static let quit = Command("quit")

    /// The interest box.
    package static let toggleBox = Command("toggle-box")
    /// Moves the interest box.
    package static let boxUp = Command("box-up")
    /// As `boxUp`.
    package static let boxDown = Command("box-down")
    /// As `boxUp`.
    package static let boxLeft = Command("box-left")
    /// As `boxUp`.
    package static let boxRight = Command("box-right")
    /// Changes the size of the interest box.
    package static let boxNarrower = Command("box-narrower")
    /// As `boxNarrower`.
    package static let boxWider = Command("box-wider")
    /// As `boxNarrower`.
    package static let boxShorter = Command("box-shorter")
    /// As `boxNarrower`.
    package static let boxTaller = Command("box-taller")
    /// The interest box as it was at first.
    package static let boxReset = Command("box-reset")
    /// The next of the boxes for kinds of codes.
    package static let nextBox = Command("next-box")
    /// Shows or hides the history.
    package static let toggleHistory = Command("toggle-history")
    /// Shows or hides the last scan.
    package static let toggleLastScan = Command("toggle-last-scan")
    /// Gives the history more of the window.
    package static let growHistory = Command("grow-history")
    /// As `growHistory`, less.
    package static let shrinkHistory = Command("shrink-history")
    /// Shows all panes in the sizes that the picture leaves them.
    package static let resetPanes = Command("reset-panes")

    /// Shows the scan of the outline with the number that was pressed.
    package static let openNumbered = Command("open-numbered")
    /// Shows the scan below the one that is open, in the history's order.
    package static let nextScan = Command("next-scan")
    /// As `nextScan`, above it.
    package static let previousScan = Command("previous-scan")
    /// Marks the selected scan, or not any more.
    package static let mark = Command("mark")
    /// Changes a scan's tags.
    package static let editTags = Command("tags")
    /// Changes a scan's note.
    package static let editNote = Command("note")
    /// Changes how many there are of a scan.
    package static let editQuantity = Command("quantity")
    /// Pins a scan, or not any more.
    package static let togglePin = Command("pin")
    /// Rings when a scan's code comes into view again.
    package static let findThis = Command("find-this")
    /// Writes the scans that are shown to a file, or the marked ones.
    package static let export = Command("export")
    /// Writes today's scans to a file.
    package static let exportToday = Command("export-today")
    /// Holds the picture still.
    package static let freeze = Command("freeze")
    /// Deletes the selected scan.
    package static let delete = Command("delete")
    /// Copies a scan's text.
    package static let copy = Command("copy")
    /// Copies all that is shown.
    package static let copyAll = Command("copy-all")
    /// Saves a scan to a file.
    package static let save = Command("save")
    /// Opens a scan's address.
    package static let act = Command("act")
    /// Gives the scan to a program of the user's.
    package static let runCommand = Command("run-command")
    /// Shows which rule of the settings holds for the scan.
    package static let tryRules = Command("try-rules")
    /// Shows the scan as a QR Code.
    package static let showCode = Command("show-code")
    /// Shows or masks a scan's secrets.
    package static let reveal = Command("reveal")

    /// Scans again what was scanned before files were dropped or pasted.
    package static let formerSource = Command("former-source")

    /// Changes the selected control.
    package static let increase = Command("increase")
    /// As `increase`.
    package static let decrease = Command("decrease")
    /// Sets the selected control to its default.
    package static let resetControl = Command("reset-control")
    /// Sets the selected setting to its default.
    package static let resetSetting = Command("reset-setting")
    /// Sets all controls to their defaults.
    package static let resetControls = Command("reset-controls")
}

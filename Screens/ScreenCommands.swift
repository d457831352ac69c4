import Surface

extension KeyContext {
    package static let scanner = KeyContext(title: "Scanner")
    /// The scanner while keys move and size its interest box.
    package static let box = KeyContext(title: "Interest box")
    package static let history = KeyContext(title: "History")
    package static let scan = KeyContext(title: "A scan")
    package static let cameras = KeyContext(title: "Cameras")
    package static let settings = KeyContext(title: "Settings")
    package static let code = KeyContext(title: "QR Code")
    package static let log = KeyContext(title: "Log")
    package static let report = KeyContext(title: "Reports")
    package static let help = KeyContext(title: "This help")
}

/// Commands that screens do themselves; the others are the program's.
extension Command {
    package static let open = Command("open")
    package static let back = Command("back")
    /// Looks for a text; the stack of screens takes it.
    package static let find = Command("find")
    package static let findNext = Command("find-next")
    package static let findPrevious = Command("find-previous")
    /// Ends the search, or takes the marks away.
    package static let clear = Command("clear")
    /// Takes the last deletion back.
    package static let undo = Command("undo")
    /// The history on a screen of its own.
    package static let openHistory = Command("history")
    /// All keys; the stack of screens shows them.
    package static let help = Command("help")
    /// A command by its name; the stack of screens asks for it.
    package static let palette = Command("commands")
    /// What else the program can do; the stack of screens shows it.
    package static let menu = Command("menu")
    package static let nextTab = Command("next-tab")
    package static let previousTab = Command("previous-tab")
    /// The program's end, which no screen is asked about.
    package static let quit = Command("quit")

    /// Begins the mode in which keys move and size the interest box.
    package static let adjustBox = Command("box")
    package static let toggleBox = Command("toggle-box")
    package static let boxUp = Command("box-up")
    package static let boxDown = Command("box-down")
    package static let boxLeft = Command("box-left")
    package static let boxRight = Command("box-right")
    package static let boxNarrower = Command("box-narrower")
    package static let boxWider = Command("box-wider")
    package static let boxShorter = Command("box-shorter")
    package static let boxTaller = Command("box-taller")
    package static let boxLarger = Command("box-larger")
    package static let boxSmaller = Command("box-smaller")
    package static let boxReset = Command("box-reset")
    package static let nextBox = Command("next-box")
    /// Turns the camera's light on or off, or a white screen.
    package static let toggleTorch = Command("toggle-torch")
    package static let toggleHistory = Command("toggle-history")
    package static let toggleLastScan = Command("toggle-last-scan")
    package static let growHistory = Command("grow-history")
    package static let shrinkHistory = Command("shrink-history")
    package static let resetPanes = Command("reset-panes")

    package static let nextScan = Command("next-scan")
    package static let previousScan = Command("previous-scan")
    package static let mark = Command("mark")
    package static let editTags = Command("tags")
    package static let editNote = Command("note")
    package static let editQuantity = Command("quantity")
    package static let togglePin = Command("pin")
    package static let findThis = Command("find-this")
    package static let export = Command("export")
    package static let exportToday = Command("export-today")
    package static let nextPicture = Command("next-picture")
    package static let previousPicture = Command("previous-picture")
    package static let freeze = Command("freeze")
    package static let delete = Command("delete")
    package static let copy = Command("copy")
    package static let copyAll = Command("copy-all")
    package static let save = Command("save")
    /// Opens a scan's address.
    package static let act = Command("act")
    package static let runCommand = Command("run-command")
    package static let tryRules = Command("try-rules")
    package static let showCode = Command("show-code")
    package static let reveal = Command("reveal")

    /// Scans again what was scanned before files were dropped or pasted.
    package static let formerSource = Command("former-source")

    /// Reads the picture in the desktop's clipboard.
    package static let readClipboard = Command("read-clipboard")

    package static let increase = Command("increase")
    package static let decrease = Command("decrease")
    package static let resetControl = Command("reset-control")
    package static let resetSetting = Command("reset-setting")
    package static let resetControls = Command("reset-controls")
}

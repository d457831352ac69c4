/// Everything that a key can ask for. The raw value is its name in settings.
public enum Command: String, CaseIterable, Hashable, Sendable {
    case open = "open"
    case back = "back"
    case selectPrevious = "select-previous"
    case selectNext = "select-next"
    case pageUp = "page-up"
    case pageDown = "page-down"
    case selectFirst = "select-first"
    case selectLast = "select-last"
    case nextCamera = "next-camera"
    case previousCamera = "previous-camera"
    case toggleFocus = "toggle-focus"
    case focusNearer = "focus-nearer"
    case focusFarther = "focus-farther"
    case focusOnce = "focus-once"
    case toggleNearFocus = "near-focus"
    case zoomIn = "zoom-in"
    case zoomOut = "zoom-out"
    case zoomReset = "zoom-reset"
    case mirror = "mirror"
    case rotate = "rotate"
    case nextPreview = "next-preview"
    case nextFormat = "next-format"
    case showCameras = "cameras"
    case increase = "increase"
    case decrease = "decrease"
    case resetControl = "reset-control"
    case resetControls = "reset-controls"
    case toggleTorch = "toggle-torch"
    case readingLight = "reading-light"
    case savePicture = "save-picture"
    case toggleBox = "toggle-box"
    case boxUp = "box-up"
    case boxDown = "box-down"
    case boxLeft = "box-left"
    case boxRight = "box-right"
    case boxNarrower = "box-narrower"
    case boxWider = "box-wider"
    case boxShorter = "box-shorter"
    case boxTaller = "box-taller"
    case boxReset = "box-reset"
    case freeze = "freeze"
    case toggleHistory = "toggle-history"
    case export = "export"
    case delete = "delete"
    case copy = "copy"
    case save = "save"
    case openAddress = "open-address"
    case reveal = "reveal"
    case help = "help"
    case redraw = "redraw"
    case suspend = "suspend"
    case quit = "quit"
}

/// Where keys are listened to; a key may mean one thing in one and another elsewhere.
public enum KeyContext: String, CaseIterable, Sendable {
    /// The camera's picture with the history beside it.
    case scanner
    /// One scan, whole.
    case scan
    /// Cameras with their formats and controls.
    case cameras
    /// The list of keys.
    case help

    /// The heading in the help.
    public var title: String {
        switch self {
        case .scanner: "Scanner"
        case .scan: "A scan"
        case .cameras: "Cameras"
        case .help: "This help"
        }
    }
}

/// One row of the command table: help, key map and key line all come from it.
public struct CommandRow: Sendable {
    /// What it does, for the program.
    public let command: Command
    /// Where it can be asked for.
    public let contexts: [KeyContext]
    /// The keys that ask for it unless settings say otherwise.
    public let keys: [Key]
    /// One or two words for the line of keys; empty keeps it out of that line.
    public let label: String
    /// A sentence for the help.
    public let help: String
}

extension Command {
    /// Every command, in the order of the help.
    public static let table: [CommandRow] = [
        row(.open, [.scanner], [.enter], "open", "Show the selected scan: every field, its bytes, what can be done"),
        row(.open, [.scan], [.enter], "do it", "Do the selected action"),
        row(.open, [.cameras], [.enter], "take", "Take the selected camera or format; press a control's button"),
        row(.increase, [.cameras], [.right, .character("+")], "change", "Raise the selected control, or turn it on"),
        row(.decrease, [.cameras], [.left, .character("-")], "", "Lower the selected control, or turn it off"),
        row(.resetControl, [.cameras], [.character("r")], "default", "Set the selected control to its default"),
        row(.resetControls, [.cameras], [.character("R")], "", "Set all controls to their defaults (asks first)"),
        row(.back, [.cameras], [.escape, .character("q")], "back", "Go back to the scanner"),
        row(.back, [.scan, .help], [.escape, .character("q"), .left], "back", "Go back to the screen before"),
        row(
            .selectPrevious, everywhere, [.up, .character("k")], "",
            "Move up: in the history, the actions or a long text"),
        row(.selectNext, everywhere, [.down, .character("j")], "", "Move down"),
        row(.pageUp, everywhere, [.pageUp], "", "Move up by a page"),
        row(.pageDown, everywhere, [.pageDown], "", "Move down by a page"),
        row(.selectFirst, everywhere, [.home, .character("g")], "", "Go to the first: the newest scan"),
        row(.selectLast, everywhere, [.end, .character("G")], "", "Go to the last: the oldest scan"),
        row(.nextCamera, [.scanner], [.character("c")], "camera", "Take the next camera"),
        row(.previousCamera, [.scanner], [.character("C")], "", "Take the camera before"),
        row(.toggleFocus, [.scanner], [.character("f")], "focus", "Let the camera focus by itself, or lock the focus"),
        row(.focusNearer, [.scanner], [.character("[")], "", "Focus nearer (locks the focus)"),
        row(.focusFarther, [.scanner], [.character("]")], "", "Focus farther (locks the focus)"),
        row(
            .focusOnce, [.scanner], [.character("p")], "",
            "Focus once on what is in the box, then hold it until something else is there"),
        row(
            .toggleNearFocus, [.scanner], [.character("n")], "",
            "Focus only on what is near, as close codes need, or on everything again"),
        row(.zoomIn, [.scanner], [.character("+"), .character("=")], "zoom", "Zoom in"),
        row(.zoomOut, [.scanner], [.character("-")], "", "Zoom out"),
        row(.zoomReset, [.scanner], [.character("0")], "", "Show the whole picture again"),
        row(.mirror, [.scanner], [.character("m")], "", "Show the picture as in a mirror, or not"),
        row(.rotate, [.scanner], [.character("o")], "", "Turn the picture clockwise by a quarter"),
        row(
            .nextPreview, [.scanner], [.character("i")], "",
            "Draw the picture in another way, such as half blocks of grey"),
        row(
            .nextFormat, [.scanner], [.character("F")], "",
            "Take the camera's next format: low, high (the default) or photo"),
        row(.showCameras, [.scanner], [.character("v")], "cameras", "Show cameras with their formats and controls"),
        row(
            .toggleTorch, [.scanner], [.character("t")], "torch",
            "Turn the camera's light on or off; without one, a white screen"),
        row(
            .readingLight, [.scanner], [.character("l")], "",
            "Reading light: a short exposure with more gain, or what was before"),
        row(
            .savePicture, [.scanner], [.character("P")], "picture",
            "Save the picture, whole and in colour, to the folder of pictures"),
        row(.toggleBox, [.scanner], [.character("b")], "box", "Read only inside the interest box, or everywhere"),
        row(.boxUp, [.scanner], [.character("w"), .shiftUp], "", "Move the box up"),
        row(.boxDown, [.scanner], [.character("s"), .shiftDown], "", "Move the box down"),
        row(.boxLeft, [.scanner], [.character("a"), .shiftLeft], "", "Move the box left"),
        row(.boxRight, [.scanner], [.character("d"), .shiftRight], "", "Move the box right"),
        row(.boxNarrower, [.scanner], [.character("A")], "", "Make the box narrower"),
        row(.boxWider, [.scanner], [.character("D")], "", "Make the box wider"),
        row(.boxShorter, [.scanner], [.character("W")], "", "Make the box lower in height"),
        row(.boxTaller, [.scanner], [.character("S")], "", "Make the box higher"),
        row(.boxReset, [.scanner], [.character("r")], "", "Put the box back where it was at first"),
        row(.freeze, [.scanner], [.character(" ")], "freeze", "Hold the picture still, or let it run again"),
        row(.toggleHistory, [.scanner], [.character("h")], "history", "Show or hide the history"),
        row(.export, [.scanner], [.character("e")], "export", "Write the history to a file: CSV, JSON or NDJSON"),
        row(
            .delete, [.scanner, .scan], [.delete, .character("x")], "delete", "Delete the selected scan (asks first)"),
        row(.copy, [.scan], [.character("y")], "copy", "Copy the text to the terminal's clipboard (OSC 52)"),
        row(.save, [.scan], [.character("s")], "save", "Save to a file that other programs take, such as .vcf or .txt"),
        row(
            .openAddress, [.scan], [.character("o")], "open", "Open the address with the desktop's program (asks first)"
        ),
        row(.reveal, [.scan], [.character("v")], "secrets", "Show or mask passwords and other secrets"),
        row(.help, [.scanner, .scan, .cameras], [.character("?"), .function(1)], "help", "Show all keys"),
        row(.redraw, everywhere, [.control("l")], "", "Draw the screen anew"),
        row(.suspend, everywhere, [.control("z")], "", "Stop for a while and give the camera free (`fg` comes back)"),
        row(.quit, [.scanner], [.character("q"), .control("c")], "quit", "Quit"),
        row(.quit, [.scan, .cameras, .help], [.control("c")], "", "Quit"),
    ]

    private static let everywhere = KeyContext.allCases

    private static func row(
        _ command: Command, _ contexts: [KeyContext], _ keys: [Key], _ label: String, _ help: String
    ) -> CommandRow {
        CommandRow(command: command, contexts: contexts, keys: keys, label: label, help: help)
    }
}

import Formats

/// How a terminal shows a notification on the desktop.
enum TerminalNotification: Hashable {
    /// OSC 99 (https://sw.kovidgoyal.net/kitty/desktop-notifications); the terminal has answered that it knows it.
    case kitty
    /// OSC 777, first of rxvt's `notify` extension.
    case rxvt
    /// OSC 9, first of iTerm2.
    case iTerm

    /// Terminals, as XTVERSION names them, that are known to take one; those that do OSC 99 answer for themselves, unless tmux
    /// stands between.
    private static let named: [(name: String, protocol: Self)] = [
        ("kitty", .kitty), ("foot", .rxvt), ("ghostty", .rxvt), ("WezTerm", .rxvt), ("contour", .rxvt),
        ("iTerm2", .iTerm),
    ]

    /// For a terminal of this name; nil for one that is not known to show any.
    init?(version: String) {
        guard let known = Self.named.first(where: { version.hasPrefix($0.name) }) else { return nil }
        self = known.protocol
    }

    /// Asks for OSC 99. The answer names what it can do.
    static let question = "\u{1B}]99;i=\(identifier):p=?;\u{1B}\\"
    static let answer = Array("]99;i=\(identifier):p=?;".utf8)
    /// A notification takes the place of an earlier one of this name.
    private static let identifier = "quietzone"
    /// More would not be read there.
    private static let longestText = 120

    /// The sequence that shows `text`, filtered and cut short.
    func sequence(_ text: String) -> String {
        let scalars = SafeText.visible(text).unicodeScalars
        var shown = String(String.UnicodeScalarView(scalars.prefix(Self.longestText)))
        if scalars.count > Self.longestText { shown += "…" }
        // It separates fields.
        shown = shown.replacing(";", with: ",")
        return switch self {
        case .kitty:
            "\u{1B}]99;i=\(Self.identifier):d=0;Quietzone\u{1B}\\"
                + "\u{1B}]99;i=\(Self.identifier):p=body;\(shown)\u{1B}\\"
        case .rxvt: "\u{1B}]777;notify;Quietzone;\(shown)\u{1B}\\"
        // Not a number at the beginning, which ConEmu and others take for a command.
        case .iTerm: "\u{1B}]9;Quietzone: \(shown)\u{1B}\\"
        }
    }
}

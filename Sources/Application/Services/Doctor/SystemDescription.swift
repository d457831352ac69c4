import Installation
import Terminal

/// What `quietzone doctor` has found out about a system: values only, from which a `DoctorReport` is made.
package struct SystemDescription: Sendable {
    /// A camera as it was tried. Names are untrusted.
    package struct Camera: Sendable {
        package var title: String
        package var node: String
        /// Why it brings no picture, and what to do; nil when it does.
        package var problem: String?
        /// The format of the picture that it brought.
        package var picture: String?
        /// What lights what it sees; nil for nothing.
        package var light: String?

        package init(
            title: String, node: String, problem: String? = nil, picture: String? = nil, light: String? = nil
        ) {
            (self.title, self.node, self.problem, self.picture, self.light) = (title, node, problem, picture, light)
        }
    }

    /// Whether something works, or what to do.
    package enum State: Sendable, Hashable {
        case works
        case problem(String)
    }

    /// How the history is.
    package enum History: Sendable, Hashable {
        case absent
        case sound
        case problem(String)
        /// The check takes longer than it is waited for.
        case unchecked
    }

    /// A folder that the program writes to.
    package struct WrittenFolder: Sendable, Hashable {
        package var name: String
        package var path: String
        package var state: State

        package init(name: String, path: String, state: State) {
            (self.name, self.path, self.state) = (name, path, state)
        }
    }

    /// Name and version of the program.
    package var program = ""
    package var system = PackageSystem(name: "Linux", manager: nil)

    package var cameras: [Camera] = []
    /// The source that settings name instead of a camera; nil for none.
    package var otherSource: String?
    /// The group of cameras that the user has joined since the login; nil when there is none.
    package var groupOfNextLogin: String?
    /// Whether /dev/uinput can be written to.
    package var typing = State.works
    /// Whether a test code is read.
    package var decoder = State.works
    /// Why the decoder's system calls are not filtered; nil when they are.
    package var confinementProblem: String?
    /// What the kernel could not do for the decoder, such as `namespaces`.
    package var missingLayers: [String] = []

    /// The smallest window that the full screen can use.
    package var smallestWindow = (columns: 40, rows: 12)
    /// Nil where there is no terminal to ask.
    package var terminal: TerminalAbilities?
    /// The locale's name, and its charset.
    package var locale = (name: "", charset: "")
    /// The version of screen or tmux around the program, such as `tmux 3.5a`; nil for none.
    package var multiplexer: String?
    /// Whether tmux passes pictures on; nil outside of tmux.
    package var passesThrough: Bool?
    /// Whether tmux passes text for the clipboard on; nil outside of tmux.
    package var tmuxSetsClipboard: Bool?
    package var isRemote = false
    /// Whether a font has the characters of each kind; empty where that is not known.
    package var fonts: [(name: String, isThere: Bool)] = []
    /// Charsets that the C library does not convert.
    package var missingCharsets: [String] = []

    package var hasWayland = false
    package var hasX11 = false
    package var programs: [(part: OptionalPart, isThere: Bool)] = []
    package var libraries: [(part: OptionalPart, isThere: Bool)] = []

    package var folders: [WrittenFolder] = []
    package var history = History.absent
    /// What is wrong with the settings, a line each.
    package var settingsProblems: [String] = []
    package var hasSettings = false
    /// What is wrong with the clock; nil for nothing.
    package var clockProblem: String?
    /// Whether the clock follows a time server; nil if that is not known.
    package var isClockSynchronized: Bool?

    package init() {}
}

import Surface
import Terminal

/// What the full-screen program needs of a terminal; in tests one that only remembers.
protocol AppTerminal: AnyObject {
    /// What it can show.
    var traits: TerminalTraits { get }
    /// In cells.
    var size: (columns: Int, rows: Int) { get }
    /// A cell's height over its width.
    var cellAspect: Double { get }
    /// What cannot be done on it, in a line; nil for nothing.
    var remark: String? { get }
    /// What it calls itself; nil if it does not.
    var version: String? { get }

    /// What the loop waits for: keys.
    var inputDescriptor: Int32 { get }
    /// What the loop waits for while the last picture was not taken.
    var outputDescriptor: Int32 { get }
    /// Whether all that was sent was taken.
    var isReady: Bool { get }
    /// How long a slow terminal is left alone between pictures, in milliseconds.
    var pause: Int32 { get }
    /// Whether the beginning of a key was read and its end was not.
    var hasUnfinishedInput: Bool { get }

    /// The keys that were pressed since the last call.
    func inputs() -> [Input]
    /// Sends what is left of the last picture.
    func send()
    /// Shows `canvas`; false if it was not taken whole.
    func present(_ canvas: Canvas) -> Bool
    /// Its window has another size.
    func resize()
    /// Whether it has reported another size, and taken that over, since this was asked the last time.
    func takeNewSize() -> Bool
    /// Sends every cell with the next picture.
    func redrawAll()
    func reportMouse(_ isWanted: Bool)
    /// Sets its modes again where another program has changed them.
    func holdModes()
    /// Gives the terminal to the shell.
    func suspend()
    /// Takes it again.
    func resume()
    /// Puts text on its clipboard; false if that is too long.
    func copy(base64 text: String) -> Bool
    func ring(times: Int)
    /// Shows in the taskbar how far long work is; nil for none.
    func show(_ progress: TaskbarProgress?)
    /// Shows a notification on the desktop while its window has no focus; rings instead where it cannot, if that is wanted.
    func notify(_ text: String, orRing rings: Bool)
}

extension Terminal: AppTerminal {}

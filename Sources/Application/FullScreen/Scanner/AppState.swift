import Services
import Capture
import Decoding
import Dispatch
import Frames
import History
import Scanning
import Screens
import Symbols
import Terminal

/// The terminal, and what is on it.
struct Display {
    let terminal: Terminal
    /// What the user chose of the view, from run to run.
    let memory: ViewMemoryFile
    /// The view as it was remembered last; nil before the program begins.
    var seenView: ScannerApp.View?
    var stack: ScreenStack
    /// Theme, keys and cells; what is drawn with has the model, too.
    var appearance: RenderContext
    var needsDrawing = true
    /// Keeps keys from a question that was not seen yet.
    var questionGuard = QuestionGuard()
    /// Whether keys were taken since the loop last waited.
    var hasTakenInputs = false
}

/// Which source is scanned, and the session that does.
struct Scanning {
    let makeReader: @Sendable (ReaderOptions) -> any FrameReader
    var source: SourceSelection
    /// Nil while none could be begun, or the camera of the last one lets go.
    var session: ScanSession?
    var rate = FrameRate()
    /// Losses of the decoder that a notice has reported.
    var reportedLosses: UInt64 = 0
    /// What was in view when the last session ended.
    var formerTracker: Tracker?
}

/// What was set of the camera in use, and what is under way with it.
struct CameraInUse {
    /// The camera that the picture's orientation is set for.
    var openedCamera: String?
    /// Calls of it, one after the other; another queue for each session, for a camera may hang.
    var calls = DispatchQueue(label: "quietzone.camera")
    /// What the cameras screen last showed of it.
    var details: ScannerApp.CameraDetails?
    /// Whether they are being asked for, and whether something was changed since.
    var isAskingForDetails = false
    var detailsAreOld = false
    /// The focusing under way, or what it ended on.
    var focusing: AutofocusRun?
    /// Distinguishes the focusing under way from those that were given up.
    var focusRun = 0
    /// Whether the user has lit its light: it is lit again when the camera is opened again.
    var keepsLit = false
    /// Where the lens was zoomed to by key; nil when it was not.
    var lensZoom: Int?
    /// Whether focusing keeps to what is near.
    var focusesNear = false
    /// When the interest box was changed last; nil when it is remembered as it is.
    var changedBox: ContinuousClock.Instant?
}

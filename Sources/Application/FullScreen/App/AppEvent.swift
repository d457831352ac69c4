import Capture
import Frames
import Scanning

/// Something that has happened, for the features that follow it.
enum AppEvent {
    /// The session tells something: what became of a scan, that the source was opened, lost or has ended.
    case session(ScanSession.Event)
    case sessionTold
    /// The session has looked at a frame: what is in view.
    case viewed(ScanSession.View)
    case picture(Frame)
    /// Another source is going to be scanned; the one in use still is `scanning.source`.
    case sourceChanges
    /// A session with `scanning.source` is going to begin.
    case sessionBegins
    /// The source was lost, and is opened again and again.
    case sourceLost
    case sessionEnded
    /// The camera in use was opened; `isOther` where it is another one than before.
    case cameraOpened(CameraDevice, isOther: Bool)
    /// Something is another with the camera in use: its format, a control, or whether it is open.
    case cameraChanged
    /// Cameras came or went.
    case camerasListed
    /// The program is about to be stopped (Ctrl-Z): the camera is given free.
    case suspends
    /// Another history is viewed: the kept one, or the one that scans go to.
    case historyTaken
    /// The history has changed beyond single rows: lists are to be read again.
    case historyChanged
    /// The file of the history is another one: it was damaged.
    case historyReplaced
    /// Scans of these numbers have other remarks, sessions or counts.
    case scansChanged(Set<Int64>)
    /// The session of the user's has changed: its name, its fields, how many scans it has.
    case runChanged
    /// Keys were taken.
    case inputsTaken
}

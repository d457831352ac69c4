import Frames
import Preview
import Surface

/// What a screen wants the program to do.
public enum Effect: Sendable, Hashable {
    /// End the program.
    case quit
    /// Stop as Ctrl-Z does.
    case suspend
    /// Send every cell again.
    case redraw
    /// Take the camera `by` places further in the list.
    case switchCamera(by: Int)
    /// Change between automatic and locked focus.
    case toggleFocus
    /// Focus farther (negative) or nearer.
    case moveFocus(by: Int)
    /// Focus once on this part of the frame, in pixels; nil: on what is in the interest box.
    case focusOnce(on: PixelRect?)
    /// Focus only on what is near, as codes mostly are, or on everything again.
    case toggleNearFocus
    /// Zoom out (negative) or in.
    case zoom(by: Int)
    /// Show the whole picture again.
    case resetZoom
    /// The picture is shown this way up from now on: keep it for this camera.
    case oriented(Orientation)
    /// Take the next of the formats low, high and photo.
    case nextFormat
    /// Show cameras, formats and controls.
    case showCameras
    /// Scan the camera of this stable name from now on.
    case takeCamera(name: String)
    /// Stream in the format that is spelled so.
    case takeFormat(String)
    /// Change a control by so many steps, and remember it for its camera; a button is pressed.
    case changeControl(id: UInt32, by: Int)
    /// Set a control to its default and forget that it was set.
    case resetControl(id: UInt32)
    /// The same for all of them.
    case resetControls
    /// Change the camera's light; offer a white screen where it has none.
    case toggleTorch
    /// Light what is held before the camera by a white screen.
    case lightScreen
    /// Set the exposure for reading, or back.
    case toggleReadingLight
    /// Save the picture as the camera sends it.
    case savePicture
    /// Read inside this box only; nil reads everywhere.
    case interestBox(InterestBox?)
    /// Hold the picture and the reading still, or go on.
    case freeze(Bool)
    /// Fetch the whole scan and show it.
    case openScan(id: Int64)
    /// Fetch rows older than those shown.
    case loadOlderHistory
    /// Fetch all rows and select the oldest.
    case loadWholeHistory
    /// Ask where the history goes.
    case askExport
    /// Write the history to `path`; its ending chooses the format.
    case export(path: String, overwrite: Bool)
    /// Write bytes to a file, by default never over one that is there.
    case save(bytes: [UInt8], path: String, overwrite: Bool)
    /// Ask whether to delete a scan, and say what becomes of its picture.
    case askDeletion(id: Int64)
    /// Delete a scan for good, with the picture that was kept for it.
    case delete(id: Int64)
    /// Put text on the clipboard.
    case copy(String)
    /// Open an address with the desktop's handler; the user has said yes.
    case openAddress(String)
    /// Say one line to the user.
    case notice(Notice)
    /// Ask yes or no.
    case confirm(Confirmation)
    /// Ask for a line of text.
    case prompt(Prompt)
    /// Show the keys.
    case showHelp(KeyContext)
    /// Leave the top screen.
    case pop
}

/// One line to the user that goes away by itself.
public struct Notice: Sendable, Hashable {
    /// The line.
    public var text: String
    /// Whether something is wrong.
    public var isWarning: Bool

    /// A notice, good news by default.
    public init(_ text: String, isWarning: Bool = false) {
        self.text = text
        self.isWarning = isWarning
    }
}

import Config
import Formats
import Frames
import Payloads
import Surface
import Symbols

/// What a screen wants the program to do, by who does it.
package enum Effect: Sendable, Hashable {
    /// The program's own command, as if its key were pressed.
    case run(Command)
    /// Something with the camera.
    case camera(CameraEffect)
    /// Something with the history.
    case history(HistoryEffect)
    /// Something with files and other programs.
    case file(FileEffect)
    /// Something with the settings.
    case settings(SettingsEffect)
    /// Something with codes that are made.
    case making(MakingEffect)
    /// Something with printing.
    case printing(PrintingEffect)
    /// Something with passes and tickets.
    case passes(PassEffect)
    /// Something with the door of an event.
    case door(DoorEffect)
    /// Something with what is on the screen; the stack of screens does it by itself.
    case screen(ScreenEffect)

    /// Say one line to the user.
    package static func notice(_ notice: Notice) -> Effect { .screen(.notice(notice)) }

    /// Say that the place that was asked for is not there.
    static func nothingFound(_ wanted: String) -> Effect {
        .notice(Notice(wanted.isEmpty ? "Nothing is looked for: / begins" : "“\(wanted)” is not found"))
    }

    /// Ask yes or no.
    package static func confirm(_ confirmation: Confirmation) -> Effect { .screen(.confirm(confirmation)) }

    /// Ask for the path of a file.
    package static func prompt(_ prompt: Prompt) -> Effect { .screen(.prompt(prompt)) }

    /// Ask for one of several.
    package static func pick(_ pick: Pick) -> Effect { .screen(.pick(pick)) }

    /// Leave the top screen.
    package static var pop: Effect { .screen(.pop) }
}

/// What is asked of the camera.
package enum CameraEffect: Sendable, Hashable {
    /// Focus once on this part of the frame, in pixels.
    case focus(on: PixelRect)
    /// Scan the camera of this stable name from now on.
    case take(name: String)
    /// Stream in the format that is spelled so.
    case takeFormat(String)
    /// Change a control by so many steps, and remember it for its camera; a button is pressed.
    case changeControl(id: UInt32, by: Int)
    /// Set a control to its default and forget that it was set.
    case resetControl(id: UInt32)
    /// The same for all of them.
    case resetControls
    /// Light what is held before the camera by a white screen.
    case lightScreen
    /// Show the scanner again in place of the white screen.
    case darkenScreen
    /// Read inside this box of what is shown; nil reads everywhere.
    case interestBox(InterestBox?)
}

/// A part of the list of scans.
package enum HistoryPart: Sendable, Hashable {
    /// What comes before the rows that are loaded.
    case preceding
    /// What comes behind them.
    case following
    /// The beginning; its first row is selected when it is there.
    case first
    /// The end; its last row is selected when it is there.
    case last
    /// From the row that has so many before it, which is selected when it is there.
    case index(Int)
}

/// What is asked of the history.
package enum HistoryEffect: Sendable, Hashable {
    /// Fetch the whole scan and show it.
    case open(id: Int64)
    /// Show the scan that is so many rows below this one in place of it; above when negative.
    case openBeside(id: Int64, by: Int)
    /// Fetch the whole scan and do what it is for: open its address, join its network. Asks first.
    case act(id: Int64)
    /// Show the scan as a QR Code.
    case showCode(id: Int64)
    /// Ask which command of the user's to give the scan to.
    case askCommand(id: Int64)
    /// Give the scan to the command of this name; the user has said yes.
    case runCommand(id: Int64, name: String)
    /// Show which rule of the settings holds for the scan, and why the others do not.
    case tryRules(id: Int64)
    /// Put the texts of scans on the clipboard, a line each.
    case copy(ids: [Int64])
    /// Fetch rows of the list that are not loaded.
    case load(HistoryPart)
    /// Show only the scans in which every word of this is found; all for an empty text.
    case search(String)
    /// Show the first scan of those that are being searched for.
    case openFound
    /// Ask whether to delete scans, and say what becomes of their pictures.
    case askDeletion(ids: [Int64])
    /// Delete scans, with the pictures that were kept for them.
    case delete(ids: [Int64])
    /// Ask for what people add to scans.
    ///
    /// - Parameter beginning: what was typed of it already; nil for nothing.
    case askRemark(RemarkKind, ids: [Int64], beginning: String? = nil)
    /// Set what was typed.
    case setRemark(RemarkKind, ids: [Int64], text: String)
    /// Give scans a tag.
    case addTag(String, ids: [Int64])
    /// Pin scans, or not any more.
    case togglePin(ids: [Int64])
    /// Ring when these come into view, or not any more.
    case toggleWanted(ids: [Int64])
    /// Something with sessions.
    case session(SessionEffect)
    /// Ask what to do with what waits for a destination.
    case askDelivery(String)
    /// Try again what a destination did not take.
    case retryDelivery(String)
    /// Deliver it no more.
    case dropDelivery(String)
    /// Show or hide a column of the history's own screen.
    case toggleColumn(HistoryColumn)
    /// Show the list in another order.
    case sort(HistoryOrder)
    /// Bring scans back from the bin.
    case restore(ids: [Int64])
    /// Ask where to write these scans.
    case askExport(HistoryScope)
    /// Write these scans to `path`; its ending chooses the format.
    case export(HistoryScope, path: String, overwrite: Bool)
}

/// What people add to scans.
package enum RemarkKind: Sendable, Hashable {
    case tags, note, quantity
}

/// What is asked of sessions.
package enum SessionEffect: Sendable, Hashable {
    /// Ask for the name of a new one.
    case askName
    /// Begin or go on with the one of this name.
    case open(name: String)
    /// Scan without one; it stays open.
    case leave
    /// Close the one under way.
    case close
    /// Ask what a symbol is that comes again.
    case askRepeats
    /// Set that.
    case setRepeats(ScanRepeats)
    /// Ask for the file of its check-list.
    case askCheckList
    /// Take that file.
    case loadCheckList(path: String)
    /// Show what is missing.
    case showCheckList
}

/// The order of the list.
package enum HistoryOrder: String, Sendable, Hashable, CaseIterable {
    /// When scans were made, the newest first.
    case newest = "time"
    /// The same, the oldest first.
    case oldest
    /// When they were seen last, the newest first.
    case lastSeen = "last"
    case symbology, kind, content, quantity

    /// Whether scans are listed as they were made.
    package var isByTime: Bool { self == .newest || self == .oldest }

    /// How many rows of it are read at a time: orders that no index has are read as a whole for each page.
    package var pageRows: Int { isByTime || self == .symbology ? 300 : 3000 }

    /// What people call it.
    package var title: String {
        switch self {
        case .newest: "newest first"
        case .oldest: "oldest first"
        case .lastSeen: "last seen first"
        case .symbology: "by symbology"
        case .kind: "by kind"
        case .content: "by content"
        case .quantity: "most first"
        }
    }
}

/// Which scans of the history are meant.
package enum HistoryScope: Sendable, Hashable {
    /// Every one.
    case all
    /// Those of these numbers, which the user has marked.
    case marked([Int64])
    /// Those in which every word of this is found.
    case found(String)
    /// Those of today.
    case today
}

/// What is asked of files and other programs.
package enum FileEffect: Sendable, Hashable {
    /// Ask where to save bytes; `name` is what the file is called where that is free.
    case askSaving(title: String, name: String, bytes: [UInt8])
    /// Write bytes to a file, by default never over one that is there; where `path` is a folder, to a file called `name` in it.
    case save(bytes: [UInt8], path: String, name: String, overwrite: Bool)
    /// Put text on the clipboard.
    case copy(String)
    /// Put the one-time password of that moment on the clipboard.
    case copyCode(OneTimePassword)
    /// Find the files that pasted text names, and ask whether to read them.
    case offerReading(String)
    /// Read these files in place of what is scanned.
    case read(paths: [String])
    /// Open an address with the desktop's handler; the user has said yes.
    case open(address: String)
    /// Give a file of this name and these bytes to the desktop's handler for its kind; the user has said yes.
    case openFile(name: String, bytes: [UInt8])
    /// Join a Wi-Fi network; the user has said yes.
    case join(WiFiNetwork)
    /// Find the paths that `path`, which is being typed, may become, and give them to `ScreenStack.complete`.
    case complete(path: String)
}

/// What is asked of the settings file.
package enum SettingsEffect: Sendable, Hashable {
    /// Read it again.
    case reload
    /// Set a setting.
    case set(SettingID, SettingValue)
    /// Set a setting to what was typed into a prompt, which comes back where that cannot be.
    case type(SettingID, String)
    /// Set a setting to its default.
    case reset(SettingID)
}

/// What changes on the screen.
package enum ScreenEffect: Sendable, Hashable {
    /// Say one line to the user.
    case notice(Notice)
    /// Ask yes or no.
    case confirm(Confirmation)
    /// Ask for the path of a file.
    case prompt(Prompt)
    /// Ask for one of several.
    case pick(Pick)
    /// Show the keys, those of this context first.
    case showHelp(KeyContext)
    /// Leave the top screen.
    case pop
}

/// One line to the user that goes away by itself.
package struct Notice: Sendable, Hashable {
    /// The line.
    package var text: String
    /// Whether something is wrong.
    package var isWarning: Bool
    /// Whether it says what is under way: what comes of that takes its place.
    package var isUnderWay: Bool
    /// What it tells the state of, such as the zoom: only the newest of one subject is shown. Nil for what stands alone.
    package var subject: Subject?

    /// What changes step by step, by a key that is pressed again and again, or goes.
    package enum Subject: Sendable, Hashable {
        case zoom, interestBox, orientation, renderer
        /// The picture of a folder that is shown: it goes with it.
        case stillPicture
    }

    /// A notice, good news by default.
    package init(_ text: String, isWarning: Bool = false, isUnderWay: Bool = false, of subject: Subject? = nil) {
        self.subject = subject
        self.text = text
        self.isWarning = isWarning
        self.isUnderWay = isUnderWay
    }
}
